import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran

struct About: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "about",
    abstract: "Show everything about an ayah.",
    discussion: """
      Shows the place of the ayah, its texts in the library, its recordings as tilawa resolve finds \
      them, and your journal's entries on it: notes, memorisation, words, reading, bookmarks.

        tilawa about 2:255
        tilawa about 18:10 --riwayah warsh --limit 0

      Exit status: 0 printed; 1 faults; 2 wrong usage or failure.
      """)

  @Argument(help: "The ayah: 18:10, kahf 10.", completion: .surahs) var passage: [String]

  @OptionGroup var place: LibraryArguments

  @OptionGroup var listener: SessionArguments

  @OptionGroup var journal: JournalArguments

  @Option(help: .init("List at most N recordings; 0 for all.", valueName: "count")) var limit = 10

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let session = try listener.session()
    listener.tellCounting(of: session, in: terminal)
    let ayah = try ayah(counting: session.counting)
    let root = try place.root(in: terminal)
    let knowledge = AyahKnowledge(
      ayah, in: session, of: try place.open(in: terminal), terminal.workplace.texts(ofLibrary: root),
      // Without a home there is no journal, and the rest is there all the same.
      journal.journal == nil
        ? try? journal.folder(library: place.library, in: terminal)
        : try journal.folder(library: place.library, in: terminal),
      library: terminal.path(root))
    let report = AboutReport(
      knowledge, session, library: root, limit: limit > 0 ? limit : .max, from: terminal.workingDirectory,
      calendar: terminal.workplace.calendar)
    if json {
      terminal.write(AboutReport.shape.document(of: report))
    } else {
      for line in report.lines(palette: terminal.palette) { terminal.print(line) }
    }
    if !knowledge.faults.isEmpty { terminal.complain(knowledge.faults) }
    let outcome = knowledge.resolution.faults.tell(in: terminal)
    return knowledge.faults.isEmpty ? outcome : .findings
  }

  private func ayah(counting: CountingSystem) throws -> Ayah {
    let found = PassageArguments.read(passage, counting: counting)
    guard found.count == 1, let first = found.first else {
      throw CommandFailure(
        "about takes one ayah, found \(found.count): \(passage.joined(separator: " "))")
    }
    switch first.result {
    case .failure(let error): throw CommandFailure(error.message)
    case .success(let range):
      guard range.isSingle else {
        throw CommandFailure(
          "about takes one ayah, not the run \(range); for runs use tilawa resolve, text or journal list")
      }
      return range.first
    }
  }
}

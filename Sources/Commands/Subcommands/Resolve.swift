import ArgumentParser
import Diagnostics
import Files
import Library
import QuranIndex
import Timing

struct Resolve: TilawaCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find which file plays an ayah, from where to where.",
    discussion: """
      Prints a line for each ayah: ayah, file, start and end in seconds, reciter, and whether a person \
      verified it. "shared" says that other ayat are heard in the same stretch, and nothing tells where they part.

        tilawa resolve 18:10 --library ~/recitations
        tilawa resolve kahf 1-10 --reciter yasser-al-dosari --reciter husary

      Only rows in the riwayah asked for are served, hafs unless --riwayah says otherwise, and a row whose \
      riwayah nothing tells is served in none. Among those, the first reciter of the list who has one wins; \
      then verified rows, the higher priority, the higher confidence, the newer recording, the earlier path, \
      the earlier row.

      Bundles that count ayat otherwise are asked for the same text. Where they have it as several ayat, \
      rows that follow each other are played as one; where they have more in one ayah, that is played \
      whole, as shared; where neither is so, the row is passed over.

      Bundles with faults are told on standard error and don't stop the rest.

      Exit status: 0 every ayah has an answer; 1 one has none; 2 used wrongly, or the library can't be read.
      """)

  @Argument(help: "Ayat: 18:10, 2:1-5, kahf, juz 30.") var passages: [String]

  @Option(
    help: .init(
      "Folder with bundles, at any depth. (default: $TILAWA_LIBRARY, else the current folder)",
      valueName: "dir"), completion: .directory)
  var library: String?

  @Option(
    help: "The riwayah of the session; no other is served.",
    completion: .list(Riwayah.allCases.map(\.rawValue)))
  var riwayah = Riwayah.hafs.rawValue

  @Option(
    help: .init(
      "A reciter to serve; repeat it in order of preference. (default: all, equally)", valueName: "id"))
  var reciter: [String] = []

  @Option(
    help: "The riwayah or counting system by which the ayat are meant.", completion: .list(Numbering.names))
  var numbering = CountingSystem.kufi.rawValue

  @Flag(help: "Tell of each candidate why it won, lost or was passed over.") var explain = false

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Everywhere") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let session = Session(
      riwayah: try namedRiwayah(), reciters: reciter, counting: try Numbering(numbering).counting)
    let ayat = try PassageArguments.read(passages, counting: session.counting).flatMap { _, result in
      switch result {
      case .success(let range): session.counting.ayat(in: range)
      case .failure(let error): throw CommandFailure(error.message)
      }
    }
    let root = library ?? terminal.environment["TILAWA_LIBRARY"].flatMap { $0.isEmpty ? nil : $0 } ?? "."
    let folder = try libraryFolder(root, in: terminal)
    let resolution = folder.resolve(ayat, in: session, explaining: explain)
    let report = ResolutionReport(resolution, of: ayat, in: session, library: root)
    if json {
      terminal.write(report.json(explaining: explain).documentText)
    } else {
      for line in report.lines(explaining: explain) { terminal.print(line) }
    }
    for remark in report.remarks { terminal.say("tilawa: \(remark)") }
    for complaint in report.complaints { terminal.complain("tilawa: \(complaint)") }
    return report.complaints.isEmpty ? .done : .findings
  }

  private func libraryFolder(_ path: String, in terminal: Terminal) throws -> LibraryFolder {
    guard FileStatus.isFolder(terminal.path(path)) else {
      throw CommandFailure("no folder is called \"\(path)\"; --library takes one that holds bundles")
    }
    return try LibraryFolder(at: terminal.path(path), shownFrom: terminal.workingDirectory)
  }

  private func namedRiwayah() throws -> Riwayah {
    if let named = Riwayah(riwayah) { return named }
    let suggestion = Riwayah.suggestion(for: riwayah).map { "did you mean \($0.rawValue)?" }
    throw CommandFailure(
      "no riwayah is called \"\(riwayah)\"; \(suggestion ?? "tilawa quran riwayat lists them")")
  }
}

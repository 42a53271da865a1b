import ArgumentParser
import Diagnostics
import Annotating
import QuranIndex
import TilawaFormat

struct Assign: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "assign",
    abstract: "Give ayat to markers that have none, one after the other.",
    discussion: """
      Markers that have an ayah or are skipped stay as they are; the others get the next ayah each, in \
      order of time.

        tilawa assign friday.tilawa --from 18:1
      """)

  @OptionGroup var target: BundleArguments

  @Option(help: "The first ayah, or a passage: 18:1, 18:1-31, kahf.") var from: String

  @Option(help: "The last ayah; without it, the end of the passage, or of the Quran.") var to: String?

  @Flag(help: "Change nothing; show what would change.") var dryRun = false

  @OptionGroup(title: "Everywhere") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    do {
      return try assign(in: terminal)
    } catch let faults as FaultyFiles {
      return faults.tell(in: terminal)
    }
  }

  private func assign(in terminal: Terminal) throws -> Outcome {
    var transaction = try target.find(in: terminal).open(changing: [.recording, .markers])
    let bundle = transaction.bundle
    let counting = try bundle.knownCounting()
    let range = try passage(from, "--from", counting)
    let last = try to.map { try passage($0, "--to", counting).last }
    if let last, last < range.first {
      throw CommandFailure("--to \(last) comes before --from \(range.first)")
    }
    guard let markers = bundle.markers, markers.content?.rows.isEmpty == false else {
      terminal.complain("tilawa: \(bundle.shownPath) has no markers; `tilawa mark` finds some")
      return .findings
    }
    let assignment = Assignment(
      of: markers, from: range.first, to: last ?? (range.isSingle ? nil : range.last), counting: counting)
    guard let given = assignment.given else {
      terminal.complain("tilawa: every marker of \(bundle.shownPath) has an ayah or is skipped")
      return .findings
    }
    if dryRun {
      terminal.write(assignment.edits.diff(of: markers.source))
    } else {
      try transaction.edit(markers.source, .markers, assignment.edits)
      _ = try transaction.commit()
    }
    let verb = dryRun ? "would get" : "got"
    terminal.say("\(markers.source.path): \(counted(assignment.count, "marker")) \(verb) \(given)")
    if assignment.left > 0 {
      terminal.complain(
        "tilawa: \(counted(assignment.left, "marker")) left over: \(given.last) is the last ayah to be given")
      return .findings
    }
    if let next = assignment.next {
      terminal.complain("tilawa: no marker was left for \(next) and what follows it")
      return .findings
    }
    return .done
  }
}

/// A passage that an option gives, or a failure that names the option.
func passage(_ text: String, _ option: String, _ counting: CountingSystem) throws -> AyahRange {
  switch PassageReference.parse(text, counting: counting) {
  case .success(let range): return range
  case .failure(let error): throw CommandFailure("\(option): \(error.message)")
  }
}

/// `1 marker`, `2 markers`.
func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

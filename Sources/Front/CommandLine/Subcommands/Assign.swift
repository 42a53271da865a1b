import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran

struct Assign: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "assign",
    abstract: "Name the markers that have no ayah, in order.",
    discussion: """
      Gives each marker without an ayah or a skip the next ayah, in order of time. Other markers do not change.

        tilawa edit assign friday.tilawa --from 18:1
      """)

  @OptionGroup var target: BundleArguments

  @Option(help: "The first ayah, or the passage: 18:1, 18:1-31, kahf.") var from: String

  @Option(help: "The last ayah. (default: the end of the passage, or of the Quran)") var to: String?

  @Flag(help: "Show what would change without writing anything.") var dryRun = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let found = try target.find(in: terminal)
    let (from, to) = (from, to)
    var plan = try BundlePlan.assigning(found) { counting in
      let range = try passage(from, "--from", counting)
      let last = try to.map { try passage($0, "--to", counting).last }
      if let last, last < range.first {
        throw CommandFailure("--to \(last) comes before --from \(range.first)")
      }
      return (range.first, last ?? (range.isSingle ? nil : range.last))
    }
    if dryRun { terminal.write(plan.diff) } else { plan = try plan.apply() }
    guard let assignment = plan.content else {
      terminal.complain("tilawa: \(found.shownPath) has no markers; use `tilawa mark` to find ayat")
      return .findings
    }
    guard let given = assignment.given else {
      terminal.complain("tilawa: every marker of \(found.shownPath) already has an ayah or a skip")
      return .findings
    }
    let verb = dryRun ? "would get" : "got"
    terminal.say("\(found.shownPath)/markers.yaml: \(counted(assignment.count, "marker")) \(verb) \(given)")
    if assignment.left > 0 {
      terminal.complain(
        "tilawa: \(counted(assignment.left, "marker")) left over after \(given.last), the last ayah")
      return .findings
    }
    if let next = assignment.next {
      terminal.complain("tilawa: no marker left for \(next) and the ayat after it")
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

import Annotating
import ArgumentParser
import Diagnostics
import QuranIndex
import TilawaFormat
import TilawaKit

/// Which rows a person means, and what they say of them.
struct ConfirmingArguments: ParsableArguments {
  @Argument(help: "A bundle, or something inside one.", completion: .directory) var bundle: String

  @Argument(
    help: .init(
      "Which rows: 1:5, 18:1-10, kahf, or by a time with a decimal point, 263.5 or 4:23.5.",
      valueName: "ref|time"))
  var rows: [String] = []

  @Flag(help: "All rows.") var all = false

  @Option(help: .init("Rows with at least this confidence: 0.99.", valueName: "confidence"))
  var above: Double?

  @Flag(name: [.customShort("n"), .long], help: "Change nothing; show what would change.") var dryRun = false

  func validate() throws {
    let ways = [!rows.isEmpty, all, above != nil].count(where: \.self)
    guard ways == 1 else {
      throw ValidationError(
        ways == 0
          ? "say which rows: by reference, by time, --above 0.99 or --all"
          : "rows, --all and --above exclude each other")
    }
    if let above, !(0...1).contains(above) {
      throw ValidationError("--above takes a confidence from 0 to 1, not \(above)")
    }
  }

  func run(isConfirmed: Bool, in terminal: Terminal) throws -> Outcome {
    guard let found = FoundBundle(containing: bundle, in: terminal.workplace) else {
      throw CommandFailure(FoundBundle.reasonForNone(at: bundle, in: terminal.workplace))
    }
    let (rows, all, above) = (rows, all, above)
    do {
      var plan = try BundlePlan.confirming(found, isConfirmed: isConfirmed) { bundle in
        if all { return .all }
        if let above { return .above(above) }
        let counting = try bundle.knownCounting()
        return .rows(try rows.map { try RowArguments.query($0, counting) })
      }
      if dryRun { terminal.write(plan.diff) } else { plan = try plan.carriedOut() }
      return tell(plan.content, isConfirmed, found, terminal)
    } catch let faults as FaultyFiles {
      return faults.tell(in: terminal)
    }
  }

  private func tell(
    _ made: Confirming, _ isConfirmed: Bool, _ found: FoundBundle, _ terminal: Terminal
  ) -> Outcome {
    for query in made.unanswered {
      terminal.complain("tilawa: \(found.shownPath) has no row for \(query.text)")
    }
    let verb = isConfirmed ? "confirmed" : "no longer confirmed"
    var parts = ["\(counted(made.changed.count, "row")) \(dryRun ? "would be " : "")\(verb)"]
    if made.unchanged > 0 { parts.append("\(made.unchanged) unchanged") }
    terminal.say("\(found.shownPath): \(parts.joined(separator: ", "))")
    return made.unanswered.isEmpty ? .done : .findings
  }
}

/// How rows are named on the command line.
enum RowArguments {
  /// A reference or a time, or a failure that says what is wrong with it.
  static func query(_ text: String, _ counting: CountingSystem) throws -> RowQuery {
    switch RowQuery.parse(text, counting: counting) {
    case .success(let query): return query
    case .failure(let error): throw CommandFailure(error.message)
    }
  }
}

struct Confirm: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "confirm",
    abstract: "Say that you heard rows and that they are right.",
    discussion: """
      Markers become confirmed and segments verified: from then on no tool changes, moves or drops them. \
      `tilawa review --listen` plays them first.

        tilawa confirm friday.tilawa 18:1-10
        tilawa confirm friday.tilawa 263.5
        tilawa confirm friday.tilawa --above 0.99

      Exit status: 0 all rows that were named are confirmed; 1 a reference or time has no row; 2 used wrongly, or a file \
      can't be changed.
      """)

  @OptionGroup var arguments: ConfirmingArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome { try arguments.run(isConfirmed: true, in: terminal) }
}

struct Unconfirm: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "unconfirm",
    abstract: "Take back that rows were heard to be right.",
    discussion: """
      The opposite of `tilawa confirm`: markers are no longer confirmed and segments no longer verified. Nothing else of \
      the rows changes.

        tilawa unconfirm friday.tilawa 18:7

      Exit status: 0 done; 1 a reference or time has no row; 2 used wrongly, or a file can't be changed.
      """)

  @OptionGroup var arguments: ConfirmingArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome { try arguments.run(isConfirmed: false, in: terminal) }
}

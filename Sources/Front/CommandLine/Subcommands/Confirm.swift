import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran

/// Which rows a person means, and what they say of them.
struct ConfirmingArguments: ParsableArguments {
  @Argument(help: "A bundle, or a path inside one.", completion: .directory) var bundle: String

  @Argument(
    help: .init(
      "Rows to select, by ayat (1:5, 18:1-10, kahf) or by a time in them, with a decimal point (263.5, 4:23.5).",
      valueName: "ref|time"))
  var rows: [String] = []

  @Flag(help: "Select all rows.") var all = false

  @Option(help: .init("Select rows with at least this confidence, 0 to 1.", valueName: "confidence"))
  var above: Double?

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun = false

  func validate() throws {
    let ways = [!rows.isEmpty, all, above != nil].count(where: \.self)
    guard ways == 1 else {
      throw ValidationError(
        ways == 0
          ? "no rows are selected; name them by ayat or time, or use --above 0.99 or --all"
          : "named rows, --all and --above cannot be used together")
    }
    if let above, !(0...1).contains(above) {
      throw ValidationError("invalid --above \(above) (expected a confidence from 0 to 1)")
    }
  }

  func run(isConfirmed: Bool, in terminal: Terminal) throws -> Outcome {
    guard let found = FoundBundle(containing: bundle, in: terminal.workplace) else {
      throw CommandFailure(FoundBundle.reasonForNone(at: bundle, in: terminal.workplace))
    }
    let (rows, all, above) = (rows, all, above)
    var plan = try BundlePlan.confirming(found, isConfirmed: isConfirmed) { bundle in
      if all { return .all }
      if let above { return .above(above) }
      let counting = try bundle.knownCounting()
      return .rows(try rows.map { try RowArguments.query($0, counting) })
    }
    if dryRun { terminal.write(plan.diff) } else { plan = try plan.apply() }
    return tell(plan.content, isConfirmed, found, terminal)
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

/// The arguments that name rows on the command line.
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
    abstract: "Confirm rows that you have checked by ear.",
    discussion: """
      Markers become confirmed and segments verified: no tool changes, moves or removes them unless you tell it to. \
      A marker without an ayah or a skip cannot be confirmed. To listen to rows one by one and confirm them with a key, \
      use `tilawa review --listen`.

        tilawa edit confirm friday.tilawa 18:1-10
        tilawa edit confirm friday.tilawa 263.5
        tilawa edit confirm friday.tilawa --above 0.99

      Exit status: 0 done; 1 no row matches a reference or time; 2 wrong usage, or a file cannot be changed.
      """)

  @OptionGroup var arguments: ConfirmingArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome { try arguments.run(isConfirmed: true, in: terminal) }
}

struct Unconfirm: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "unconfirm",
    abstract: "Withdraw the confirmation of rows.",
    discussion: """
      Undoes `tilawa edit confirm`: markers are no longer confirmed, and segments no longer verified. Nothing else in \
      the rows changes.

        tilawa edit unconfirm friday.tilawa 18:7

      Exit status: 0 done; 1 no row matches a reference or time; 2 wrong usage, or a file cannot be changed.
      """)

  @OptionGroup var arguments: ConfirmingArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome { try arguments.run(isConfirmed: false, in: terminal) }
}

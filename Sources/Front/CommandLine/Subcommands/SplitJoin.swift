import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran

/// The correction of one row, told as a change of the bundle.
struct CorrectingArguments: ParsableArguments {
  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun = false

  /// True if a boundary moves that a confirmed row has.
  var overrulesConfirmed = false

  private enum CodingKeys: CodingKey { case dryRun }

  /// Corrects the row that `query` means in the bundle at `given`.
  func run(
    _ correction: Correction, in given: String, _ query: String, _ terminal: Terminal,
    _ done: (CorrectedRow) -> String
  ) throws -> Outcome {
    guard let found = FoundBundle(containing: given, in: terminal.workplace) else {
      throw CommandFailure(FoundBundle.reasonForNone(at: given, in: terminal.workplace))
    }
    do {
      var plan = try BundlePlan.correcting(found, correction, overrulesConfirmed: overrulesConfirmed) {
        bundle in
        try RowArguments.query(query, try bundle.knownCounting())
      }
      if dryRun { terminal.write(plan.diff) } else { plan = try plan.apply() }
      let row = plan.content
      terminal.say(
        "\(found.shownPath)/\(row.before.kind.fileName): \(done(row))\(dryRun ? " (not written)" : "")")
      return .done
    } catch let refusal as Failure where refusal.isRefusal {
      terminal.complain("tilawa: \(refusal.text); nothing was changed")
      return .findings
    }
  }
}

struct Split: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Split a row in two.",
    discussion: """
      Ends the row that contains the time there, and begins a second row. Several ayat are divided between the two rows at \
      the nearest join, or without joins by their lengths. Both rows contain a single ayah. The rows must be confirmed again.

        tilawa edit split friday.tilawa 4:23.5

      Exit status: 0 split; 1 no row or several rows contain the time; 2 wrong usage, or a file cannot be changed.
      """)

  @Argument(help: "A bundle, or a path inside one.", completion: .directory) var bundle: String

  @Argument(help: .init("The time of the split: 263.5, 4:23.5.", valueName: "time")) var time: String

  @OptionGroup var arguments: CorrectingArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    guard let time = Milliseconds(time) else {
      throw CommandFailure("invalid time \"\(time)\" (expected 263.5 or 4:23.5)")
    }
    return try arguments.run(.split(at: time), in: bundle, "\(time)", terminal) { row in
      "\(row.before.label) split at \(time)"
        + (row.second.flatMap(\.ayah).map { "; \($0) begins there" } ?? "")
    }
  }
}

struct Join: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Join a row with the one after it.",
    discussion: """
      Joins the row with the next one in its file: 1:2 and 1:3 become 1:2-3, with a join where they met. If only one \
      of them contains ayat, the result contains those.

        tilawa edit join friday.tilawa 18:2

      Exit status: 0 joined; 1 no such row, several such rows, or rows that cannot be joined; 2 wrong usage, or a file cannot be changed.
      """)

  @Argument(help: "A bundle, or a path inside one.", completion: .directory) var bundle: String

  @Argument(
    help: .init(
      "The first of the two rows, by its ayat or by a time in it, with a decimal point.",
      valueName: "ref|time"))
  var row: String

  @OptionGroup var arguments: CorrectingArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    try arguments.run(.join, in: bundle, row, terminal) { row in
      "\(row.before.label) is now \(row.after.ayah.map(\.description) ?? row.after.skip.map { "skip \($0)" } ?? "one marker")"
    }
  }
}

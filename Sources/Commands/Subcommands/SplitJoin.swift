import Annotating
import ArgumentParser
import QuranIndex
import TilawaFormat
import TilawaKit
import Timing

/// The correction of one row, told as a change of the bundle.
struct CorrectingArguments: ParsableArguments {
  @Flag(name: [.customShort("n"), .long], help: "Change nothing; show what would change.") var dryRun = false

  /// Whether a boundary moves that a confirmed row has.
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
      if dryRun { terminal.write(plan.diff) } else { plan = try plan.carriedOut() }
      let row = plan.content
      terminal.say(
        "\(found.shownPath)/\(row.before.kind.fileName): \(done(row))\(dryRun ? " (not written)" : "")")
      return .done
    } catch let faults as FaultyFiles {
      return faults.tell(in: terminal)
    } catch let refusal as CorrectionRefusal {
      terminal.complain("tilawa: \(refusal.description); nothing was changed")
      return .findings
    }
  }
}

struct Split: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Make two rows of one, at a time.",
    discussion: """
      The row in which the time lies ends there, and a second one begins. A run of ayat is shared out: by its joins, or \
      else by the length of its ayat. An ayah that is recited in two parts is in both rows. The rows are to be confirmed \
      anew.

        tilawa split friday.tilawa 4:23.5

      Exit status: 0 split; 1 no row, or more than one, is there; 2 used wrongly, or a file can't be changed.
      """)

  @Argument(help: "A bundle, or something inside one.", completion: .directory) var bundle: String

  @Argument(help: .init("Where: seconds, or as 4:23.5.", valueName: "time")) var time: String

  @OptionGroup var arguments: CorrectingArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    guard let time = Milliseconds(time) else {
      throw CommandFailure("\"\(time)\" is no time; write 263.5 or 4:23.5")
    }
    return try arguments.run(.split(at: time), in: bundle, "\(time)", terminal) { row in
      "\(row.before.label) is split at \(time)"
        + (row.second.flatMap(\.ayah).map { ", and \($0) begins there" } ?? "")
    }
  }
}

struct Join: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Make one row of two that follow each other.",
    discussion: """
      The row takes in the one after it in its file: 1:2 and 1:3 become 1:2-3, with a join where they met. A row that \
      holds no ayah becomes part of the one that does.

        tilawa join friday.tilawa 1:2

      Exit status: 0 joined; 1 no row is meant, or the two can't be one; 2 used wrongly, or a file can't be changed.
      """)

  @Argument(help: "A bundle, or something inside one.", completion: .directory) var bundle: String

  @Argument(
    help: .init(
      "The first of the two: by its ayah, or by a time with a decimal point.", valueName: "ref|time"))
  var row: String

  @OptionGroup var arguments: CorrectingArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    try arguments.run(.join, in: bundle, row, terminal) { row in
      "\(row.before.label) is now \(row.after.ayah.map(\.description) ?? row.after.skip.map { "skip \($0)" } ?? "one marker")"
    }
  }
}

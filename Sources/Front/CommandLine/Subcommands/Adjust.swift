import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran

struct Adjust: TilawaCommand {
  static let configuration = CommandConfiguration(
    abstract: "Move the boundaries of one row or of many.",
    discussion: """
      Moves one boundary of a row with --start or --end, and that of the neighbouring row if both share it:

        tilawa edit adjust friday.tilawa 18:17 --start 11:03.5

      Other changes are made in this order: --shift, --close-gaps, --snap, --pad, --min-gap. Without references or times, \
      all rows are adjusted. A boundary that two rows share stays shared, and words move with their rows.

      Verified rows, confirmed markers and the boundaries they share with others do not change, unless \
      --including-verified is given. Nothing changes if a row would overlap another or extend past the audio.

      Times are seconds, such as 1.2, or milliseconds, such as 300ms.
      """)

  @Argument(help: "A bundle, or a path inside one.", completion: .directory) var bundle: String

  @Argument(
    help: "Rows to adjust: 18:10, 18:1-31, kahf; with --start or --end also a time, 263.5. (default: all)")
  var references: [String] = []

  @Option(help: .init("Move the start of the row to this time.", valueName: "time"))
  var start: String?

  @Option(help: .init("Move the end of the row to this time.", valueName: "time")) var end: String?

  @Option(help: .init("Adjust only rows that end after this time.", valueName: "time")) var from: String?

  @Option(help: .init("Adjust only rows that start before this time.", valueName: "time")) var to: String?

  @Option(
    parsing: .unconditional, help: .init("Move everything later, or earlier with a minus.", valueName: "time")
  )
  var shift: String?

  @Option(help: .init("Move boundaries to the quietest point within this distance.", valueName: "time"))
  var snap: TimeTolerance?

  @Option(help: .init("Extend rows into the gaps around them by this much.", valueName: "time"))
  var pad: TimeTolerance?

  @Option(help: .init("Close gaps between rows up to this length.", valueName: "time"))
  var closeGaps: TimeTolerance?

  @Option(help: .init("Leave at least this much between rows.", valueName: "time"))
  var minGap: TimeTolerance?

  @Flag(help: "Also change verified rows and confirmed markers.") var includingVerified = false

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    let isBulk = shift != nil || snap != nil || pad != nil || closeGaps != nil || minGap != nil
    guard start != nil || end != nil else {
      if isBulk { return }
      throw ValidationError(
        "nothing to do; use --start, --end, --shift, --snap, --pad, --close-gaps or --min-gap")
    }
    if isBulk || from != nil || to != nil {
      throw ValidationError("--start and --end cannot be combined with other changes")
    }
    if references.count != 1 {
      throw ValidationError(
        "--start and --end need exactly one row; name it by its ayat or by a time in it")
    }
    if start != nil, end != nil {
      throw ValidationError("--start and --end cannot be used together; move one boundary at a time")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    if let start { return try move(.moveStart(to: try Self.time(start, "--start")), in: terminal) }
    if let end { return try move(.moveEnd(to: try Self.time(end, "--end")), in: terminal) }
    guard let found = FoundBundle(containing: bundle, in: terminal.workplace) else {
      throw CommandFailure(FoundBundle.reasonForNone(at: bundle, in: terminal.workplace))
    }
    var plan = try plan(for: found)
    if plan.content.problems.isEmpty, !dryRun { plan = try plan.apply() }
    let made = plan.content
    guard made.problems.isEmpty else {
      for problem in made.problems { terminal.complain("\(found.shownPath)/segments.yaml: \(problem)") }
      terminal.complain("tilawa: nothing was changed")
      return .findings
    }
    if dryRun { terminal.write(plan.diff) }
    let moved = [(made.changed, "segment"), (made.changedWords, "word"), (made.changedMarkers, "marker")]
      .filter { $0.0 > 0 }.map { counted($0.0, $0.1) }.joined(separator: ", ")
    var parts = ["\(moved.isEmpty ? "nothing" : moved) \(dryRun ? "would change" : "changed")"]
    if made.verified > 0 {
      parts.append("\(made.verified) verified kept (use --including-verified to change them)")
    }
    terminal.say("\(found.shownPath): \(parts.joined(separator: ", "))")
    return .done
  }

  private func move(_ correction: Correction, in terminal: Terminal) throws -> Outcome {
    var arguments = CorrectingArguments()
    arguments.dryRun = dryRun
    arguments.overrulesConfirmed = includingVerified
    return try arguments.run(correction, in: bundle, references[0], terminal) { row in
      switch correction {
      case .moveStart(let time): "\(row.before.label) begins at \(time) (was \(row.before.start))"
      case .moveEnd(let time): "\(row.before.label) ends at \(time) (was \(row.before.end))"
      default: ""
      }
    }
  }

  private func plan(for found: FoundBundle) throws -> BundlePlan<Adjusting> {
    var steps = Adjusting.Steps()
    steps.closeGaps = closeGaps?.time
    steps.snap = snap?.time
    steps.pad = pad?.time
    steps.minGap = minGap?.time
    steps.includesVerified = includingVerified
    let from = try from.map { try Self.time($0, "--from") }
    let to = try to.map { try Self.time($0, "--to") }
    steps.shift = try shift.map { text in
      let isEarlier = text.begins(with: "-")
      let length = try Self.time(String(text.after("-") ?? text.after("+") ?? text[...]), "--shift")
      return isEarlier ? Milliseconds(-length.count) : length
    }
    let references = references
    return try BundlePlan.adjusting(found, from: from, to: to, steps) { bundle in
      try references.map { text in
        switch PassageReference.parse(text, counting: try bundle.knownCounting()) {
        case .success(let range): return range
        case .failure(let error): throw CommandFailure(error.message)
        }
      }
    }
  }

  private static func time(_ text: String, _ option: String) throws -> Milliseconds {
    guard let time = TimeTolerance(argument: text)?.time ?? Milliseconds(text) else {
      throw CommandFailure("invalid time \"\(text)\" for \(option) (expected 1.2, 300ms or 4:23.5)")
    }
    return time
  }
}

import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

struct ReviewCommand: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "List what to check by ear, least certain first.",
    discussion: """
      Lists rows that are not yet verified (segments) or confirmed (markers), least \
      certain first. Each line begins with the place in the file, then the time in the recording.

        tilawa review friday.tilawa
        tilawa review friday.tilawa --listen
        tilawa review ~/recitations --limit 50
        tilawa review ~/recitations --by-sound

      Exit status: 0 everything is confirmed, or with --by-sound no row contradicts the sound; 1 rows are \
      left; 2 wrong usage, or a bundle cannot be read or judged.
      """)

  @OptionGroup var targets: BundleTargets

  @Option(
    help: ArgumentHelp(
      "List at most N lines; 0 for all. (default: 20)", valueName: "n")) var limit: Int?

  @Flag(help: "Play rows, and confirm or correct them by keys.") var listen = false

  @Flag(help: "List rows that contradict the sound.") var bySound =
    false

  @Option(help: .init("With --listen: order rows by this.", valueName: "order"))
  var order: ListeningReview.Order = .doubtful

  @Flag(help: "With --listen: include rows that are certain.") var all = false

  @Option(help: .init("With --listen: play at this speed, 0.5 to 2.", valueName: "factor")) var speed =
    1.0

  @Option(help: .init("With --listen: use this player.", valueName: "name"))
  var player: String?

  @OptionGroup var output: JSONArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard (0.5...2).contains(speed) else {
      throw ValidationError("invalid --speed \(speed) (expected 0.5 to 2)")
    }
    if !listen, all || player != nil { throw ValidationError("--all and --player need --listen") }
    if listen, output.isAny || limit != nil {
      throw ValidationError("--listen cannot be used with --json, --jsonl or --limit")
    }
    if listen, bySound { throw ValidationError("--listen and --by-sound cannot be used together") }
    if let limit, limit < 0 { throw ValidationError("invalid --limit \(limit) (expected 0 or more)") }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    if listen { return try listen(in: terminal) }
    var outcome = Outcome.done
    let found = targets.find(in: terminal) {
      terminal.complain("tilawa: \($0)")
      outcome = .failed
    }
    let places = found.map { ($0.path, $0.shownPath) }
    var findings = SoundFindings()
    let list =
      try bySound
      ? ReviewList(of: places) { bundle in
        let heard = try hear(bundle, terminal)
        if let heard { findings.add(heard, of: bundle.shownPath) } else { outcome = .failed }
        return heard.map { Review(of: bundle, against: $0) }
      } : ReviewList(of: places)
    for fault in list.faults {
      terminal.complain(fault.diagnostics)
      outcome = .failed
    }
    let most = limit ?? (output.isAny ? 0 : 20)
    let shown = most > 0 ? Array(list.entries.prefix(most)) : list.entries
    if !findings.twins.isEmpty { outcome = outcome.and(.findings) }
    let report = ReviewReport(list: list, findings: bySound ? findings : nil)
    if output.jsonl {
      for item in report.items(shown) { terminal.print(ReviewReport.itemLine.text(of: item)) }
      terminal.print(ReviewReport.leftLine.text(of: report))
    } else if output.json {
      terminal.write(ReviewReport.shape.document(of: (report.items(shown), report)))
    } else {
      report.lines(shown).forEach(terminal.print)
      if shown.count < list.entries.count {
        terminal.say("\(list.entries.count - shown.count) more; use --limit 0 to show all")
      }
      report.findingLines.forEach(terminal.print)
      terminal.print(report.summary)
    }
    return list.entries.isEmpty ? outcome : outcome.and(.findings)
  }
}

// MARK: - Against the sound

extension ReviewCommand {
  /// The rows heard in a bundle's recording; nil where it can't be judged, which is reported.
  private func hear(_ bundle: TilawaBundle, _ terminal: Terminal) throws -> HeardRows? {
    do {
      let heard = try SoundReview.heard(in: bundle, in: terminal.workplace, terminal.monitor)
      if heard == nil {
        terminal.complain(
          "tilawa: cannot judge \(bundle.shownPath) by its sound: no passage recognised")
      }
      return heard
    } catch {
      try terminal.tell(error)
      return nil
    }
  }
}

// MARK: - Listening

extension ReviewCommand {
  private func listen(in terminal: Terminal) throws -> Outcome {
    guard targets.paths.count == 1,
      let found = FoundBundle(containing: targets.paths[0], in: terminal.workplace)
    else {
      throw CommandFailure(
        targets.paths.count == 1
          ? FoundBundle.reasonForNone(at: targets.paths[0], in: terminal.workplace)
          : "--listen takes one bundle")
    }
    let review = try ListeningReview(of: found, in: order, takesAll: all)
    guard !review.rows.isEmpty else {
      terminal.complain("tilawa: \(found.shownPath) has no rows yet; use `tilawa mark` to find the ayat")
      return .findings
    }
    guard let keyboard = terminal.keyboard() else {
      throw CommandFailure("cannot read keys: standard input is not a terminal")
    }
    let session = try ListeningSession(
      found, review, player: player, speed: speed, MarkRequest(), keyboard: keyboard, in: terminal)
    try session.run()
    session.tellChanges()
    let left = review.unconfirmed
    terminal.say(
      left == 0
        ? "\(found.shownPath): every row is confirmed"
          + (review.bundle.markersInTime.isEmpty
            ? "" : "; use `tilawa segment` to turn markers into segments")
        : "\(found.shownPath): \(left) of \(counted(review.rows.count, "row")) not yet confirmed")
    return left == 0 ? .done : .findings
  }
}

extension ListeningReview.Order: ExpressibleByArgument {}

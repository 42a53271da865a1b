import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

struct ReviewCommand: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "List what to check by ear, least certain first.",
    discussion: """
      Every row that nobody has verified, and every marker that nobody has confirmed, needs checking. The least certain \
      come first: ayat of the passage that were not found, overlapping rows, markers without a name, ayat far longer or \
      shorter than the tempo suggests, low confidence, and stretches without a row. Each line begins with the place in the \
      file, for editors to jump to, then the time in the recording.

      With --listen each doubtful row is played, from two seconds before its boundaries to two seconds after them, and you \
      confirm or correct it with a key; the screen shows all keys. Every decision is saved at once, so nothing is lost if \
      the program is interrupted, and the files can be edited elsewhere at the same time.

      With --by-sound the recordings are listened to instead, and only rows that contradict the sound are listed, confirmed \
      ones too: another ayah is heard there, or the row begins or ends elsewhere. Nothing is changed.

        tilawa review friday.tilawa
        tilawa review friday.tilawa --listen
        tilawa review ~/recitations --limit 50
        tilawa review ~/recitations --by-sound

      Exit status: 0 everything is confirmed; 1 something is left; 2 wrong usage, or a bundle can't be read. With --by-sound: \
      0 no row contradicts the sound; 1 some do; 2 wrong usage, or a recording can't be judged.
      """)

  @OptionGroup var targets: BundleTargets

  @Option(
    help: ArgumentHelp(
      "How many lines at most; 0 for all. (default: 20; for programs, all)", valueName: "count")) var limit:
    Int?

  @Flag(help: "Play the rows one by one, to be confirmed or corrected by keys.") var listen = false

  @Flag(help: "Listen to the recordings, and list the rows that contradict what is heard.") var bySound =
    false

  @Option(help: .init("With --listen: the order of the rows, doubtful or time.", valueName: "order"))
  var order: ListeningReview.Order = .doubtful

  @Flag(help: "With --listen: include rows of which a tool was sure.") var all = false

  @Option(help: .init("With --listen: playing speed, 0.5 to 2.", valueName: "factor")) var speed =
    1.0

  @Option(help: .init("With --listen: the player to use. (default: the first that works)", valueName: "name"))
  var player: String?

  @OptionGroup var output: JSONArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard (0.5...2).contains(speed) else {
      throw ValidationError("--speed takes a factor from 0.5 to 2, not \(speed)")
    }
    if !listen, all || player != nil { throw ValidationError("--all and --player need --listen") }
    if listen, output.isAny || limit != nil {
      throw ValidationError("--listen can't be used with --json, --jsonl or --limit")
    }
    if listen, bySound { throw ValidationError("--listen and --by-sound can't be used together") }
    if let limit, limit < 0 { throw ValidationError("--limit takes a number from 0 on, not \(limit)") }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    if listen { return try listen(in: terminal) }
    var outcome = Outcome.done
    let found = targets.find(in: terminal) {
      terminal.complain("tilawa: \($0)")
      outcome = .failed
    }
    let places = found.map { ($0.path, $0.shownPath) }
    let list =
      try bySound
      ? ReviewList(of: places) { bundle in
        let heard = try hear(bundle, terminal)
        if heard == nil { outcome = .failed }
        return heard.map { Review(of: bundle, against: $0) }
      } : ReviewList(of: places)
    for fault in list.faults {
      terminal.complain(fault.diagnostics)
      outcome = .failed
    }
    let most = limit ?? (output.isAny ? 0 : 20)
    let shown = most > 0 ? Array(list.entries.prefix(most)) : list.entries
    let report = ReviewReport(list: list, isBySound: bySound)
    if output.jsonl {
      for item in report.items(shown) { terminal.print(ReviewReport.itemLine.text(of: item)) }
      terminal.print(ReviewReport.leftLine.text(of: list))
    } else if output.json {
      terminal.write(ReviewReport.shape.document(of: (report.items(shown), list)))
    } else {
      report.lines(shown).forEach(terminal.print)
      if shown.count < list.entries.count {
        terminal.say("\(list.entries.count - shown.count) more; --limit 0 shows all")
      }
      terminal.print(report.summary)
    }
    return list.entries.isEmpty ? outcome : outcome.and(.findings)
  }
}

// MARK: - Against the sound

extension ReviewCommand {
  /// What is heard in a bundle's recording; nil where that can't be told, which is complained of.
  private func hear(_ bundle: TilawaBundle, _ terminal: Terminal) throws -> HeardRows? {
    do {
      let heard = try SoundReview.heard(in: bundle, in: terminal.workplace, terminal.monitor)
      if heard == nil {
        terminal.complain(
          "tilawa: cannot judge \(bundle.shownPath) by its sound: no passage is recognised in it")
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
      terminal.complain("tilawa: \(found.shownPath) has no rows yet; `tilawa mark` finds the ayat")
      return .findings
    }
    guard let keyboard = terminal.keyboard() else {
      throw CommandFailure("keys can't be read: standard input is no terminal")
    }
    let session = try ListeningSession(
      found, review, player: player, speed: speed, MarkRequest(), keyboard: keyboard, in: terminal)
    try session.run()
    session.tellChanges()
    let left = review.unconfirmed
    terminal.say(
      left == 0
        ? "\(found.shownPath): every row is confirmed"
          + (review.bundle.markersInTime.isEmpty ? "" : "; `tilawa segment` makes segments of the markers")
        : "\(found.shownPath): \(left) of \(counted(review.rows.count, "row")) not confirmed yet")
    return left == 0 ? .done : .findings
  }
}

extension ListeningReview.Order: ExpressibleByArgument {}

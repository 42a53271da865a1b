import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaRecognition

/// The report of `mark` on its findings.
struct MarkReport {
  let passages: [AyahRange]
  let isDryRun: Bool
  /// The number of rows worth hearing, as `review` counts them; nil where no bundle was written.
  var toCheck: Int?
  var counting = CountingSystem.kufi
  let terminal: Terminal

  private var names: String { passages.map(\.description).joined(separator: ", ") }

  // MARK: Why nothing was written

  /// Tells why nothing was done; throws what kept the work from being done at all.
  func tell(_ refusal: MarkRefusal, _ place: String) throws -> Outcome {
    switch refusal {
    case .misfit(let misfit): return tell(misfit, place)
    case .unknownPassage(let guesses):
      throw CommandFailure(
        "--words needs a passage\(guesses.map { ", perhaps \($0)" } ?? ""); name it with --passage"
      )
    case .handMade(let markers): tell(markers)
    case .unsegmentable(let refusal): terminal.complain("tilawa: \(refusal.words); nothing was written")
    }
    return .findings
  }

  private func tell(_ misfit: PassageMisfit, _ place: String) -> Outcome {
    let advice =
      "check the passage, use `--method lengths` to rely on pauses alone, or name markers with `tilawa edit assign`"
    let reason =
      switch misfit {
      case .silent: "no recitation heard in \(place)"
      case .noWay: "\(names) does not fit into \(place); \(advice)"
      case .otherTempo(let tempo):
        "\(place) is too \(tempo < 1 ? "short" : "long") for \(names); \(advice)"
      case .otherSounds: "\(place) does not sound like \(names); \(advice)"
      }
    terminal.complain("tilawa: \(reason); nothing was written")
    return .findings
  }

  /// Markers that a person made would be lost.
  private func tell(_ handMade: [Placed<Marker>]) {
    let times = handMade.prefix(5).map(\.at.description).joined(separator: ", ")
    terminal.complain(
      "tilawa: \(counted(handMade.count, "marker")) set by hand would be replaced, at \(times)\(handMade.count > 5 ? ", …" : ""); "
        + "confirm those to keep, or use --replace to replace all; nothing was written")
  }

  // MARK: What was found

  /// Tells what was identified, or may be, and what else is heard; true when that is all in the passage.
  @discardableResult
  func tell(_ listening: MarkListening, _ place: String) -> Bool {
    switch listening.identity {
    case .notAsked:
      guard !listening.heard.isEmpty else { return true }
      let more = listening.heard.compactMap(\.self).filter { !listening.passages.contains($0) }
      terminal.complain("tilawa: also identified \(list(more)); \(command(naming: listening.heard, place))")
      return false
    case .unsure(nil): break
    case .told:
      terminal.say("identified \(list(listening.passages)); use --passage to name another passage")
    case .partly(let unnamed):
      terminal.say("identified \(list(listening.passages)); use --passage to name another passage")
      for stretch in unnamed {
        let guesses = stretch.guesses.prefix(3).map(\.description).joined(separator: " or ")
        let span = "from \(stretch.span.start) to \(stretch.span.end)"
        terminal.complain(
          stretch.isElse
            ? "tilawa: no recitation recognised \(span); marked `skip: other`"
            : "tilawa: cannot identify the recitation \(span), perhaps \(guesses)")
      }
      terminal.say(command(naming: listening.heard, place, unnamed: unnamed.filter { !$0.isElse }))
      return false
    case .unsure(let guesses?):
      terminal.say(
        "cannot identify the recitation, perhaps \(guesses); name it with --passage")
    }
    return true
  }

  /// The command that names all that is heard; the only guess at what nobody knows stands for it, else `REF`.
  private func command(naming heard: [AyahRange?], _ place: String, unnamed: [MarkListening.Unnamed] = [])
    -> String
  {
    var rest = unnamed[...]
    var (isGuessed, isOpen) = (false, false)
    let options = heard.map { passage in
      if let passage { return "--passage \(passage)" }
      let guesses = rest.popFirst()?.guesses ?? []
      guard guesses.count == 1, let guess = guesses.first else {
        isOpen = true
        return "--passage REF"
      }
      isGuessed = true
      return "--passage \(guess)"
    }
    return "to name all of it, run `tilawa mark \(ShellText.quoted(place)) \(options.joined(separator: " "))`"
      + (isGuessed ? " (if the guess is right)" : "") + (isOpen ? " (REF is your passage)" : "")
  }

  func tell(_ marks: RecordingMarks, at place: String, kept: Int) -> Outcome {
    var parts = [counted(marks.markers.count, "marker") + (isDryRun ? " would be set" : "")]
    if kept > 0 { parts.append("\(kept) confirmed kept") }
    switch marks.naming {
    case .none: break
    case .inOrder: parts.append("\(names) named in order")
    case .bySound:
      let found = list(marks.found(of: passages, in: counting))
      parts.append(found.isEmpty ? "no part of \(names) recognised" : "\(found) recognised")
    case .byLength:
      parts.append("\(names) named by length (\(marks.stretches) stretches, \(marks.ayat) ayat)")
    case .doesNotFit: parts.append("not named")
    }
    // By sound, 99.7 % of the marks stated at 0.90 or more were right.
    let sure = marks.naming == .bySound ? Review.sure : 0.4
    let unsure = marks.naming == .none ? 0 : marks.markers.count { $0.confidence ?? 1 < sure }
    let doubtful = toCheck ?? unsure
    if doubtful > 0, marks.naming != .doesNotFit, marks.naming != .none {
      parts.append("\(doubtful) to check")
    }
    terminal.say("\(place): \(parts.joined(separator: ", "))")
    for marker in marks.markers {
      guard let cut = marker.cut, let ayat = marker.ayah else { continue }
      terminal.say(
        "\(ayat) is cut off at \(cut == .both ? "both ends" : "its \(cut.rawValue)"), and won't be played")
    }
    let isWhole = tellWhatIsMissing(marks, place)
    if !marks.runs.isEmpty {
      let runs = marks.runs.map(\.description).joined(separator: ", ")
      terminal.say("no pause found inside \(runs)")
    }
    if marks.naming == .doesNotFit {
      terminal.complain(
        """
        tilawa: found \(counted(marks.stretches, "stretch", plural: "stretches")), but \(names) has \
        \(marks.ayat) ayat of other lengths; check the passage, or use \
        `tilawa edit assign` to name markers in order
        """)
      return .findings
    }
    return isWhole ? .done : .findings
  }

  private func list(_ ranges: [AyahRange]) -> String { ranges.map(\.description).joined(separator: ", ") }

  /// Tells which ayat of the passage were not found; true when all were.
  private func tellWhatIsMissing(_ marks: RecordingMarks, _ place: String) -> Bool {
    guard marks.naming == .bySound else { return true }
    if marks.mayBeAnother {
      terminal.complain(
        "tilawa: the sounds fit \(names) barely better than the same words reordered; check the passage"
      )
    }
    if !marks.unheard.isEmpty {
      terminal.complain(
        "tilawa: \(list(marks.unheard)) not heard; markers are missing, or the passage is wrong")
    }
    let guessed = marks.guessed(in: counting)
    if !guessed.isEmpty {
      terminal.complain("tilawa: \(list(guessed)) not recognised; the markers there are guesses")
    }
    return marks.unheard.isEmpty && guessed.isEmpty
  }

  func tell(_ changes: MarkChanges, of bundle: TilawaBundle) {
    if let segmenting = changes.segmenting {
      for remark in segmenting.remarks { terminal.complain("tilawa: \(remark)") }
      terminal.say("\(bundle.shownPath)/segments.yaml: \(segmenting.summary(isDryRun: isDryRun))")
    }
    if let words = changes.words {
      var text = counted(words.rows.count - words.kept, "word") + (isDryRun ? " would be set" : "")
      if words.kept > 0 { text += ", \(words.kept) of yours kept" }
      terminal.say("\(bundle.shownPath)/words.yaml: \(text)")
    }
  }

  func tellOfRiwayah(_ bundle: TilawaBundle) {
    if let riwayah = bundle.riwayah { tell(riwayah) }
  }

  func tell(_ riwayah: Riwayah) {
    guard riwayah != .hafs else { return }
    terminal.say(
      "recognition uses the sounds of hafs; \(riwayah.rawValue) may differ")
  }

  // MARK: For programs

  typealias Row = (row: Marker, end: Milliseconds)
  typealias Document = (
    path: String, duration: Milliseconds, heard: HeardPieces?, passages: [AyahRange], rows: [Row],
    words: [WordTiming]?
  )

  static let shape = OutputShape<Document>(
    "mark",
    [
      .key(.path, { $0.path }), .key(.duration, { $0.duration }), .key(.riwayah, { _ in "hafs" }),
      .nullable(
        "pieces", .list(of: .object(HeardPieces.keys)),
        { told in told.heard.map { heard in heard.pieces.map { ($0, heard.counting) } } },
        "Without a stated passage: results of the search of the whole Quran, piece by piece."),
      .key(
        "passages", .list(of: .ayat), { $0.passages.map(\.description) },
        "Recited passages, as given or identified."),
      .key("rows", .list(of: .object(rowKeys)), { $0.rows }, "Markers, in the order of time."),
      .optional(
        "words", .list(of: .object(wordKeys)), { $0.words }, "With --words: words, in the order of time."),
    ], or: RakahReport.shape.description)

  private static let rowKeys: [JSONKey<Row>] = [
    .nullable(.ayah, { $0.row.ayah?.description }), .nullable(.skip, { $0.row.skip }),
    .key(.start, { $0.row.at }), .key(.end, { $0.end }),
    .nullable(
      "cut", .word(AyahCut.allCases.map(\.rawValue)), { $0.row.cut?.rawValue },
      "The end at which the recording cuts an ayah off: start, end or both."),
    .nullable(.confidence, { $0.row.confidence.map { confidenceText($0.inHundredths) } }),
    .key(.confirmed, { $0.row.isConfirmed }),
  ]

  private static let wordKeys: [JSONKey<WordTiming>] = [
    .key(.ayah, \.ayah.description), .key(.word, \.word), .key(.start, \.start), .key(.end, \.end),
    .nullable(.confidence, { $0.confidence.map { confidenceText($0) } }),
  ]

  /// `path` is that of the audio, or of the bundle.
  func document(
    _ markers: [Marker], words: [WordTiming]?, of listening: MarkListening, at path: String
  ) -> String {
    let duration = listening.recording.duration
    let heard = listening.pieces.map { HeardPieces(pieces: $0, counting: counting) }
    let rows = markers.sorted { $0.at < $1.at }
    let ends = rows.dropFirst().map(\.at) + [duration]
    return Self.shape.document(
      of: (path, duration, heard, passages, zip(rows, ends).map { ($0, $0.end ?? $1) }, words))
  }
}

extension MarkReport {
  /// Prints what the search found, where nobody said what is recited.
  func printPieces(of listening: MarkListening, _ place: String) {
    guard let pieces = listening.pieces else { return }
    guard !pieces.isEmpty else {
      terminal.complain("tilawa: no recitation heard in \(place)")
      return
    }
    let heard = HeardPieces(pieces: pieces, counting: counting)
    heard.table.lines(width: terminal.tableWidth, palette: terminal.palette).forEach(terminal.print)
    terminal.print("")
  }

  /// Tells what a plan found, and what came of it.
  static func tell(
    _ plan: MarkPlan, isDryRun: Bool, asJSON: Bool, in terminal: Terminal
  ) throws -> Outcome {
    let (bundle, listening, passages) = (plan.bundle, plan.listening, plan.recited)
    let toCheck =
      isDryRun ? nil : ReviewList(of: [(bundle.path, bundle.shownPath)]).doubtfulCount
    let report = MarkReport(
      passages: passages, isDryRun: isDryRun, toCheck: toCheck, counting: plan.counting, terminal: terminal
    )
    if isDryRun, !asJSON { report.printPieces(of: listening, bundle.shownPath) }
    let changes: MarkChanges
    switch plan.changes {
    case .success(let found): changes = found
    case .failure(let refusal):
      defer { report.tell(listening, bundle.shownPath) }
      return try report.tell(refusal, bundle.shownPath)
    }
    if isDryRun, !asJSON { terminal.write(changes.diff) }
    let kept = bundle.markersInTime.filter(\.isConfirmed)
    if asJSON {
      terminal.write(
        report.document(
          kept.map(\.value) + changes.marks.markers, words: changes.words?.rows, of: listening,
          at: bundle.shownPath))
    }
    let isAll = report.tell(listening, bundle.shownPath)
    if let note = changes.passageNote, !isDryRun {
      terminal.say("\(bundle.shownPath)/recording.yaml: \(note.text)")
    }
    let place = changes.segmenting == nil ? "\(bundle.shownPath)/markers.yaml" : bundle.shownPath
    let outcome = report.tell(changes.marks, at: place, kept: kept.count)
    report.tell(changes, of: bundle)
    let contradicted = plan.contradicted
    if !contradicted.isEmpty {
      let rows = bundle.segmentsInTime.count
      terminal.complain(
        "tilawa: \(contradicted.count) of \(counted(rows, "row")) of \(bundle.shownPath)/segments.yaml "
          + "contradict\(contradicted.count == 1 ? "s" : "") the sound; "
          + "to list them, run `tilawa review \(ShellText.quoted(bundle.shownPath)) --by-sound`")
    }
    if !passages.isEmpty, listening.recording.isBySound { report.tellOfRiwayah(bundle) }
    let isKnown = !isDryRun || listening.isKnown
    return isAll && isKnown && contradicted.isEmpty ? outcome : .findings
  }
}

extension MarkChanges.PassageNote {
  fileprivate var text: String {
    switch self {
    case .added: "passage added"
    case .changed: "passage changed"
    case .stated: "passage stated (was only identified)"
    }
  }
}

extension MarkListening {
  /// True if the passage was given, or something was identified.
  var isKnown: Bool { pieces == nil || !passages.isEmpty }
}

extension HeardRecording {
  /// Tells that the file at `path` ends before its audio does.
  func tellOfBreak(at path: String, in terminal: Terminal) {
    guard breaksOff else { return }
    terminal.complain("tilawa: \(terminal.shown(path)) is cut short; only \(duration) s can be decoded")
  }
}

extension Segmenting {
  /// The numbers of rows made, replaced and kept.
  func summary(isDryRun: Bool) -> String {
    var parts = ["\(counted(made, "segment")) \(isDryRun ? "would be made" : "made")"]
    if unchanged > 0 { parts.append("\(unchanged) unchanged") }
    if replaced > 0 { parts.append("\(replaced) unverified replaced") }
    if kept > 0 { parts.append("\(kept) verified kept") }
    if waiting > 0 { parts.append("\(counted(waiting, "marker")) still waiting") }
    return parts.joined(separator: ", ")
  }
}

import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaSound

/// A listener at the keyboard, going through the rows of a bundle.
final class ListeningSession {
  private let place: FoundBundle
  private let review: ListeningReview
  private let audio: String
  private let length: Milliseconds
  private let spans: ListenedSpans
  private let keyboard: Keyboard
  private let terminal: Terminal
  private let request: MarkRequest
  private var quiet: QuietPoints?
  private var speed: Double
  private var isWholeRow = false
  private var isAtEnd = false
  private var message = ""
  private var strip: LevelStrip?
  private var began = ContinuousClock.now
  private var lastLook = ContinuousClock.now
  private var decided = 0
  private var texts: TextsAtHand
  private var shownTexts: (ayat: AyahRange, lines: [String])?

  /// Before and after a boundary so much is played.
  private static let around = Milliseconds(2000)
  /// A row that is no longer is played whole, not at its ends.
  private static let shortRow = Milliseconds(8000)
  /// Around a boundary the quietest point is looked for so far.
  private static let snap = Milliseconds(400)

  init(
    _ place: FoundBundle, _ review: ListeningReview, player: String?, speed: Double, _ request: MarkRequest,
    keyboard: Keyboard, in terminal: Terminal
  ) throws {
    (self.place, self.review, self.keyboard, self.terminal) = (place, review, keyboard, terminal)
    (self.speed, self.request) = (speed, request)
    texts = TextsAtHand(around: review.bundle)
    texts.notes = JournalArguments.near(review.bundle.path, in: terminal).map(NotesAtHand.init)
    audio = try review.bundle.audioPath()
    length = try AudioProbe.properties(ofFileAt: audio).duration
    spans = try ListenedSpans(
      of: audio, searchPath: terminal.environment["PATH"] ?? "", player: player)
  }

  /// Goes on until the listener leaves.
  func run() throws {
    defer {
      spans.stop()
      terminal.talk.erasePassing()
    }
    try listen()
    while true {
      let wait = try spans.goOn()
      show()
      lookAround()
      guard let code = keyboard.key(waitingMilliseconds: max(5, wait)) else { continue }
      if review.current == nil, code == UInt8(ascii: "c") {
        try confirmRest()
        continue
      }
      guard let key = ReviewKey(code) else { continue }
      message = ""
      if key == .quit { return }
      do { try act(key) } catch let refusal as Failure {
        message = refusal.description
      } catch let faults as FaultyFiles {
        message =
          faults.diagnostics.first.map { "\($0.place.path): \($0.message)" } ?? "a file cannot be read"
      } catch let error as FileError {
        message = error.message(showing: terminal.shown(error.path))
      }
    }
  }

  // MARK: What keys do

  private func act(_ key: ReviewKey) throws {
    switch key {
    case .right: try decide(.confirm, goesOn: true)
    case .wrong: try decide(.reject, goesOn: true)
    case .earlier: try move(by: -20)
    case .later: try move(by: 20)
    case .muchEarlier: try move(by: -200)
    case .muchLater: try move(by: 200)
    case .quietest: try moveToQuietest()
    case .here:
      if let heard = spans.heard {
        try move(to: heard)
      } else {
        message = "nothing is playing; press space to play"
      }
    case .edge:
      isAtEnd.toggle()
      try listen()
    case .split:
      if let heard = spans.heard {
        try decide(.split(at: heard))
      } else {
        message = "nothing is playing; press space to play"
      }
    case .join: try decide(.join)
    case .skip:
      if let word = ask("skip (\(SkipKind.list)): ") { try skip(word) }
    case .ayah: if let text = ask("ayah: ") { try name(text) }
    case .note: if let text = ask("note: ") { try decide(.note(text.isEmpty ? nil : text)) }
    case .back:
      review.goBack()
      try listen()
    case .forward:
      review.goOn()
      try listen()
    case .undo:
      if let undone = try review.undo() {
        message = "undone: \(undone.row.label) at \(undone.row.start)"
        try listen()
      } else {
        message = "nothing to undo"
      }
    case .replay: if spans.isPlaying { spans.stop() } else { try listen() }
    case .wholeRow:
      isWholeRow.toggle()
      try listen()
    case .slower: try change(speed: -0.25)
    case .faster: try change(speed: 0.25)
    case .rest:
      if review.takeRest() { try listen() } else { message = "no more rows" }
    case .mark: try markAgain()
    case .quit: break
    }
  }

  private func change(speed change: Double) throws {
    speed = min(2, max(0.5, speed + change))
    try listen()
  }

  private func decide(_ correction: Correction, goesOn: Bool = false) throws {
    guard let decision = try review.decide(correction) else {
      message = "the row no longer exists"
      return
    }
    decided += 1
    if goesOn {
      message = "\(decision.row.label): \(correction == .confirm ? "right" : "wrong")"
      review.goOn()
      isAtEnd = false
    }
    try listen()
  }

  private func skip(_ word: String) throws {
    guard let kind = SkipKind(rawValue: word) else {
      message = "\"\(word)\" is not one of \(SkipKind.list)"
      return
    }
    try decide(.skip(kind))
  }

  private func name(_ text: String) throws {
    switch PassageReference.parse(text, counting: try review.bundle.knownCounting()) {
    case .success(let range): try decide(.hold(range))
    case .failure(let error): message = error.message
    }
  }

  private var boundary: Milliseconds? { review.current.map { isAtEnd ? $0.end : $0.start } }

  private func move(by milliseconds: Int64) throws {
    if let boundary { try move(to: max(.zero, boundary + Milliseconds(milliseconds))) }
  }

  private func move(to time: Milliseconds) throws {
    try decide(isAtEnd ? .moveEnd(to: time) : .moveStart(to: time))
  }

  private func moveToQuietest() throws {
    guard let boundary else { return }
    var points = try quiet.take() ?? QuietPoints(fileAt: audio)
    let time = try points.quietest(
      near: boundary, from: max(.zero, boundary - Self.snap), to: min(length, boundary + Self.snap))
    quiet = consume points
    if time == boundary { message = "already at the quietest point" } else { try move(to: time) }
  }

  private func confirmRest() throws {
    let open = review.rows.filter { !$0.isConfirmed && $0.isNamed }
    for row in open { try review.decide(.confirm, of: row.identity) }
    message = "\(counted(open.count, "row")) confirmed"
  }

  /// Aligns anew between what is confirmed.
  private func markAgain() throws {
    spans.stop()
    var plan = try MarkPlan(for: place, request, in: terminal.workplace, terminal.monitor)
    plan = try plan.apply(terminal.monitor)
    switch plan.changes {
    case .success(let changes):
      try review.startAnew()
      message = "marked again: \(counted(changes.marks.markers.count, "marker"))"
    case .failure: message = "no match was heard; nothing was changed"
    }
    try listen()
  }

  // MARK: Sound

  private func listen() throws {
    guard let row = review.current else {
      spans.stop()
      strip = nil
      return
    }
    let played = spans(of: row)
    try spans.play(played, speed: speed, isLoop: isWholeRow)
    let shown = TimeSpan(played.first?.start ?? row.start, played.last?.end ?? row.end)
    strip = try shown.map {
      try LevelStrip(ofFileAt: audio, $0, parts: max(20, min(120, terminal.width - 2)))
    }
  }

  private func spans(of row: AnnotatedRow) -> [TimeSpan] {
    if isWholeRow { return [TimeSpan(row.start, row.end)].compactMap { $0 } }
    func around(_ time: Milliseconds) -> TimeSpan? {
      TimeSpan(max(.zero, time - Self.around), min(length, time + Self.around))
    }
    if row.kind == .markers || isAtEnd { return [around(isAtEnd ? row.end : row.start)].compactMap { $0 } }
    if row.end - row.start <= Self.shortRow {
      return [TimeSpan(max(.zero, row.start - Self.around), min(length, row.end + Self.around))].compactMap {
        $0
      }
    }
    return [around(row.start), around(row.end)].compactMap { $0 }
  }

  // MARK: Screen

  private func show(question: String? = nil) {
    guard terminal.talk.isTerminal else { return }
    var screen = ReviewScreen(bundle: place.shownPath)
    screen.left = review.left
    screen.unconfirmed = review.unconfirmed
    screen.row = review.current
    if let row = review.current {
      screen.before = review.rows.row(before: row)
      screen.after = review.rows.row(after: row)
      screen.reasons = review.reasons[row.identity] ?? []
      screen.texts = lines(of: row.identity.ayah)
    }
    // What a row has taken so far, or what one takes to hear.
    let pace = decided > 2 ? (ContinuousClock.now - began) / decided : .seconds(6)
    screen.secondsLeft = Double(review.left) * Double(pace.components.seconds)
    (screen.strip, screen.heard, screen.boundary) = (strip, spans.heard, boundary)
    (screen.isAtEnd, screen.isWholeRow, screen.speed) = (isAtEnd, isWholeRow, speed)
    (screen.message, screen.question) = (message, question)
    terminal.talk.showPassing(
      screen.lines(width: terminal.width, showsUnicode: terminal.showsUnicode))
  }

  /// The words of the row that is checked, which are looked up once.
  private func lines(of ayat: AyahRange?) -> [String] {
    guard let ayat, !texts.isEmpty else { return [] }
    if shownTexts?.ayat != ayat { shownTexts = (ayat, texts.plainLines(of: ayat)) }
    return shownTexts?.lines ?? []
  }

  /// A line of text from the keyboard; nil when it is called off with Escape.
  private func ask(_ question: String) -> String? {
    var bytes: [UInt8] = []
    while true {
      show(question: question + String(decoding: bytes, as: UTF8.self) + "_")
      guard let key = keyboard.key(waitingMilliseconds: 1000) else { continue }
      switch key {
      case 27, 4: return nil
      case 10, 13: return String(decoding: bytes, as: UTF8.self)
      case 8, 127:
        // One character, however many bytes it has.
        while let last = bytes.popLast(), last & 0xc0 == 0x80 {}
      case 0..<32: break
      default: bytes.append(key)
      }
    }
  }

  /// Looks once a second whether somebody else has saved the files.
  private func lookAround() {
    guard ContinuousClock.now - lastLook > .seconds(1) else { return }
    lastLook = .now
    switch try? review.reunite() {
    case .unchanged?: break
    case .taken?: message = "another program changed the files; its changes were loaded"
    case .merged?: message = "another program changed the files; both sets of changes were kept"
    case .disputed(let places)?:
      message =
        "\(places.map(\.description).joined(separator: ", ")) was also changed by another program; listen to it again"
    case nil: message = "the files cannot be read now; nothing is written until they can be"
    }
  }

  // MARK: The end

  /// Prints the changes since the beginning, as `diff` does.
  func tellChanges() {
    let versions = [review.beginning, review.bundle].map { bundle in
      BundleVersion(
        files: FileKind.allCases.reduce(into: [:]) { files, kind in
          files[kind.document] = bundle.source(of: kind)
        })
    }
    guard let diff = try? BundleDiff(versions[0], versions[1], tolerance: .zero) else { return }
    DiffReport(diff: diff, palette: terminal.palette).lines.forEach(terminal.print)
  }
}

import TilawaBase
import TilawaFormat
import TilawaKit

/// Playback from the editor (a row, a boundary, the recording from a row on), and the progress it shows.
final class Listening {
  /// The commands that play something.
  enum Command: String, CaseIterable {
    case playRow, playBoundary, playFromCursor, playConflict

    /// As editors call it.
    var name: String { "tilawa.\(rawValue)" }

    init?(_ name: String) {
      guard let command = Self.allCases.first(where: { $0.name == name }) else { return nil }
      self = command
    }
  }

  private let editor: EditorChannel
  private let workspace: Workspace
  private let sound: Sound
  /// True if the editor shows what is going on.
  var showsProgress = false
  private var tokens = 0
  private var shownSecond: Int64?
  private var pause: Int?

  /// The time played before a boundary and after it.
  private static let around = Milliseconds(2000)

  init(_ editor: EditorChannel, _ workspace: Workspace) {
    (self.editor, self.workspace) = (editor, workspace)
    sound = Sound(searchPath: workspace.workplace.environment["PATH"] ?? "")
  }

  /// The time until playback needs attention, in milliseconds; nil when nothing is played.
  var waitingTime: Int? { sound.playing == nil ? nil : pause ?? 0 }

  /// The moment that is heard of a bundle's recording.
  func heard(inBundle path: String) -> Milliseconds? {
    sound.playing.flatMap { $0.bundle.isExactly(path) ? sound.heard : nil }
  }

  /// Plays what a command means at a place.
  func play(_ command: Command, _ document: OpenDocument, at offset: Int) throws(RPCFailure) {
    guard let path = document.bundlePath else {
      throw RPCFailure(.requestFailed, "not inside a recording's bundle")
    }
    let bundle = workspace.bundle(path)
    let (spans, label) = try stretches(command, document, offset, bundle)
    stop()
    try sound.play(spans, of: bundle, label)
    begin()
    goOn()
  }

  private func stretches(
    _ command: Command, _ document: OpenDocument, _ offset: Int, _ bundle: TilawaBundle
  ) throws(RPCFailure) -> ([TimeSpan], String) {
    if command == .playConflict {
      guard let spans = ConflictAtHand(document, at: offset)?.spans(), !spans.isEmpty else {
        throw RPCFailure(.requestFailed, "no conflict with readable rows at this position")
      }
      return (spans, "ours, then theirs")
    }
    guard let row = workspace.row(at: offset, in: document) else {
      throw RPCFailure(.requestFailed, "no readable row at this position")
    }
    let end = bundle.audioEnd ?? workspace.rows(ofBundle: bundle.path).map(\.end).max() ?? row.end
    switch command {
    case .playRow, .playConflict:
      // The last marker may not say where it ends.
      let last = row.end > row.start ? row.end : max(end, row.start + Self.around)
      return (span(row.start, last), row.label)
    case .playFromCursor: return (span(row.start, max(end, row.end)), "from \(row.start.clock)")
    case .playBoundary:
      var time = row.start
      if case .value(RowKey.end, _) = CursorContext(in: document.text, at: offset).spot { time = row.end }
      let from = max(.zero, time - Self.around)
      return (span(from, min(max(end, time), time + Self.around)), "around \(time)")
    }
  }

  private func span(_ start: Milliseconds, _ end: Milliseconds) -> [TimeSpan] {
    TimeSpan(start, end).map { [$0] } ?? []
  }

  /// Feeds the player and shows how far it is.
  func goOn() {
    guard sound.playing != nil else { return }
    pause = sound.goOn()
    if pause == nil { return over() }
    guard showsProgress, let heard = sound.heard, heard.count / 1000 != shownSecond else { return }
    shownSecond = heard.count / 1000
    report(["kind": "report", "message": .string(heard.clock)])
  }

  /// Stops at once.
  func stop() {
    guard sound.playing != nil else { return }
    sound.stop()
    over()
  }

  // MARK: What the editor shows

  private func begin() {
    guard showsProgress, let playing = sound.playing else { return }
    tokens += 1
    editor.ask("window/workDoneProgress/create", ["token": .string(token)])
    report(["kind": "begin", "title": .string("▶ \(playing.label)"), "cancellable": false])
  }

  private func over() {
    if showsProgress { report(["kind": "end"]) }
    (shownSecond, pause) = (nil, nil)
  }

  private func report(_ value: JSONValue) {
    editor.notify("$/progress", ["token": .string(token), "value": value])
  }

  private var token: String { "tilawa/sound/\(tokens)" }
}

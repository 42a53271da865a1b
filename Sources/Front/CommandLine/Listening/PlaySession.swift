import TilawaBase
import TilawaKit

/// The sound on its way to the loudspeaker, and its listener's keys.
final class PlaySession {
  private let settings: RenderStream.Settings
  private let choice: String?
  private let terminal: Terminal
  private let cursor: PlayedCursor
  private let keyboard: Keyboard?
  private var player: SoundPlayer
  private var feed: PlayerFeed
  private var stream: RenderStream
  /// The items that the stream has begun, with their numbers and first frames; the heard one is the first.
  private var begun: [(number: Int, item: PlayedItem, frame: Int64)] = []
  /// The items that the stream was given and has not begun.
  private var given: [(number: Int, item: PlayedItem)] = []
  /// Seconds that were heard through players before this one.
  private var heardBefore = 0.0

  /// Plays what `cursor` gives, through the program called `choice` when that is given. Throws when there is none.
  init(
    _ cursor: PlayedCursor, _ settings: RenderStream.Settings, player choice: String?, in terminal: Terminal
  ) throws {
    self.cursor = cursor
    self.settings = settings
    self.choice = choice
    self.terminal = terminal
    player = try SoundPlayer(
      settings.format, searchPath: terminal.environment["PATH"] ?? "", only: choice)
    feed = PlayerFeed(player, settings.format)
    stream = RenderStream(settings, of: [])
    keyboard = terminal.keyboard()
    begin()
  }

  /// Starts a stream with the cursor's next item.
  private func begin() {
    begun = []
    given = []
    stream = RenderStream(settings) { [unowned self] () in
      let number = cursor.index
      guard let item = cursor.next() else { return nil }
      given.append((number, item))
      return item.stretch
    }
    stream.onStart = { [unowned self] _, frame in
      guard !given.isEmpty else { return }
      let (number, item) = given.removeFirst()
      begun.append((number, item, frame))
    }
  }

  /// Plays to the end, or until the listener ends it.
  func run() throws {
    defer { terminal.talk.erasePassing() }
    var isOver = false
    while true {
      if !isOver, player.waitingTime == 0 { isOver = try !feed.next { try stream.read() } }
      tell()
      if isOver, player.isHeard { break }
      show(isPaused: false)
      let wait = isOver ? 50 : min(50, player.waitingTime)
      guard let keyboard else {
        if wait > 0 { Surroundings.pause(milliseconds: wait) }
        continue
      }
      guard let key = keyboard.key(waitingMilliseconds: wait) else { continue }
      switch key {
      case UInt8(ascii: " "):
        guard try pause(keyboard) else { return stop() }
      case UInt8(ascii: "n"), UInt8(ascii: "p"):
        guard let heard else { break }
        try jump(to: key == UInt8(ascii: "n") ? heard.number + 1 : isLate ? heard.number : heard.number - 1)
        isOver = false
      case UInt8(ascii: "q"): return stop()
      default: break
      }
    }
    try player.finish()
  }

  /// Waits for the next key; false when it is to end.
  private func pause(_ keyboard: Keyboard) throws -> Bool {
    show(isPaused: true)
    while true {
      guard let key = keyboard.key(waitingMilliseconds: 1000) else { continue }
      if key == UInt8(ascii: "q") { return false }
      player.resume()
      return true
    }
  }

  private func stop() {
    tell()
    player.stop()
  }

  private func jump(to number: Int) throws {
    heardBefore += player.position
    player.stop()
    cursor.move(to: max(0, number))
    begin()
    player = try SoundPlayer(
      settings.format, searchPath: terminal.environment["PATH"] ?? "", only: choice)
    feed = PlayerFeed(player, settings.format)
  }

  /// The item heard now, its number, and the frame.
  private var heard: (number: Int, item: PlayedItem, frame: Int64)? {
    let frame = Int64(player.position * Double(settings.format.sampleRate))
    while begun.count > 1, begun[1].frame <= frame { begun.removeFirst() }
    return begun.first
  }

  /// True if enough of it was heard that going back means going to its start.
  private var isLate: Bool { heard.map { moment(of: $0.item, from: $0.frame).seconds > 2 } ?? false }

  private func moment(of item: PlayedItem, from frame: Int64) -> PlayedItem.Moment {
    let seconds = max(0, player.position - Double(frame) / Double(settings.format.sampleRate))
    let span = item.stretch.span
    let time = span.start + (Milliseconds(seconds: seconds * settings.speed) ?? .zero)
    return PlayedItem.Moment(time: item.stretch.file == nil ? nil : min(time, span.end), seconds: seconds)
  }

  private func tell() {
    guard let (_, item, frame) = heard else { return }
    item.hear(moment(of: item, from: frame), heardBefore + player.position)
  }

  private func show(isPaused: Bool) {
    guard terminal.showsProgress, let (_, item, frame) = heard else { return }
    let now = moment(of: item, from: frame)
    let parts = item.parts(now) + (isPaused ? ["paused"] : [])
    let width = max(1, terminal.width - 1)
    let keys = "space \(isPaused ? "resumes" : "pauses")  n next  p back  q quit"
    terminal.talk.showPassing([Self.line(of: parts, width), cut(keys, to: width)] + item.texts(now, width))
  }

  /// The parts side by side, each isolated where that is needed, as far as they have room in so many columns.
  private static func line(of parts: [String], _ width: Int) -> String {
    var line = ""
    var used = 0
    for part in parts {
      let between = line.isEmpty ? 0 : 2
      guard used + between < width else { break }
      let shown = cut(withoutControls(part), to: width - used - between)
      line += String(repeating: " ", count: between) + isolatedIfNeeded(shown)
      used += between + columnCount(of: shown)
    }
    return line
  }
}

import ArgumentParser
import Files
import Library
import QuranIndex
import Rendering
import Timing

struct Play: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play ayat.",
    discussion: """
      Plays what tilawa queue prints, with the same options and the settings of playback.yaml, through the first of \
      pw-play, paplay, aplay, ffplay and play that works. --stdout writes it as WAV for any other program. It sounds the \
      same as the output of tilawa render.

      On a terminal, a line shows the ayah, the word if words.yaml has it, and the repetition. Keys: space pauses and \
      resumes, n goes to the next ayah, p to the start of this one or to the one before, q quits.

      The journal records how far you have listened, so that tilawa resume can continue; not with --stdout, since nobody \
      knows when that is heard.

        tilawa play 67 --reciter husary
        tilawa play 78:1-5 --ayah-repeats 5 --gap 1.5
        tilawa play 1 --stdout | mpv -

      Exit status: 0 played; 1 there is nothing to play, or faults were reported; 2 wrong usage, or nothing could be played.
      """)

  @OptionGroup var arguments: QueueArguments

  @OptionGroup(title: "The sound") var sound: SoundArguments

  @Option(help: .init("The player to use. (default: the first that works)", valueName: "name"))
  var player: String?

  @Flag(help: "Write WAV to standard output.") var stdout = false

  @OptionGroup var journal: JournalArguments

  @Flag(help: "Don't write to the journal.") var noJournal = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let opened = try arguments.open(in: terminal)
    guard let outcome = opened.tell(in: terminal) else { return .findings }
    let queue = opened.queue
    if stdout, terminal.output.isTerminal {
      throw CommandFailure("a terminal can't show sound; redirect standard output to a file or a program")
    }
    let settings = try sound.settings(for: queue, encoding: nil, in: terminal)
    if stdout {
      var items = queue.makeIterator()
      let stream = RenderStream(settings) { () in items.next()?.stretch }
      terminal.write(WAVWriter.streamHeader(settings.format))
      while !terminal.output.hasFailed, let samples = try stream.read() {
        terminal.write(WAVWriter.bytes(of: samples))
      }
      return outcome
    }
    do {
      let session = try PlaySession(
        queue, settings, player: player, try playJournal(of: opened, terminal), in: terminal)
      try session.run()
    } catch let failure as SoundProgramFailure {
      throw CommandFailure(failure.description)
    }
    return outcome
  }

  /// Nil when none is wanted, or nothing tells where it is.
  private func playJournal(of opened: QueueArguments.Opened, _ terminal: Terminal) throws -> PlayJournal? {
    if noJournal { return nil }
    do {
      let folder = try journal.folder(library: arguments.place.library, in: terminal)
      return PlayJournal(folder, opened.queue, profile: opened.profile, in: terminal)
    } catch let failure as CommandFailure {
      terminal.complain("tilawa: \(failure.description)")
      return nil
    }
  }
}

/// A queue on its way to the loudspeaker, and its listener's keys.
private final class PlaySession {
  private let queue: PlaybackQueue
  private let settings: RenderStream.Settings
  private let choice: String?
  private let terminal: Terminal
  private let journal: PlayJournal?
  private let cursor: QueueCursor
  private let keyboard: Keyboard?
  private let words = HeardWords()
  private var player: SoundPlayer
  private var feed: PlayerFeed
  private var stream: RenderStream
  /// The items that the stream has begun, with their numbers and first frames; the heard one is the first.
  private var begun: [(number: Int, item: QueueItem, frame: Int64)] = []
  /// The items that the stream was given and has not begun.
  private var given: [(number: Int, item: QueueItem)] = []
  /// Seconds that were heard through players before this one.
  private var heardBefore = 0.0

  init(
    _ queue: PlaybackQueue, _ settings: RenderStream.Settings, player choice: String?,
    _ journal: PlayJournal?, in terminal: Terminal
  ) throws {
    self.queue = queue
    self.settings = settings
    self.choice = choice
    self.terminal = terminal
    self.journal = journal
    cursor = QueueCursor(queue)
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

  func run() throws {
    var isOver = false
    while true {
      if !isOver, player.waitingTime == 0 { isOver = try !feed.next { try stream.read() } }
      if let heard { journal?.hear(heard.item, after: heardBefore + player.position) }
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
    terminal.talk.erasePassing()
    journal?.write()
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
    player.stop()
    terminal.talk.erasePassing()
    journal?.write()
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

  /// What is heard now.
  private var heard: (number: Int, item: QueueItem, frame: Int64)? {
    let frame = Int64(player.position * Double(settings.format.sampleRate))
    while begun.count > 1, begun[1].frame <= frame { begun.removeFirst() }
    return begun.first
  }

  /// Whether so much of it was heard that going back means its start.
  private var isLate: Bool { seconds > 2 }

  /// Since its start, in the listener's time.
  private var seconds: Double {
    heard.map { player.position - Double($0.frame) / Double(settings.format.sampleRate) } ?? 0
  }

  private func show(isPaused: Bool) {
    guard terminal.showsProgress, let (_, item, _) = heard else { return }
    var parts = [item.isBasmalah ? "\(item.ayat) basmalah" : "\(item.ayat)"]
    if let sound = item.sound {
      let time = sound.span.start + (Milliseconds(seconds: max(0, seconds) * settings.speed) ?? .zero)
      if queue.settings.showsWords, let word = words.text(of: item.ayat, in: sound, at: time) {
        parts.append(word)
      }
      if queue.settings.showsReciter, let reciter = sound.reciter { parts.append(reciter) }
    } else {
      parts.append("missing")
    }
    if queue.settings.showsRepetition {
      if item.repetition.of != 1 { parts.append("ayah \(item.repetition)") }
      if item.round.of != 1 { parts.append("range \(item.round)") }
    }
    if isPaused { parts.append("paused") }
    terminal.talk.showPassing(String(parts.joined(separator: "  ").prefix(max(1, terminal.width - 1))))
  }
}

import ArgumentParser
import Files
import Library
import Rendering
import TilawaKit

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
    let journal = try playJournal(of: opened, terminal)
    // What was heard is written also when a signal ends the program.
    if let journal { Surroundings.beforeEnding { [weak journal] in journal?.write() } }
    defer { if journal != nil { Surroundings.beforeEnding(nil) } }
    do {
      let session = try PlayingSession(queue, settings, player: player, journal, in: terminal.workplace)
      try ListeningKeys(session, queue, in: terminal).run()
    } catch let failure as SoundProgramFailure {
      throw CommandFailure(failure.description)
    }
    return outcome
  }

  /// Nil when none is wanted, or nothing tells where it is.
  private func playJournal(
    of opened: QueueArguments.Opened, _ terminal: Terminal
  ) throws -> ListeningJournal? {
    if noJournal { return nil }
    do {
      let folder = try journal.folder(library: arguments.place.library, in: terminal)
      return ListeningJournal(folder, opened.queue, profile: opened.profile, in: terminal.workplace) {
        terminal.complain("tilawa: where you stop isn't remembered: \($0)")
      }
    } catch let failure as CommandFailure {
      terminal.complain("tilawa: \(failure.description)")
      return nil
    }
  }
}

/// The keys of who listens, and the line that shows what is heard.
private struct ListeningKeys {
  private let session: PlayingSession
  private let queue: PlaybackQueue
  private let terminal: Terminal
  private let keyboard: Keyboard?

  init(_ session: PlayingSession, _ queue: PlaybackQueue, in terminal: Terminal) {
    self.session = session
    self.queue = queue
    self.terminal = terminal
    keyboard = terminal.keyboard()
  }

  func run() throws {
    while try session.advance() {
      show(isPaused: false)
      let wait = session.idleMilliseconds
      guard let keyboard else {
        if wait > 0 { Surroundings.pause(milliseconds: wait) }
        continue
      }
      switch keyboard.key(waitingMilliseconds: wait) {
      case UInt8(ascii: " "):
        show(isPaused: true)
        guard waitsForKey(keyboard) else { return stop() }
        session.resume()
      case UInt8(ascii: "n"): try session.next()
      case UInt8(ascii: "p"): try session.previous()
      case UInt8(ascii: "q"): return stop()
      default: break
      }
    }
    try session.finish()
    terminal.talk.erasePassing()
  }

  /// False when the key is the one that ends.
  private func waitsForKey(_ keyboard: Keyboard) -> Bool {
    while true {
      if let key = keyboard.key(waitingMilliseconds: 1000) { return key != UInt8(ascii: "q") }
    }
  }

  private func stop() {
    session.stop()
    terminal.talk.erasePassing()
  }

  private func show(isPaused: Bool) {
    guard terminal.showsProgress, let heard = session.heard else { return }
    let item = heard.item
    var parts = [item.isBasmalah ? "\(item.ayat) basmalah" : "\(item.ayat)"]
    if let sound = item.sound {
      if let word = heard.word { parts.append(word) }
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

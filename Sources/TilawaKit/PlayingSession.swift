package import Library
package import Rendering
package import Timing

/// A queue on its way to the loudspeaker, through one of the programs that play sound.
///
/// It plays while ``advance()`` is called again and again, from one thread.
package final class PlayingSession {
  /// What is heard.
  package struct Heard {
    /// Its number in the queue, from 0.
    package let number: Int
    package let item: QueueItem
    /// For how long it has been heard, in the listener's time; whole milliseconds.
    package let time: Milliseconds
    /// `word 5/12`, where words.yaml tells it and the settings want it shown.
    package let word: String?
  }

  private let queue: PlaybackQueue
  private let settings: RenderStream.Settings
  private let choice: String?
  private let workplace: Workplace
  private let journal: ListeningJournal?
  private let cursor: QueueCursor
  private let words = HeardWords()
  private var player: SoundPlayer
  private var feed: PlayerFeed
  private var stream: RenderStream
  /// Whether the player has all there is.
  private var isFed = false
  /// The items that the stream has begun, with their numbers and first frames; the heard one is the first.
  private var begun: [(number: Int, item: QueueItem, frame: Int64)] = []
  /// The items that the stream was given and has not begun.
  private var given: [(number: Int, item: QueueItem)] = []
  /// Seconds that were heard through players before this one.
  private var heardBefore = 0.0

  /// Starts the player called `choice`, or the first that works; throws `SoundProgramFailure` when none does.
  package init(
    _ queue: PlaybackQueue, _ settings: RenderStream.Settings, player choice: String?,
    _ journal: ListeningJournal?,
    in workplace: Workplace
  ) throws {
    self.queue = queue
    self.settings = settings
    self.choice = choice
    self.workplace = workplace
    self.journal = journal
    cursor = QueueCursor(queue)
    player = try SoundPlayer(
      settings.format, searchPath: workplace.environment["PATH"] ?? "", only: choice)
    feed = PlayerFeed(player, settings.format)
    stream = RenderStream(settings, of: [])
    begin()
  }

  /// Starts a stream with the cursor's next item.
  private func begin() {
    begun = []
    given = []
    isFed = false
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

  /// Gives the player what it can take; false when all of the queue was heard.
  package func advance() throws -> Bool {
    if !isFed, player.waitingTime == 0 { isFed = try !feed.next { try stream.read() } }
    if let current { journal?.hear(current.item, after: heardBefore + player.position) }
    return !(isFed && player.isHeard)
  }

  /// How long there is nothing to do, in milliseconds, at most 50.
  package var idleMilliseconds: Int { isFed ? 50 : min(50, player.waitingTime) }

  /// What is heard now; nil before anything is.
  package var heard: Heard? {
    guard let (number, item, _) = current else { return nil }
    var word: String?
    if let sound = item.sound, queue.settings.showsWords {
      let time = sound.span.start + (Milliseconds(seconds: max(0, seconds) * settings.speed) ?? .zero)
      word = words.text(of: item.ayat, in: sound, at: time)
    }
    return Heard(
      number: number, item: item, time: Milliseconds(seconds: max(0, seconds)) ?? .zero, word: word)
  }

  private var current: (number: Int, item: QueueItem, frame: Int64)? {
    let frame = Int64(player.position * Double(settings.format.sampleRate))
    while begun.count > 1, begun[1].frame <= frame { begun.removeFirst() }
    return begun.first
  }

  /// Since the start of what is heard, in the listener's time.
  private var seconds: Double {
    current.map { player.position - Double($0.frame) / Double(settings.format.sampleRate) } ?? 0
  }

  /// Goes to the next item.
  package func next() throws {
    if let current { try jump(to: current.number + 1) }
  }

  /// Goes to the item before, or back to the start of this one when so much of it was heard that this is what is meant.
  package func previous() throws {
    if let current { try jump(to: seconds > 2 ? current.number : current.number - 1) }
  }

  private func jump(to number: Int) throws {
    heardBefore += player.position
    player.stop()
    cursor.move(to: max(0, number))
    begin()
    player = try SoundPlayer(
      settings.format, searchPath: workplace.environment["PATH"] ?? "", only: choice)
    feed = PlayerFeed(player, settings.format)
  }

  /// Goes on after nothing was given to the player for a while.
  package func resume() { player.resume() }

  /// Ends it at once.
  package func stop() {
    player.stop()
    journal?.write()
  }

  /// Ends it when ``advance()`` says that all was heard.
  package func finish() throws {
    try player.finish()
    journal?.write()
  }
}

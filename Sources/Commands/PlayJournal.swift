import Library
import TilawaFormat
import Timing

/// Keeps the journal up to date while a queue is heard.
///
/// A journal that can't be written is told of once, and disturbs nobody who listens.
final class PlayJournal {
  private let folder: JournalFolder
  private let queue: PlaybackQueue
  private let profile: String?
  private let terminal: Terminal
  private var item: QueueItem?
  /// How long was listened, and how much of it the journal knows of, in seconds.
  private var heard = 0.0
  private var told = 0.0
  private var hasFailed = false
  /// Seconds between writes; what is lost when the player is killed.
  private static let interval = 10.0

  init(_ folder: JournalFolder, _ queue: PlaybackQueue, profile: String?, in terminal: Terminal) {
    self.folder = folder
    self.queue = queue
    self.profile = profile
    self.terminal = terminal
  }

  /// `item` is heard now, `seconds` of listening after the start.
  func hear(_ item: QueueItem, after seconds: Double) {
    // The silence in the place of an ayah is not where one goes on.
    if item.sound != nil { self.item = item }
    heard = max(heard, seconds)
    if heard - told >= Self.interval { write() }
  }

  /// Writes what is not written yet.
  func write() {
    guard let item, !hasFailed, let new = Milliseconds(seconds: heard - told) else { return }
    do {
      let now = Timestamp(secondsSince1970: try terminal.now())
      guard let draft = queue.progress(at: item, heard: new, profile: profile, now: now) else { return }
      try folder.record(draft)
      told += new.seconds
    } catch {
      hasFailed = true
      terminal.complain("tilawa: where you stop isn't remembered: \(error)")
    }
  }
}

import Files
import Library
import Synchronization
import TilawaFormat
import TilawaKit
import Timing

/// Keeps the journal up to date while a queue is heard, and when a signal ends the program meanwhile.
///
/// A journal that can't be written is told of once, and disturbs nobody who listens.
final class PlayJournal: Sendable {
  private let folder: JournalFolder
  private let queue: PlaybackQueue
  private let profile: String?
  private let terminal: Terminal
  private let state = Mutex(State())
  /// Seconds between writes; what is lost when the player is killed.
  private static let interval = 10.0

  private struct State {
    var item: QueueItem?
    /// How long was listened, and how much of it the journal knows of, in seconds.
    var heard = 0.0
    var told = 0.0
    var hasFailed = false
  }

  init(_ folder: JournalFolder, _ queue: PlaybackQueue, profile: String?, in terminal: Terminal) {
    self.folder = folder
    self.queue = queue
    self.profile = profile
    self.terminal = terminal
    Surroundings.beforeEnding { [weak self] in self?.write() }
  }

  deinit { Surroundings.beforeEnding(nil) }

  /// `item` is heard now, `seconds` of listening after the start.
  func hear(_ item: QueueItem, after seconds: Double) {
    state.withLock { state in
      // The silence in the place of an ayah is not where one goes on.
      if item.sound != nil { state.item = item }
      state.heard = max(state.heard, seconds)
      if state.heard - state.told >= Self.interval { write(&state) }
    }
  }

  /// Writes what is not written yet.
  func write() { state.withLock { write(&$0) } }

  private func write(_ state: inout State) {
    guard let item = state.item, !state.hasFailed,
      let new = Milliseconds(seconds: state.heard - state.told)
    else { return }
    do {
      let now = Timestamp(secondsSince1970: try terminal.workplace.now())
      guard let draft = queue.progress(at: item, heard: new, profile: profile, now: now) else { return }
      try folder.record(draft)
      state.told += new.seconds
    } catch {
      state.hasFailed = true
      terminal.complain("tilawa: can't remember where you stop: \(error)")
    }
  }
}

import Synchronization
package import TilawaBase
package import TilawaFormat
package import TilawaLibrary
package import TilawaQuran

/// Keeps the journal up to date during playback.
///
/// If the journal can't be written, this is reported once, and playback continues.
package final class ListeningJournal: Sendable {
  /// Returns the entry for the journal, for the duration of listening since the last entry, and the current
  /// time.
  package typealias Progress = @Sendable (_ heard: Milliseconds, _ now: Timestamp) -> ListeningDraft?

  private let folder: JournalFolder
  private let workplace: Workplace
  private let fail: @Sendable (any Error) -> Void
  private let state = Mutex(State())
  /// The interval between writes in seconds; at most this is lost if the player is killed.
  private static let interval = 10.0

  private struct State {
    var progress: Progress?
    /// The total duration of listening, and the part that is already in the journal, in seconds.
    var heard = 0.0
    var told = 0.0
    var hasFailed = false
  }

  /// Keeps the journal in a folder. `fail` is called if it can't be written.
  package init(
    _ folder: JournalFolder, in workplace: Workplace, fail: @escaping @Sendable (any Error) -> Void
  ) {
    self.folder = folder
    self.workplace = workplace
    self.fail = fail
  }

  /// Reports that `seconds` of listening after the start, the position is that of `progress`; nil during a
  /// silence, which is no progress.
  package func hear(after seconds: Double, _ progress: Progress?) {
    state.withLock { state in
      if let progress { state.progress = progress }
      state.heard = max(state.heard, seconds)
      if state.heard - state.told >= Self.interval { write(&state) }
    }
  }

  /// Writes the rest. Thread-safe; it may be called when the program ends.
  package func write() { state.withLock { write(&$0) } }

  private func write(_ state: inout State) {
    guard let progress = state.progress, !state.hasFailed,
      let new = Milliseconds(seconds: state.heard - state.told)
    else { return }
    do {
      let now = try workplace.moment()
      guard let draft = progress(new, now) else { return }
      try folder.record(draft)
      state.told += new.seconds
    } catch {
      state.hasFailed = true
      fail(error)
    }
  }
}

/// A queue that is played, as reported to the journal.
package struct HeardQueue: Sendable {
  private let journal: ListeningJournal
  private let queue: PlaybackQueue
  private let profile: String?
  private let usual: QueueSettings

  /// Creates a report of a queue that is played with a profile, if any. Only settings that differ from the
  /// `usual` ones are recorded.
  package init(
    _ queue: PlaybackQueue, profile: String?, usual: QueueSettings, telling journal: ListeningJournal
  ) {
    self.journal = journal
    self.queue = queue
    self.profile = profile
    self.usual = usual
  }

  /// Reports that `item`, whose number counts from 1, is playing at `time` of its recording, and `seconds`
  /// of listening after the start.
  package func hear(_ item: QueueItem, _ number: Int, at time: Milliseconds?, after seconds: Double) {
    guard item.sound != nil else { return journal.hear(after: seconds, nil) }
    journal.hear(after: seconds) { [queue, profile, usual] heard, now in
      var draft = queue.progress(
        at: item, number: number, time: time, heard: heard, profile: profile, now: now)
      draft?.tell(queue.settings, besides: usual)
      return draft
    }
  }
}

/// A bundle that is played by itself, as reported to the journal.
package struct HeardBundle: Sendable {
  private let journal: ListeningJournal
  private let path: String
  private let counting: CountingSystem?
  private let reciter: String?
  private let riwayah: Riwayah?
  private let wanted: ListenedPart
  private let speed: PlaybackSpeed?

  /// Creates a report of a bundle of a library, of which `wanted` is played, possibly with another speed.
  package init(
    _ bundle: TilawaBundle, ofLibrary root: String, _ wanted: ListenedPart, speed: PlaybackSpeed?,
    telling journal: ListeningJournal
  ) {
    self.journal = journal
    path = PathText.lies(bundle.path, in: root) ? PathText.shown(bundle.path, from: root) : bundle.path
    counting = bundle.counting
    reciter = bundle.reciterID
    riwayah = bundle.riwayah
    self.speed = speed == .normal ? nil : speed
    self.wanted = wanted
  }

  /// Reports that a row, if there is one, is playing at `time` of the recording, and `seconds` of listening
  /// after the start.
  package func hear(_ row: AnnotatedRow?, at time: Milliseconds?, after seconds: Double) {
    guard let time else { return journal.hear(after: seconds, nil) }
    let ayah = ListenedPart.kufi(row?.ayah, counting)?.first
    journal.hear(after: seconds) { [path, wanted, reciter, riwayah, speed] heard, now in
      var draft = ListeningDraft(ayah: ayah, of: wanted.ayat, profile: nil, at: now, heard: heard)
      (draft.bundle, draft.position) = (path, time)
      (draft.rakah, draft.start, draft.end) = (wanted.rakah, wanted.start, wanted.end)
      draft.skips = wanted.takesSkips
      (draft.reciter, draft.riwayah, draft.speed) = (reciter, riwayah, speed)
      return draft
    }
  }
}

/// The requested part of a bundle, as the journal keeps it: by ayat and times, since numbers of rows
/// change.
package struct ListenedPart: Hashable, Sendable {
  /// The ayat in the Kufi count.
  package private(set) var ayat: AyahRange?
  package private(set) var rakah: Int?
  /// The start and end of a row or span in the recording.
  package private(set) var start: Milliseconds?
  package private(set) var end: Milliseconds?
  /// True if rows without ayat are played as well.
  package private(set) var takesSkips: Bool

  /// Creates the part of `bundle` for `selection`, which resulted in `played`.
  package init(
    _ selection: PlayedRows.Selection, takesSkips: Bool, of bundle: TilawaBundle, as played: PlayedRows
  ) {
    self.takesSkips = takesSkips
    switch selection {
    case .all: break
    case .ayat(let runs):
      guard let first = runs.map(\.first).min(), let last = runs.map(\.last).max() else { return }
      ayat = Self.kufi(AyahRange(first, last), bundle.counting)
    case .rakah(let number): rakah = number
    case .row: (start, end) = (played.parts.first?.span.start, played.parts.last?.span.end)
    case .stretch(let from, let to): (start, end) = (from, to)
    }
  }

  /// Creates the part that the journal contains.
  package init(_ listening: TilawaFormat.Listening) {
    (ayat, rakah) = (listening.ayat?.value, listening.rakah?.value)
    (start, end) = (listening.start?.value, listening.end?.value)
    takesSkips = listening.skips?.value ?? false
  }

  /// Returns the selection for a bundle with this count.
  package func selection(_ counting: CountingSystem) -> PlayedRows.Selection {
    if let ayat, let own = AyahMap.map(ayat, from: .kufi, to: counting) { return .ayat([own]) }
    if let rakah { return .rakah(rakah) }
    return start != nil || end != nil ? .stretch(from: start, to: end) : .all
  }

  fileprivate static func kufi(_ range: AyahRange?, _ counting: CountingSystem?) -> AyahRange? {
    guard let range, let counting else { return nil }
    return AyahMap.map(range, from: counting, to: .kufi)
  }
}

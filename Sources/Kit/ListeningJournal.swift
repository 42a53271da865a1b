import Synchronization
package import TilawaBase
package import TilawaFormat
package import TilawaLibrary
package import TilawaQuran

/// Keeps the journal up to date while something is heard.
///
/// A journal that can't be written is told of once, and disturbs nobody who listens.
package final class ListeningJournal: Sendable {
  /// What the journal is told, given how long was listened since it was last told, and now.
  package typealias Progress = @Sendable (_ heard: Milliseconds, _ now: Timestamp) -> ListeningDraft?

  private let folder: JournalFolder
  private let workplace: Workplace
  private let fail: @Sendable (any Error) -> Void
  private let state = Mutex(State())
  /// Seconds between writes; what is lost when the player is killed.
  private static let interval = 10.0

  private struct State {
    var progress: Progress?
    /// How long was listened, and how much of it the journal knows of, in seconds.
    var heard = 0.0
    var told = 0.0
    var hasFailed = false
  }

  /// Keeps the journal in a folder; `fail` is called when it can't be written.
  package init(
    _ folder: JournalFolder, in workplace: Workplace, fail: @escaping @Sendable (any Error) -> Void
  ) {
    self.folder = folder
    self.workplace = workplace
    self.fail = fail
  }

  /// `seconds` of listening after the start one is where `progress` says; nil in a silence, where one doesn't go on.
  package func hear(after seconds: Double, _ progress: Progress?) {
    state.withLock { state in
      if let progress { state.progress = progress }
      state.heard = max(state.heard, seconds)
      if state.heard - state.told >= Self.interval { write(&state) }
    }
  }

  /// Writes what is not written yet. May be called from any thread, such as when the program is ended.
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

/// A queue that is heard, as the journal is told of it.
package struct HeardQueue: Sendable {
  private let journal: ListeningJournal
  private let queue: PlaybackQueue
  private let profile: String?
  private let usual: QueueSettings

  /// A queue that is played with a profile, if with any, by settings that differ from the `usual` ones.
  package init(
    _ queue: PlaybackQueue, profile: String?, usual: QueueSettings, telling journal: ListeningJournal
  ) {
    self.journal = journal
    self.queue = queue
    self.profile = profile
    self.usual = usual
  }

  /// `item`, the one with that number from 1, is heard now, at `time` of its recording and `seconds` of listening after the start.
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

/// A bundle that is heard by itself, as the journal is told of it.
package struct HeardBundle: Sendable {
  private let journal: ListeningJournal
  private let path: String
  private let counting: CountingSystem?
  private let reciter: String?
  private let riwayah: Riwayah?
  private let wanted: ListenedPart
  private let speed: PlaybackSpeed?

  /// A bundle of a library, of which `wanted` is played, faster or slower where `speed` says so.
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

  /// A row, if it is one, is heard now, at `time` of the recording and `seconds` of listening after the start.
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

/// What of a bundle somebody asked to hear, as the journal keeps it: by ayat and times, since numbers of rows change.
package struct ListenedPart: Hashable, Sendable {
  /// In the Kufi count.
  package private(set) var ayat: AyahRange?
  package private(set) var rakah: Int?
  /// Of a row or a stretch, in the recording.
  package private(set) var start: Milliseconds?
  package private(set) var end: Milliseconds?
  /// Whether rows without ayat are heard as well.
  package private(set) var takesSkips: Bool

  /// What `selection` means of `bundle`, where `played` comes of it.
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

  /// What the journal keeps.
  package init(_ listening: TilawaFormat.Listening) {
    (ayat, rakah) = (listening.ayat?.value, listening.rakah?.value)
    (start, end) = (listening.start?.value, listening.end?.value)
    takesSkips = listening.skips?.value ?? false
  }

  /// What that means of a bundle that counts its ayat so.
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

import Synchronization
import TilawaBase
import TilawaFormat

/// The work of a `RecordingEditor`, on threads that may block.
final class EditorDesk: Sendable {
  /// The state that is shown to users.
  struct View: Sendable {
    var recording: RecitationBundle
    var undoTitle, redoTitle: String?
  }

  private struct Work {
    let session: EditingSession
    var known: KnownRows
    /// The changes of others that `lookAround` hasn't returned yet.
    var absorbed: [Change] = []
  }

  private let work: Mutex<Work>
  private let shown: Mutex<View>
  /// The status of the files at the last check for changes of others.
  private let seen = Mutex<[FileStatus?]>([])
  private let listeners = Mutex<[Int: AsyncStream<Change>.Continuation]>([:])
  private let place: FoundBundle
  private let workplace: Workplace

  /// Opens a bundle, which may have faults and conflicts.
  init(_ place: FoundBundle, in workplace: Workplace) throws {
    (self.place, self.workplace) = (place, workplace)
    let session = try EditingSession(of: place, takesFaults: true)
    let bundle = RecitationBundle(session.bundle, at: place, in: workplace)
    shown = Mutex(View(recording: bundle))
    work = Mutex(Work(session: session, known: KnownRows(session.rows)))
  }

  /// The state that is shown to users.
  var view: View { shown.withLock { $0 } }

  // MARK: Edits

  /// Makes edits and writes all of them or none.
  func perform(_ edits: [Edit]) throws -> Change {
    try inTurn { work in
      // A person confirms the row as it was shown.
      let shown = work.known
      var after: KnownRows?
      let made = try work.session.make { bundle, rows in
        absorb(&work)
        let known = work.known.followed(by: rows)
        for case .confirm(let id) in edits where shown[id]?.end != known[id]?.end {
          throw TilawaError(
            .overtaken, "the row was changed by another program since it was shown", at: place.path)
        }
        var edited = EditedBundle(bundle, known, in: workplace)
        try edited.make(edits)
        after = edited.known
        var edit = EditingSession.Edit(
          edited.titles.count == 1 ? edited.titles[0] : counted(edits.count, "edit"),
          edited.changes.map { ($0, $1) }, goingOnWith: edited.after)
        edit.moved = edited.moved
        return edit
      }
      if let after { work.known = after }
      return finish(&work, .here, edits, made?.title, next: made?.after)
    }
  }

  /// Returns the changes that edits would make, in the format of `diff -u`.
  func diff(of edits: [Edit]) throws -> String {
    try inTurn { work in
      let bundle = work.session.bundle
      var edited = EditedBundle(bundle, work.known, in: workplace)
      try edited.make(edits)
      return edited.changes.sorted { $0.key.rawValue > $1.key.rawValue }.map { $1.diff(of: $0, in: bundle) }
        .joined()
    }
  }

  /// Undoes the latest edit, or redoes the last undone one.
  func turn(back: Bool, evenIfChanged: Bool) throws -> Change? {
    try inTurn { work in
      absorb(&work, try work.session.reunite())
      let step =
        try back
        ? work.session.undo(evenIfChanged: evenIfChanged) : work.session.redo(evenIfChanged: evenIfChanged)
      guard let step else { return nil }
      work.known = work.known.followed(
        by: work.session.rows, moved: step.moved.mapValues { back ? $0.from : $0.to })
      return finish(&work, .here, [], step.title, next: back ? step.row ?? step.after : step.after)
    }
  }

  /// Checks whether somebody else has saved, and returns their changes since the last call.
  func lookAround() throws -> [Change] {
    try inTurn { work in
      absorb(&work, try work.session.reunite())
      defer { work.absorbed = [] }
      return work.absorbed
    }
  }

  /// Checks whether somebody else has saved, if the status of the files has changed.
  func lookForOthers() throws {
    let stamps = FileKind.allCases.map { kind in
      try? FileStatus.ifAny(PathText.joined(place.path, kind.fileName))
    }
    guard seen.withLock({ $0 != stamps }) else { return }
    try inTurn { work in absorb(&work, try work.session.reunite()) }
    seen.withLock { $0 = stamps }
  }

  /// Waits until no other call is in progress, at most as long as for a lock.
  private func inTurn<Result: Sendable>(_ body: @Sendable (inout Work) throws -> Result) throws -> Result {
    let clock = ContinuousClock()
    let start = clock.now
    while true {
      let patience = LockPatience.current
      let result = try work.withLockIfAvailable { work in
        var rest = patience
        rest.limit = patience.limit.map { max(.zero, $0 - (clock.now - start)) }
        return try LockPatience.$current.withValue(rest) {
          do { return try body(&work) } catch {
            // Changes of others are shown even if the edit then fails, and a refused undo gives way to the
            // one before.
            absorb(&work)
            show(work, view.recording)
            throw error
          }
        }
      }
      if let result { return result }
      if patience.isCancelled?() ?? false { throw CancellationError() }
      if let limit = patience.limit, clock.now - start >= limit {
        throw TilawaError(.busy, "an earlier edit is still waiting for \(place.path)")
      }
      Surroundings.pause(milliseconds: 5)
    }
  }

  // MARK: What happened

  /// Takes over the changes of others that the session found.
  private func absorb(_ work: inout Work, _ reunion: EditingSession.Reunion? = nil) {
    for reunion in work.session.takeReunions() + [reunion].compactMap(\.self) {
      let origin: Change.Origin
      switch reunion {
      case .unchanged: continue
      case .taken: origin = .elsewhere
      case .merged: origin = .merged
      case .disputed(let disputes): origin = .disputed(disputes)
      }
      work.known = work.known.followed(by: work.session.rows)
      let change = finish(&work, origin)
      work.absorbed = work.absorbed.suffix(63) + [change]
    }
  }

  /// Shows the current files and notifies the listeners.
  private func finish(
    _ work: inout Work, _ origin: Change.Origin, _ edits: [Edit] = [], _ title: String? = nil,
    next: AnnotatedRow.Identity? = nil
  ) -> Change {
    let recording = RecitationBundle(work.session.bundle, at: place, in: workplace, work.known)
    let old = view.recording
    show(work, recording)
    let change = Change(
      origin, edits, title, from: old.rows, to: recording.rows, next: next.flatMap { work.known.id(of: $0) })
    listeners.withLock { for listener in $0.values { listener.yield(change) } }
    return change
  }

  private func show(_ work: Work, _ recording: RecitationBundle) {
    let (undo, redo) = (work.session.undoable?.title, work.session.redoable?.title)
    shown.withLock { $0 = View(recording: recording, undoTitle: undo, redoTitle: redo) }
  }

  /// Returns the changes from now on; `first` is called if nobody listened before.
  func changes(first: @escaping @Sendable () -> Void) -> AsyncStream<Change> {
    AsyncStream { continuation in
      let (number, isFirst) = listeners.withLock { listeners in
        let number = (listeners.keys.max() ?? 0) + 1
        defer { listeners[number] = continuation }
        return (number, listeners.isEmpty)
      }
      continuation.onTermination = { [weak self] _ in
        _ = self?.listeners.withLock { $0.removeValue(forKey: number) }
      }
      if isFirst { first() }
    }
  }

  /// True if there are listeners.
  var hasListeners: Bool { listeners.withLock { !$0.isEmpty } }

  deinit { listeners.withLock { for listener in $0.values { listener.finish() } } }
}

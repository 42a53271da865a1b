public import FoundationEssentials
import TilawaBase

/// An editor of a bundle for the duration of a person's work, beside others who save the same files.
///
/// Edits are in the files when the call returns, and can be undone without limit. Changes that others saved
/// meanwhile are merged with them, row by row. The calling thread and Swift's cooperative threads are never
/// blocked.
///
/// A bundle with faults or conflicts can be opened. Edits of rows are refused until ``Edit/apply(_:)`` and
/// ``Edit/settle(_:_:)`` have made its files readable.
public actor RecordingEditor {
  private nonisolated let desk: EditorDesk

  /// Opens the bundle at `url`.
  ///
  /// Throws `missing` if there is no bundle, and `denied` or `unusable` if one of its files can't be read.
  ///
  /// The `inspector` provides the audio properties that rules check; without one, these rules are skipped.
  public init(of url: URL, inspecting inspector: (any AudioInspecting)?) async throws(TilawaError) {
    try await self.init(of: url) { try .ofApp(inspecting: inspector) }
  }

  package init(
    of url: URL, in workplace: @escaping @Sendable () throws -> Workplace
  ) async throws(TilawaError) {
    desk = try await inBackground(unreported) { _ in
      let workplace = try workplace()
      return try EditorDesk(workplace.bundle(at: url), in: workplace)
    }
  }

  /// The bundle as it was when the latest change was found or made.
  public nonisolated var recording: RecitationBundle { desk.view.recording }

  /// The title of the edit that ``undo(evenIfChanged:waitingAtMost:)`` reverses, such as `Confirm 1:2`; nil
  /// if there is none.
  public nonisolated var undoTitle: String? { desk.view.undoTitle }

  /// The title of the edit that ``redo(evenIfChanged:waitingAtMost:)`` repeats; nil if there is none.
  public nonisolated var redoTitle: String? { desk.view.redoTitle }

  /// The changes from now on: edits of this editor, and changes that others saved. The files are checked for
  /// these twice a second while somebody listens.
  public nonisolated var changes: AsyncStream<Change> {
    desk.changes { [weak desk = desk] in
      Task {
        while let desk, desk.hasListeners {
          // A file that can't be read at the moment may be in the middle of being written.
          _ = try? await Self.waiting(atMost: .zero) { [desk] in try desk.lookForOthers() }
          try? await Task.sleep(for: .milliseconds(500))
        }
      }
    }
  }

  /// Makes edits, each on the result of the ones before, and writes all of them or none.
  ///
  /// Waits for the lock on the folder for at most `limit`, and then throws `busy`, with
  /// ``TilawaError/holder`` if that is known. If the task is cancelled before anything was written, throws
  /// `cancelled`, and nothing is written later. Once writing has begun, the edits are made and reported.
  ///
  /// Throws `refused` if an edit isn't possible or its row was removed, and `faulty` for rows in files that
  /// can't be read. Throws `overtaken` for the confirmation of a row that somebody else has changed since it
  /// was shown.
  @discardableResult
  public func perform(
    _ edits: [Edit], waitingAtMost limit: Duration = .seconds(2)
  ) async throws(TilawaError) -> Change {
    try await Self.waiting(atMost: limit) { [desk = self.desk] in try desk.perform(edits) }
  }

  /// Undoes the latest edit and returns the change, or nil if there is none. Changes that others saved since
  /// stay.
  ///
  /// Throws `refused` if somebody has changed the same since. The next call then undoes the edit before it.
  /// With `evenIfChanged`, this edit is undone regardless of other changes. Otherwise throws as
  /// ``perform(_:waitingAtMost:)``.
  @discardableResult
  public func undo(
    evenIfChanged: Bool = false, waitingAtMost limit: Duration = .seconds(2)
  ) async throws(TilawaError) -> Change? {
    try await Self.waiting(atMost: limit) { [desk = self.desk] in
      try desk.turn(back: true, evenIfChanged: evenIfChanged)
    }
  }

  /// Redoes the edit that was undone last and returns the change, or nil if there is none. Throws as
  /// ``undo(evenIfChanged:waitingAtMost:)``.
  @discardableResult
  public func redo(
    evenIfChanged: Bool = false, waitingAtMost limit: Duration = .seconds(2)
  ) async throws(TilawaError) -> Change? {
    try await Self.waiting(atMost: limit) { [desk = self.desk] in
      try desk.turn(back: false, evenIfChanged: evenIfChanged)
    }
  }

  /// Returns the changes that edits would make, in the format of `diff -u`, without writing anything; empty
  /// if they change nothing. Throws as ``perform(_:waitingAtMost:)``.
  public func diff(of edits: [Edit]) async throws(TilawaError) -> String {
    try await Self.waiting(atMost: nil) { [desk = self.desk] in try desk.diff(of: edits) }
  }

  /// Checks at once whether others have saved. Returns their changes since the last call, including those
  /// found while making edits.
  public func lookAround(waitingAtMost limit: Duration = .seconds(2)) async throws(TilawaError) -> [Change] {
    try await Self.waiting(atMost: limit) { [desk = self.desk] in try desk.lookAround() }
  }

  private static func waiting<Result: Sendable>(
    atMost limit: Duration?, _ work: @escaping @Sendable () throws -> Result
  ) async throws(TilawaError) -> Result {
    try await inBackground(unreported, waitingAtMost: limit) { _ in try work() }
  }
}

public import FoundationEssentials
import TilawaBase

/// Edits a bundle for as long as somebody works on it, beside others who save the same files.
///
/// Edits are in the files when the call returns, and can be taken back without limit. What others saved meanwhile is merged with them, row
/// by row. Nothing waits on the thread that calls, nor on Swift's cooperative threads.
///
/// A bundle with faults or conflicts can be opened: edits of rows are refused until ``Edit/apply(_:)`` and ``Edit/settle(_:_:)`` have made
/// its files readable.
public actor RecordingEditor {
  private nonisolated let desk: EditorDesk

  /// Opens the bundle at `url` as its files are now.
  ///
  /// Throws `missing` when there is no bundle, and `denied` or `unusable` when a file of it can't be read.
  ///
  /// An `inspector` answers what rules ask of audio; without one they are silent.
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

  /// What ``undo(evenIfChanged:waitingAtMost:)`` takes back, such as `Confirm 1:2`; nil where there is nothing.
  public nonisolated var undoTitle: String? { desk.view.undoTitle }

  /// What ``redo(evenIfChanged:waitingAtMost:)`` makes again; nil where there is nothing.
  public nonisolated var redoTitle: String? { desk.view.redoTitle }

  /// What happens from now on: edits of this editor, and what others saved, which is looked for twice a second while somebody listens.
  public nonisolated var changes: AsyncStream<Change> {
    desk.changes { [weak desk = desk] in
      Task {
        while let desk, desk.hasListeners {
          // What can't be read at the moment may be in the middle of being written.
          _ = try? await Self.waiting(atMost: .zero) { [desk] in try desk.lookForOthers() }
          try? await Task.sleep(for: .milliseconds(500))
        }
      }
    }
  }

  /// Makes edits and writes them, all of them or none; the later are made of what the earlier leave.
  ///
  /// Waits for the lock on the folder at most for `limit`, and then throws `busy`, with ``TilawaError/holder`` where that is known. When
  /// the task is cancelled before anything was written it throws `cancelled`, and nothing is written later; once writing has begun the
  /// edits are made and reported. Throws `refused` where rows can't be so or are gone, `overtaken` for the confirmation of a row that
  /// somebody else has changed since it was shown, and `faulty` for rows in files that can't be read.
  @discardableResult
  public func perform(
    _ edits: [Edit], waitingAtMost limit: Duration = .seconds(2)
  ) async throws(TilawaError) -> Change {
    try await Self.waiting(atMost: limit) { [desk = self.desk] in try desk.perform(edits) }
  }

  /// Takes back the latest edit, and gives what that changed; nil when there is none. What others saved since stays.
  ///
  /// Throws `refused` when somebody has changed the same since. The next call then takes back the edit before it; with `evenIfChanged`
  /// this one is taken back, whatever they did. Throws otherwise as ``perform(_:waitingAtMost:)``.
  @discardableResult
  public func undo(
    evenIfChanged: Bool = false, waitingAtMost limit: Duration = .seconds(2)
  ) async throws(TilawaError) -> Change? {
    try await Self.waiting(atMost: limit) { [desk = self.desk] in
      try desk.turn(back: true, evenIfChanged: evenIfChanged)
    }
  }

  /// Makes the edit again that was taken back last, and gives what that changed; nil when there is none. Throws as
  /// ``undo(evenIfChanged:waitingAtMost:)``.
  @discardableResult
  public func redo(
    evenIfChanged: Bool = false, waitingAtMost limit: Duration = .seconds(2)
  ) async throws(TilawaError) -> Change? {
    try await Self.waiting(atMost: limit) { [desk = self.desk] in
      try desk.turn(back: false, evenIfChanged: evenIfChanged)
    }
  }

  /// What edits would change, as `diff -u` shows it, with nothing written; empty when everything is so already. Throws as
  /// ``perform(_:waitingAtMost:)``.
  public func diff(of edits: [Edit]) async throws(TilawaError) -> String {
    try await Self.waiting(atMost: nil) { [desk = self.desk] in try desk.diff(of: edits) }
  }

  /// Looks at once whether others have saved; gives what they did since this was asked last, also where an edit came upon it.
  public func lookAround(waitingAtMost limit: Duration = .seconds(2)) async throws(TilawaError) -> [Change] {
    try await Self.waiting(atMost: limit) { [desk = self.desk] in try desk.lookAround() }
  }

  private static func waiting<Result: Sendable>(
    atMost limit: Duration?, _ work: @escaping @Sendable () throws -> Result
  ) async throws(TilawaError) -> Result {
    try await inBackground(unreported, waitingAtMost: limit) { _ in try work() }
  }
}

package import TilawaBase
package import TilawaFormat

/// An edit that a person makes in the studio. Rows are identified by their `StudioRow.id`.
package enum StudioEdit: Sendable {
  case confirm(String)
  case unconfirm(String)
  case reject(String)
  /// Boundaries and splits move to the quietest moment at most `snap` away.
  case moveStart(String, to: Milliseconds, snap: Milliseconds)
  case moveEnd(String, to: Milliseconds, snap: Milliseconds)
  case moveJoin(String, Int, to: Milliseconds, snap: Milliseconds)
  case split(String, at: Milliseconds, snap: Milliseconds)
  case join(String)
  /// The ayat are written as people write them: `18:10`, `kahf 10`.
  case hold(String, ayah: String)
  case skip(String, SkipKind)
  /// An empty text removes the note.
  case note(String, String)
  case add(at: Milliseconds, snap: Milliseconds, ayah: String?)
  case remove(String)
  /// Names the unnamed markers from this row on, beginning with `ayah`, or with the one that is offered.
  case assign(String, ayah: String?)
  case confirmAll([String])
  case segment
  case reopen
  case undo
  case redo
  /// Searches again for unconfirmed rows, between two times or everywhere. `StudioWork` does this in the
  /// background.
  case markAgain(from: Milliseconds?, to: Milliseconds?)
  /// Stops that search.
  case stopMarking
}

/// The facts that the studio shows about a bundle besides its rows.
package struct StudioFacts: Hashable, Sendable {
  /// The titles of the edits that would be undone and redone next.
  package var undo, redo: String?
  /// The ayah for the first row without a name, or for a new marker after the last named row.
  package var next: String?
  /// True if the markers can become segments now.
  package var canSegment = false
  /// The result of making segments, or the obstacle.
  package var segmenting = ""
  /// The first fault of the files, if they can't be read at the moment. Nothing can be changed until they can.
  package var fault: String?
}

/// The facts about a recording.
package struct StudioRecording: Sendable {
  package var name, title, path: String
  package var reciter, arabicReciter, riwayah, numbering, passage: String?
  /// The duration.
  package var duration: Milliseconds
  /// The reason why the sound can't be played, or nil if it can.
  package var soundlessness: String?
}

/// The whole state of a bundle in the studio.
package struct StudioState: Sendable {
  /// The number of changes so far.
  package let version: Int
  package let recording: StudioRecording
  package let isReadOnly: Bool
  package let rows: [StudioRow]
  package let facts: StudioFacts
  package let findings: [StudioFinding]
}

/// The result of a change.
package struct StudioDelta: Sendable {
  /// The number of the change.
  package let version: Int
  /// The identifiers of removed rows.
  package let removed: [String]
  /// The rows that are new or changed.
  package let rows: [StudioRow]
  /// The row to continue with.
  package let focus: String?
  package let facts: StudioFacts
  /// A message for the person, if there is one.
  package let message: String?
}

/// A finding of lint.
package struct StudioFinding: Hashable, Sendable {
  package let code: String
  package let severity: Severity
  package let message: String
  package let file: String
  /// The line, counted from 1, or nil for a file as a whole.
  package let line: Int?
  /// The row to which it applies.
  package let row: String?
}

/// An event that a window didn't request itself.
package enum StudioEvent: Sendable {
  /// Rows changed. If `window` requested the change, it already has the result.
  case changed(StudioDelta, window: String?)
  /// Another program changed the same rows in the files, which contain its version now.
  case disputed(message: String, places: [String], rows: [String])
  case findings(version: Int, [StudioFinding])
  case peaks(done: Milliseconds, total: Milliseconds)
  /// The files can't be read at the moment; nil when they can be read again.
  case broken(String?)
  /// The search for the ayat goes on: its phase, and the part of the phase that is done.
  case searching(StudioSearchPhase, done: Double)
  case searched(StudioSearchResult)
}

/// A phase of the search for the ayat.
package enum StudioSearchPhase: String, Sendable {
  case listening, searching, looking, naming, working

  /// Creates the phase of a stage with that title.
  init(of title: String) {
    self = title.words(by: " ").first.flatMap { Self(rawValue: String($0)) } ?? .working
  }
}

/// The result of a search for the ayat.
package enum StudioSearchResult: Hashable, Sendable {
  /// The number of markers that were made.
  case found(Int)
  /// The same as before.
  case unchanged
  case cancelled
  /// The reason, in words.
  case failed(String)
}

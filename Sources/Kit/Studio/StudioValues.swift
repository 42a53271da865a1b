package import TilawaBase
package import TilawaFormat

/// What a person does in the studio. Rows are called by their `StudioRow.id`.
package enum StudioEdit: Sendable {
  case confirm(String)
  case unconfirm(String)
  case reject(String)
  /// Boundaries and splits go to the quietest moment at most `snap` away.
  case moveStart(String, to: Milliseconds, snap: Milliseconds)
  case moveEnd(String, to: Milliseconds, snap: Milliseconds)
  case moveJoin(String, Int, to: Milliseconds, snap: Milliseconds)
  case split(String, at: Milliseconds, snap: Milliseconds)
  case join(String)
  /// Ayat as people write them: `18:10`, `kahf 10`.
  case hold(String, ayah: String)
  case skip(String, SkipKind)
  /// An empty text takes the note away.
  case note(String, String)
  case add(at: Milliseconds, snap: Milliseconds, ayah: String?)
  case remove(String)
  /// Unnamed markers from this row on get ayat, from `ayah` or the one that is offered.
  case assign(String, ayah: String?)
  case confirmAll([String])
  case segment
  case reopen
  case undo
  case redo
  /// What nobody has confirmed is looked for again, between two places or everywhere. Takes a while: `StudioWork` does it.
  case markAgain(from: Milliseconds?, to: Milliseconds?)
}

/// What the studio shows of a bundle besides its rows.
package struct StudioFacts: Hashable, Sendable {
  /// The ayah that is offered.
  package struct Offer: Hashable, Sendable {
    package let ayah, label, arabic: String
  }

  /// What would be taken back and made again next.
  package var undo, redo: String?
  /// The ayah for the first row without a name, or for a marker behind the last that has one.
  package var next: Offer?
  /// Whether the markers can become segments now.
  package var canSegment = false
  /// What comes of it, or what is in the way.
  package var segmenting = ""
  /// How many rows are worth hearing that nobody has confirmed.
  package var left = 0
  /// How many rows nobody has confirmed.
  package var unconfirmed = 0
}

/// What the recording is.
package struct StudioRecording: Sendable {
  package var name, title, path: String
  package var reciter, arabicReciter, riwayah, numbering, passage: String?
  /// How long it is.
  package var duration: Milliseconds
  /// Why it can't be heard; nil where it can.
  package var soundlessness: String?
}

/// All that the studio shows of a bundle.
package struct StudioState: Sendable {
  /// Counts the changes.
  package let version: Int
  package let recording: StudioRecording
  package let isReadOnly: Bool
  package let rows: [StudioRow]
  package let facts: StudioFacts
  package let findings: [StudioFinding]
}

/// What a change did.
package struct StudioDelta: Sendable {
  /// The number of the change.
  package let version: Int
  /// Rows that are gone.
  package let removed: [String]
  /// Rows that are new or changed.
  package let rows: [StudioRow]
  /// The row to go on with.
  package let focus: String?
  package let facts: StudioFacts
  /// For the person, where there is something to say.
  package let message: String?
}

/// Something that lint finds.
package struct StudioFinding: Hashable, Sendable {
  package let code: String
  package let severity: Severity
  package let message: String
  package let file: String
  /// From 1; nil for a file as a whole.
  package let line: Int?
  /// The row that it is about.
  package let row: String?
}

/// What happens by itself, or by another window.
package enum StudioEvent: Sendable {
  /// Rows changed; the window that did it knows.
  case changed(StudioDelta, window: String?)
  /// Somebody else changed the same rows in the files, which hold theirs now.
  case disputed(message: String, places: [String], rows: [String])
  case findings(version: Int, [StudioFinding])
  case peaks(done: Milliseconds, total: Milliseconds)
  case job(name: String, done: Double, isEnded: Bool, message: String?)
}

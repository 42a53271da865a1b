import TilawaFormat

/// A change of a bundle that a ``RecordingEditor`` shows.
public struct Change: Hashable, Sendable {
  /// The origin of a change.
  public enum Origin: Hashable, Sendable {
    /// Edits of this editor.
    case here
    /// Somebody else saved, without touching the edits of this editor.
    case elsewhere
    /// Somebody else saved an older text; their changes and those of this editor are both in the files.
    case merged
    /// Like ``merged``, but both changed these values, which are now as the other left them.
    case disputed([Dispute])
  }

  /// The origin of the change.
  public let origin: Origin
  /// The edits that were made; empty for others' work, and if edits were undone or redone.
  public let edits: [Edit]
  /// The title of the edits, such as `Confirm 1:2`; nil for others' work.
  public let title: String?
  /// Rows that are new or have other content than before.
  public let changed: [Row.ID]
  /// Rows that were removed.
  public let removed: [Row.ID]
  /// The row to select next, or nil if there is none.
  public let next: Row.ID?

  init(
    _ origin: Origin, _ edits: [Edit] = [], _ title: String? = nil, from old: [Row], to new: [Row],
    next: Row.ID? = nil
  ) {
    (self.origin, self.edits, self.title, self.next) = (origin, edits, title, next)
    let before = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    let after = Set(new.map(\.id))
    changed = new.filter { before[$0.id] != $0 }.map(\.id)
    removed = old.map(\.id).filter { !after.contains($0) }
  }
}

/// A value that was changed both here and elsewhere, and is now as the other left it.
public struct Dispute: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The name of the file in the bundle.
  public let file: String
  /// The row, as `18:10`, or a key of the file.
  public let place: String
  /// The key inside it, such as `start`, or nil for all of it.
  public let field: String?
  /// The value before both changes.
  public let base: String?
  /// The value here.
  public let ours: String?
  /// The value that the other wrote.
  public let theirs: String?

  init(_ decision: MergeDecision, in kind: FileKind) {
    (file, place, field) = (kind.fileName, decision.place, decision.field)
    (base, ours, theirs) = (decision.base, decision.ours, decision.theirs)
  }

  /// The file and the place: `segments.yaml: 18:10`.
  public var description: String { "\(file): \(place)" }
}

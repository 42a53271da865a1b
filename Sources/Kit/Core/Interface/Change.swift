import TilawaFormat

/// What happened to a bundle that a ``RecordingEditor`` shows.
public struct Change: Hashable, Sendable {
  /// Who changed it.
  public enum Origin: Hashable, Sendable {
    /// Edits of this editor.
    case here
    /// Somebody else saved, and nothing that was done here was touched.
    case elsewhere
    /// Somebody else saved an older text; what they did and what was done here are both in the files.
    case merged
    /// The same, but both changed these things, which are as the other left them.
    case disputed([Dispute])
  }

  /// Who changed it.
  public let origin: Origin
  /// The edits that were made; empty for others' work, and where edits were taken back or made again.
  public let edits: [Edit]
  /// What was done, such as `Confirm 1:2`; nil for others' work.
  public let title: String?
  /// Rows that are new, or say something else than before.
  public let changed: [Row.ID]
  /// Rows that are gone.
  public let removed: [Row.ID]
  /// The row to go on with.
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

/// Something that was changed here and elsewhere, and is now as the other left it.
public struct Dispute: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The name of the file in the bundle.
  public let file: String
  /// The row, as `18:10`, or a key of the file.
  public let place: String
  /// The key inside it, such as `start`; nil for all of it.
  public let field: String?
  /// What it said before both changes.
  public let base: String?
  /// What it said here.
  public let ours: String?
  /// What the other wrote.
  public let theirs: String?

  init(_ decision: MergeDecision, in kind: FileKind) {
    (file, place, field) = (kind.fileName, decision.place, decision.field)
    (base, ours, theirs) = (decision.base, decision.ours, decision.theirs)
  }

  /// `segments.yaml: 18:10`.
  public var description: String { "\(file): \(place)" }
}

/// A change of a bundle, made by a ``RecordingEditor``. Times are from the start of the recording, rounded to milliseconds.
///
/// Only what is meant changes: comments, order, spelling and keys that Tilawa doesn't know keep their bytes. A boundary that two rows
/// share stays one.
public enum Edit: Hashable, Codable, Sendable {
  /// A person has heard that the row is right. Refused for a row that names nothing.
  case confirm(Row.ID)
  /// Nobody says any more that the row is right.
  case unconfirm(Row.ID)
  /// The row is wrong and waits to be mended.
  case reject(Row.ID)
  /// The row gets other times; nil leaves one as it is. Refused where a boundary would pass another.
  case move(Row.ID, start: Duration? = nil, end: Duration? = nil)
  /// The place where one ayah of the row gives way to the next, counted from 0, moves.
  case moveJoin(Row.ID, Int, to: Duration)
  /// The row becomes two.
  case split(Row.ID, at: Duration)
  /// The row takes in the one after it.
  case join(Row.ID)
  /// The row gets a passage. What was said of the one before goes: `skip`, and the joins and the confidence of other ayat.
  case name(Row.ID, Passage)
  /// The row contains no ayah, but this.
  case skip(Row.ID, Row.Skip)
  /// The row gets a remark; nil removes it.
  case note(Row.ID, String?)
  /// The row goes, with its comments.
  case remove(Row.ID)
  /// A marker is set, also in a bundle without any.
  case insert(Passage?, at: Duration)
  /// The markers without a name from this one on get ayat, one after the other.
  case nameMarkers(from: Row.ID, beginningWith: Passage)
  /// The markers become segments.
  case makeSegments
  /// The segments become markers again.
  case reopenSegments
  /// A finding is mended.
  case apply(Fix)
  /// A conflict is settled.
  case settle(Conflict.ID, Conflict.Side)
}

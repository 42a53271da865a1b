/// A change of a bundle, made by a ``RecordingEditor``.
///
/// Times are from the start of the recording, rounded to milliseconds.
///
/// Everything else stays: comments, order, spelling and keys unknown to Tilawa keep their bytes. A boundary
/// that two rows share stays shared.
public enum Edit: Hashable, Codable, Sendable {
  /// Confirms the row, which a person has checked by ear. Refused for a row that names neither an ayah nor a
  /// skip.
  case confirm(Row.ID)
  /// Removes the confirmation of the row.
  case unconfirm(Row.ID)
  /// Marks the row as wrong, to be corrected later.
  case reject(Row.ID)
  /// Changes the times of the row; nil leaves a time as it is. Refused if a boundary would pass another.
  case move(Row.ID, start: Duration? = nil, end: Duration? = nil)
  /// Moves a join of the row, counted from 0.
  case moveJoin(Row.ID, Int, to: Duration)
  /// Splits the row into two.
  case split(Row.ID, at: Duration)
  /// Joins the row with the one after it.
  case join(Row.ID)
  /// Names the passage of the row. Removes facts about the old content: `skip`, and the joins and the
  /// confidence if the ayat differ.
  case name(Row.ID, Passage)
  /// Names the skip of the row, which then contains no ayah.
  case skip(Row.ID, Row.Skip)
  /// States at which end a part of an ayah isn't in the recording; nil states that its ayat are whole. Refused for
  /// a row without ayat.
  case cut(Row.ID, Row.Cut?)
  /// Sets the note of the row; nil removes it.
  case note(Row.ID, String?)
  /// Removes the row and its comments.
  case remove(Row.ID)
  /// Adds a marker, also in a bundle without any.
  case insert(Passage?, at: Duration)
  /// Names the unassigned markers from this one on with consecutive ayat.
  case nameMarkers(from: Row.ID, beginningWith: Passage)
  /// Makes segments of the markers.
  case makeSegments
  /// Makes markers of the segments.
  case reopenSegments
  /// Applies the fix of a finding.
  case apply(Fix)
  /// Settles a conflict.
  case settle(Conflict.ID, Conflict.Side)
}

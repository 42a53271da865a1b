package import TilawaBase

/// The criteria that order rows of an ayah, whoever recites: those of `spec/core/library.md` without those
/// that depend on the session.
package struct PublishedRank: Hashable, Sendable {
  package let isVerified: Bool
  package let priority: Int
  package let confidence: Double?
  package let date: Timestamp?
  package let path: String
  package let index: Int
  /// Of several parts of one row, where it begins.
  package let start: Milliseconds

  package init(_ row: PublishedRow, in recording: PublishedHearing) {
    isVerified = row.isVerified
    priority = row.priority
    confidence = row.confidence
    date = recording.date
    path = recording.path
    index = row.index
    start = row.start
  }

  /// Returns true if the row is played rather than `other`. For equal ones, the result is false either way.
  package func isBefore(_ other: PublishedRank) -> Bool {
    if isVerified != other.isVerified { return isVerified }
    if priority != other.priority { return priority > other.priority }
    let sureness = (confidence ?? -1, other.confidence ?? -1)
    if sureness.0 != sureness.1 { return sureness.0 > sureness.1 }
    let dates = (date?.seconds ?? .min, other.date?.seconds ?? .min)
    if dates.0 != dates.1 { return dates.0 > dates.1 }
    if !path.isExactly(other.path) { return path.utf8.lexicographicallyPrecedes(other.path.utf8) }
    return (index, start) < (other.index, other.start)
  }
}

extension PublishedHearing {
  /// Of its best row, which comes first; nil without rows.
  package var rank: PublishedRank? { rows.first.map { PublishedRank($0, in: self) } }
}

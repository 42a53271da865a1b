package import TilawaBase

/// The rules by which changes of both sides are merged.
package struct MergePolicy: Hashable, Sendable {
  /// The version that is preferred.
  package enum Preference: String, CaseIterable, Sendable {
    /// The version that a person has verified; if there is none, the more confident row.
    case verified
    /// Our side.
    case ours
    /// The other side.
    case theirs
    /// Nobody's: each is a conflict.
    case none
  }

  /// The version that is preferred if both sides changed the same value.
  package var preference: Preference
  /// The difference up to which times count as the same edit.
  package var tolerance: Milliseconds

  /// `preference` decides where both changed the same.
  package init(preference: Preference = .verified, tolerance: Milliseconds = Milliseconds(20)) {
    self.preference = preference
    self.tolerance = tolerance
  }
}

/// A decision about one row, key, or value, before anything is written.
package struct MergeDecision: Hashable, Sendable {
  /// The side whose version the result has.
  package enum Outcome: String, CaseIterable, Sendable {
    case ours, theirs, both, conflict
  }

  /// The reason for a decision.
  package enum Reason: String, Sendable {
    case onlyOursChanged = "only ours changed it"
    case onlyTheirsChanged = "only theirs changed it"
    case onlyOursAdded = "only ours has it"
    case onlyTheirsAdded = "only theirs has it"
    case onlyOursRemoved = "ours removed it"
    case onlyTheirsRemoved = "theirs removed it"
    case sameChange = "both made the same change"
    case withinTolerance = "both changes are within the tolerance"
    case verified = "verified beats unverified"
    case said = "a person's word beats what a program detected"
    case confidence = "the higher confidence"
    case preferred = "the preferred side"
    case boundary = "the boundary is shared with a row that was decided"
    case bothChanged = "both changed it"
    case removedAndChanged = "one side removed what the other changed"
    case brokenRow = "both changes together make an impossible row"
    case overlap = "rows would overlap"
  }

  /// The row, as `18:10`, or the top-level key.
  package let place: String
  /// The key inside it; nil for all of it.
  package let field: String?
  /// The value in the common ancestor, if it has one.
  package let base: String?
  /// The value on our side.
  package let ours: String?
  /// The value on the other side.
  package let theirs: String?
  /// The side whose version the result has.
  package let outcome: Outcome
  /// The reason for the decision.
  package let reason: Reason
}

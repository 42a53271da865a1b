package import TilawaBase

/// What wins where both sides changed one thing.
package struct MergePolicy: Hashable, Sendable {
  /// Whose word counts.
  package enum Preference: String, CaseIterable, Sendable {
    /// What a person has checked; where nobody has, the more confident row.
    case verified
    /// Our side.
    case ours
    /// The other side.
    case theirs
    /// Nobody's: each is a conflict.
    case none
  }

  /// Whose word counts where both changed the same.
  package var preference: Preference
  /// Times that differ by no more are the same edit.
  package var tolerance: Milliseconds

  /// `preference` decides where both changed the same.
  package init(preference: Preference = .verified, tolerance: Milliseconds = Milliseconds(20)) {
    self.preference = preference
    self.tolerance = tolerance
  }
}

/// What was decided about one row, key, or value, before anything is written.
package struct MergeDecision: Hashable, Sendable {
  /// Whose version the result has.
  package enum Outcome: String, CaseIterable, Sendable {
    case ours, theirs, both, conflict
  }

  /// Why.
  package enum Reason: String, Sendable {
    case onlyOursChanged = "only ours changed it"
    case onlyTheirsChanged = "only theirs changed it"
    case onlyOursAdded = "only ours has it"
    case onlyTheirsAdded = "only theirs has it"
    case onlyOursRemoved = "ours removed it"
    case onlyTheirsRemoved = "theirs removed it"
    case sameChange = "both made the same change"
    case withinTolerance = "both changes lie within the tolerance"
    case verified = "verified beats unverified"
    case said = "what somebody says beats what a program heard"
    case confidence = "the higher confidence"
    case preferred = "the preferred side"
    case boundary = "the boundary is shared with a row that was decided"
    case bothChanged = "both changed it"
    case removedAndChanged = "one side removed what the other changed"
    case brokenRow = "both changes together make a row that can't be"
    case overlap = "rows would overlap"
  }

  /// The row, as `18:10`, or the top-level key.
  package let place: String
  /// The key inside it; nil for all of it.
  package let field: String?
  /// What the common ancestor says, if it says anything.
  package let base: String?
  /// What our side says.
  package let ours: String?
  /// What the other side says.
  package let theirs: String?
  /// Whose version the result has.
  package let outcome: Outcome
  /// Why.
  package let reason: Reason
}

import TilawaBase

/// The three versions of what one piece says, made one.
struct FieldMerge {
  /// A value that one side changed, or both.
  struct Choice {
    let path: FieldPath
    let base: FieldValue?
    let ours: FieldValue?
    let theirs: FieldValue?
    var outcome: MergeDecision.Outcome
    var reason: MergeDecision.Reason

    var result: FieldValue? { outcome == .theirs ? theirs : ours }
  }

  /// The values that both sides leave, and those that were chosen.
  private(set) var fields: [FieldPath: FieldValue]
  /// In the order of their keys.
  private(set) var choices: [Choice] = []

  var hasConflict: Bool { choices.contains { $0.outcome == .conflict } }

  /// The standing of a row: whether a person has verified it, and the confidence of the tools that made it.
  struct Standing {
    var isVerified: Bool
    var confidence: Double?

    init(_ row: RowPiece?) {
      isVerified = row?.isVerified ?? false
      confidence = row?.confidence
    }
  }

  /// The values for which a person vouches by `verified`. Notes and the user's own keys are not among them.
  private static let checked: Set<FieldPath> = [
    RowPath.ayah, RowPath.skip, RowPath.word, RowPath.at, RowPath.start, RowPath.end, RowPath.joins,
    RowPath.cut,
    RowPath.verified, RowPath.confirmed, RowPath.confidence, RowPath.reciter, RowPath.riwayah,
  ]

  init(
    base: [FieldPath: FieldValue], ours: [FieldPath: FieldValue], theirs: [FieldPath: FieldValue],
    _ oursStands: Standing, _ theirsStands: Standing, _ policy: MergePolicy
  ) {
    fields = ours
    let paths = Set(base.keys).union(ours.keys).union(theirs.keys).sorted { $0.lexicographicallyPrecedes($1) }
    for path in paths {
      let (b, o, t) = (base[path], ours[path], theirs[path])
      guard o != b || t != b else { continue }
      var choice = Choice(path: path, base: b, ours: o, theirs: t, outcome: .conflict, reason: .bothChanged)
      if o == t {
        (choice.outcome, choice.reason) = (.both, .sameChange)
      } else if t == b {
        (choice.outcome, choice.reason) = (.ours, .onlyOursChanged)
      } else if o == b {
        (choice.outcome, choice.reason) = (.theirs, .onlyTheirsChanged)
      } else if let one = o?.time, let other = t?.time, path != RowPath.confidence,
        abs((one - other).count) <= policy.tolerance.count
      {
        // The same whoever merges.
        let isOurs =
          oursStands.isVerified != theirsStands.isVerified
          ? oursStands.isVerified
          : oursStands.confidence != theirsStands.confidence
            ? (oursStands.confidence ?? -1) > (theirsStands.confidence ?? -1) : one < other
        (choice.outcome, choice.reason) = (isOurs ? .ours : .theirs, .withinTolerance)
      }
      choices.append(choice)
    }
    settle(oursStands, theirsStands, policy)
    for choice in choices { fields[choice.path] = choice.result }
  }

  /// Asks the policy where the sides disagree.
  private mutating func settle(_ ours: Standing, _ theirs: Standing, _ policy: MergePolicy) {
    let core = choices.indices.filter { Self.checked.contains(choices[$0].path) }
    let changedByOurs = core.contains { choices[$0].ours != choices[$0].base && choices[$0].outcome != .both }
    let changedByTheirs = core.contains {
      choices[$0].theirs != choices[$0].base && choices[$0].outcome != .both
    }
    // A person vouches for the row as it is, without the changes of the other side.
    if ours.isVerified != theirs.isVerified, changedByOurs, changedByTheirs {
      let (outcome, reason): (MergeDecision.Outcome, MergeDecision.Reason) =
        switch policy.preference {
        case .verified: (ours.isVerified ? .ours : .theirs, .verified)
        case .ours: (.ours, .preferred)
        case .theirs: (.theirs, .preferred)
        case .none: (.conflict, .bothChanged)
        }
      for index in core where choices[index].outcome != .both {
        let isKept = choices[index].outcome == outcome || choices[index].reason == .withinTolerance
        if !isKept { (choices[index].outcome, choices[index].reason) = (outcome, reason) }
      }
    }
    let open = choices.indices.filter {
      choices[$0].outcome == .conflict && choices[$0].reason == .bothChanged
    }
    switch policy.preference {
    case .none: return
    case .ours, .theirs:
      for index in open {
        choices[index].outcome = policy.preference == .ours ? .ours : .theirs
        choices[index].reason = .preferred
      }
    case .verified:
      let openCore = open.filter { Self.checked.contains(choices[$0].path) }
      guard !openCore.isEmpty, !ours.isVerified, !theirs.isVerified, let one = ours.confidence,
        let other = theirs.confidence, one != other
      else { return }
      let name: Set<FieldPath> = [RowPath.ayah, RowPath.skip]
      let isRenamed = openCore.contains { name.contains(choices[$0].path) }
      for index in core
      where openCore.contains(index) || isRenamed && name.contains(choices[index].path) {
        (choices[index].outcome, choices[index].reason) = (one > other ? .ours : .theirs, .confidence)
      }
    }
  }

  /// Gives a value to a field after all, for a reason that lies outside of this piece.
  mutating func decide(_ path: FieldPath, _ outcome: MergeDecision.Outcome, _ reason: MergeDecision.Reason) {
    guard let index = choices.firstIndex(where: { $0.path == path }), choices[index].outcome != outcome else {
      return
    }
    (choices[index].outcome, choices[index].reason) = (outcome, reason)
    fields[path] = choices[index].result
  }
}

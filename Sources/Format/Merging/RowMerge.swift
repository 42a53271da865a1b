import TilawaBase
import TilawaYAML

/// A row of the result: up to three versions of it, and what became of them.
struct MergedRow {
  let base: RowPiece?
  let ours: RowPiece?
  let theirs: RowPiece?
  /// The indexes of the row in ours and in theirs, from 0.
  let oursIndex: Int?
  let theirsIndex: Int?
  /// The merged values of the row, if both sides changed it.
  var merge: FieldMerge?
  var outcome: MergeDecision.Outcome
  var reason: MergeDecision.Reason
  /// The conflict it is part of; rows of one conflict are written side by side.
  var conflict: Int?

  /// True if the result contains the row.
  var isKept: Bool {
    switch outcome {
    case .ours: ours != nil
    case .theirs: theirs != nil
    case .both: merge != nil || ours != nil
    case .conflict: true
    }
  }

  /// The version that the result has, or that stands for it.
  var shown: RowPiece? { outcome == .theirs ? theirs ?? ours ?? base : ours ?? theirs ?? base }

  var start: Milliseconds { time(RowPath.start) ?? time(RowPath.at) ?? shown?.start ?? .zero }
  var end: Milliseconds { time(RowPath.end) ?? (merge != nil ? start : shown?.end ?? .zero) }
  /// True if the row has an end of its own.
  var hasEnd: Bool { merge == nil ? shown.map { $0.end > $0.start } ?? false : time(RowPath.end) != nil }

  private func time(_ path: FieldPath) -> Milliseconds? { merge?.fields[path]?.time }

  /// Puts three versions side by side and decides.
  init(
    base: RowPiece?, ours: (index: Int, row: RowPiece)?, theirs: (index: Int, row: RowPiece)?,
    _ policy: MergePolicy
  ) {
    self.base = base
    self.ours = ours?.row
    self.theirs = theirs?.row
    oursIndex = ours?.index
    theirsIndex = theirs?.index
    (outcome, reason) = (.both, .sameChange)
    switch (ours?.row, theirs?.row) {
    case (let ours?, let theirs?):
      decide(ours, theirs, policy)
    case (let ours?, nil):
      (outcome, reason) = base.map { removal($0, ours, .theirs, policy) } ?? (.ours, .onlyOursAdded)
    case (nil, let theirs?):
      (outcome, reason) = base.map { removal($0, theirs, .ours, policy) } ?? (.theirs, .onlyTheirsAdded)
    case (nil, nil): break
    }
  }

  private mutating func decide(_ ours: RowPiece, _ theirs: RowPiece, _ policy: MergePolicy) {
    if ours.piece.isWritten(like: theirs.piece) { return }
    if let base {
      if base.piece.isWritten(like: theirs.piece) {
        (outcome, reason) = (.ours, .onlyOursChanged)
        return
      }
      if base.piece.isWritten(like: ours.piece) {
        (outcome, reason) = (.theirs, .onlyTheirsChanged)
        return
      }
    }
    let merge = FieldMerge(
      base: base?.piece.fields() ?? [:], ours: ours.piece.fields(), theirs: theirs.piece.fields(),
      .init(ours), .init(theirs), policy)
    self.merge = merge
    if merge.hasConflict { (outcome, reason) = (.conflict, .bothChanged) }
  }

  /// One side removed the row: the result loses it when the other side left it alone.
  private func removal(
    _ base: RowPiece, _ kept: RowPiece, _ remover: MergeDecision.Outcome, _ policy: MergePolicy
  ) -> (MergeDecision.Outcome, MergeDecision.Reason) {
    let isUntouched =
      base.piece.isWritten(like: kept.piece)
      || base.piece.fields() == kept.piece.fields()
    if isUntouched { return (remover, remover == .ours ? .onlyOursRemoved : .onlyTheirsRemoved) }
    switch policy.preference {
    case .ours: return (.ours, .preferred)
    case .theirs: return (.theirs, .preferred)
    case .verified, .none: return (.conflict, .removedAndChanged)
    }
  }
}

/// All rows of a file, merged.
struct RowMerge {
  /// In the order of the result, with the ones that both sides agreed to lose.
  private(set) var rows: [MergedRow]
  /// True if no row was paired past another one, and no two new rows that lie apart were paired.
  let isInPlace: Bool

  /// Merges the rows of a list. `inSegments` is true if rows must not share audio.
  init(
    base: [RowPiece], ours: [RowPiece], theirs: [RowPiece], _ policy: MergePolicy, _ list: DocumentList,
    inSegments: Bool
  ) {
    let isTimed = list.startKey != nil
    let toOurs = RowPairing(base, ours)
    let toTheirs = RowPairing(base, theirs)
    var rows = base.indices.map { index in
      MergedRow(
        base: base[index], ours: toOurs.partners[index].map { ($0, ours[$0]) },
        theirs: toTheirs.partners[index].map { ($0, theirs[$0]) }, policy)
    }
    if isTimed {
      let isTouching = base.indices.dropFirst().map { base[$0 - 1].end == base[$0].start }
      Self.keepBoundaries(&rows, isTouching)
    }
    // What both added is one row when it is the same recitation of the same ayah.
    let both = RowPairing(
      toOurs.added.map { ours[$0] }, toTheirs.added.map { theirs[$0] }, onlyOverlapping: true)
    var areNewTogether = true
    for (index, partner) in both.partners.enumerated() {
      let place = toOurs.added[index]
      let other = partner.map { toTheirs.added[$0] }
      if let other { areNewTogether = areNewTogether && Self.lieTogether(ours[place], theirs[other]) }
      rows.append(
        MergedRow(base: nil, ours: (place, ours[place]), theirs: other.map { ($0, theirs[$0]) }, policy))
    }
    for index in both.added {
      let place = toTheirs.added[index]
      rows.append(MergedRow(base: nil, ours: nil, theirs: (place, theirs[place]), policy))
    }
    let oursMoved = !Self.isRising(toOurs.partners)
    let theirsMoved = !Self.isRising(toTheirs.partners)
    isInPlace = areNewTogether && !oursMoved && !theirsMoved
    self.rows =
      isTimed
      ? Self.inOrder(rows, oursMoved: oursMoved, theirsMoved: theirsMoved)
      : Self.inPlace(rows, byTheirs: theirsMoved && !oursMoved)
    if inSegments { findBrokenRows() }
    gatherConflicts()
  }

  private static func isRising(_ partners: [Int?]) -> Bool {
    let places = partners.compactMap { $0 }
    return zip(places, places.dropFirst()).allSatisfy(<)
  }

  private static func lieTogether(_ a: RowPiece, _ b: RowPiece) -> Bool {
    a.start == b.start || a.start < b.end && b.start < a.end
  }

  /// Returns the rows in the order of ours, or of theirs if only theirs changed it. Rows that this side lacks
  /// follow the row that they follow on the other.
  private static func inPlace(_ rows: [MergedRow], byTheirs: Bool) -> [MergedRow] {
    let place = { (row: MergedRow) in byTheirs ? row.theirsIndex : row.oursIndex }
    let otherPlace = { (row: MergedRow) in byTheirs ? row.oursIndex : row.theirsIndex }
    var ordered = rows.filter { place($0) != nil }.sorted { (place($0) ?? 0) < (place($1) ?? 0) }
    let others = rows.filter { place($0) == nil && otherPlace($0) != nil }
      .sorted { (otherPlace($0) ?? 0) < (otherPlace($1) ?? 0) }
    for row in others {
      let before = ordered.indices.filter { index in
        otherPlace(ordered[index]).map { $0 < otherPlace(row) ?? 0 } ?? false
      }.max { (otherPlace(ordered[$0]) ?? 0) < (otherPlace(ordered[$1]) ?? 0) }
      guard var index = before.map({ $0 + 1 }) ?? (ordered.isEmpty ? nil : 0) else {
        ordered.append(row)
        continue
      }
      // What the first side has put there stays in front.
      while index < ordered.count, otherPlace(ordered[index]) == nil, ordered[index].base == nil {
        index += 1
      }
      ordered.insert(row, at: index)
    }
    return ordered
  }

  /// The order of ours, or of theirs when only theirs changed it; what that side hasn't goes where its time is.
  private static func inOrder(_ rows: [MergedRow], oursMoved: Bool, theirsMoved: Bool) -> [MergedRow] {
    let byTheirs = theirsMoved && !oursMoved
    let place = { (row: MergedRow) in byTheirs ? row.theirsIndex : row.oursIndex }
    var ordered = rows.filter { place($0) != nil }.sorted { (place($0) ?? 0) < (place($1) ?? 0) }
    let others = rows.filter { place($0) == nil && ($0.ours ?? $0.theirs) != nil }
      .sorted { a, b in
        let (one, two) = (a.start, b.start)
        return one != two
          ? one < two : (a.oursIndex ?? a.theirsIndex ?? 0) < (b.oursIndex ?? b.theirsIndex ?? 0)
      }
    guard !others.isEmpty else { return ordered }
    // Where the file isn't in the order of time, after the latest row that begins before.
    var result: [MergedRow] = []
    result.reserveCapacity(ordered.count + others.count)
    var next = others[...]
    let isSorted = zip(ordered, ordered.dropFirst()).allSatisfy { $0.start <= $1.start }
    if !isSorted {
      for row in others {
        let index = ordered.lastIndex { $0.start <= row.start }.map { $0 + 1 } ?? 0
        ordered.insert(row, at: index)
      }
      return ordered
    }
    for row in ordered {
      while let other = next.first, other.start < row.start {
        result.append(other)
        next = next.dropFirst()
      }
      result.append(row)
    }
    return result + next
  }

  // MARK: Between rows

  /// Keeps rows touching that touched before and on each side. A decision about one row also moves the
  /// other's end of the boundary.
  private static func keepBoundaries(_ rows: inout [MergedRow], _ isTouching: [Bool]) {
    for (index, touches) in isTouching.enumerated() where touches {
      if rows[index].outcome == .conflict, rows[index + 1].outcome == .conflict {
        // Whoever settles one of the two settles both.
        rows[index].conflict = rows[index].conflict ?? index
        rows[index + 1].conflict = rows[index].conflict
        continue
      }
      let (a, b) = (rows[index], rows[index + 1])
      guard a.merge != nil || b.merge != nil, a.end != b.start, let oursA = a.ours, let oursB = b.ours,
        let theirsA = a.theirs, let theirsB = b.theirs, oursA.end == oursB.start,
        theirsA.end == theirsB.start,
        a.outcome != .conflict, b.outcome != .conflict
      else { continue }
      let isVerifiedA = [oursA, theirsA].contains { $0.isVerified && $0.end == a.end }
      let isVerifiedB = [oursB, theirsB].contains { $0.isVerified && $0.start == b.start }
      if isVerifiedA != isVerifiedB {
        let time = isVerifiedA ? a.end : b.start
        let outcome: MergeDecision.Outcome = oursA.end == time ? .ours : .theirs
        rows[index].settle(RowPath.end, outcome)
        rows[index + 1].settle(RowPath.start, outcome)
      } else {
        for row in [index, index + 1] {
          (rows[row].outcome, rows[row].reason) = (.conflict, .bothChanged)
          rows[row].conflict = rows[index].conflict ?? index
        }
      }
    }
  }

  /// Rows that neither side broke, and both together did, are conflicts.
  private mutating func findBrokenRows() {
    for index in rows.indices where rows[index].merge != nil && rows[index].outcome != .conflict {
      if rows[index].isBroken { (rows[index].outcome, rows[index].reason) = (.conflict, .brokenRow) }
    }
    let places = rows.map { ($0.start, $0.end) }
    let order = rows.indices.filter { rows[$0].isKept && rows[$0].outcome != .conflict }.sorted {
      (places[$0].0, $0) < (places[$1].0, $1)
    }
    var latest: Int?
    for index in order {
      if let before = latest, places[before].1 > places[index].0, isNewOverlap(rows[before], rows[index]) {
        join(index, before)
      }
      if latest.map({ places[$0].1 < places[index].1 }) ?? true { latest = index }
    }
    // Whoever settles a conflict takes a side: what overlaps with either is part of it, and so on.
    var conflicts = rows.indices.filter { rows[$0].outcome == .conflict }
    while let conflict = conflicts.popLast() {
      let sides = [rows[conflict].ours, rows[conflict].theirs].compactMap(\.self)
      for index in order where rows[index].outcome != .conflict {
        let (start, end) = places[index]
        guard sides.contains(where: { $0.start < end && start < $0.end }),
          isNewOverlap(rows[conflict], rows[index])
        else { continue }
        join(index, conflict)
        conflicts.append(index)
      }
    }
  }

  /// Makes two rows that overlap one conflict.
  private mutating func join(_ row: Int, _ other: Int) {
    // Shared boundaries are counted from 0.
    let group = rows[other].conflict ?? rows[row].conflict ?? rows.count + other
    for index in [row, other] {
      if rows[index].outcome != .conflict {
        (rows[index].outcome, rows[index].reason) = (.conflict, .overlap)
      }
      rows[index].conflict = rows[index].conflict ?? group
    }
  }

  /// Rows of one conflict stand behind the first of them, even if the order of time has put another one between them.
  private mutating func gatherConflicts() {
    var members: [Int: [Int]] = [:]
    for (index, row) in rows.enumerated() {
      if let conflict = row.conflict { members[conflict, default: []].append(index) }
    }
    guard members.values.contains(where: { ($0.last ?? 0) - ($0.first ?? 0) >= $0.count }) else { return }
    var order: [Int] = []
    for (index, row) in rows.enumerated() {
      guard let conflict = row.conflict, let all = members[conflict] else {
        order.append(index)
        continue
      }
      if all.first == index { order += all }
    }
    rows = order.map { rows[$0] }
  }

  private func isNewOverlap(_ a: MergedRow, _ b: MergedRow) -> Bool {
    func overlap(_ one: RowPiece?, _ other: RowPiece?) -> Bool {
      guard let one, let other else { return false }
      return one.start < other.end && other.start < one.end
    }
    return !overlap(a.ours, b.ours) && !overlap(a.theirs, b.theirs)
  }
}

extension MergedRow {
  /// Takes one side's value of a field that was decided otherwise, or that only one side had changed.
  fileprivate mutating func settle(_ path: FieldPath, _ side: MergeDecision.Outcome) {
    if merge == nil {
      guard let ours, let theirs, outcome != side, outcome != .both else { return }
      // One side changed the row; the field alone goes back, all else stays.
      var merge = FieldMerge(
        base: base?.piece.fields() ?? [:], ours: ours.piece.fields(), theirs: theirs.piece.fields(),
        .init(nil), .init(nil), MergePolicy(preference: .none, tolerance: .zero))
      merge.decide(path, side, .boundary)
      self.merge = merge
      (outcome, reason) = (.both, .boundary)
      return
    }
    merge?.decide(path, side, .boundary)
  }

  /// True if the changes of both sides together make a row that no reader accepts, and that neither side had.
  fileprivate var isBroken: Bool {
    guard let merge else { return false }
    func isBroken(_ fields: [FieldPath: FieldValue]) -> Bool {
      guard let start = (fields[RowPath.start] ?? fields[RowPath.at])?.time else { return false }
      // A marker may have no end, and need not say yet what it opens.
      let isMarker = fields[RowPath.start] == nil
      let end = fields[RowPath.end]?.time
      guard isMarker || end != nil else { return false }
      if let end, start >= end { return true }
      let holds = [RowPath.ayah, RowPath.skip].count { fields[$0] != nil }
      if holds > 1 || holds == 0 && !isMarker { return true }
      guard case .flowList(let joins)? = fields[RowPath.joins]?.yaml else { return false }
      let times = [start] + joins.compactMap { FieldValue($0).time } + [end].compactMap(\.self)
      return zip(times, times.dropFirst()).contains { $0 >= $1 }
    }
    return isBroken(merge.fields) && !(ours.map { isBroken($0.piece.fields()) } ?? false)
      && !(theirs.map { isBroken($0.piece.fields()) } ?? false)
  }
}

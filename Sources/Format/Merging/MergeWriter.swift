import TilawaBase

/// Puts the result of a merge together from the lines of its versions.
struct MergeWriter {
  private(set) var bytes: [UInt8] = []
  private(set) var decisions: [MergeDecision] = []

  private let base: AnnotationText
  private let ours: AnnotationText
  private let theirs: AnnotationText
  private let policy: MergePolicy
  private let labels: MergeLabels
  private let lineEnd: [UInt8]
  /// The column of the dashes of ours, in which rows of theirs are written, too.
  private var rowColumn: Int?
  /// Values that a person says on one side and a program heard on the other.
  private let spoken: [SpokenValue]
  /// Lines that ours hasn't, and that go behind the row that ends there in it.
  private var hidden: [Int: ArraySlice<UInt8>]
  /// True if each row was made of versions that lie side by side, and all hidden lines were written.
  private(set) var isInPlace = false

  init(
    _ base: AnnotationText, _ ours: AnnotationText, _ theirs: AnnotationText, _ policy: MergePolicy,
    _ labels: MergeLabels, hidden: [Int: ArraySlice<UInt8>] = [:]
  ) {
    self.hidden = hidden
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.policy = policy
    self.labels = labels
    spoken = ours.kind.heardKeys.compactMap { SpokenValue($0, base: base, ours: ours, theirs: theirs) }
    let style = ours.source.bytes.isEmpty ? theirs : ours
    let firstEnd = style.source.bytes.firstIndex(of: 0x0A) ?? 0
    lineEnd = firstEnd > 0 && style.source.bytes[firstEnd - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }

  mutating func write() {
    var areInPlace = true
    for key in keyOrder {
      guard let list = ours.kind.list(key), ![base, ours, theirs].contains(where: { $0.isOneValue(list) })
      else {
        write(key: key)
        continue
      }
      let rows = RowMerge(
        base: base.rows(of: list), ours: ours.rows(of: list), theirs: theirs.rows(of: list), policy, list,
        inSegments: ours.kind == .segments)
      rowColumn = (ours.rows(of: list).first ?? theirs.rows(of: list).first).map { $0.piece.column }
      write(list, hasRows: rows.rows.contains(where: \.isKept))
      write(rows.rows, of: list)
      areInPlace = areInPlace && rows.isInPlace
    }
    write(
      tails: base.source.bytes[base.tail], ours.source.bytes[ours.tail], theirs.source.bytes[theirs.tail])
    isInPlace = areInPlace && hidden.isEmpty
  }

  /// The keys of ours in their order, each of theirs alone behind the one that it follows there.
  private var keyOrder: [String] {
    var order = ours.keys.map(\.key)
    var before: String?
    for key in theirs.keys.map(\.key) {
      if !order.contains(key) {
        let place = before.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        order.insert(key, at: place)
      }
      before = key
    }
    return order
  }

  // MARK: Keys

  private mutating func write(key: String) {
    let find = { (text: AnnotationText) in text.keys.first { $0.key == key }?.piece }
    let (b, o, t) = (find(base), find(ours), find(theirs))
    if let value = spoken.first(where: { $0.holds(key) }) { return write(value, key, b, o, t) }
    switch (o, t) {
    case (let o?, let t?):
      guard !o.isWritten(like: t) else { return compose(b, o, t, nil, place: key) }
      let merge = FieldMerge(
        base: b?.fields() ?? [:], ours: o.fields(), theirs: t.fields(), .init(nil), .init(nil), policy)
      record(merge, place: key)
      if merge.hasConflict {
        conflict([(b, o, t)])
      } else {
        compose(b, o, t, merge, place: key)
      }
    case (let kept?, nil), (nil, let kept?):
      let isOurs = o != nil
      guard let b else {
        add(kept, isOurs)
        return record(key, nil, b, o, t, isOurs ? .ours : .theirs, isOurs ? .onlyOursAdded : .onlyTheirsAdded)
      }
      if kept.fields() == b.fields() {
        return record(
          key, nil, b, o, t, isOurs ? .theirs : .ours, isOurs ? .onlyTheirsRemoved : .onlyOursRemoved)
      }
      let isKept = policy.preference == (isOurs ? .ours : .theirs)
      let isDropped = policy.preference == (isOurs ? .theirs : .ours)
      if isKept { add(kept, isOurs) }
      if !isKept, !isDropped { conflict([(b, o, t)]) }
      record(
        key, nil, b, o, t, isKept == isOurs ? .ours : .theirs, .preferred,
        orConflict: !isKept && !isDropped ? .removedAndChanged : nil)
    case (nil, nil): break
    }
  }

  /// A key of a value that a person says on one side only.
  private mutating func write(_ value: SpokenValue, _ key: String, _ b: Piece?, _ o: Piece?, _ t: Piece?) {
    let preferred: MergeDecision.Outcome =
      switch policy.preference {
      case .verified: value.side
      case .ours: .ours
      case .theirs: .theirs
      case .none: .conflict
      }
    let reason: MergeDecision.Reason = policy.preference == .verified ? .said : .preferred
    switch (o, t) {
    case (let o?, let t?) where preferred != .conflict || o.fields() == t.fields():
      // Comments of both stay.
      var merge = FieldMerge(
        base: b?.fields() ?? [:], ours: o.fields(), theirs: t.fields(), .init(nil), .init(nil), policy)
      if o.fields() != t.fields() { merge.decide([key], preferred, reason) }
      record(merge, place: key)
      compose(b, o, t, merge, place: key)
    case _ where preferred == .conflict:
      conflict([(b, o, t)])
      record(key, nil, b, o, t, .conflict, .bothChanged)
    default:
      if let kept = preferred == .ours ? o : t { add(kept, preferred == .ours) }
      record(key, nil, b, o, t, preferred, reason)
    }
  }

  // MARK: Rows

  /// The key that holds the rows, as a version has it that has rows when there are any, and none when there are none.
  private mutating func write(_ list: DocumentList, hasRows: Bool) {
    let key = list.key
    let versions = [ours, theirs]
    guard let at = versions.firstIndex(where: { $0.rows(of: list).isEmpty != hasRows }) else {
      // Each side removed the rows that the other kept.
      if let piece = ours.keys.first(where: { $0.key == key })?.piece {
        append(piece, piece.above, isOurs: true)
      }
      return append(line: Array("\(key): []".utf8))
    }
    guard let piece = versions[at].keys.first(where: { $0.key == key })?.piece else { return }
    let other = versions[1 - at].keys.first { $0.key == key }?.piece
    guard let other, versions[1 - at].rows(of: list).isEmpty != hasRows else { return add(piece, at == 0) }
    compose(base.keys.first { $0.key == key }?.piece, piece, other, nil, place: key)
  }

  private mutating func write(_ rows: [MergedRow], of list: DocumentList) {
    var index = 0
    while index < rows.count {
      let row = rows[index]
      record(row)
      guard row.outcome == .conflict else {
        if row.isKept { write(row, of: list) }
        writeHidden(behind: row)
        index += 1
        continue
      }
      var group = [row]
      while let conflict = row.conflict, index + group.count < rows.count {
        let next = rows[index + group.count]
        guard next.outcome == .conflict, next.conflict == conflict else { break }
        record(next)
        group.append(next)
      }
      self.conflict(group.map { ($0.base?.piece, $0.ours?.piece, $0.theirs?.piece) })
      for row in group { writeHidden(behind: row) }
      index += group.count
    }
  }

  private mutating func writeHidden(behind row: MergedRow) {
    guard !hidden.isEmpty, let end = row.ours?.piece.lines.upperBound,
      let lines = hidden.removeValue(forKey: end)
    else { return }
    endLine()
    bytes += lines
  }

  private mutating func write(_ row: MergedRow, of list: DocumentList) {
    switch (row.ours?.piece, row.theirs?.piece) {
    case (let o?, let t?):
      compose(row.base?.piece, o, t, row.merge, place: row.label, row.outcome, rowOf: list)
    case (let o?, nil): add(o, true)
    case (nil, let t?): add(t, false)
    case (nil, nil): break
    }
  }

  // MARK: Pieces

  /// One piece of both sides: its comments and its value each from the side that changed them.
  private mutating func compose(
    _ b: Piece?, _ o: Piece, _ t: Piece, _ merge: FieldMerge?, place: String,
    _ outcome: MergeDecision.Outcome = .both, rowOf list: DocumentList? = nil
  ) {
    let above = side(b?.commentsAbove ?? [], o.commentsAbove, t.commentsAbove)
    let behind = side(
      [b?.commentBehind ?? ""], [o.commentBehind], [t.commentBehind])
    guard let above, let behind else {
      record(place, "comment", b, o, t, .conflict, .bothChanged)
      return conflict([(b, o, t)])
    }
    let takesTheirs =
      merge.map { merge in
        merge.fields == t.fields() && (b.map { o.isWritten(like: $0) } ?? false)
      } ?? (outcome == .theirs)
    if above == .ours || o.commentsAbove == t.commentsAbove {
      append(o, o.above, isOurs: true)
    } else if above == .both {
      append(o, o.above, isOurs: true)
      let known = Set(o.commentsAbove)
      for line in t.commentsAbove where !known.contains(line) {
        append(line: [UInt8](repeating: 0x20, count: o.column) + Array(line.utf8))
      }
    } else {
      append(t, t.above, isOurs: false)
    }
    if takesTheirs {
      append(t, t.body, isOurs: false)
    } else if let merge, merge.fields != o.fields() {
      let changes = merge.choices.filter { $0.result != $0.ours }
      bytes += CutEntry(o.body, of: o.source, rowOf: list)
        .bytes(making: changes.map { CutEntry.Change($0.path, to: $0.result?.yaml) })
    } else {
      append(o, o.body, isOurs: true)
    }
    let isOurs = behind != .theirs
    append(isOurs ? o : t, isOurs ? o.rest : t.rest, isOurs: isOurs)
    endLine()
  }

  private enum CommentSide { case ours, theirs, both }

  /// Returns the side whose comment is used; nil if both changed it.
  private func side(_ b: [String], _ o: [String], _ t: [String]) -> CommentSide? {
    if o == t || t == b { return .ours }
    if o == b { return .theirs }
    switch policy.preference {
    case .ours: return .ours
    case .theirs: return .theirs
    // Empty lines are nobody's word.
    case .verified, .none:
      if o.filter({ !$0.isEmpty }) == t.filter({ !$0.isEmpty }) { return .ours }
      return b.allSatisfy(\.isEmpty) && o.count + t.count > 0 && (base.source.bytes.isEmpty) ? .both : nil
    }
  }

  private mutating func add(_ piece: Piece, _ isOurs: Bool) {
    append(piece, piece.lines, isOurs: isOurs)
    endLine()
  }

  private mutating func conflict(_ pieces: [(base: Piece?, ours: Piece?, theirs: Piece?)]) {
    mark("<", labels.ours)
    for piece in pieces { if let ours = piece.ours { add(ours, true) } }
    mark("|", labels.base)
    for piece in pieces { if let base = piece.base { add(base, false) } }
    mark("=", nil)
    for piece in pieces { if let theirs = piece.theirs { add(theirs, false) } }
    mark(">", labels.theirs)
  }

  private mutating func mark(_ sign: String, _ label: String?) {
    let line = String(repeating: sign, count: labels.markerSize) + (label.map { " \($0)" } ?? "")
    append(line: Array(line.utf8))
  }

  private mutating func write(tails b: ArraySlice<UInt8>, _ o: ArraySlice<UInt8>, _ t: ArraySlice<UInt8>) {
    let isTheirs = o.elementsEqual(b) || o.isEmpty && base.source.bytes.isEmpty
    if isTheirs || o.elementsEqual(t) || t.elementsEqual(b) {
      append(isTheirs ? t : o, isOurs: !isTheirs)
    } else {
      // Both wrote below the last row: nothing of it says anything about a row, so both stay.
      append(o, isOurs: true)
      endLine()
      append(t, isOurs: false)
    }
  }

  // MARK: Lines

  private mutating func append(_ piece: Piece, _ range: Range<Int>, isOurs: Bool) {
    let shift = isOurs || !piece.isRow ? 0 : (rowColumn ?? piece.column) - piece.column
    append(piece.bytes(range), isOurs: isOurs, shift: range.lowerBound == piece.rest.lowerBound ? 0 : shift)
  }

  /// Lines of a version, with the line ends of ours and moved by `shift` columns.
  private mutating func append(_ slice: ArraySlice<UInt8>, isOurs: Bool, shift: Int = 0) {
    if isOurs {
      bytes += slice
      return
    }
    var line = slice.startIndex
    while line < slice.endIndex {
      let newline = slice[line...].firstIndex(of: 0x0A)
      var text = slice[line..<(newline ?? slice.endIndex)]
      if text.last == 0x0D { text = text.dropLast() }
      if shift > 0, !text.isEmpty { bytes += [UInt8](repeating: 0x20, count: shift) }
      if shift < 0 {
        var left = -shift
        while left > 0, text.first == 0x20 {
          text = text.dropFirst()
          left -= 1
        }
      }
      bytes += text
      guard let newline else { return }
      bytes += lineEnd
      line = newline + 1
    }
  }

  private mutating func append(line: [UInt8]) {
    endLine()
    bytes += line
    bytes += lineEnd
  }

  private mutating func endLine() {
    if let last = bytes.last, last != 0x0A { bytes += lineEnd }
  }

  // MARK: Decisions

  private mutating func record(_ row: MergedRow) {
    if row.reason == .sameChange, row.outcome == .both, row.merge == nil { return }
    guard let merge = row.merge, row.outcome != .conflict || merge.hasConflict else {
      return record(
        row.label, nil, row.base?.piece, row.ours?.piece, row.theirs?.piece, row.outcome, row.reason)
    }
    record(merge, place: row.label)
  }

  private mutating func record(_ merge: FieldMerge, place: String) {
    for choice in merge.choices {
      let path = choice.path == [place] ? nil : choice.path.drop { $0 == place }.joined(separator: ".")
      decisions.append(
        MergeDecision(
          place: place, field: path, base: choice.base?.shown, ours: choice.ours?.shown,
          theirs: choice.theirs?.shown, outcome: choice.outcome, reason: choice.reason))
    }
  }

  private mutating func record(
    _ place: String, _ field: String?, _ b: Piece?, _ o: Piece?, _ t: Piece?,
    _ outcome: MergeDecision.Outcome,
    _ reason: MergeDecision.Reason, orConflict conflict: MergeDecision.Reason? = nil
  ) {
    let text = { (piece: Piece?) in
      piece.map {
        field == nil ? $0.oneLine : ($0.commentsAbove + [$0.commentBehind]).joined(separator: "\n")
      }
    }
    decisions.append(
      MergeDecision(
        place: place, field: field, base: text(b), ours: text(o), theirs: text(t),
        outcome: conflict == nil ? outcome : .conflict, reason: conflict ?? reason))
  }
}

extension MergedRow {
  /// As messages call it.
  var label: String { shown?.name.text ?? "" }
}

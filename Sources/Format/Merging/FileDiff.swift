package import TilawaBase

/// The differences in meaning between two versions of a file, regardless of how they are written.
///
/// Rows are paired by their identity and their place in time. A moved boundary is a change of its rows, and
/// an inserted row shifts nothing. Each recitation of a repeated ayah is a row of its own.
package struct FileDiff: Sendable {
  /// A value that differs.
  package struct FieldChange: Sendable {
    /// The keys that lead to it.
    package let path: [String]
    /// The value in the first version, as text for people; nil if it lacks the key.
    package let old: String?
    /// The value in the second version.
    package let new: String?
    /// The length by which a time moved; nil if the value isn't a time.
    package let move: Milliseconds?
  }

  /// A row, or a top-level key, that differs.
  package struct Change: Sendable {
    /// The kinds of change.
    package enum Kind: String, CaseIterable, Sendable { case added, removed, changed }

    /// The kind of the change.
    package let kind: Kind
    /// `18:10`, or the key.
    package let place: String
    /// The key of the list whose row it is; nil for a top-level key.
    package let list: String?
    /// True if it is a row.
    package var isRow: Bool { list != nil }
    /// The values that differ; of a row that was added or removed all that it says.
    package let fields: [FieldChange]
    /// The start of the row in the second version, or in the first if it was removed. 0 for rows without a
    /// place in time.
    package let start: Milliseconds
    /// The lines it stands on in the version that has it; the second when both do.
    package fileprivate(set) var row: Place
    /// The counterpart of the row in the other kind of file. For an added segment it is the marker that was
    /// saved as it, and for that marker the segment. If segments were opened again, it is the reverse.
    package internal(set) var counterpart: Counterpart?
    let before: [FieldPath: FieldValue]
    let after: [FieldPath: FieldValue]
  }

  /// A row that took the place of another, or gave it up.
  package struct Counterpart: Sendable {
    /// The file in which it is.
    package let kind: DocumentKind
    /// The time at which it begins.
    package let start: Milliseconds
    /// The time at which it ends; nil if it isn't given.
    package let end: Milliseconds?
  }

  /// The kind of the file.
  package let kind: DocumentKind
  /// The length by which the whole second version lies later, because the recording's start was cut; 0 if it
  /// doesn't.
  package let offset: Milliseconds
  /// Keys first, then rows in the order of time. With an offset only what differs beyond it is among the values.
  package internal(set) var changes: [Change]

  /// Compares two versions; `tolerance` is by how much times may differ without being different.
  ///
  /// Throws when one can't be read surely enough.
  package init(
    _ old: SourceText, _ new: SourceText, kind: DocumentKind, tolerance: Milliseconds = .zero
  ) throws(FileMerge.Unmergeable) {
    self.kind = kind
    guard old.bytes != new.bytes else {
      (offset, changes) = (.zero, [])
      return
    }
    if let shared = SharedRows(of: [old, new], kind),
      let first = try? AnnotationText(shared.versions[0], kind),
      let second = try? AnnotationText(shared.versions[1], kind)
    {
      offset = .zero
      changes = Self.changes(first, second, .zero, tolerance).map { change in
        let isOld = change.kind == .removed
        guard let range = change.row.range else { return change }
        var change = change
        change.row = Place(isOld ? old : new, shared.long(range, in: isOld ? 0 : 1))
        return change
      }
      return
    }
    let versions = try FileMerge.cut([old, new], kind)
    let (first, second) = (versions[0], versions[1])
    let offset = RecordingShift(from: first, to: second).offset
    self.offset = offset
    changes = Self.changes(first, second, offset, tolerance)
  }

  /// True if both have the same meaning.
  package var isEmpty: Bool { changes.isEmpty && offset == .zero }

  private static func changes(
    _ first: AnnotationText, _ second: AnnotationText, _ offset: Milliseconds, _ tolerance: Milliseconds
  ) -> [Change] {
    let lists = first.kind.lists.filter { !first.isOneValue($0) && !second.isOneValue($0) }
    let rows = lists.flatMap { list in
      rowChanges(list, first.rows(of: list), second.rows(of: list), offset, tolerance)
        .enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    }
    return keyChanges(
      first, second, except: Set(lists.map(\.key)), first.kind.isOfBundles ? tolerance : .zero)
      + rows
  }

  private static func keyChanges(
    _ first: AnnotationText, _ second: AnnotationText, except lists: Set<String>, _ tolerance: Milliseconds
  ) -> [Change] {
    var keys = first.keys.map(\.key)
    keys += second.keys.map(\.key).filter { !keys.contains($0) }
    return keys.filter { !lists.contains($0) }.compactMap { key in
      let old = first.keys.first { $0.key == key }?.piece
      let new = second.keys.first { $0.key == key }?.piece
      return change(old, new, key, .zero, of: nil, .zero, tolerance)
    }
  }

  private static func rowChanges(
    _ list: DocumentList, _ first: [RowPiece], _ second: [RowPiece], _ offset: Milliseconds,
    _ tolerance: Milliseconds
  ) -> [Change] {
    let pairing = RowPairing(first, second)
    let kept = first.indices.compactMap { index in
      let old = first[index]
      guard let partner = pairing.partners[index] else {
        return change(old.piece, nil, old.name.text, old.start, of: list, offset, tolerance)
      }
      let new = second[partner]
      if offset == .zero, old.piece.isWritten(like: new.piece) { return nil }
      let name = old.name == new.name ? new.name.text : "\(old.name.text) -> \(new.name.text)"
      return change(old.piece, new.piece, name, new.start, of: list, offset, tolerance)
    }
    return kept
      + pairing.added.compactMap { index in
        let new = second[index]
        return change(nil, new.piece, new.name.text, new.start, of: list, offset, tolerance)
      }
  }

  private static func change(
    _ old: Piece?, _ new: Piece?, _ place: String, _ start: Milliseconds, of list: DocumentList?,
    _ offset: Milliseconds, _ tolerance: Milliseconds
  ) -> Change? {
    guard let piece = new ?? old else { return nil }
    let (before, after) = (old?.fields() ?? [:], new?.fields() ?? [:])
    let isBoth = old != nil && new != nil
    let isTimed = list.map { $0.startKey != nil } ?? true
    let order = isTimed ? Self.usualOrder : list?.rowKeys ?? []
    let fields = Set(before.keys).union(after.keys).sorted { Self.precedes($0, $1, in: order) }
      .compactMap { path -> FieldChange? in
        let (a, b) = (before[path], after[path])
        guard a != b || !isBoth else { return nil }
        let moves = isTimed && isTime(path) ? a.flatMap { a in b.flatMap { a.moves(to: $0) } } : nil
        if isBoth, let moves, moves.allSatisfy({ abs(($0 - offset).count) <= tolerance.count }) { return nil }
        return FieldChange(
          path: path, old: a?.shown, new: b?.shown, move: a?.time == nil ? nil : moves?.first)
      }
    if isBoth, fields.isEmpty { return nil }
    return Change(
      kind: isBoth ? .changed : new == nil ? .removed : .added, place: place, list: list?.key, fields: fields,
      start: start, row: Place(piece.source, piece.body), before: before, after: after)
  }

  private static func isTime(_ path: FieldPath) -> Bool {
    [RowKey.start, RowKey.end, RowKey.at, RowKey.joins, AudioKey.duration].contains(path.last ?? "")
  }

  /// The keys for the identity and the time of a row, in their usual order.
  private static let usualOrder = [
    RowKey.ayah, RowKey.skip, RowKey.word, RowKey.at, RowKey.start, RowKey.end,
  ]

  /// In the order in which rows have them: what it is, where it is, then the rest.
  private static func precedes(
    _ a: FieldPath, _ b: FieldPath, in order: [String] = Self.usualOrder
  ) -> Bool {
    let rank = { (path: FieldPath) in order.firstIndex(of: path.last ?? "") ?? order.count }
    return rank(a) != rank(b) ? rank(a) < rank(b) : a.lexicographicallyPrecedes(b)
  }
}

extension FileDiff {
  /// The diff as a program reads it, and as ``FilePatch`` accepts it. Each change contains all values of the
  /// row or key before and after.
  package static let form = JSONForm<FileDiff>.object([
    .key(.file, \.kind.fileName),
    .key("offset", .move, \.offset, "Offset by which all rows moved, in seconds."),
    .key(
      "changes", .list(of: .object(changeKeys)), { diff in diff.changes.map { ($0, diff.kind) } },
      "The differences, row by row."),
  ])

  private static let changeKeys: [JSONKey<(change: Change, kind: DocumentKind)>] = [
    .key("change", .word, { $0.change.kind }, "The kind of change."),
    .key(.label, { $0.change.place }),
    .nullable(
      "list", .text, { $0.change.list }, "Key of the list that contains the row; null for a key of the file."),
    .nullable(
      .start, { $0.change.list == $0.kind.timedList?.key && $0.change.isRow ? $0.change.start : nil }),
    .nullable(
      "old", .anyObject, { $0.change.kind == .added ? nil : json($0.change.before) },
      "The values before: keys and values as in the YAML."),
    .nullable(
      "new", .anyObject, { $0.change.kind == .removed ? nil : json($0.change.after) },
      "The values after: keys and values as in the YAML."),
    .key(
      "fields", .list(of: .text),
      { $0.change.kind == .changed ? $0.change.fields.map { $0.path.joined(separator: ".") } : [] },
      "The keys that differ, if the row or key was changed."),
    .nullable(
      "counterpart", .text, { $0.change.counterpart?.kind.fileName },
      "File in which the same row is removed, or added: a marker that became a segment, or a segment that was reopened."
    ),
  ]

  private static func json(_ fields: [FieldPath: FieldValue]) -> JSONValue {
    .object(
      fields.sorted { precedes($0.key, $1.key) }
        .map { .init($0.key.joined(separator: "."), $0.value.json) })
  }
}

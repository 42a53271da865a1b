import TilawaBase
import TilawaYAML

/// A document, cut into the parts that are merged one by one.
///
/// Every byte is in exactly one part: the pieces of the keys, those of the rows behind the key that holds them, and
/// the tail.
struct AnnotationText: Sendable {
  let source: SourceText
  let kind: DocumentKind
  /// The top-level keys in their order; those of lists without the rows.
  private(set) var keys: [KeyPiece] = []
  /// The rows that have a place in time, in the order of the file.
  private(set) var rows: [RowPiece] = []
  /// The rows of each other list, in the order of the file, by the key that holds it.
  private var rowsOfKeys: [String: [RowPiece]] = [:]
  /// The keys of lists that stand between brackets, and so are one value.
  private(set) var bracketedLists: Set<String> = []
  /// The comments and empty lines after the last row or key.
  private(set) var tail: Range<Int>
  /// True if reading found errors in it.
  let hasErrors: Bool

  /// A top-level key.
  struct KeyPiece: Sendable {
    let key: String
    let piece: Piece
  }

  /// Cuts a text; an empty one has no parts.
  ///
  /// The lists behind `wholeKeys` are not cut: they are values of their keys.
  init(_ source: SourceText, _ kind: DocumentKind, whole wholeKeys: Set<String> = []) throws(FileMerge
    .Unmergeable)
  {
    self.source = source
    self.kind = kind
    bracketedLists = wholeKeys
    tail = 0..<source.bytes.count
    guard source.bytes.contains(where: { ![0x20, 0x0A, 0x0D].contains($0) }) else {
      hasErrors = false
      return
    }
    let read = ReadRows(source, kind)
    hasErrors = read.hasErrors
    if read.arePlain, let first = read.rows.first {
      let head = Self.lineStart(source.bytes, first.bytes.range.lowerBound)
      try cutHead(head)
      cut(read.rows)
    } else {
      try cutDocument(read.rows, wholeKeys)
    }
  }

  private mutating func cutHead(_ end: Int) throws(FileMerge.Unmergeable) {
    let head = SourceText(path: source.path, bytes: Array(source.bytes[..<end]))
    let document = YAMLDocument(parsing: head)
    guard !document.hasErrors, let pairs = document.root?.mapping else {
      throw FileMerge.Unmergeable(path: source.path, diagnostics: document.diagnostics)
    }
    var from = 0
    for pair in pairs { add(pair, from: &from) }
    tail = from..<source.bytes.count
  }

  /// The rows of a file that has nothing but one a line.
  private mutating func cut(_ read: [Placed<any BundleRow>]) {
    var from = tail.lowerBound
    rows.reserveCapacity(read.count)
    for row in read {
      let range = row.bytes.range
      let start = Self.lineStart(source.bytes, range.lowerBound)
      let end = Self.lineEnd(source.bytes, range.upperBound)
      let piece = Piece(
        source: source, above: from..<start, body: start..<range.upperBound,
        rest: range.upperBound..<end, isRow: true
      ) { [source] in Self.fields(row, source) }
      rows.append(Self.rowPiece(row, piece))
      from = end
    }
    tail = from..<source.bytes.count
  }

  /// The rows of a list, in the order of the file.
  func rows(of list: DocumentList) -> [RowPiece] {
    list.startKey == nil ? rowsOfKeys[list.key] ?? [] : rows
  }

  /// Returns true if the list is a value of its key here, rather than rows.
  func isOneValue(_ list: DocumentList) -> Bool {
    list.startKey == nil && bracketedLists.contains(list.key)
  }

  private mutating func cutDocument(
    _ read: [Placed<any BundleRow>], _ wholeKeys: Set<String>
  ) throws(FileMerge.Unmergeable) {
    let document = YAMLDocument(parsing: source)
    guard let root = document.root, let pairs = root.mapping, !root.isFlow else {
      throw FileMerge.Unmergeable(path: source.path, diagnostics: document.diagnostics)
    }
    // Of a file with faults that YAML readers disagree about nothing can be said for sure.
    guard !document.hasErrors else {
      throw FileMerge.Unmergeable(path: source.path, diagnostics: document.diagnostics)
    }
    var from = 0
    for pair in pairs {
      guard let list = kind.list(pair.key.scalar?.value ?? ""), let items = pair.value.sequence,
        !items.isEmpty,
        !wholeKeys.contains(list.key)
      else {
        add(pair, from: &from)
        continue
      }
      guard !pair.value.isFlow else {
        bracketedLists.insert(list.key)
        add(pair, from: &from)
        continue
      }
      add(YAMLPair(key: pair.key, value: YAMLNode(.mapping([]), range: pair.key.range)), from: &from)
      try cut(items, list, read, from: &from)
    }
    tail = from..<source.bytes.count
  }

  private mutating func cut(
    _ items: [YAMLNode], _ list: DocumentList, _ read: [Placed<any BundleRow>], from: inout Int
  ) throws(FileMerge.Unmergeable) {
    var typed: [Int: Placed<any BundleRow>] = [:]
    if list.startKey != nil { for row in read { typed[row.index] = row } }
    var rows: [RowPiece] = []
    for (index, item) in items.enumerated() {
      // The dash stands on a line of its own part, behind the comments above.
      let dash = Self.dash(before: item, after: from, source.bytes)
      let start = Self.lineStart(source.bytes, dash)
      let last = item.range.upperBound
      let end = Self.lineEnd(source.bytes, last)
      guard start >= from else { throw FileMerge.Unmergeable(path: source.path, diagnostics: []) }
      let row = typed[index]
      let (kind, source) = (kind, source)
      let piece = Piece(
        source: source, above: from..<start, body: start..<last, rest: last..<end, isRow: true
      ) {
        Self.fields(item, row, kind, list.key, source)
      }
      rows.append(
        row.map { Self.rowPiece($0, piece) }
          ?? RowPiece(
            piece: piece, name: Self.name(of: item, list, kind), start: .zero, end: .zero, isVerified: false,
            confidence: nil, times: nil))
      from = end
    }
    if list.startKey == nil { rowsOfKeys[list.key] = rows } else { self.rows = rows }
  }

  private mutating func add(_ pair: YAMLPair, from: inout Int) {
    let bytes = source.bytes
    let start = Self.lineStart(bytes, pair.key.range.lowerBound)
    let last = max(
      pair.value.range.upperBound, Self.afterColon(bytes, pair.key.range.upperBound))
    let end = Self.lineEnd(bytes, last)
    let key = pair.key.scalar?.value ?? ""
    let kind = kind
    let piece = Piece(
      source: source, above: from..<max(from, start), body: max(from, start)..<last, rest: last..<end,
      isRow: false
    ) { Self.flatten(pair.value, [key], kind) }
    keys.append(KeyPiece(key: key, piece: piece))
    from = end
  }

  // MARK: Fields

  private static func rowPiece(_ row: Placed<any BundleRow>, _ piece: Piece) -> RowPiece {
    let row = row.value
    let (start, end, facts) = (row.from, row.until, row.facts)
    return RowPiece(
      piece: piece, name: row.name, start: start, end: end ?? start, isVerified: facts.isConfirmed,
      confidence: facts.confidence, times: [start] + (end.map { [$0] } ?? []) + facts.joins,
      joins: facts.joins)
  }

  /// A confidence has the digits of the file.
  private static func fields(_ row: Placed<any BundleRow>, _ source: SourceText) -> [FieldPath: FieldValue] {
    let place = row.value.facts.confidence.flatMap { _ in row.places(in: source)[RowKey.confidence] }
    let written = place.map { YAMLValue.plain(source.text(in: $0)) }
    return Dictionary(
      row.value.pairs.map {
        ([$0.key], FieldValue($0.key == RowKey.confidence ? written ?? $0.value : $0.value))
      }
    ) { first, _ in first }
  }

  /// Returns the identity of a row that has no place in time.
  private static func name(of node: YAMLNode, _ list: DocumentList, _ kind: DocumentKind) -> RowName {
    switch list.identity {
    case .recitation: return .unnamed
    case .wholeRow: return .known(FieldValue(node, kind, [list.key, "[]"]).text)
    case .keys(let keys):
      let values = keys.compactMap { key in
        node[key].map { FieldValue($0, kind, [list.key, "[]", key]).shown }
      }
      return values.isEmpty ? .unnamed : .known(values.joined(separator: " "))
    }
  }

  /// Returns the values of a row: the typed ones if there are any, and all other keys as they are.
  private static func fields(
    _ node: YAMLNode, _ row: (Placed<any BundleRow>)?, _ kind: DocumentKind, _ list: String,
    _ source: SourceText
  ) -> [FieldPath: FieldValue] {
    var result = row.map { fields($0, source) } ?? [:]
    for pair in node.mapping ?? [] {
      guard let key = pair.key.scalar?.value, result[[key]] == nil else { continue }
      // `verified: false` says no more than its absence does.
      if row != nil, case .boolean(false) = pair.value.scalar?.kind { continue }
      result[[key]] = FieldValue(pair.value, kind, [list, "[]", key])
    }
    if node.mapping == nil { result[[]] = FieldValue(node, kind, []) }
    return result
  }

  /// The leaves of a value; a mapping is merged key by key, what lies deeper as one.
  private static func flatten(
    _ node: YAMLNode, _ path: FieldPath, _ kind: DocumentKind
  ) -> [FieldPath: FieldValue] {
    guard path.count == 1, let pairs = node.mapping, !pairs.isEmpty else {
      return [path: FieldValue(node, kind, path)]
    }
    return pairs.reduce(into: [:]) { fields, pair in
      let inner = path + [pair.key.scalar?.value ?? ""]
      fields[inner] = FieldValue(pair.value, kind, inner)
    }
  }

  // MARK: Lines

  private static func lineStart(_ bytes: [UInt8], _ offset: Int) -> Int {
    var index = offset
    while index > 0, bytes[index - 1] != 0x0A { index -= 1 }
    return index
  }

  /// After the line's end.
  private static func lineEnd(_ bytes: [UInt8], _ offset: Int) -> Int {
    if offset > 0, offset <= bytes.count, bytes[offset - 1] == 0x0A { return offset }
    var index = offset
    while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    return min(index + 1, bytes.count)
  }

  private static func afterColon(_ bytes: [UInt8], _ offset: Int) -> Int {
    var index = offset
    while index < bytes.count, bytes[index] != UInt8(ascii: ":"), bytes[index] != 0x0A { index += 1 }
    return index < bytes.count && bytes[index] == UInt8(ascii: ":") ? index + 1 : offset
  }

  private static func dash(before item: YAMLNode, after from: Int, _ bytes: [UInt8]) -> Int {
    var index = from
    while index < item.range.lowerBound {
      switch bytes[index] {
      case UInt8(ascii: "-"): return index
      case UInt8(ascii: "#"):
        while index < item.range.lowerBound, bytes[index] != 0x0A { index += 1 }
      default: index += 1
      }
    }
    return index
  }
}

/// The rows of a file as the typed reader gives them.
private struct ReadRows {
  var rows: [Placed<any BundleRow>] = []
  var arePlain = false
  var hasErrors = false

  init(_ source: SourceText, _ kind: DocumentKind) {
    switch kind.ofBundle {
    case .segments: take(BundleFile(segments: source))
    case .markers: take(BundleFile(markers: source))
    case .words: take(BundleFile(words: source))
    case .recording, .reciter, nil:
      hasErrors = kind.diagnostics(of: source).contains { $0.severity == .error }
    }
  }

  private mutating func take<Row>(_ file: BundleFile<RowsFile<Row>>) {
    rows = (file.content?.rows ?? []).map { Placed($0.value, at: $0.index, $0.bytes.range) }
    arePlain = file.hasPlainRows
    hasErrors = file.hasErrors
  }
}

/// A list of mappings that a document holds behind one of its keys.
public struct DocumentList: Sendable {
  /// The key that holds it.
  public let key: String
  /// The keys of its rows, in the order in which `fmt` writes them.
  public let rowKeys: [String]
  /// The identity of a row.
  public let identity: RowIdentity
  /// True if a row takes several lines.
  public let holdsBlocks: Bool
  /// The keys for the dates on which a row was made and changed.
  public let dates: RowDates
  let declaration: ObjectDeclaration

  init?(_ field: any AnyField) {
    guard field.holdsRows || field.holdsBlocks, let rows = field.nested else { return nil }
    key = field.key
    rowKeys = rows.fields.map(\.key)
    identity = rows.identity
    holdsBlocks = field.holdsBlocks
    dates = rows.dates
    declaration = rows
  }

  /// The keys behind which `key` is written into a row that hasn't got it yet; none for one that goes to the end.
  public func keys(before key: String) -> [String] {
    guard let place = rowKeys.firstIndex(of: key) else { return [] }
    // An ayah comes where something was skipped.
    return Array(rowKeys[..<place]) + (key == RowKey.ayah ? [RowKey.skip] : [])
  }

  /// The key by which its rows say where they begin; nil where they have no place in time.
  public var startKey: String? { if case .recitation(let start, _) = identity { start } else { nil } }

  /// The key that marks a row as confirmed by a person; nil for rows that can't be confirmed.
  public var confirmationKey: String? {
    if case .recitation(_, let confirmation) = identity { confirmation } else { nil }
  }
}

extension DocumentList: Hashable {
  /// Lists are alike that hold the same keys behind the same key.
  public static func == (a: Self, b: Self) -> Bool {
    (a.key, a.rowKeys, a.identity, a.holdsBlocks) == (b.key, b.rowKeys, b.identity, b.holdsBlocks)
  }
  /// By its key and those of its rows.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(rowKeys)
  }
}

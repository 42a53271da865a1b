public import TilawaBase
import TilawaQuran
package import TilawaYAML

/// A row of one of the three lists of a bundle, as a plain value.
public protocol BundleRow: Hashable, Sendable {
  /// Its keys, and the properties that they are read into.
  static var keys: Keys<Self> { get }
  /// The file that holds such rows.
  static var list: RowsDeclaration<Self> { get }

  /// The identity of its content, by which rows of two files are matched.
  var name: RowName { get }
  /// The name of the row in messages.
  var label: String { get }
  /// The facts about what is heard.
  var facts: RowFacts { get }
  /// The time at which it begins.
  var from: Milliseconds { get }
  /// The time at which it ends; nil if it isn't given.
  var until: Milliseconds? { get }
}

extension BundleRow {
  /// The identity by what is heard.
  public var name: RowName { facts.name }
  /// The name in messages, by what is heard.
  public var label: String { facts.label }

  /// The canonical row.
  package var yaml: YAMLValue { .flow(pairs) }

  /// Its keys and values in that form.
  package var pairs: [(key: String, value: YAMLValue)] { Self.keys.pairs(of: self) }
}

/// A file of a bundle that has nothing but rows.
public struct RowsDeclaration<Row: BundleRow>: Sendable {
  let field: Field<[Placed<Row>]>
  let file: ObjectDeclaration
  /// The key with its line end, as `fmt` writes it.
  let head: [UInt8]

  /// `keepsFaulty` is true if rows with a fault are kept whose start, end and content are known all the same.
  init(_ key: String, _ title: String, _ meaning: String, _ keys: Keys<Row>, keepsFaulty: Bool = false) {
    field = Field(
      key,
      .rows(keys.declaration, takesFaulty: keepsFaulty) { reader, index in
        keys.readWhole(reader).map { Placed($0, at: index, reader.node.range) }
      }, required: true, "The rows, in the order of time.")
    file = ObjectDeclaration(title: title, meaning: meaning, fields: [Field.version, field])
    head = Array("\(key):\n".utf8)
  }
}

/// The content of a file of rows.
public struct RowsFile<Row: BundleRow>: Sendable {
  /// The readable rows, in the order of the file.
  public var rows: [Placed<Row>]
  /// Rows of `segments.yaml` with a fault whose start, end and content can be determined all the same. They
  /// aren't used.
  public internal(set) var faultyRows: [Placed<Row>] = []
}

extension RowsFile: FileContent {
  static var declaration: ObjectDeclaration { Row.list.file }

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, .version, report) else { return nil }
    let all = reader.read(Row.list.field)?.value ?? []
    rows = report.faultless(all, \.bytes)
    let indices = Set(rows.map(\.index))
    faultyRows = indices.count == all.count ? [] : all.filter { !indices.contains($0.index) }
  }

  static func scanned(_ bytes: [UInt8]) -> Self? {
    scanRows(Row.keys.scanner, behind: Row.list.head, in: bytes).map { Self(rows: $0) }
  }

  static func abridged(_ source: SourceText) -> BundleFile<Self>? { AbridgedReading<Row>.read(source) }
}

public import TilawaBase
public import TilawaQuran
package import TilawaYAML

/// A row of one of the three lists of a bundle, as a plain value.
public protocol BundleRow: Hashable, Sendable {
  /// Its keys, and the properties that they are read into.
  static var keys: Keys<Self> { get }
  /// The file that holds such rows.
  static var list: RowsDeclaration<Self> { get }

  /// What it is of, by which rows of two files are known to each other.
  var name: RowName { get }
  /// How a message calls it.
  var label: String { get }
  /// What is heard.
  var facts: RowFacts { get }
  /// Where it begins.
  var from: Milliseconds { get }
  /// Where it ends; nil where it doesn't say.
  var until: Milliseconds? { get }
}

extension BundleRow {
  /// The canonical row.
  package var yaml: YAMLValue { .flow(pairs) }

  /// Its keys and values in that form.
  package var pairs: [(key: String, value: YAMLValue)] { Self.keys.pairs(of: self) }
}

/// What a row is of, by which rows of two files are known to each other.
public enum RowName: Hashable, Sendable {
  /// An ayah or a run of ayat.
  case ayat(AyahRange)
  /// A word of an ayah, by its number from 1.
  case word(Ayah, Int)
  /// What is heard where no ayah is.
  case skip(String)
  /// The values that its list says rows are known by.
  case known(String)
  /// Nothing that it says.
  case unnamed

  /// Whether only a row of the same name can be the same row, wherever it stands.
  var isKnown: Bool { if case .known = self { true } else { false } }

  /// As messages have it.
  var text: String {
    switch self {
    case .ayat(let ayat): ayat.description
    case .word(let ayah, let number): "\(ayah) word \(number)"
    case .skip(let kind): "skip \(kind)"
    case .known(let values): values
    case .unnamed: "unnamed row"
    }
  }
}

/// A file of a bundle that has nothing but rows.
public struct RowsDeclaration<Row: BundleRow>: Sendable {
  let field: Field<[Placed<Row>]>
  let file: ObjectDeclaration
  /// The key with its line end, as `fmt` writes it.
  let head: [UInt8]

  /// `keepsFaulty` says whether rows with a fault are told, of which start, end and what they hold are known all the same.
  init(_ key: String, _ title: String, _ meaning: String, _ keys: Keys<Row>, keepsFaulty: Bool = false) {
    field = Field(
      key,
      .rows(keys.declaration, takesFaulty: keepsFaulty) { reader, index in
        keys.readWhole(reader).map { Placed($0, at: index, reader.node.range) }
      }, required: true, "The rows, in the order in which they are heard.")
    file = ObjectDeclaration(title: title, meaning: meaning, fields: [Field.version, field])
    head = Array("\(key):\n".utf8)
  }
}

/// What a file of rows says.
public struct RowsFile<Row: BundleRow>: Sendable {
  /// The readable rows, in the order of the file.
  public var rows: [Placed<Row>]
  /// Rows of `segments.yaml` with a fault of which start, end and what they hold can be told all the same; they aren't used.
  public internal(set) var faultyRows: [Placed<Row>] = []
}

/// `segments.yaml`: the saved annotation.
public typealias SegmentsFile = RowsFile<Segment>
/// `markers.yaml`: work in progress.
public typealias MarkersFile = RowsFile<Marker>
/// `words.yaml`: word timings, a row a word.
public typealias WordsFile = RowsFile<WordTiming>

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
    scanRows(Row.self, in: bytes).map { Self(rows: $0) }
  }

  static func abridged(_ source: SourceText) -> BundleFile<Self>? { AbridgedReading<Row>.read(source) }
}

extension BundleFile<SegmentsFile> {
  /// Reads `segments.yaml` from its text.
  public init(segments source: SourceText) { self = .reading(source) }
}

extension BundleFile<MarkersFile> {
  /// Reads `markers.yaml` from its text.
  public init(markers source: SourceText) { self = .reading(source) }
}

extension BundleFile<WordsFile> {
  /// Reads `words.yaml` from its text.
  public init(words source: SourceText) { self = .reading(source) }
}

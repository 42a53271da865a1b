import TilawaYAML

/// Values that are read key by key into properties which begin empty.
protocol Keyed: Sendable {
  init()
}

/// What a mapping may say, and the property that each of it goes to: reading follows from the list.
struct TypedKeys<Owner: Keyed>: Sendable {
  typealias Property<Value> = any WritableKeyPath<Owner, Value> & Sendable

  /// One key, and where its value goes; or what else is told of a row.
  struct Entry: Sendable {
    fileprivate let property: (any PartialKeyPath<Owner> & Sendable)?
    fileprivate let field: (any AnyField)?
    /// Is given the row's place in its list, from 0.
    fileprivate let read: @Sendable (ObjectReader, Int, inout Owner) -> Void
  }

  /// The keys without the properties.
  let declaration: ObjectDeclaration
  private let entries: [Entry]

  /// The keys in the order in which `fmt` writes them. `knownBy` are those by which a row is known, `made` and `changed` those
  /// that say when it was.
  init(
    _ title: String, _ meaning: String, _ entries: [Entry], choice: ObjectDeclaration.Choice? = nil,
    knownBy: [PartialKeyPath<Owner>] = [], made: PartialKeyPath<Owner>? = nil,
    changed: PartialKeyPath<Owner>? = nil
  ) {
    let name = { (property: PartialKeyPath<Owner>) in Self.field(property, entries).key }
    declaration = ObjectDeclaration(
      title: title, meaning: meaning, fields: entries.compactMap(\.field), choice: choice,
      choiceRule: FormatRules.oneOfTwo, identity: knownBy.isEmpty ? .wholeRow : .keys(knownBy.map(name)),
      dates: RowDates(made: made.map(name), changed: changed.map(name)))
    self.entries = entries
  }

  /// The keys of a whole file, behind the version of the format.
  init(file title: String, _ meaning: String, _ entries: [Entry]) {
    // It is read before all others.
    let version = Entry(property: nil, field: Field.version) { _, _, _ in }
    self.init(title, meaning, [version] + entries)
  }

  /// The key that a property is read from.
  subscript(property: PartialKeyPath<Owner>) -> String { field(property).key }

  /// The declaration of that key.
  func field(_ property: PartialKeyPath<Owner>) -> any AnyField { Self.field(property, entries) }

  private static func field(_ property: PartialKeyPath<Owner>, _ entries: [Entry]) -> any AnyField {
    let found = entries.first { entry in entry.property.map { $0 as PartialKeyPath<Owner> } == property }
    guard let field = found?.field else { preconditionFailure("no key is read into \(property)") }
    return field
  }

  /// What the mapping says; `index` is its place in a list.
  func read(_ reader: ObjectReader, at index: Int = 0) -> Owner {
    var owner = Owner()
    for entry in entries { entry.read(reader, index, &owner) }
    return owner
  }
}

extension TypedKeys.Entry {
  /// A key with one value; the property is nil where it is absent or faulty.
  static func key<Value>(
    _ property: TypedKeys.Property<Located<Value>?>, _ key: String, _ type: FieldType<Value>,
    required: Bool = false, absent: String = "", _ meaning: String
  ) -> Self {
    let field = Field(key, type, required: required, absent: absent, meaning)
    return Self(property: property, field: field) { $2[keyPath: property] = $0.read(field) }
  }

  /// A key with a list; the property is empty where it is absent or faulty.
  static func list<Item>(
    _ property: TypedKeys.Property<[Item]>, _ key: String, _ type: FieldType<[Item]>,
    required: Bool = false, absent: String = "", _ meaning: String
  ) -> Self {
    let field = Field(key, type, required: required, absent: absent, meaning)
    return Self(property: property, field: field) { $2[keyPath: property] = $0.read(field)?.value ?? [] }
  }

  /// A key of whose value nothing is made; it is read for what is wrong with it.
  static func unread<Value>(
    _ key: String, _ type: FieldType<Value>, required: Bool = false, absent: String = "", _ meaning: String
  ) -> Self {
    let field = Field(key, type, required: required, absent: absent, meaning)
    return Self(property: nil, field: field) { reader, _, _ in _ = reader.read(field) }
  }
}

extension TypedKeys.Entry {
  /// No key: the bytes of the mapping go to the property.
  static func bytes(_ property: TypedKeys.Property<ByteRange>) -> Self {
    Self(property: property, field: nil) { $2[keyPath: property] = ByteRange($0.node.range) }
  }

  /// No key: the place of the row in its list, from 0, goes to the property.
  static func index(_ property: TypedKeys.Property<Int>) -> Self {
    Self(property: property, field: nil) { $2[keyPath: property] = $1 }
  }
}

extension FieldType {
  /// A list of mappings that each stand on one line.
  static func rows<Row>(_ keys: TypedKeys<Row>) -> Self where Value == [Row] {
    .rows(keys.declaration) { keys.read($0, at: $1) }
  }

  /// A list of mappings that each take several lines.
  static func blocks<Row>(_ keys: TypedKeys<Row>) -> Self where Value == [Row] {
    .blocks(keys.declaration) { keys.read($0) }
  }
}

extension Field<FormatVersion> {
  /// What every file begins with.
  static var version: Self { Field("tilawa", .version, required: true, "Version of the format.") }
}

/// A kind of file that is read key by key.
protocol KeyedFile: FileContent, Keyed {
  static var keys: TypedKeys<Self> { get }
}

extension KeyedFile {
  static var declaration: ObjectDeclaration { keys.declaration }

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, .version, report) else { return nil }
    self = Self.keys.read(reader)
  }
}

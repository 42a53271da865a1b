import TilawaBase
package import TilawaYAML

/// Values that are read key by key into properties which begin empty.
protocol Keyed: Sendable {
  init()
}

/// The keys that a mapping may have, each with the property that stores its value. Reading, the fast way
/// through rows, writing, schemas and tables follow from this list.
public struct Keys<Owner: Sendable>: Sendable {
  typealias Property<Value> = any WritableKeyPath<Owner, Value> & Sendable

  /// One key and the property for its value, or something else that is read of a row.
  struct Entry: Sendable {
    fileprivate let property: (any PartialKeyPath<Owner> & Sendable)?
    fileprivate let field: (any AnyField)?
    /// Is given the row's place in its list, from 0; says whether there was a value.
    fileprivate let read: @Sendable (ObjectReader, Int, inout Owner) -> Bool
    /// The step that reads the value from its canonical form; nil if the full reader is needed.
    fileprivate var step: ScanStep?
    /// Returns the value to write; nil if the key is left out.
    fileprivate var written: (@Sendable (Owner) -> YAMLValue?)?
  }

  /// The keys without the properties.
  let declaration: ObjectDeclaration
  private let entries: [Entry]
  private let empty: @Sendable () -> Owner
  private let wholeness: Wholeness

  /// Creates the keys in the order in which `fmt` writes them. `knownBy` are the keys that identify a row;
  /// `made` and `changed` are those of its dates.
  init(
    _ title: String, _ meaning: String, _ entries: [Entry], choice: ObjectDeclaration.Choice? = nil,
    choiceRule: RuleID = FormatRules.oneOfTwo, identity: RowIdentity? = nil,
    knownBy: [PartialKeyPath<Owner>] = [], made: PartialKeyPath<Owner>? = nil,
    changed: PartialKeyPath<Owner>? = nil,
    heard: [(said: PartialKeyPath<Owner>, heard: PartialKeyPath<Owner>)] = []
  ) where Owner: Keyed {
    let name = { (property: PartialKeyPath<Owner>) in Self.field(property, entries).key }
    declaration = ObjectDeclaration(
      title: title, meaning: meaning, fields: entries.compactMap(\.field), choice: choice,
      choiceRule: choiceRule,
      identity: identity ?? (knownBy.isEmpty ? .wholeRow : .keys(knownBy.map(name))),
      dates: RowDates(made: made.map(name), changed: changed.map(name)),
      heardKeys: heard.map { HeardKey(said: name($0.said), heard: name($0.heard)) })
    self.entries = entries
    func bits(_ isMeant: (any AnyField) -> Bool) -> UInt32 {
      entries.enumerated().reduce(0) {
        $1.element.field.map(isMeant) ?? false ? $0 | 1 << UInt32($1.offset) : $0
      }
    }
    empty = { Owner() }
    let rivals: (UInt32, Bool) =
      switch choice {
      case .exactlyOne(let one, let other): (bits { $0.key == one || $0.key == other }, true)
      case .atMostOne(let one, let other): (bits { $0.key == one || $0.key == other }, false)
      case .atLeastOne, nil: (0, false)
      }
    wholeness = Wholeness(required: bits(\.isRequired), rivals: rivals.0, needsRival: rivals.1)
  }

  /// Creates the keys of a whole file, after the version of the format. `heard` pairs each key with the one
  /// that records what a program recognised for it.
  init(
    file title: String, _ meaning: String, _ entries: [Entry], choice: ObjectDeclaration.Choice? = nil,
    heard: [(said: PartialKeyPath<Owner>, heard: PartialKeyPath<Owner>)] = []
  ) where Owner: Keyed {
    // It is read before all others.
    let version = Entry(property: nil, field: Field.version) { _, _, _ in false }
    self.init(title, meaning, [version] + entries, choice: choice, heard: heard)
  }

  /// The key that a property is read from.
  public subscript(property: PartialKeyPath<Owner>) -> String { field(property).key }

  /// The declaration of that key.
  func field(_ property: PartialKeyPath<Owner>) -> any AnyField { Self.field(property, entries) }

  private static func field(_ property: PartialKeyPath<Owner>, _ entries: [Entry]) -> any AnyField {
    let found = entries.first { entry in entry.property.map { $0 as PartialKeyPath<Owner> } == property }
    guard let field = found?.field else { preconditionFailure("no key is read into \(property)") }
    return field
  }

  /// Reads the mapping; `index` is its place in a list.
  func read(_ reader: ObjectReader, at index: Int = 0) -> Owner {
    var owner = empty()
    for entry in entries { _ = entry.read(reader, index, &owner) }
    return owner
  }

  /// Reads the mapping; nil if a required value is missing.
  func readWhole(_ reader: ObjectReader) -> Owner? {
    var owner = empty()
    var found: UInt32 = 0
    for (number, entry) in entries.enumerated() where entry.read(reader, 0, &owner) {
      found |= 1 << UInt32(number)
    }
    return wholeness.holds(found) ? owner : nil
  }

  /// The keys as those of another mapping, which has the property.
  func entries<Whole>(of property: Keys<Whole>.Property<Owner>) -> [Keys<Whole>.Entry] {
    entries.map { entry in
      Keys<Whole>.Entry(property: nil, field: entry.field) { entry.read($0, $1, &$2[keyPath: property]) }
    }
  }

  /// Returns the values of `owner` in canonical form, key by key.
  package func pairs(of owner: Owner) -> [(key: String, value: YAMLValue)] {
    entries.compactMap { entry in
      entry.written?(owner).map { (key: entry.field?.key ?? "", value: $0) }
    }
  }

  /// The fast reader of mappings with these keys. Each file has its own, because threads would wait for each
  /// other at shared values.
  var scanner: RowScanner<Owner> {
    RowScanner(
      blank: empty(), codes: entries.map { $0.field.map { keyCode($0.key) } ?? 0 },
      steps: entries.map(\.step), wholeness: wholeness)
  }
}

extension Keys.Entry {
  /// A key with one value; the property is nil where it is absent or faulty.
  static func key<Value>(
    _ property: Keys.Property<Located<Value>?>, _ key: String, _ type: FieldType<Value>,
    required: Bool = false, absent: String = "", _ meaning: String
  ) -> Self {
    let field = Field(key, type, required: required, absent: absent, meaning)
    return Self(property: property, field: field) { reader, _, owner in
      let value = reader.read(field)
      owner[keyPath: property] = value
      return value != nil
    }
  }

  /// A key with one value, stored without its place.
  static func key<Value>(
    _ property: Keys.Property<Value?>, _ key: String, _ type: FieldType<Value>, absent: String,
    _ meaning: String
  ) -> Self {
    entry(property, Field(key, type, absent: absent, meaning)) {
      $0
    } written: {
      $0
    }
  }

  /// A key that must be there.
  static func required<Value>(
    _ property: Keys.Property<Value>, _ key: String, _ type: FieldType<Value>, _ meaning: String
  ) -> Self {
    entry(property, Field(key, type, required: true, meaning)) {
      $0
    } written: {
      $0
    }
  }

  /// A key for whose absence the value that is there stands.
  static func usual<Value>(
    _ property: Keys.Property<Value>, _ key: String, _ type: FieldType<Value>, absent: String,
    _ meaning: String
  ) -> Self {
    entry(property, Field(key, type, absent: absent, meaning)) {
      $0
    } written: {
      $0
    }
  }

  /// A key that is only written when it holds.
  static func flag(_ property: Keys.Property<Bool>, _ key: String, _ meaning: String) -> Self {
    entry(property, Field(key, .flag, absent: "false", meaning)) {
      $0
    } written: {
      $0 ? true : nil
    }
  }

  /// A key with a list; the property is empty where it is absent or faulty.
  static func list<Item>(
    _ property: Keys.Property<[Item]>, _ key: String, _ type: FieldType<[Item]>,
    required: Bool = false, absent: String = "", _ meaning: String
  ) -> Self {
    entry(property, Field(key, type, required: required, absent: absent, meaning)) {
      $0
    } written: {
      $0.isEmpty ? nil : $0
    }
  }

  /// A key of whose value nothing is made; it is read for what is wrong with it.
  static func unread<Value>(
    _ key: String, _ type: FieldType<Value>, required: Bool = false, absent: String = "", _ meaning: String
  ) -> Self {
    let field = Field(key, type, required: required, absent: absent, meaning)
    return Self(property: nil, field: field) { reader, _, _ in reader.read(field) != nil }
  }

  private static func entry<Kept, Value>(
    _ property: Keys.Property<Kept>, _ field: Field<Value>, kept: @escaping @Sendable (Value) -> Kept,
    written: @escaping @Sendable (Kept) -> Value?
  ) -> Self {
    let write = field.type.written
    var entry = Self(property: property, field: field) { reader, _, owner in
      guard let value = reader.read(field) else { return false }
      owner[keyPath: property] = kept(value.value)
      return true
    }
    if let value = field.type.scanned, value.type == Value.self,
      let offset = MemoryLayout<Owner>.offset(of: property)
    {
      entry.step = ScanStep(value: value, offset: offset, isOptional: Kept.self == Value?.self)
    }
    if let write { entry.written = { written($0[keyPath: property]).map(write) } }
    return entry
  }
}

extension Keys.Entry {
  /// No key: the bytes of the mapping go to the property.
  static func bytes(_ property: Keys.Property<ByteRange>) -> Self {
    Self(property: property, field: nil) { reader, _, owner in
      owner[keyPath: property] = ByteRange(reader.node.range)
      return false
    }
  }

  /// An entry without a key: the place of a value that is written for `key` but can't be determined.
  static func doubt<Value>(
    in doubts: Keys.Property<[String: ByteRange]>, _ key: String, of property: Keys.Property<Located<Value>?>
  ) -> Self {
    Self(property: nil, field: nil) { reader, _, owner in
      owner[keyPath: doubts][key] = reader.doubt(of: key, isRead: owner[keyPath: property] != nil)
      return false
    }
  }

  /// No key: the place of the row in its list, from 0, goes to the property.
  static func index(_ property: Keys.Property<Int>) -> Self {
    Self(property: property, field: nil) { _, index, owner in
      owner[keyPath: property] = index
      return false
    }
  }
}

extension FieldType {
  /// One mapping.
  static func mapping(_ noun: String, _ keys: Keys<Value>) -> Self {
    Self(
      noun: noun, schema: .object([]),
      read: { node, report in
        ObjectReader(node, as: keys.declaration, report: report).map { keys.read($0) }
      }, nested: keys.declaration)
  }

  /// A list of mappings that each stand on one line.
  static func rows<Row>(_ keys: Keys<Row>) -> Self where Value == [Row] {
    .rows(keys.declaration) { keys.read($0, at: $1) }
  }

  /// A list of mappings that each take several lines.
  static func blocks<Row>(_ keys: Keys<Row>) -> Self where Value == [Row] {
    .blocks(keys.declaration) { keys.read($0) }
  }
}

extension Field<FormatVersion> {
  /// The version of the format, with which every file begins.
  static var version: Self { Field("tilawa", .version, required: true, "Version of the format.") }
}

/// A kind of file that is read key by key.
protocol KeyedFile: FileContent, Keyed {
  static var keys: Keys<Self> { get }
}

extension KeyedFile {
  static var declaration: ObjectDeclaration { keys.declaration }

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, .version, report) else { return nil }
    self = Self.keys.read(reader)
  }
}

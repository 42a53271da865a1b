import TilawaBase
import TilawaYAML

/// One key of a file: what it holds, whether it must be there, and what it means.
///
/// Reading, checking, the canonical form, the JSON Schemas and the tables of `spec/` all come from these
/// declarations.
struct Field<Value: Sendable>: Sendable {
  let key: String
  let type: FieldType<Value>
  let isRequired: Bool
  /// The meaning of an absent key, in a word or two.
  let absent: String
  /// One or two sentences; they appear in editors and in `spec/`.
  let meaning: String

  init(
    _ key: String, _ type: FieldType<Value>, required: Bool = false, absent: String = "",
    _ meaning: String
  ) {
    self.key = key
    self.type = type
    isRequired = required
    self.absent = absent
    self.meaning = meaning
  }
}

/// A field whose value's type doesn't matter.
protocol AnyField: Sendable {
  var key: String { get }
  var isRequired: Bool { get }
  var absent: String { get }
  var meaning: String { get }
  /// The noun for its value, with the article: "a time".
  var noun: String { get }
  var schema: JSONValue { get }
  /// Returns the faults of a scalar as a value of this field.
  func findings(on scalar: YAMLScalar) -> [Diagnostic]
  /// Returns a scalar of this field as `fmt` writes it; nil if the general rule for text applies.
  var canonical: @Sendable (YAMLScalar) -> String? { get }
  /// The keys of the mapping, or of the rows, that the field holds.
  var nested: ObjectDeclaration? { get }
  var holdsRows: Bool { get }
  var holdsBlocks: Bool { get }
}

extension Field: AnyField {
  var noun: String { type.noun }
  var schema: JSONValue { type.schema }
  var canonical: @Sendable (YAMLScalar) -> String? { type.canonical }
  var nested: ObjectDeclaration? { type.nested }
  var holdsRows: Bool { type.holdsRows }
  var holdsBlocks: Bool { type.holdsBlocks }

  func findings(on scalar: YAMLScalar) -> [Diagnostic] {
    let source = SourceText(path: "", bytes: Array(scalar.value.utf8))
    let report = ReadingReport(of: source)
    _ = type.read(YAMLNode(.scalar(scalar), range: source.bytes.indices), report)
    return report.findings.diagnostics
  }
}

/// The keys that one kind of mapping may have, in the order in which `fmt` writes those of a row.
struct ObjectDeclaration: Sendable {
  /// The number of keys of a pair that a mapping has.
  enum Choice: Sendable {
    case exactlyOne(String, String)
    case atMostOne(String, String)
    case atLeastOne(String, String)
  }

  let title: String
  let meaning: String
  let fields: [any AnyField]
  let choice: Choice?
  /// The rule that speaks where `choice` isn't kept.
  let choiceRule: RuleID
  /// The identity of such a mapping where it is a row of a list.
  let identity: RowIdentity
  /// The keys for the dates on which such a row was made and changed.
  let dates: RowDates
  /// The keys of values that a program may have recognised, each with the key that records this.
  let heardKeys: [HeardKey]
  /// The keys without capitals and marks, to compare others with.
  let foldedKeys: [[Unicode.Scalar]]

  init(
    title: String, meaning: String, fields: [any AnyField], choice: Choice? = nil,
    choiceRule: RuleID = FormatRules.ayahOrSkip, identity: RowIdentity = .wholeRow,
    dates: RowDates = RowDates(), heardKeys: [HeardKey] = []
  ) {
    self.title = title
    self.meaning = meaning
    self.fields = fields
    self.choice = choice
    self.choiceRule = choiceRule
    self.identity = identity
    self.dates = dates
    self.heardKeys = heardKeys
    foldedKeys = fields.map { folded($0.key) }
  }

  /// The field of a key, when it is declared.
  func field(_ key: String) -> (any AnyField)? { fields.first { $0.key == key } }
}

extension ObjectDeclaration {
  /// The field that a path of keys leads to; `[]` stands for any item of a list, and a list of scalars is
  /// its field.
  func field(at path: [String]) -> (any AnyField)? {
    var declaration: ObjectDeclaration? = self
    var found: (any AnyField)?
    for part in path where part != "[]" {
      guard let field = declaration?.field(part) else { return nil }
      found = field
      declaration = field.nested
    }
    return found
  }
}

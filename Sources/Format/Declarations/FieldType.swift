import TilawaBase
import TilawaYAML

/// How one kind of value is read, checked, written canonically, and described to an editor.
struct FieldType<Value: Sendable>: Sendable {
  /// With its article, for messages and tables: "a time".
  let noun: String
  let schema: JSONValue
  /// Gives the value, or reports what is wrong and gives nil.
  let read: @Sendable (YAMLNode, ReadingReport) -> Value?
  var canonical: @Sendable (YAMLScalar) -> String? = { _ in nil }
  var nested: ObjectDeclaration?
  var holdsRows = false
  /// Whether it is a list of mappings that each take several lines.
  var holdsBlocks = false
}

import TilawaBase
import TilawaYAML

/// The way in which one kind of value is read, checked, written canonically, and described to an editor.
struct FieldType<Value: Sendable>: Sendable {
  /// With its article, for messages and tables: "a time".
  let noun: String
  let schema: JSONValue
  /// Gives the value, or reports what is wrong and gives nil.
  let read: @Sendable (YAMLNode, ReadingReport) -> Value?
  var canonical: @Sendable (YAMLScalar) -> String? = { _ in nil }
  var nested: ObjectDeclaration?
  var holdsRows = false
  /// True if the value is a list of mappings that each take several lines.
  var holdsBlocks = false
  /// The kind of value as which the fast way through rows reads its canonical form; nil if only the full
  /// reader does.
  var scanned: ScannedValue?
  /// Returns a value as a tool writes it.
  var written: (@Sendable (Value) -> YAMLValue)?

  /// Returns the type with the reading and writing for a key of rows added.
  func inRows(
    _ scanned: ScannedValue, written: @escaping @Sendable (Value) -> YAMLValue
  ) -> Self {
    var type = self
    (type.scanned, type.written) = (scanned, written)
    return type
  }
}

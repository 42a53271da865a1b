public import TilawaBase

/// The JSON Schemas of the files, made from the declarations that the reader uses.
///
/// Draft-07, because that is what the YAML support of editors understands.
public enum SchemaFiles {
  /// The name of the schema of a file, as it stands in `spec/schemas/`.
  public static func fileName(of kind: DocumentKind) -> String { "\(kind.name).schema.json" }

  /// The schema of a document.
  public static func schema(of kind: DocumentKind) -> JSONValue {
    let (declaration, name) = (kind.declaration, kind.name)
    let head: JSONValue = [
      "$schema": "http://json-schema.org/draft-07/schema#",
      "$id": .string("urn:tilawa:schema:\(FormatVersion.current.major):\(name)"),
      "title": .string("Tilawa \(name).yaml, version \(FormatVersion.current)"),
      "description": .string(declaration.meaning),
    ]
    guard case .object(let start) = head, case .object(let rest) = object(declaration) else { return head }
    return .object(start + rest)
  }

  /// The table of a mapping's keys for `spec/`, in Markdown; nil when the file has no such mapping.
  ///
  /// `file` is the name of a kind. `name` is empty for the file's own keys, else the key that holds the
  /// mapping or the rows.
  public static func table(of file: String, keysOf name: String = "") -> String? {
    let own = DocumentKind(named: file)?.declaration
    guard let declaration = name.isEmpty ? own : own?.field(name)?.nested else { return nil }
    var lines = ["| key | value | when absent | meaning |", "| --- | --- | --- | --- |"]
    for field in declaration.fields {
      let absent = field.isRequired ? "**required**" : field.absent
      lines.append("| `\(field.key)` | \(field.noun) | \(absent) | \(field.meaning) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func object(_ declaration: ObjectDeclaration) -> JSONValue {
    var schema: JSONValue = [
      "type": "object",
      "properties": .object(
        declaration.fields.map { JSONValue.Member($0.key, property($0)) }),
      "patternProperties": ["^x-": true],
      "additionalProperties": false,
      "required": JSONValue(declaration.fields.filter(\.isRequired)) { .string($0.key) },
    ]
    switch declaration.choice {
    case .exactlyOne(let one, let other):
      schema = schema.adding("oneOf", [["required": [.string(one)]], ["required": [.string(other)]]])
    case .atMostOne(let one, let other):
      schema = schema.adding("not", ["required": [.string(one), .string(other)]])
    case .atLeastOne(let one, let other):
      schema = schema.adding("anyOf", [["required": [.string(one)]], ["required": [.string(other)]]])
    case nil: break
    }
    return schema
  }

  private static func property(_ field: any AnyField) -> JSONValue {
    let description =
      field.isRequired || field.absent.isEmpty
      ? field.meaning : "\(field.meaning) When absent: \(field.absent)."
    guard let nested = field.nested else {
      return field.schema.adding("description", .string(description))
    }
    guard field.holdsRows || field.holdsBlocks else {
      return object(nested).adding("description", .string(description))
    }
    return [
      "type": ["array", "null"], "items": object(nested), "description": .string(description),
    ]
  }
}

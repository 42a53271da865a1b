/// The JSON Schemas of the five files, made from the declarations that the reader uses.
///
/// Draft-07, because that is what the YAML support of editors understands.
public enum SchemaFiles {
  /// The name of the schema of a file, as it stands in `spec/schemas/`.
  public static func fileName(of kind: FileKind) -> String { "\(kind.rawValue).schema.json" }

  /// The schema of a file.
  public static func schema(of kind: FileKind) -> JSONSchema {
    let declaration = kind.declaration
    let head = JSONSchema.of([
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": .text("Tilawa \(kind.fileName), version \(FormatVersion.current)"),
      "description": .text(declaration.meaning),
    ])
    guard case .object(let start) = head, case .object(let rest) = object(declaration) else { return head }
    return .object(start + rest)
  }

  /// The table of a mapping's keys for `spec/`, in Markdown; nil when the file has no such mapping.
  ///
  /// `name` is empty for the file's own keys, else the key that holds the mapping or the rows.
  public static func table(of kind: FileKind, keysOf name: String = "") -> String? {
    let declaration = name.isEmpty ? kind.declaration : kind.declaration.field(name)?.nested
    guard let declaration else { return nil }
    var lines = ["| key | value | when absent | meaning |", "| --- | --- | --- | --- |"]
    for field in declaration.fields {
      let absent = field.isRequired ? "**required**" : field.absent
      lines.append("| `\(field.key)` | \(field.noun) | \(absent) | \(field.meaning) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func object(_ declaration: ObjectDeclaration) -> JSONSchema {
    var schema = JSONSchema.of([
      "type": "object",
      "properties": .object(
        declaration.fields.map { JSONSchema.Entry(key: $0.key, value: property($0)) }),
      "patternProperties": .of(["^x-": true]),
      "additionalProperties": false,
      "required": .list(declaration.fields.filter(\.isRequired).map { .text($0.key) }),
    ])
    switch declaration.choice {
    case .exactlyOne(let one, let other):
      schema = schema.adding([
        "oneOf": [.of(["required": [.text(one)]]), .of(["required": [.text(other)]])]
      ])
    case .atMostOne(let one, let other):
      schema = schema.adding(["not": .of(["required": [.text(one), .text(other)]])])
    case nil: break
    }
    return schema
  }

  private static func property(_ field: any AnyField) -> JSONSchema {
    let description =
      field.isRequired || field.absent.isEmpty
      ? field.meaning : "\(field.meaning) When absent: \(field.absent)."
    guard let nested = field.nested else {
      return field.schema.adding(["description": .text(description)])
    }
    guard field.holdsRows else { return object(nested).adding(["description": .text(description)]) }
    return .of([
      "type": ["array", "null"], "items": object(nested), "description": .text(description),
    ])
  }
}

extension JSONSchema {
  /// The schema as a JSON text of two-space indentation that ends with a line end.
  public var json: String { printed(indentation: 0) + "\n" }

  private func printed(indentation: Int) -> String {
    let inner = String(repeating: " ", count: indentation + 2)
    let outer = String(repeating: " ", count: indentation)
    switch self {
    case .text(let text): return quoted(text)
    case .number(let digits): return digits
    case .flag(let flag): return flag ? "true" : "false"
    case .list(let items):
      if items.allSatisfy(\.isScalar) {
        return "[" + items.map { $0.printed(indentation: 0) }.joined(separator: ", ") + "]"
      }
      return "[\n" + items.map { inner + $0.printed(indentation: indentation + 2) }.joined(separator: ",\n")
        + "\n\(outer)]"
    case .object(let entries):
      guard !entries.isEmpty else { return "{}" }
      return "{\n"
        + entries.map { "\(inner)\(quoted($0.key)): \($0.value.printed(indentation: indentation + 2))" }
        .joined(separator: ",\n") + "\n\(outer)}"
    }
  }

  private var isScalar: Bool {
    switch self {
    case .text, .number, .flag: true
    case .list, .object: false
    }
  }
}

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

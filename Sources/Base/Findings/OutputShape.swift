/// The shape of a command's output for programs: a document, and lines of several types, by their keys.
package struct OutputShape<Whole>: Sendable {
  /// For schemas and the pages of the standard.
  package let description: OutputDescription
  private let form: JSONForm<Whole>

  /// Creates a shape. `name` is the command's, with hyphens: `quran-map`.
  ///
  /// Documents begin with their version. With some arguments the command prints a document with the keys of
  /// `other`.
  package init(
    _ name: String, _ keys: [JSONKey<Whole>], or other: OutputDescription? = nil,
    lines: [OutputDescription.Line] = []
  ) {
    form = .object([.version] + keys)
    description = OutputDescription(
      name: name, keys: form.type.keys, others: other.map { [$0] } ?? [], lines: lines)
  }

  /// The document, over several lines.
  package func document(of whole: Whole) -> String {
    form.text(of: whole, indented: true) + "\n"
  }
}

/// A line of JSON Lines: an object with its version and its type first.
package struct OutputLine<Whole>: Sendable {
  /// For schemas and the pages of the standard.
  package let description: OutputDescription.Line
  private let form: JSONForm<Whole>

  package init(_ type: String, _ keys: [JSONKey<Whole>]) {
    let word = JSONKey<Whole>.constant("type", "`\(type)`", .string(type), "The kind of line.")
    form = .object([.version, word] + keys)
    description = OutputDescription.Line(type: type, keys: form.type.keys)
  }

  /// The line, without its end.
  package func text(of whole: Whole) -> String {
    form.text(of: whole)
  }
}

extension JSONKey {
  fileprivate static var version: Self {
    constant("version", "`1`", 1, "Version of the shape of this document.", term: true)
  }
}

/// A description of a command's output, for readers.
package struct OutputDescription: Sendable {
  /// A line of JSON Lines.
  package struct Line: Sendable {
    package let type: String
    package let keys: [JSONKeyType]
  }

  /// The command's, with hyphens.
  package let name: String
  /// Of the document; none where a command prints lines alone.
  package let keys: [JSONKeyType]
  /// The documents that it prints instead with some arguments.
  package let others: [OutputDescription]
  package let lines: [Line]

  package init(
    name: String, keys: [JSONKeyType] = [], others: [OutputDescription] = [], lines: [Line] = []
  ) {
    (self.name, self.keys, self.others, self.lines) = (name, keys, others, lines)
  }

  /// Of the document, draft 2020-12; of lines under `$defs/line`.
  package var schema: JSONValue {
    let head: [JSONValue.Member] = [
      .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
      .init("$id", .string("urn:tilawa:output:1:\(name)")),
    ]
    let documents = keys.isEmpty ? lines.map(\.keys) : [keys] + others.map(\.keys)
    let line: [JSONValue.Member] =
      lines.isEmpty ? [] : [.init("$defs", ["line": .object(Self.any(lines.map(\.keys)))])]
    return .object(head + Self.any(documents) + line)
  }

  private static func any(_ objects: [[JSONKeyType]]) -> [JSONValue.Member] {
    let schemas = objects.map(JSONKeyType.object)
    if schemas.count == 1, case .object(let members) = schemas[0] { return members }
    return [.init("anyOf", .array(schemas))]
  }
}

// MARK: - Tables

extension OutputDescription {
  /// The keys in Markdown, those of objects behind the name of what has them.
  package var tables: String {
    let document = keys.isEmpty ? [] : [Self.table(keys)]
    let rest = others.map { other in
      other.name.isExactly(name) ? "Or:\n\n" + Self.table(other.keys) : "Or a document of `\(other.name)`.\n"
    }
    return (document + rest + lines.map(text)).joined(separator: "\n")
  }

  /// The keys of a line, which mostly are those of something in the document.
  private func text(of line: Line) -> String {
    let own = line.keys.dropFirst(2).map(\.name)
    let names = own.map { "`\($0)`" }.joined(separator: ", ")
    if let list = keys.first(where: { $0.type.keys.map(\.name) == own }) {
      return "A line `\(line.type)` has the keys of `\(list.name)`.\n"
    }
    if Set(own).isSubset(of: keys.map(\.name)) {
      return "A line `\(line.type)` has \(names) of the document.\n"
    }
    return "A line `\(line.type)` has:\n\n" + Self.table(line.keys)
  }

  /// The keys of some objects in Markdown.
  package static func table(_ keys: [JSONKeyType]) -> String {
    "| key | value | meaning |\n| --- | --- | --- |\n" + rows(keys, "")
  }

  private static func rows(_ keys: [JSONKeyType], _ above: String) -> String {
    keys.map { key in
      let name = above + key.name
      return "| `\(name)` | \(key.type.noun)\(key.isRequired ? "" : ", or absent") | \(key.meaning) |\n"
        + rows(key.isTerm && !above.isEmpty ? [] : key.type.keys, "\(name).")
    }.joined()
  }
}

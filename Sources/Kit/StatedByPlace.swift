package import TilawaBase
import TilawaExchange
import TilawaFormat

/// Facts of recordings by the bundle that they belong to: from a table, or from the bundles' paths.
package protocol FactsByBundle {
  /// Returns keys of `recording.yaml` with the values for a bundle, or nil if there are none for it.
  mutating func facts(of bundle: FoundBundle) throws(Failure) -> [(key: String, value: String)]?
}

/// A table of facts: CSV with a line of keys above it. A column `bundle` or `file` says which bundle a line
/// describes.
package struct FactsTable: FactsByBundle, Sendable {
  private struct Line: Sendable {
    let name: String
    let number: Int
    let facts: [(key: String, value: String)]
    var isUsed = false
  }

  private var lines: [Line] = []
  private let shownPath: String

  /// Reads a table with columns for `keys`. An empty cell states nothing.
  ///
  /// Throws a `Failure` if the table can't be read, has another column, or names a bundle twice.
  package init(readingAt path: String, shownAs shownPath: String, keys: [String]) throws {
    self.shownPath = shownPath
    let source = SourceText(path: shownPath, bytes: try FileContents.read(path))
    guard String(validating: source.bytes, as: UTF8.self) != nil else {
      throw Failure("\(shownPath) is not UTF-8; save the table as \"CSV UTF-8\"")
    }
    let table = LineTable(of: source)
    // Spreadsheets in countries that write 1,5 separate by semicolons.
    let comma = UInt8(ascii: ",")
    let hasCommas = source.bytes.prefix { $0 != 0x0A }.contains(comma)
    let records = DelimitedText(
      source: source, dialect: .quoted(hasCommas ? comma : UInt8(ascii: ";"))
    ).makeIterator()
    let head = records.next()?.fields.map { $0.trimmed(of: " \u{FEFF}") } ?? []
    guard let names = head.firstIndex(where: { $0 == "bundle" || $0 == "file" }) else {
      throw Failure("\(shownPath): expected a column \"bundle\" or \"file\" in the first line")
    }
    for (index, key) in head.enumerated() where index != names && !keys.contains(key) {
      let near = nearestName(to: key, in: keys).map { "; did you mean \($0)?" } ?? ""
      throw Failure(
        "\(shownPath): unknown column \"\(key)\" (expected \(keys.joined(separator: ", ")))\(near)")
    }
    while let record = records.next() {
      let number = table.line(at: record.place.range?.lowerBound ?? 0)
      guard record.fields.count == head.count else {
        throw Failure(
          "\(shownPath):\(number): \(record.fields.count) fields (expected \(head.count), as in the first line)"
        )
      }
      let name = record.fields[names].trimmed(of: " ")
      if let other = lines.first(where: { $0.name == name }) {
        throw Failure("\(shownPath):\(number): \"\(name)\" is already on line \(other.number)")
      }
      let facts = zip(head, record.fields).enumerated().compactMap { index, cell in
        let value = cell.1.trimmed(of: " ")
        return index == names || value.isEmpty ? nil : (key: cell.0, value: value)
      }
      lines.append(Line(name: name, number: number, facts: facts))
    }
  }

  /// Returns the values of the line that names the bundle's folder, the end of its path, or the audio file
  /// that it was imported from.
  package mutating func facts(of bundle: FoundBundle) throws(Failure) -> [(key: String, value: String)]? {
    let names = bundle.namesInTables
    let found = lines.indices.filter { index in
      names.contains(lines[index].name) || bundle.path.ends(with: "/" + lines[index].name)
    }
    guard let first = found.first else { return nil }
    guard found.count == 1 else {
      throw Failure(
        "\(shownPath): lines \(found.map { "\(lines[$0].number)" }.joined(separator: ", ")) all describe \(bundle.shownPath)"
      )
    }
    lines[first].isUsed = true
    return lines[first].facts
  }

  /// Messages for the lines that describe none of the bundles.
  package var unusedLines: [String] {
    lines.filter { !$0.isUsed }.map { "\(shownPath):\($0.number): no bundle \"\($0.name)\"" }
  }
}

/// A pattern of paths, such as `{reciter}/{prayer} {recorded_at}`, whose words in braces are keys; `{}`
/// stands for any text. It is compared with the end of a bundle's path.
package struct FactsPattern: FactsByBundle, Sendable {
  private enum Piece: Sendable {
    case text(String)
    /// Any text that isn't empty; nil for one that isn't kept.
    case value(key: String?)
  }

  /// The pieces of each part between slashes.
  private let parts: [[Piece]]

  /// Reads a pattern. Throws a `Failure` if it is malformed, or contains an unknown key or none.
  package init(_ pattern: String, keys: [String]) throws(Failure) {
    var used: [String] = []
    var parts: [[Piece]] = []
    for part in pattern.fields(by: "/") {
      var pieces: [Piece] = []
      var rest = part
      while let (before, after) = rest.cut(at: "{") {
        guard let (key, next) = after.cut(at: "}") else {
          throw Failure("invalid pattern \"\(pattern)\": \"{\" without \"}\"")
        }
        if !before.isEmpty {
          pieces.append(.text(String(before)))
        } else if case .value = pieces.last {
          throw Failure("invalid pattern \"\(pattern)\": \"}{\" needs a character in between")
        }
        let name = String(key)
        guard name.isEmpty || keys.contains(name) else {
          let near = nearestName(to: name, in: keys).map { "; did you mean {\($0)}?" } ?? ""
          throw Failure(
            "invalid pattern: unknown key {\(name)} (expected \(keys.joined(separator: ", ")))\(near)")
        }
        guard name.isEmpty || !used.contains(name) else {
          throw Failure("invalid pattern \"\(pattern)\": {\(name)} occurs twice")
        }
        if !name.isEmpty { used.append(name) }
        pieces.append(.value(key: name.isEmpty ? nil : name))
        rest = next
      }
      if !rest.isEmpty { pieces.append(.text(String(rest))) }
      parts.append(pieces)
    }
    guard !used.isEmpty else {
      throw Failure("invalid pattern \"\(pattern)\": no key, such as {reciter} or {recorded_at}")
    }
    self.parts = parts
  }

  /// Returns the values in the path of the bundle. Its last part may also be the name of the audio file
  /// that the bundle was imported from. A date may be written in any way in which phones name recordings.
  package func facts(of bundle: FoundBundle) throws(Failure) -> [(key: String, value: String)]? {
    let folders = PathText.folder(of: bundle.path).fields(by: "/").filter { !$0.isEmpty }
    guard folders.count >= parts.count - 1, let last = parts.last else { return nil }
    var facts: [(key: String, value: String)] = []
    for (pieces, name) in zip(parts.dropLast(), folders.suffix(parts.count - 1)) {
      guard let found = Self.values(pieces[...], in: name[...]) else { return nil }
      facts += found
    }
    let names = bundle.namesInTables.flatMap { name in [PathText.stem(of: name), name] }
    guard let found = names.lazy.compactMap({ Self.values(last[...], in: $0[...]) }).first else { return nil }
    return (facts + found).map { key, value in
      (key, key == StatedFacts.dateKey ? NamedDate.text(in: value).map(Self.day) ?? value : value)
    }
  }

  /// Without its time of day, whose zone no name says.
  private static func day(_ text: String) -> String { text.cut(at: "T").map { String($0.0) } ?? text }

  /// Matches the shortest texts first.
  private static func values(_ pieces: ArraySlice<Piece>, in text: Substring) -> [(
    key: String, value: String
  )]? {
    guard let piece = pieces.first else { return text.isEmpty ? [] : nil }
    let next = pieces.dropFirst()
    switch piece {
    case .text(let wanted):
      return text.after(wanted).flatMap { values(next, in: $0) }
    case .value(let key):
      for end in text.unicodeScalars.indices.dropFirst().map({ $0 }) + [text.endIndex] where !text.isEmpty {
        guard let rest = values(next, in: text[end...]) else { continue }
        let value = String(text[..<end]).trimmed(of: " ")
        return (key.map { [($0, value)] } ?? []) + rest
      }
      return nil
    }
  }
}

extension FoundBundle {
  /// The names that stand for the bundle in tables: that of its audio's file before the import, and its own.
  fileprivate var namesInTables: [String] {
    let bundle = TilawaBundle(readingAt: path, shownAs: shownPath, only: [.recording])
    let recording = bundle.recording?.content
    let name = PathText.name(of: path)
    return [recording?.sourceFile?.value].compactMap { $0 } + [
      name, name.before(BundleName.ending).map(String.init) ?? name,
    ]
  }
}

import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaYAML

/// The contents of a text: its keys and rows, those of a surah together.
struct Outline {
  /// Something with a name.
  struct Symbol {
    /// Of what kind the protocol takes it to be.
    enum Kind: Int {
      case group = 3
      case row = 13
      case key = 20
      case list = 18
    }

    var name: String
    var detail = ""
    var kind: Kind
    /// All of it.
    var range: Range<Int>
    /// The range of its name.
    var nameRange: Range<Int>
    var children: [Symbol] = []
  }

  private let workspace: Workspace
  private let document: OpenDocument

  init(_ document: OpenDocument, in workspace: Workspace) {
    (self.workspace, self.document) = (workspace, document)
  }

  /// Rows of segments and markers by surah; of other texts the keys and the rows.
  func symbols() -> [Symbol] {
    if let path = document.bundlePath, let kind = document.kind.ofBundle,
      kind == .segments || kind == .markers
    {
      return surahs(workspace.rows(ofBundle: path).filter { $0.kind == kind }.sorted { $0.index < $1.index })
    }
    let read = YAMLDocument(parsing: document.source)
    return (read.root ?? read.salvaged.first).map(keys) ?? []
  }

  /// Runs of rows in the order of the text.
  private func surahs(_ rows: [AnnotatedRow]) -> [Symbol] {
    var groups: [Symbol] = []
    var surah: Int?
    for row in rows {
      let range = row.bytes.range
      let symbol = Symbol(
        name: row.label,
        detail: "\(row.start.clock), \((row.end - row.start).shortLength)"
          + (row.isConfirmed ? ", confirmed" : ""), kind: .row, range: range, nameRange: range)
      let own = row.ayah?.first.surah ?? surah
      if groups.isEmpty || own != surah {
        let name = own.map { AyahFacts.name(ofSurah: $0) } ?? "before the first ayah"
        groups.append(Symbol(name: name, kind: .group, range: range, nameRange: range))
      }
      surah = row.ayah?.last.surah ?? own
      let last = groups.count - 1
      groups[last].children.append(symbol)
      groups[last].range =
        min(
          groups[last].range.lowerBound, range.lowerBound)..<max(
          groups[last].range.upperBound, range.upperBound)
    }
    for index in groups.indices {
      let count = groups[index].children.count
      groups[index].detail = "\(count) row\(count == 1 ? "" : "s")"
    }
    return groups
  }

  private func keys(_ node: YAMLNode) -> [Symbol] {
    (node.mapping ?? []).map { pair in
      let name = pair.key.scalar?.value ?? ""
      let range = pair.key.range.lowerBound..<max(pair.key.range.upperBound, pair.value.range.upperBound)
      var symbol = Symbol(
        name: name.isEmpty ? "?" : name,
        detail: pair.value.scalar.map { String($0.value.unicodeScalars.prefix(60)) } ?? "",
        kind: .key, range: range, nameRange: pair.key.range)
      if let items = pair.value.sequence {
        symbol.kind = .list
        symbol.children = items.map { row($0, name) }
      } else if pair.value.mapping != nil {
        symbol.children = keys(pair.value)
      }
      return symbol
    }
  }

  /// A row by what it is known by, else by its first value.
  private func row(_ node: YAMLNode, _ list: String) -> Symbol {
    var names: [String] = []
    if case .keys(let keys)? = document.kind.list(list)?.identity {
      names = keys.compactMap { node[$0]?.scalar?.value }
    }
    if names.isEmpty { names = (node.mapping ?? []).prefix(2).compactMap { $0.value.scalar?.value } }
    let name = node.scalar?.value ?? names.joined(separator: " ")
    return Symbol(name: name.isEmpty ? "row" : name, kind: .row, range: node.range, nameRange: node.range)
  }

  /// Lines that can be folded: each surah's, and what lies below a key.
  func folds() -> [ClosedRange<Int>] {
    var found: [ClosedRange<Int>] = []
    func add(_ symbols: [Symbol]) {
      for symbol in symbols {
        let first = document.text.line(at: symbol.range.lowerBound)
        let last = document.text.line(at: max(symbol.range.lowerBound, symbol.range.upperBound - 1))
        if last > first { found.append(first...last) }
        add(symbol.children)
      }
    }
    add(symbols())
    return found
  }
}

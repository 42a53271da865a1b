import Testing
import TilawaBase
import TilawaTestSupport
import TilawaYAML

/// A node of a generated document, and the path of its value in the document's values.
private struct Found {
  let node: YAMLNode
  let path: [Int]
  /// The entry around it: where the lines that an edit may touch begin.
  let start: Int
}

/// The values to be written, each with its meaning.
private let newValues: [(YAMLValue, GeneratedValue)] = [
  (.plain("3.120"), .plain("3.120")), (.text("word"), .text("word")), (.text("1:1"), .text("1:1")),
  (.text("a, b: [c] # d"), .text("a, b: [c] # d")), (.text("two\nlines\n"), .text("two\nlines\n")),
  (.quoted("سورة \"البقرة\"\u{7}"), .text("سورة \"البقرة\"\u{7}")), (.text(""), .text("")),
  (
    .flow([("ayah", .quoted("1:1")), ("at", .flowList([.plain("1"), .text("x, y")]))]),
    .mapping([
      .init(key: "ayah", value: .text("1:1")),
      .init(key: "at", value: .sequence([.plain("1"), .text("x, y")])),
    ])
  ),
  (
    .block([
      ("a: b", .text("yes")), ("rows", .rows([.block([("p", .plain("1")), ("q", .rows([]))]), .text("z")])),
    ]),
    .mapping([
      .init(key: "a: b", value: .text("yes")),
      .init(
        key: "rows",
        value: .sequence([
          .mapping([.init(key: "p", value: .plain("1")), .init(key: "q", value: .sequence([]))]), .text("z"),
        ])),
    ])
  ),
  (.rows([.text("p"), .flow([])]), .sequence([.text("p"), .mapping([])])),
]

@Suite struct YAMLEditorPropertyTests {
  private var random = SplitMix64(state: 5)

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &random) }

  private func collect(_ node: YAMLNode, _ path: [Int], _ start: Int, into found: inout [Found]) {
    found.append(Found(node: node, path: path, start: start))
    for (index, pair) in (node.mapping ?? []).enumerated() {
      collect(pair.value, path + [index], pair.key.range.lowerBound, into: &found)
    }
    for (index, item) in (node.sequence ?? []).enumerated() {
      collect(item, path + [index], min(start, item.range.lowerBound), into: &found)
    }
  }

  private func updated(
    _ value: GeneratedValue, _ path: ArraySlice<Int>, _ body: (GeneratedValue) -> GeneratedValue
  ) -> GeneratedValue {
    guard let index = path.first else { return body(value) }
    switch value {
    case .mapping(var pairs):
      pairs[index] = .init(key: pairs[index].key, value: updated(pairs[index].value, path.dropFirst(), body))
      return .mapping(pairs)
    case .sequence(var items):
      items[index] = updated(items[index], path.dropFirst(), body)
      return .sequence(items)
    default:
      return value
    }
  }

  @Test mutating func saysWhatWasAskedFor() {
    var generator = YAMLGenerator(seed: 6)
    for number in 0..<3_000 {
      let (text, value) = generator.document()
      let document = document(text)
      guard let root = document.root else { continue }
      var found: [Found] = []
      collect(root, [], 0, into: &found)
      var editor = YAMLEditor(document)
      var expected = value
      var told = ""
      // A value somewhere, then up to three changes of a collection that may lie around it.
      let scalars = found.filter { $0.node.scalar != nil }
      var replaced: Found?
      if !scalars.isEmpty, below(2) == 0 {
        let target = scalars[below(scalars.count)]
        let (new, said) = newValues[below(newValues.count)]
        editor.replace(target.node, with: new)
        expected = updated(expected, target.path[...]) { _ in said }
        told += "replace \(target.path) with \(new); "
        replaced = target
      }
      let collections = found.filter { $0.node.scalar == nil }
      if !collections.isEmpty, below(3) > 0 || replaced == nil {
        let target = collections[below(collections.count)]
        for turn in 0...below(3) {
          expected = change(target, &editor, expected, &told, isUntouched: turn == 0)
        }
      }
      guard let bytes = editor.edits.applied(to: document.source.bytes) else {
        Issue.record("\(number): edits overlap: \(told)\n\(text.debugDescription)\n\(editor.edits)")
        continue
      }
      let after = YAMLDocument(parsing: SourceText(path: "a.yaml", bytes: bytes))
      let result = String(decoding: bytes, as: UTF8.self)
      #expect(
        after.diagnostics.isEmpty && says(after.root, expected),
        "\(number): \(told)\n\(text.debugDescription)\n\(result.debugDescription)\n\(findings(after))")
    }
  }

  private mutating func change(
    _ target: Found, _ editor: inout YAMLEditor, _ expected: GeneratedValue, _ told: inout String,
    isUntouched: Bool
  ) -> GeneratedValue {
    let (new, said) = newValues[below(newValues.count)]
    let choice = below(4)
    let place = below(6)
    let other = below(6)
    var words = ""
    let result = updated(expected, target.path[...]) { value in
      switch value {
      case .sequence(var items) where choice == 0 && !items.isEmpty:
        let index = place % items.count
        editor.removeRow(at: index, in: target.node)
        items.remove(at: index)
        words = "remove row \(index)"
        return .sequence(items)
      case .sequence(var items) where choice == 1 && !items.isEmpty && isUntouched:
        let (from, to) = (place % items.count, other % items.count)
        var order = Array(items.indices)
        order.insert(order.remove(at: from), at: to)
        editor.replaceRows(of: target.node, with: order.map { .kept($0) })
        items.insert(items.remove(at: from), at: to)
        words = "move row \(from) to \(to)"
        return .sequence(items)
      case .sequence(var items):
        let index = place % (items.count + 1)
        editor.insertRow(new, at: index, in: target.node)
        items.insert(said, at: index)
        words = "insert row \(index) \(new)"
        return .sequence(items)
      case .mapping(var pairs) where choice < 2 && !pairs.isEmpty:
        let key = pairs.remove(at: place % pairs.count).key
        editor.removeKey(key, in: target.node)
        words = "remove key \(key)"
        return .mapping(pairs)
      case .mapping(var pairs):
        let known = other < pairs.count ? pairs[other].key : nil
        let key = "new\(place)"
        if let index = pairs.firstIndex(where: { $0.key == key }) {
          pairs[index] = .init(key: key, value: said)
        } else {
          pairs.insert(.init(key: key, value: said), at: known == nil ? pairs.count : other + 1)
        }
        editor.set(key, to: new, in: target.node, after: known.map { [$0] } ?? [])
        words = "set \(key) after \(known ?? "all") to \(new)"
        return .mapping(pairs)
      default:
        return value
      }
    }
    told += "\(words) in \(target.path); "
    return result
  }

  @Test mutating func changesNoOtherLines() {
    var generator = YAMLGenerator(seed: 7)
    for number in 0..<1_500 {
      let text = generator.document().text
      let document = document(text)
      guard let root = document.root else { continue }
      var found: [Found] = []
      collect(root, [], 0, into: &found)
      let target = found[below(found.count)]
      var editor = YAMLEditor(document)
      if target.node.sequence?.isEmpty == false {
        editor.removeRow(at: 0, in: target.node)
      } else if let key = target.node.mapping?.last?.key.scalar?.value {
        editor.removeKey(key, in: target.node)
      } else {
        editor.replace(target.node, with: .plain("1"))
      }
      let bytes = document.source.bytes
      // Below the node's last line only blank lines and comments inside it may go.
      var end = bytes[target.node.range.upperBound...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      while let first = bytes[end...].first, [0x20, 0x0A, 0x0D, 0x23].contains(first) {
        let next = bytes[end...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
        guard let word = bytes[end..<next].first(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D }) else {
          end = next
          continue
        }
        guard word == 0x23 else { break }
        end = next
      }
      for edit in editor.edits {
        #expect(
          edit.range.lowerBound >= target.start && edit.range.upperBound <= end,
          "\(number): \(edit) \(target.path) \(target.start) \(end) \(text.debugDescription)")
      }
    }
  }
}

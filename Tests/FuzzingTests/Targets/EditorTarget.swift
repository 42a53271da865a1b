import TilawaBase
import TilawaYAML

extension FuzzTarget {
  /// The lossless editor. An edit has the requested result, and everything else stays as it was, byte for
  /// byte.
  static let editor = FuzzTarget("editor") { input in
    let document = YAMLDocument(parsing: SourceText(path: "a.yaml", bytes: input))
    guard let root = document.root, !document.hasErrors else { return }
    var numbers = InputNumbers(input)
    var edit = RandomEdit(document, root)
    edit.make(&numbers)
    guard let bytes = edit.editor.edits.applied(to: input) else {
      throw FuzzFinding(description: "edits overlap: \(edit.told)\n\(edit.editor.edits)")
    }
    let after = YAMLDocument(parsing: SourceText(path: "a.yaml", bytes: bytes))
    // Whoever puts values into what is nested as deep as may be gets what nobody reads.
    if after.diagnostics.contains(where: { $0.rule.code == "Y008" }) { return }
    try demand(
      !after.hasErrors, "\(edit.told) made faults \(after.diagnostics.map(\.message)): \(shown(bytes))")
    guard let newRoot = after.root else { throw FuzzFinding(description: "\(edit.told) left nothing") }
    if let fault = edit.expected.difference(from: newRoot, document.source, after.source) {
      throw FuzzFinding(description: "\(edit.told): \(fault)\n\(shown(input))\n\(shown(bytes))")
    }
  }
}

/// The expected values of a document after edits.
private indirect enum Expected {
  /// A node of the text before, untouched.
  case kept(YAMLNode)
  /// A value that was written anew, as its text reads alone.
  case new(YAMLNode)
  case mapping([(key: String, value: Expected)])
  case sequence([Expected])

  func changed(_ path: ArraySlice<Int>, _ change: (Expected) -> Expected) -> Expected {
    guard let index = path.first else { return change(self) }
    switch opened {
    case .mapping(var pairs):
      pairs[index].value = pairs[index].value.changed(path.dropFirst(), change)
      return .mapping(pairs)
    case .sequence(var items):
      items[index] = items[index].changed(path.dropFirst(), change)
      return .sequence(items)
    default: return self
    }
  }

  /// Returns the first difference of the text after the edits; nil if there isn't any.
  func difference(from node: YAMLNode, _ before: SourceText, _ after: SourceText) -> String? {
    switch self {
    case .kept(let old):
      guard node.hasSameValues(as: old) else { return "what stood at \(old.range) says something else" }
      guard old.scalar != nil || old.isFlow else {
        let pairs = zip(
          old.mapping?.map(\.value) ?? old.sequence ?? [], node.mapping?.map(\.value) ?? node.sequence ?? [])
        return pairs.lazy.compactMap { Expected.kept($0).difference(from: $1, before, after) }.first
      }
      return before.bytes[old.range].elementsEqual(after.bytes[node.range])
        ? nil
        : "what stood at \(old.range) is written otherwise: \(after.text(in: node.range).debugDescription)"
    case .new(let value):
      return node.hasSameValues(as: value) ? nil : "a new value at \(node.range) says something else"
    case .mapping(let pairs):
      guard let found = node.mapping, found.count == pairs.count else {
        return "keys were lost or added at \(node.range)"
      }
      return zip(pairs, found).lazy.compactMap { pair, found in
        found.key.scalar?.value == pair.key
          ? pair.value.difference(from: found.value, before, after)
          : "\(pair.key) became \(found.key.scalar?.value ?? "")"
      }.first
    case .sequence(let items):
      guard let found = node.sequence, found.count == items.count else {
        return "rows were lost or added at \(node.range)"
      }
      return zip(items, found).lazy.compactMap { $0.difference(from: $1, before, after) }.first
    }
  }
}

/// One to four changes somewhere in a document, and what it should say then.
private struct RandomEdit {
  private(set) var editor: YAMLEditor
  private(set) var expected: Expected
  private(set) var told = ""
  private let root: YAMLNode

  init(_ document: YAMLDocument, _ root: YAMLNode) {
    editor = YAMLEditor(document)
    expected = .kept(root)
    self.root = root
  }

  private static let values: [YAMLValue] = [
    .plain("3.120"), .text("word"), .text("1:1"), .text("a, b: [c] # d"), .text("two\nlines\n"),
    .quoted("سورة \"البقرة\"\u{7}"), .text(""), .text(" - "), .text("null"),
    .flow([("ayah", .quoted("1:1")), ("at", .flowList([.plain("1"), .text("x, y")]))]),
    .block([
      ("a: b", .text("yes")), ("rows", .rows([.block([("p", .plain("1")), ("q", .rows([]))]), .text("z")])),
    ]),
    .rows([.text("p"), .flow([])]), .flow([]), .rows([]),
  ]

  /// The values as their texts read alone.
  private static let said: [YAMLNode] = values.compactMap { value in
    let text = YAMLValue.print(.block([("k", value)]))
    return YAMLDocument(parsing: SourceText(path: "", bytes: Array(text.utf8))).root?["k"]
  }

  private typealias Found = (node: YAMLNode, path: [Int])

  private static func collect(_ node: YAMLNode, _ path: [Int], _ found: inout [Found]) {
    found.append((node, path))
    for (index, pair) in (node.mapping ?? []).enumerated() { collect(pair.value, path + [index], &found) }
    for (index, item) in (node.sequence ?? []).enumerated() { collect(item, path + [index], &found) }
  }

  mutating func make(_ numbers: inout InputNumbers) {
    var found: [Found] = []
    Self.collect(root, [], &found)
    let scalars = found.filter { $0.node.scalar != nil }
    let collections = found.filter { $0.node.scalar == nil }
    if !scalars.isEmpty, collections.isEmpty || numbers.below(2) == 0 {
      let target = scalars[numbers.below(scalars.count)]
      let choice = numbers.below(Self.values.count)
      editor.replace(target.node, with: Self.values[choice])
      expected = expected.changed(target.path[...]) { _ in .new(Self.said[choice]) }
      told += "replace \(target.path) with \(Self.values[choice]); "
    }
    guard !collections.isEmpty, told.isEmpty || numbers.below(3) > 0 else { return }
    let target = collections[numbers.below(collections.count)]
    for turn in 0...numbers.below(3) { change(target, isFirst: turn == 0, &numbers) }
  }

  private mutating func change(_ target: Found, isFirst: Bool, _ numbers: inout InputNumbers) {
    let choice = numbers.below(Self.values.count)
    let (value, said) = (Self.values[choice], Self.said[choice])
    let (what, place, other) = (numbers.below(4), numbers.below(8), numbers.below(8))
    expected = expected.changed(target.path[...]) { now in
      switch now.opened {
      case .sequence(let items):
        return change(items, of: target.node, (what, place, other), isFirst, value, said)
      case .mapping(let pairs): return change(pairs, of: target.node, (what, place, other), value, said)
      default: return now
      }
    }
  }

  private mutating func change(
    _ items: [Expected], of node: YAMLNode, _ choice: (what: Int, place: Int, other: Int), _ isFirst: Bool,
    _ value: YAMLValue, _ said: YAMLNode
  ) -> Expected {
    var items = items
    if choice.what == 0, !items.isEmpty {
      let index = choice.place % items.count
      editor.removeRow(at: index, in: node)
      items.remove(at: index)
      told += "remove row \(index); "
    } else if choice.what == 1, !items.isEmpty, isFirst {
      let (from, to) = (choice.place % items.count, choice.other % items.count)
      var order = Array(items.indices)
      order.insert(order.remove(at: from), at: to)
      editor.replaceRows(of: node, with: order.map { .kept($0) })
      items.insert(items.remove(at: from), at: to)
      told += "move row \(from) to \(to); "
    } else {
      let index = choice.place % (items.count + 1)
      editor.insertRow(value, at: index, in: node)
      items.insert(.new(said), at: index)
      told += "insert row \(index) \(value); "
    }
    return .sequence(items)
  }

  private mutating func change(
    _ pairs: [(key: String, value: Expected)], of node: YAMLNode,
    _ choice: (what: Int, place: Int, other: Int),
    _ value: YAMLValue, _ said: YAMLNode
  ) -> Expected {
    var pairs = pairs
    if choice.what < 2, !pairs.isEmpty {
      let key = pairs[choice.place % pairs.count].key
      editor.removeKey(key, in: node)
      pairs.removeAll { $0.key == key }
      told += "remove \(key); "
      return .mapping(pairs)
    }
    let known = choice.other < pairs.count ? pairs[choice.other].key : nil
    let key = "new\(choice.place)"
    if let index = pairs.firstIndex(where: { $0.key == key }) {
      pairs[index].value = .new(said)
    } else {
      pairs.insert((key, .new(said)), at: known == nil ? pairs.count : choice.other + 1)
    }
    editor.set(key, to: value, in: node, after: known.map { [$0] } ?? [])
    told += "set \(key) after \(known ?? "all") to \(value); "
    return .mapping(pairs)
  }
}

extension Expected {
  /// Its entries, each as it was.
  var opened: Expected {
    guard case .kept(let node) = self else { return self }
    return switch node.content {
    case .scalar: self
    case .mapping(let pairs): .mapping(pairs.map { ($0.key.scalar?.value ?? "", .kept($0.value)) })
    case .sequence(let items): .sequence(items.map { .kept($0) })
    }
  }
}

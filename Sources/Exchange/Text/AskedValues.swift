import TilawaBase

/// The parts of a text that cannot be imported, by kind.
struct Leftovers {
  private var kinds: [String: (count: Int, offset: Int)] = [:]

  mutating func add(_ kind: String, at offset: Int) {
    kinds[kind, default: (0, offset)].count += 1
  }

  /// Tells of all kinds at once.
  func tell(_ text: SourceText, _ report: ExchangeReport) {
    let found = kinds.sorted { ($0.value.offset, $0.key) < ($1.value.offset, $1.key) }
    guard let first = found.first?.value.offset else { return }
    let names = found.prefix(20).map { $0.value.count == 1 ? $0.key : "\($0.key) (\($0.value.count))" }
    let more = found.count > names.count ? ", and \(found.count - names.count) more kinds" : ""
    let offset = min(first, text.bytes.count)
    report.add(
      .unplaced, "left out: \(names.joined(separator: ", "))\(more)",
      at: Place(text, offset..<min(offset + 1, text.bytes.count)))
  }
}

extension JSONNode {
  /// Marks these keys as read.
  func passOver(_ keys: String...) {
    for key in keys { self[key]?.passOver() }
  }

  /// Collects everything in it that contains data and was never read, such as `entries[].ref`. Keys that are
  /// ayat or numbers become `*`.
  func collect(_ path: String, _ found: inout Leftovers) {
    func visit(_ node: JSONNode, _ path: String) {
      if node.saysNothing { return }
      if asked?.has(node.offset) ?? true {
        node.collect(path, &found)
      } else {
        found.add(path, at: node.offset)
      }
    }
    switch content {
    case .object(let members):
      for (key, value) in members {
        let isNumber = key.utf8.first.map { (0x30...0x39).contains($0) } ?? false
        visit(value, (path.isEmpty ? "" : path + ".") + (isNumber ? "*" : key))
      }
    case .array(let items): for item in items { visit(item, path + "[]") }
    default: break
    }
  }
}

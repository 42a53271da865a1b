import Testing
import TilawaBase
import TilawaTestSupport
import TilawaYAML

/// Returns true if `node` has the values that the generator meant.
func says(_ node: YAMLNode?, _ value: GeneratedValue) -> Bool {
  guard let node else { return false }
  switch value {
  case .text(let text): return node.scalar?.kind == .text && node.scalar?.value == text
  case .plain(let text):
    return node.scalar?.style == .plain && node.scalar?.value == text
      || (text.isEmpty && node.scalar?.kind == .null)
  case .sequence(let items):
    guard let nodes = node.sequence, nodes.count == items.count else { return false }
    return zip(nodes, items).allSatisfy { says($0, $1) }
  case .mapping(let pairs):
    guard let nodes = node.mapping, nodes.count == pairs.count else { return false }
    return zip(nodes, pairs).allSatisfy { $0.key.scalar?.value == $1.key && says($0.value, $1.value) }
  }
}

private func applied(_ edits: [TextEdit], to document: YAMLDocument) -> YAMLDocument? {
  edits.applied(to: document.source.bytes).map {
    YAMLDocument(parsing: SourceText(path: "a.yaml", bytes: $0))
  }
}

@Suite struct YAMLPropertyTests {
  static let count = 1_500

  @Test func readsWhatWasMeant() {
    var generator = YAMLGenerator(seed: 1)
    for number in 0..<Self.count {
      let (text, value) = generator.document()
      let document = document(text)
      #expect(document.diagnostics.isEmpty, "\(number): \(findings(document)) \(text.debugDescription)")
      #expect(says(document.root, value), "\(number): \(text.debugDescription)\n\(value)")
    }
  }

  @Test func canonicalFormIsStableAndKeepsValues() {
    var generator = YAMLGenerator(seed: 2)
    for number in 0..<Self.count {
      let document = document(generator.document().text)
      guard let root = document.root else { continue }
      let text = String(decoding: document.source.bytes, as: UTF8.self)
      let edits = document.canonicalEdits(CanonicalStyle())
      guard let canonical = applied(edits, to: document), let newRoot = canonical.root else {
        Issue.record("\(number): \(text.debugDescription) \(edits)")
        continue
      }
      let newText = String(decoding: canonical.source.bytes, as: UTF8.self)
      #expect(newRoot.hasSameValues(as: root), "\(number): \(text.debugDescription)\n\(newText)")
      let again = canonical.canonicalEdits(CanonicalStyle())
      #expect(again.isEmpty, "\(number): \(text.debugDescription)\n\(newText)\n\(again)")
      #expect(!newText.contains("\r"))
      #expect(
        canonical.comments.count == document.comments.count, "\(number): \(text.debugDescription)\n\(newText)"
      )
    }
  }
}

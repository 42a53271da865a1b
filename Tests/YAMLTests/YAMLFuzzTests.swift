import Testing
import TilawaBase
import TilawaTestSupport
import TilawaYAML

@Suite struct YAMLFuzzTests {
  private static let pieces: [[UInt8]] =
    [
      "#", "- ", ": ", "\n", "\r", "\r\n", "\t", "[", "]", "{", "}", ",", "\"", "'", "&a ", "*a", "!t ", "|",
      ">+", "? ", "---\n",
      "...\n", "%YAML 1.2\n", "<<<<<<< a\n", "=======\n", ">>>>>>> b\n", "\u{FEFF}", "\u{85}", "\u{2028}",
      "\0", "  ",
      "~", "\\", "بسم", "🙂", "a:1", "- - ", "-\n",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x80], [0xF0, 0x9F, 0x99]]

  private func check(_ node: YAMLNode, within range: Range<Int>, _ told: String) {
    #expect(range.lowerBound <= node.range.lowerBound && node.range.upperBound <= range.upperBound, "\(told)")
    var end = node.range.lowerBound
    for pair in node.mapping ?? [] {
      #expect(
        pair.key.range.lowerBound >= end && pair.value.range.lowerBound >= pair.key.range.upperBound,
        "\(told)")
      check(pair.key, within: node.range, told)
      check(pair.value, within: node.range, told)
      end = pair.value.range.upperBound
    }
    for item in node.sequence ?? [] {
      #expect(item.range.lowerBound >= end, "\(told)")
      check(item, within: node.range, told)
      end = item.range.upperBound
    }
  }

  @Test func survivesEveryMutation() {
    var random = SplitMix64(state: 3)
    var generator = YAMLGenerator(seed: 4)
    var readable = 0
    for number in 0..<4_000 {
      var bytes = Array(generator.document().text.utf8)
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...5, using: &random)))
        case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
        default: bytes.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? [], at: place)
        }
      }
      let document = YAMLDocument(parsing: SourceText(path: "a.yaml", bytes: bytes))
      let told = "\(number): \(String(decoding: bytes, as: UTF8.self).debugDescription)"
      for finding in document.diagnostics {
        let range = finding.place.range ?? 0..<0
        #expect(range.lowerBound >= 0 && range.upperBound <= bytes.count, "\(told)")
      }
      guard let root = document.root else { continue }
      check(root, within: 0..<bytes.count, told)
      guard !document.hasErrors else { continue }
      readable += 1
      guard let canonical = document.canonicalEdits(CanonicalStyle()).applied(to: bytes) else {
        Issue.record("edits overlap: \(told)")
        continue
      }
      let after = YAMLDocument(parsing: SourceText(path: "a.yaml", bytes: canonical))
      let text = String(decoding: canonical, as: UTF8.self)
      #expect(after.root?.hasSameValues(as: root) == true, "\(told)\n\(text)\n\(findings(after))")
      #expect(after.canonicalEdits(CanonicalStyle()).isEmpty, "\(told)\n\(text)")
    }
    #expect(readable > 500)
  }

  @Test func rangesAreExact() {
    var generator = YAMLGenerator(seed: 8)
    for number in 0..<800 {
      let document = document(generator.document().text)
      guard let root = document.root else { continue }
      check(root, within: 0..<document.source.bytes.count, "\(number)")
      sliceAgain(root, document.source)
    }
  }

  /// Checks that the text of a scalar's range, read alone, is that scalar.
  private func sliceAgain(_ node: YAMLNode, _ source: SourceText) {
    if let scalar = node.scalar {
      guard !node.range.isEmpty, scalar.style != .literal, scalar.style != .folded else { return }
      let text = source.text(in: node.range)
      let alone = YAMLDocument(parsing: SourceText(path: "", bytes: Array("[ \(text) ]".utf8))).root
      let block = YAMLDocument(parsing: SourceText(path: "", bytes: Array("k: \(text)\n".utf8))).root
      #expect(
        alone?.sequence?.first?.scalar == scalar || block?["k"]?.scalar == scalar, "\(text.debugDescription)")
    }
    for pair in node.mapping ?? [] {
      sliceAgain(pair.key, source)
      sliceAgain(pair.value, source)
    }
    for item in node.sequence ?? [] { sliceAgain(item, source) }
  }
}

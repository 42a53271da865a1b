import TilawaBase
import TilawaFormat
import TilawaYAML

extension FuzzTarget {
  /// The YAML reader, and the canonical form of what it reads.
  static let yaml = FuzzTarget("yaml") { input in
    let document = YAMLDocument(parsing: SourceText(path: "a.yaml", bytes: input))
    for finding in document.diagnostics {
      let range = finding.place.range ?? 0..<0
      try demand(
        range.lowerBound >= 0 && range.upperBound <= input.count,
        "\(finding.rule.code) stands at \(range)")
    }
    for root in document.salvaged { try checkPlaces(root, within: 0..<input.count) }
    guard let root = document.root else { return }
    try checkPlaces(root, within: 0..<input.count)
    for index in (root.sequence ?? []).indices.prefix(200) {
      for range in document.comments(ofRow: index, in: root) {
        try demand(range.lowerBound >= 0 && range.upperBound <= input.count, "a comment stands at \(range)")
      }
    }
    guard !document.hasErrors else { return }
    guard let canonical = document.canonicalEdits(CanonicalStyle()).applied(to: input) else {
      throw FuzzFinding(description: "the edits of the canonical form overlap")
    }
    let after = YAMLDocument(parsing: SourceText(path: "a.yaml", bytes: canonical))
    try demand(
      after.root?.hasSameValues(as: root) ?? false,
      "the canonical form says something else: \(shown(canonical))")
    try demand(
      after.canonicalEdits(CanonicalStyle()).isEmpty,
      "the canonical form has another one: \(shown(canonical))")
  }

  /// Every kind of document: read, linted, brought into its canonical form and read again. `=== KIND`
  /// precedes the text.
  static let documents = FuzzTarget("documents") { input in
    let parts = InputParts(input)
    let name = parts.parts.first?.name ?? "segments"
    let kind = DocumentKind(named: name) ?? .segments
    let source = SourceText(path: "a/\(kind.fileName)", bytes: parts.parts.first?.bytes ?? parts.head)
    let read = kind.read(source)
    try checkPlaces(of: read.diagnostics, in: source)
    _ = read.rowRanges
    switch CanonicalForm.edits(of: source, as: kind) {
    case .faults: break
    case .changesMeaning:
      throw FuzzFinding(description: "the canonical form of \(kind.name) says something else")
    case .edits(let edits):
      guard let bytes = edits.applied(to: source.bytes) else {
        throw FuzzFinding(description: "the edits of the canonical form overlap")
      }
      let again = SourceText(path: source.path, bytes: bytes)
      guard case .edits(let more) = CanonicalForm.edits(of: again, as: kind) else {
        throw FuzzFinding(description: "the canonical form has faults: \(shown(bytes))")
      }
      try demand(more.isEmpty, "the canonical form has another one: \(shown(bytes))")
    }
  }
}

/// Checks that findings and their fixes lie within the text.
func checkPlaces(of findings: [Diagnostic], in source: SourceText) throws {
  for finding in findings where finding.place.source === source {
    for range in [finding.place.range].compactMap(\.self) + (finding.fix?.edits.map(\.range) ?? []) {
      try demand(
        range.lowerBound >= 0 && range.upperBound <= source.bytes.count,
        "\(finding.rule.code) stands at \(range)")
    }
  }
}

/// Nodes lie in order, each within the one around it.
private func checkPlaces(_ node: YAMLNode, within range: Range<Int>) throws {
  try demand(
    range.lowerBound <= node.range.lowerBound && node.range.upperBound <= range.upperBound,
    "a node at \(node.range) lies in one at \(range)")
  var end = node.range.lowerBound
  for pair in node.mapping ?? [] {
    try demand(
      pair.key.range.lowerBound >= end && pair.value.range.lowerBound >= pair.key.range.upperBound,
      "the pair at \(pair.key.range) and \(pair.value.range) comes before \(end)")
    try checkPlaces(pair.key, within: node.range)
    try checkPlaces(pair.value, within: node.range)
    end = pair.value.range.upperBound
  }
  for item in node.sequence ?? [] {
    try demand(item.range.lowerBound >= end, "the item at \(item.range) comes before \(end)")
    try checkPlaces(item, within: node.range)
    end = item.range.upperBound
  }
}

import Testing
import TilawaBase
import TilawaExchange
import TilawaQuran
import TilawaTestSupport
import TilawaYAML

@testable import TilawaFormat
@testable import TilawaLint

/// Compares `grammar.abnf` of the core and of the companions with the readers. Each rule makes sentences,
/// which are all read. A sentence with one character changed is read exactly if the grammar matches it.
@Suite struct GrammarTests {
  private static let count = 2000

  /// A rule, and how what it describes is read.
  struct Form: Sendable, CustomTestStringConvertible {
    let rule: String
    let reads: @Sendable (String) -> Bool
    /// The condition that the prose adds to the grammar, as the comments in the grammar say.
    var limit: @Sendable (String) -> Bool = { _ in true }
    /// Returns true if the grammar matches. By default the whole text must match.
    var matches: @Sendable (ABNF, String, String) -> Bool = { $0.matches($1, $2) }
    var alphabet = GrammarTests.signs
    var testDescription: String { rule }
  }

  @Test func everyRuleIsTested() throws {
    let grammar = try Self.grammar()
    let reached = grammar.reachable(
      from: Self.forms.map(\.rule) + ["segment-row", "label", "plain-label"] + FileGrammarTests.rules)
    #expect(grammar.names.filter { !reached.contains($0) } == [])
  }

  @Test func aGrammarWithAFaultIsRefused() {
    for text in ["a = b", "a = \"x\"\na = \"y\"", "a = (", "a = \"x", "a = %x5-1", "a =", "= \"x\""] {
      #expect(throws: ABNF.Fault.self, "\(text)") { try ABNF(text) }
    }
  }

  @Test(arguments: forms) func readersTakeWhatTheGrammarDoes(_ form: Form) throws {
    let grammar = try Self.grammar()
    var numbers = SplitMix64(state: 13)
    var faults: [String] = []
    for _ in 0..<Self.count {
      let sentence = grammar.sentence(of: form.rule, &numbers)
      if !grammar.matches(sentence, form.rule) {
        faults.append("made, not matched: \(sentence.debugDescription)")
      }
      if form.limit(sentence), !form.reads(sentence) {
        faults.append("not read: \(sentence.debugDescription)")
      }
      let changed = ABNF.changed(sentence, form.alphabet, &numbers)
      let isMatched = form.matches(grammar, changed, form.rule)
      if isMatched != form.reads(changed), !isMatched || form.limit(changed) {
        faults.append("\(isMatched ? "not read" : "read, not matched"): \(changed.debugDescription)")
      }
    }
    #expect(faults.count == 0, "\(faults.prefix(8).joined(separator: "\n"))")
  }

  @Test func rowsAreReadWithoutFindings() throws {
    let grammar = try Self.grammar()
    var numbers = SplitMix64(state: 13)
    for _ in 0..<Self.count / 20 {
      let rows = (0..<20).map { _ in grammar.sentence(of: "segment-row", &numbers) }
      let text = "tilawa: 1\nsegments:\n" + rows.map { "  \($0)\n" }.joined()
      let file = BundleFile(segments: SourceText(path: "segments.yaml", bytes: Array(text.utf8)))
      #expect(file.content?.rows.count == 20, "\(text)")
      let told = file.diagnostics.filter { $0.rule.code != "F104" }
      #expect(told.isEmpty, "\(told.map { "\($0.rule.code) \($0.message)" }.prefix(3))\n\(text)")
    }
  }

  /// Readers take more than writers write, so that nothing is said of labels with a slip.
  @Test func labelsAreRead() throws {
    let grammar = try Self.grammar()
    var numbers = SplitMix64(state: 13)
    for _ in 0..<Self.count {
      let sentence = grammar.sentence(of: "label", &numbers)
      // Limit: a run of words within an ayah goes forward.
      let target = sentence.prefix { $0 != " " }.split { $0 == ":" || $0 == "-" }.compactMap { Int($0) }
      if target.count == 4 || target.count == 6, target[2] > target[target.count - 1] { continue }
      #expect(LabelText(sentence) != nil, "\(sentence.debugDescription)")
    }
  }

  static func grammar() throws -> ABNF { try read.get() }

  private static let read = Result {
    // The companions' grammar uses the core's rules.
    try ABNF(
      ["core", "companions"].map { try ConformanceSuite.text(of: "spec/\($0)/grammar.abnf") }
        .joined(separator: "\n"))
  }
}

extension GrammarTests {
  /// ASCII, signs that resemble it, signs that join the sign before them, and signs that are invisible.
  static let signs =
    (0x20...0x7E).map { Unicode.Scalar(UInt8($0)) }
    + [
      "\t", "\u{A0}", "\u{301}", "\u{661}", "\u{6D6}", "\u{200D}", "\u{200F}", "\u{3000}", "\u{FF11}",
      "\u{1F642}",
    ]
  private static let controls: [Unicode.Scalar] = [
    "\u{0}", "\u{7}", "\n", "\r", "\u{7F}", "\u{85}", "\u{9F}", "\u{2028}", "\u{FEFF}", "\u{FFFE}",
    "\u{FFFF}",
  ]

  /// Returns a function that is true for texts that the field accepts. Findings with one of `codes` are
  /// ignored.
  private static func field<Value>(
    _ type: FieldType<Value>, style: YAMLScalar.Style = .doubleQuoted, past codes: Set<String> = []
  ) -> @Sendable (String) -> Bool {
    { text in
      let source = SourceText(path: "a.yaml", bytes: Array(text.utf8))
      let report = ReadingReport(of: source)
      let node = YAMLNode(.scalar(YAMLScalar(text, style: style)), range: 0..<source.bytes.count)
      let value = type.read(node, report)
      return value != nil || report.findings.diagnostics.allSatisfy { codes.contains($0.rule.code) }
    }
  }

  private static func kind(_ isRight: @escaping @Sendable (YAMLScalar.Kind) -> Bool)
    -> @Sendable (String) -> Bool
  {
    { isRight(YAMLScalar($0, style: .plain).kind) }
  }

  private static func finds(_ codes: Set<String>, _ text: String) -> Bool {
    YAMLDocument(parsing: SourceText(path: "a.yaml", bytes: Array(text.utf8))).diagnostics
      .contains { codes.contains($0.rule.code) }
  }

  /// Returns true if the text suppresses findings. Codes without a rule aren't syntax errors.
  private static func suppresses(_ text: String) -> Bool {
    let source = SourceText(path: "a.yaml", bytes: Array("# \(text)\n".utf8))
    guard let found = Suppressions(in: source, rows: { [] }), let grammar = try? grammar() else {
      return false
    }
    return found.faults.isEmpty && found.codes.allSatisfy { grammar.matches($0.code, "rule-code") }
  }

  private static let forms: [Form] = [
    Form(rule: "text", reads: { !finds(["Y001", "Y002", "Y009"], $0) }, alphabet: signs + controls),
    Form(rule: "conflict-line", reads: { finds(["Y010"], $0) }),
    Form(rule: "core-null", reads: kind { $0 == .null }),
    Form(rule: "core-bool", reads: kind { $0 == .boolean(true) || $0 == .boolean(false) }),
    Form(rule: "core-int", reads: kind { $0 == .integer }),
    Form(rule: "core-float", reads: kind { $0 == .float }),
    Form(rule: "core-bool", reads: field(.flag, style: .plain)),
    Form(rule: "whole-number", reads: field(.integer(0...9), style: .plain, past: ["F108"])),
    Form(rule: "number", reads: field(.confidence, style: .plain, past: ["F108"]), limit: isFinite),
    Form(rule: "number", reads: field(.speed, style: .plain, past: ["F108"]), limit: isFinite),
    Form(rule: "repeats", reads: field(.repeats, style: .plain, past: ["F108"])),
    Form(rule: "time", reads: field(.time)),
    Form(rule: "reference", reads: field(.reference)),
    Form(rule: "ayah", reads: field(.ayah)),
    Form(
      rule: "date", reads: field(.timestamp),
      limit: { !$0.hasPrefix("0000") && !$0.dropFirst(4).hasPrefix("-02-29") }),
    Form(rule: "version", reads: { FormatVersion($0) != nil }),
    Form(rule: "id", reads: field(.identifier)),
    Form(rule: "sha256", reads: field(.sha256)),
    Form(rule: "skip", reads: field(.skipKind)),
    Form(rule: "colour", reads: field(.color as FieldType<String>)),
    Form(rule: "pages", reads: field(.pages)),
    Form(rule: "after-last", reads: field(.afterLast)),
    Form(rule: "address", reads: field(.url)),
    Form(rule: "source-address", reads: field(.sourceURL)),
    Form(rule: "numbering", reads: field(.counting)),
    Form(rule: "riwayah-id", reads: { Riwayah(rawValue: $0) != nil }),
    Form(rule: "riwayah-spelling", reads: { Riwayah($0) != nil && !isShubah($0) }),
    Form(rule: "suppression", reads: suppresses, matches: { $0.isIn($1, $2) }),
    // No name of a file has a slash.
    Form(
      rule: "conflict-copy", reads: { ConflictCopy(fileName: $0) != nil },
      alphabet: signs.filter { $0 != "/" }),
  ]

  /// The spelling of the table that lies a letter beside an id.
  @Sendable private static func isShubah(_ text: String) -> Bool {
    String(String.UnicodeScalarView(text.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) }))
      == "shubah"
  }

  /// Returns true if a text is a number that a program can represent.
  @Sendable private static func isFinite(_ text: String) -> Bool {
    YAMLScalar(text, style: .plain).number != nil
  }
}

import Testing
import TilawaBase
import TilawaTestSupport
import TilawaYAML

@testable import TilawaFormat

/// The keys, rows and files of both `grammar.abnf` against what reads and restyles them.
@Suite struct FileGrammarTests {
  /// A rule of the grammar, its file, and the codes of findings that the grammar leaves to the prose.
  struct Form: Sendable, CustomTestStringConvertible {
    let rule: String
    let file: String
    /// The text before a row of it; nil for a rule of a whole file.
    var head: String?
    var limits: Set<String> = []
    /// True if the grammar has every row of this kind. Custom keys and other orders of keys don't count.
    var isComplete = true
    var testDescription: String { rule }

    func text(_ sentence: String) -> String { head.map { "\($0)  \(sentence)\n" } ?? sentence }

    func findings(_ text: String) -> [Diagnostic] {
      let source = SourceText(path: "\(file).yaml", bytes: Array(text.utf8))
      let found =
        DocumentKind(named: file)?.diagnostics(of: source) ?? []
      return found.filter { !limits.contains($0.rule.code) }
    }

    /// Returns the rows of the text in canonical form that are still on one line.
    func canonicalRows(_ text: String) throws -> [Substring] {
      let source = SourceText(path: "\(file).yaml", bytes: Array(text.utf8))
      let outcome = CanonicalForm.edits(of: source, as: try #require(DocumentKind(named: file)))
      guard case .edits(let edits) = outcome, let bytes = edits.applied(to: source.bytes) else { return [] }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst(2)
        .filter { $0.hasPrefix("  - {") }.map { $0.dropFirst(2) }
    }
  }

  static let rows: [Form] = [
    row("segment-row", "segments"), row("marker-row", "markers"),
    row("word-row", "words", limits: ["F108"]), row("bookmark-row", "bookmarks", limits: ["F108"]),
    Form(rule: "text-row", file: "texts", head: "tilawa: 1\ntexts:\n", limits: ["F113"], isComplete: false),
    Form(
      rule: "source-row", file: "reciter", head: "tilawa: 1\nid: a\nname: A\nsources:\n",
      limits: ["F103", "F108"], isComplete: false),
    Form(
      rule: "category-row", file: "notes", head: "tilawa: 1\nnotes: []\ncategories:\n", isComplete: false),
    row("favourite-row", "favourites"), row("memorised-row", "memorised", limits: ["F108"]),
    Form(rule: "progress-row", file: "reading", head: "tilawa: 1\nprogress:\n", limits: ["F108"]),
    Form(rule: "viewed-row", file: "reading", head: "tilawa: 1\nviewed:\n"),
    Form(
      rule: "saved-word-row", file: "vocabulary", head: "tilawa: 1\nvocabulary:\n", limits: ["F108"],
      isComplete: false),
    Form(rule: "listed-reciter", file: "playback", head: "tilawa: 1\nreciters:\n"),
    Form(rule: "read-guide-row", file: "guides", head: "tilawa: 1\nguides:\n"),
    Form(
      rule: "rakah-note-row", file: "guide", head: "tilawa: 1\nid: a\ntitle: A\nprayer: fajr\nrakah_notes:\n",
      isComplete: false),
    Form(
      rule: "guide-note-row", file: "guide", head: "tilawa: 1\nid: a\ntitle: A\nprayer: fajr\nnotes:\n",
      isComplete: false),
    Form(
      rule: "quote-row", file: "book-journal", head: "tilawa: 1\nbook: a\nquotes:\n", limits: ["F108"],
      isComplete: false),
    Form(
      rule: "session-row", file: "book-journal", head: "tilawa: 1\nbook: a\nsessions:\n", limits: ["F108"],
      isComplete: false),
    Form(
      rule: "answer-row", file: "answers", head: "tilawa: 1\nrecording: a\nanswers:\n", isComplete: false),
    Form(rule: "assignment-row", file: "student", head: "tilawa: 1\nname: a\nassignments:\n"),
    Form(
      rule: "lesson-row", file: "student", head: "tilawa: 1\nname: a\nlessons:\n", isComplete: false),
    Form(rule: "mistake-row", file: "student", head: "tilawa: 1\nname: a\nmistakes:\n", limits: ["F108"]),
  ]

  static let files: [Form] = [
    Form(rule: "recording-file", file: "recording", limits: ["F108"]),
    Form(rule: "reciter-file", file: "reciter", limits: ["F103", "F108"]),
    Form(rule: "answers-file", file: "answers"), Form(rule: "segments-file", file: "segments"),
    Form(rule: "markers-file", file: "markers"),
    Form(rule: "words-file", file: "words", limits: ["F108"]),
    Form(rule: "playback-file", file: "playback", limits: ["F108", "F122", "Y004"]),
    Form(rule: "texts-file", file: "texts", limits: ["F113"]),
    Form(rule: "bookmarks-file", file: "bookmarks", limits: ["F108"]),
    Form(rule: "listening-file", file: "listening", limits: ["F108"]),
    Form(rule: "notes-file", file: "notes"), Form(rule: "favourites-file", file: "favourites"),
    Form(rule: "memorised-file", file: "memorised", limits: ["F108"]),
    Form(rule: "reading-file", file: "reading", limits: ["F108"]),
    Form(rule: "vocabulary-file", file: "vocabulary", limits: ["F108"]),
    Form(rule: "guides-file", file: "guides", limits: ["F108"]),
    Form(rule: "guide-file", file: "guide", limits: ["F108"]),
    Form(rule: "book-file", file: "book", limits: ["F108"]),
    Form(rule: "book-journal-file", file: "book-journal", limits: ["F108"]),
    Form(rule: "student-file", file: "student", limits: ["F108"]),
  ]

  static let rules = ["key"] + (rows + files).map(\.rule)

  private static func row(_ rule: String, _ file: String, limits: Set<String> = []) -> Form {
    Form(rule: rule, file: file, head: "tilawa: 1\n\(file):\n", limits: limits)
  }

  /// Returns true for findings that count in no form: dates that don't exist, and numbers that are too large
  /// for a program.
  private static func isBeyondGrammar(_ finding: Diagnostic, _ text: String) -> Bool {
    ["F112", "F125"].contains(finding.rule.code)
      || finding.rule.code == "F105" && text.contains(/[eE][-+]?[0-9]{3}/)
  }

  private static func hasOwnKey(_ row: Substring) -> Bool {
    // By scalars: a mark behind the hyphen makes another Character of both.
    [", x-", ", \"x-"].contains { row.unicodeScalars.firstRange(of: $0.unicodeScalars) != nil }
  }

  private func told(_ form: Form, _ sentence: String) -> [Diagnostic] {
    form.findings(form.text(sentence)).filter { !Self.isBeyondGrammar($0, sentence) }
  }

  @Test(arguments: rows + files) func readersTakeWhatTheGrammarMakes(_ form: Form) throws {
    let grammar = try GrammarTests.grammar()
    var numbers = SplitMix64(state: 14)
    var faults: [String] = []
    for _ in 0..<(form.head == nil ? 60 : 200) {
      let sentence = grammar.sentence(of: form.rule, &numbers)
      let changed = ABNF.changed(sentence, GrammarTests.signs, &numbers)
      for text in [sentence, changed] {
        let found = told(form, text)
        if text == sentence || grammar.matches(text, form.rule) {
          faults += found.prefix(1).map { "\($0.rule.code) \($0.message): \(text.debugDescription)" }
        } else if found.isEmpty, form.head != nil {
          // A row that is written otherwise is one of the grammar's when it is restyled.
          for row in try form.canonicalRows(form.text(text))
          where form.isComplete && !Self.hasOwnKey(row) && !grammar.matches(String(row), form.rule) {
            faults.append("read, not matched: \(row.debugDescription)")
          }
        }
      }
    }
    #expect(faults.isEmpty, "\(faults.count)\n\(faults.prefix(8).joined(separator: "\n"))")
  }

  /// A key is read wholly, and as one.
  @Test func keysAreReadAsTheGrammarSays() throws {
    let grammar = try GrammarTests.grammar()
    var numbers = SplitMix64(state: 14)
    var faults: [String] = []
    for _ in 0..<1000 {
      let sentence = grammar.sentence(of: "key", &numbers)
      if !Self.isKey(sentence) { faults.append("not read: \(sentence.debugDescription)") }
      let changed = ABNF.changed(sentence, GrammarTests.signs, &numbers)
      let isMatched = grammar.matches(changed, "key")
      if isMatched != Self.isKey(changed) {
        faults.append("\(isMatched ? "not read" : "read, not matched"): \(changed.debugDescription)")
      }
    }
    #expect(faults.isEmpty, "\(faults.count)\n\(faults.prefix(8).joined(separator: "\n"))")
  }

  private static func isKey(_ text: String) -> Bool {
    let document = YAMLDocument(
      parsing: SourceText(path: "a.yaml", bytes: Array("a:\n  \(text): 1\n".utf8)))
    guard document.diagnostics.isEmpty, let outer = document.root?.mapping, outer.count == 1,
      let inner = outer[0].value.mapping, inner.count == 1, !outer[0].value.isFlow
    else { return false }
    // From its first sign on: blanks before a key are indentation.
    let key = inner[0].key
    return key.range.lowerBound == 5 && key.scalar?.value.isEmpty == false
      && inner[0].value.scalar?.value == "1"
  }
}

import Foundation
import Testing
import TilawaBase
import TilawaLint
import TilawaTestSupport
import TilawaYAML

/// The descriptions of rules in the pages of `spec/`: each has its place and examples, in sentences that are
/// easy to read.
///
/// `TILAWA_RECORD=1 swift test --filter RulePagesTests` writes the examples again and fails once.
@Suite struct RulePagesTests {
  @Test func everyRuleHasItsPlace() {
    for rule in RuleID.all {
      #expect(RuleText.of(rule)?.paragraph.contains("Place: ") == true, "\(rule.code) has no \"Place: \"")
    }
  }

  /// Each rule is followed by a right and a wrong example: the two lines of its cases that differ the least.
  @Test func examplesAreThoseOfTheCases() throws {
    let cases = try Dictionary(grouping: ConformanceSuite.cases(), by: \.code)
    var shown: [String] = []
    for page in try ConformanceSuite.pages.map({ "spec/\($0)" }) {
      let text = try ConformanceSuite.text(of: page)
      var result = ""
      var rest = text[...]
      while let match = rest.firstMatch(of: /(?s)<!-- example: (\w+) -->\n(.*?)<!-- end example -->\n/) {
        let code = String(match.1)
        let example = RuleExample(of: code, in: cases[code] ?? [])
        result += rest[..<match.range.lowerBound] + "<!-- example: \(code) -->\n"
        result += (example?.text ?? "") + "<!-- end example -->\n"
        rest = rest[match.range.upperBound...]
        shown.append(code)
      }
      let new = result + rest
      #expect(try Golden.text(of: "\(ConformanceSuite.repository)/\(page)", recording: new) == new, "\(page)")
    }
    #expect(shown.sorted() == RuleID.all.map(\.code).sorted())
  }

  /// Section 6.4 of `core/yaml.md`: what is reported, what is lost and what is kept.
  @Test func examplesOfRecoveryAreRead() throws {
    let page = try ConformanceSuite.text(of: "spec/core/yaml.md")
    let section = try #require(page.firstMatch(of: #/(?s)\n6\.4 (.*?)\n6\.5 /#)).1
    let examples = section.split(separator: "\n\n").filter { $0.hasPrefix("    ") }
    #expect(examples.count == 10)
    for example in examples {
      let lines = example.split(separator: "\n").map { $0.dropFirst(4) }
      let marks = lines.map { $0.prefix(6).trimmingCharacters(in: .whitespaces) }
      let text = lines.map { $0.dropFirst(6) + "\n" }.joined()
      let document = YAMLDocument(parsing: SourceText(path: "example", bytes: Array(text.utf8)))
      let table = LineTable(of: document.source)
      let reported = document.diagnostics.map { diagnostic in
        diagnostic.place.range.map { table.position(at: $0.lowerBound).line } ?? 0
      }
      #expect(reported == marks.indices.filter { marks[$0].hasPrefix("Y003") }.map { $0 + 1 }, "\(text)")
      func letters(_ isLost: Bool) -> Set<String> {
        let chosen = zip(marks, lines).filter { ["Y003", "lost"].contains($0.0) == isLost }
        return Set(chosen.flatMap { $0.1.dropFirst(6).matches(of: /\b[a-z]\b/).map { String($0.0) } })
      }
      let kept = Set(document.salvaged.flatMap(\.readableText)).subtracting([""])
      #expect(kept == letters(false), "\(text)")
      #expect(kept.isDisjoint(with: letters(true).subtracting(letters(false))), "\(text)")
    }
  }

  @Test func sentencesHaveAtMostThirtyWords() throws {
    for page in try ConformanceSuite.pages {
      for sentence in Prose(of: try ConformanceSuite.text(of: "spec/\(page)")).sentences {
        let count = sentence.split(separator: " ").count
        #expect(count <= 30, "spec/\(page): \(count) words: \(sentence)")
      }
    }
  }
}

/// A line that keeps a rule beside one that breaks it, each with the row above where that matters.
private struct RuleExample {
  /// Both lines, as they are printed in a page.
  private(set) var text = ""

  init?(of code: String, in cases: [ConformanceCase]) {
    let wrong = cases.filter { !$0.isValid }.flatMap { one in
      one.expected.filter { $0.code == code }.sorted().flatMap {
        Self.excerpts(of: one, $0.file, only: $0.line)
      }
    }
    let right = cases.filter(\.isValid).flatMap { one in
      Set(wrong.map(\.file)).sorted().flatMap { Self.excerpts(of: one, $0, only: nil) }
    }
    let kept = Set(right.map(\.line))
    var best: (distance: Int, wrong: Excerpt, right: Excerpt, isPair: Bool)?
    for bad in wrong {
      let isPair = kept.contains(bad.line)
      for good in right where good.file == bad.file {
        let pair = isPair ? (bad.both, good.both) : (bad.line, good.line)
        guard pair.0 != pair.1, max(pair.0.count, pair.1.count) <= (isPair ? 240 : 120) else { continue }
        let distance = pair.0.editDistance(to: pair.1)
        if distance < best?.distance ?? .max { best = (distance, bad, good, isPair) }
      }
    }
    guard let best else { return nil }
    for (name, excerpt) in [("right", best.right), ("wrong", best.wrong)] {
      let lines = best.isPair ? [excerpt.above, excerpt.line] : [excerpt.line]
      for (index, line) in lines.enumerated() { text += "    \(index == 0 ? name : "     ")  \(line)\n" }
    }
  }

  private struct Excerpt {
    let file: String
    let above: String
    let line: String
    var both: String { above + "\n" + line }
  }

  private static func excerpts(of one: ConformanceCase, _ file: String, only number: Int?) -> [Excerpt] {
    let name = PathText.name(of: file)
    let paths = number == nil ? Self.paths(named: name, in: one.path) : ["\(one.path)/\(file)"]
    return paths.flatMap { path -> [Excerpt] in
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      return lines.indices.compactMap { index in
        guard number == nil || number == index + 1, !lines[index].isEmpty else { return nil }
        let isPlain = lines[index].unicodeScalars.allSatisfy {
          !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 32
        }
        guard isPlain else { return nil }
        return Excerpt(file: name, above: index > 0 ? lines[index - 1] : "", line: lines[index])
      }
    }
  }

  private static func paths(named name: String, in folder: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return found.filter { PathText.name(of: $0) == name }.sorted().map { "\(folder)/\($0)" }
  }
}

extension YAMLNode {
  /// The keys and scalars in it that can be read.
  fileprivate var readableText: [String] {
    if isUnreadable { return [] }
    return switch content {
    case .scalar(let scalar): [scalar.value]
    case .sequence(let items): items.flatMap(\.readableText)
    case .mapping(let pairs): pairs.flatMap { $0.key.readableText + $0.value.readableText }
    }
  }
}

extension String {
  /// Returns the least number of characters that must be added, removed or replaced to get another text.
  fileprivate func editDistance(to other: String) -> Int {
    let other = Array(other)
    var row = Array(0...other.count)
    for (index, character) in enumerated() {
      var corner = row[0]
      row[0] = index + 1
      for column in other.indices {
        let cost = corner + (character == other[column] ? 0 : 1)
        corner = row[column + 1]
        row[column + 1] = Swift.min(cost, row[column] + 1, corner + 1)
      }
    }
    return row[other.count]
  }
}

/// The sentences of a page of Markdown, without tables, code and comments.
private struct Prose {
  private(set) var sentences: [String] = []

  init(of page: String) {
    var isCode = false
    var paragraph: [Substring] = []
    for line in (page + "\n").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      let isItem = line.firstMatch(of: #/^\s*([-*]|\d+\.) /#) != nil
      let isProse =
        !isCode && !line.isEmpty && !line.hasPrefix("    ") && !line.hasPrefix("|") && !line.hasPrefix("#")
        && !line.hasPrefix("```") && !line.hasPrefix("<!--")
      if !isProse || isItem {
        add(paragraph.joined(separator: " "))
        paragraph = []
      }
      if isProse { paragraph.append(line) }
    }
  }

  private mutating func add(_ paragraph: String) {
    var rest = paragraph.replacing(#/^\s*([-*]|\d+\.) /#, with: "")[...]
    while let end = rest.firstMatch(of: /[.!?:;]["')*]* +(?=[A-Z`"(*\[])/) {
      sentences.append(String(rest[..<end.range.upperBound]))
      rest = rest[end.range.upperBound...]
    }
    if !rest.isEmpty { sentences.append(String(rest)) }
  }
}

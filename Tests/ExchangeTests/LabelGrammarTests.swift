import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaTestSupport

@testable import TilawaExchange

/// Labels of `spec/core/grammar.abnf`: what a reader takes is `plain-label`, what a writer makes is `label`.
@Suite struct LabelGrammarTests {
  private static func grammar() throws -> ABNF {
    try ABNF(ConformanceSuite.text(of: "spec/core/grammar.abnf"))
  }

  private static let signs: [Unicode.Scalar] =
    (0x20...0x7E).map { Unicode.Scalar(UInt8($0)) } + [
      "\t", "\u{A0}", "\u{202F}", "\u{AD}", "\u{200F}", "\u{2067}", "\u{FEFF}", "\u{661}", "\u{6F1}",
      "\u{2013}", "\u{2012}", "\u{2212}", "\u{6D6}", "\u{64B}", "\u{200D}", "\u{3000}", "\u{85}",
    ]

  /// Returns true if a label is within the limits that the prose sets beyond the grammar.
  private static func isWithinLimits(_ plain: String) -> Bool {
    let words = plain.words(by: " ")
    // By scalars: a mark behind a sign hides neither.
    let target = (words.first ?? "").replaced("..", with: "-").unicodeScalars
    let numbers = target.split { !("0"..."9").contains($0) }.compactMap { Int(String($0)) }
    let first = String(target.prefix { "0123456789:./_".unicodeScalars.contains($0) })
    if numbers.count == 4, numbers[2] > numbers[3], LabelReference(first)?.words != nil { return false }
    return words.dropFirst().allSatisfy { word in
      guard let (key, value) = word.cut(at: "=") else { return true }
      return switch key {
      case "conf": Double(value).map { (0...1).contains($0) } ?? false
      case "joins": value.fields(by: ",").allSatisfy { DecimalTime.parse($0) != nil }
      case "riwayah": Riwayah(String(value)) != nil
      case "priority": Int(value).map { abs($0) <= 1000 } ?? false
      default: true
      }
    }
  }

  @Test func labelsAreReadAsTheGrammarSays() throws {
    let grammar = try Self.grammar()
    var numbers = SplitMix64(state: 15)
    var faults: [String] = []
    for round in 0..<1500 {
      // A reader takes whatever a writer makes.
      let rule = round.isMultiple(of: 2) ? "plain-label" : "label"
      let sentence = grammar.sentence(of: rule, &numbers)
      let changed = ABNF.changed(sentence, Self.signs, &numbers)
      // A note may be anything.
      for text in [sentence, changed] where !text.holds("--") {
        let plain = LabelReference.tidied(text)
        let isMatched = grammar.matches(plain, "plain-label")
        if text == sentence, !isMatched { faults.append("made, not matched: \(text.debugDescription)") }
        if isMatched, !Self.isWithinLimits(plain) { continue }
        if isMatched != (LabelText(text) != nil) {
          faults.append("\(isMatched ? "not read" : "read, not matched"): \(text.debugDescription)")
        }
      }
    }
    #expect(faults.isEmpty, "\(faults.count)\n\(faults.prefix(8).joined(separator: "\n"))")
  }

  /// Any label that is read is written as the grammar requires, and has the same meaning.
  @Test func labelsAreWrittenAsTheGrammarSays() throws {
    let grammar = try Self.grammar()
    var numbers = SplitMix64(state: 16)
    var faults: [String] = []
    var written = 0
    for _ in 0..<1500 {
      let note = Bool.random(using: &numbers) ? " -- " + grammar.sentence(of: "note", &numbers) : ""
      for rule in ["plain-label", "label"] {
        guard let label = LabelText(grammar.sentence(of: rule, &numbers) + note) else { continue }
        // A key with a blank has no place in a label.
        guard label.extras.allSatisfy({ $0.labelText != nil }) else { continue }
        let text = label.text(.full)
        // A marker that says nothing but a note has it for its label.
        if !label.isNamed, LabelText(text) == nil { continue }
        written += 1
        if !grammar.matches(text, "label") { faults.append("not matched: \(text.debugDescription)") }
        if LabelText(text)?.text(.full) != text {
          faults.append("not the same again: \(text.debugDescription)")
        }
      }
    }
    #expect(written > 1000)
    #expect(faults.isEmpty, "\(faults.count)\n\(faults.prefix(8).joined(separator: "\n"))")
  }
}

import TilawaBase

/// Consecutive words of an ayah, by number from 1, as the Uthmani text separates words.
package struct WordRun: Hashable, Sendable {
  /// The numbers of the words.
  package let numbers: ClosedRange<Int>

  /// Reads `3` or `3-7`; nil for anything else.
  package init?(_ text: some StringProtocol) {
    let parts = String(text).fields(by: "-")
    let numbers = parts.compactMap { part in
      (1...3).contains(part.utf8.count) && part.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        ? Int(part) : nil
    }
    guard numbers.count == parts.count, numbers.count <= 2, let first = numbers.first,
      let last = numbers.last, first >= 1, first <= last
    else { return nil }
    self.numbers = first...last
  }
}

extension WordRun {
  /// `3`, `3-7`.
  package var range: String {
    numbers.count == 1 ? "\(numbers.lowerBound)" : "\(numbers.lowerBound)-\(numbers.upperBound)"
  }
}

extension WordRun: CustomStringConvertible {
  /// `word 3`, `words 3-7`.
  package var description: String { "\(numbers.count == 1 ? "word" : "words") \(range)" }
}

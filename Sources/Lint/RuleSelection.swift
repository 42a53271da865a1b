package import TilawaBase

/// The rules whose findings are reported: all, or those that are selected, without those that are ignored.
package struct RuleSelection: Sendable {
  private var selected: Set<String>?
  private var ignored: Set<String> = []

  /// Every rule.
  package init() {}

  /// `selected` (all when it is empty) without `ignored`: codes, names, or letters of families, in any case.
  ///
  /// Throws when a word names no rule.
  package init(selecting selected: [String], ignoring ignored: [String]) throws(Failure) {
    if !selected.isEmpty { self.selected = try Self.codes(of: selected) }
    self.ignored = try Self.codes(of: ignored)
  }

  /// Returns true if findings of the rule are reported.
  package func includes(_ rule: RuleID) -> Bool {
    (selected?.contains(rule.code) ?? true) && !ignored.contains(rule.code)
  }

  private static func codes(of words: [String]) throws(Failure) -> Set<String> {
    var codes: Set<String> = []
    for word in words {
      let rules = RuleID.named(word)
      if rules.isEmpty {
        let names = RuleID.known.flatMap { [$0.code, $0.name] }
        throw Failure(noSuch("rule", word, in: names, hint: "see `tilawa explain`"))
      }
      codes.formUnion(rules.map(\.code))
    }
    return codes
  }
}

extension RuleID {
  /// The rules that a word names: a code, a name, or the letter of a family; in any case.
  package static func named(_ word: String) -> [RuleID] {
    let word = word.lowercased()
    return all.filter {
      $0.code.lowercased() == word || $0.name == word
        || (word.count == 1 && $0.code.lowercased().begins(with: word))
    }
  }
}

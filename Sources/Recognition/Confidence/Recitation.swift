import TilawaSound

/// What is heard of a passage, and where.
struct Recitation: Sendable {
  var recited: RecitedPassage
  var found: Alignment
  /// How well it fits by phones; nil where nothing is long enough to tell.
  var phones: PhoneFit?
  /// The items that begin elsewhere by phones, as far as the words beside their beginnings tell.
  var elsewhereByPhones: Set<Int> = []

  /// What tells of each of its items whether it begins where it was found; `features` are what it was heard in.
  func signs(in features: SpeechFeatures) -> [MarkSigns] {
    let rates = found.heard.map(\.rate).sorted()
    let usual = rates.isEmpty ? 1 : rates[rates.count / 2]
    return found.heard.indices.map {
      var signs = MarkSigns(found, $0, in: features, usualRate: usual, phones)
      signs.isElsewhereByPhones = elsewhereByPhones.contains(found.heard[$0].item)
      return signs
    }
  }
}

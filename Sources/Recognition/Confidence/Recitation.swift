import TilawaSound

/// The recognised part of a passage, and its places.
struct Recitation: Sendable {
  var recited: RecitedPassage
  var found: Alignment
  /// The fit by phones; nil if nothing is long enough to be judged.
  var phones: PhoneFit?
  /// The items that begin elsewhere by phones, according to the words beside their beginnings.
  var elsewhereByPhones: Set<Int> = []

  /// Returns for each of its items the evidence whether it begins where it was found; `features` are those of
  /// the recording.
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

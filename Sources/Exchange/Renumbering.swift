import TilawaBase
import TilawaFormat
import TilawaQuran

extension AnnotatedRecording {
  /// Gives its rows the numbers that their ayat have in another count.
  ///
  /// A row cannot be renumbered if its text is not a run of whole ayat in that count. Neither can a word
  /// whose ayah is divided otherwise. Such rows are reported and left out; nothing is guessed.
  mutating func renumber(to target: CountingSystem, _ input: ForeignInput) {
    let from = counting
    facts.numbering = target
    guard from != target else { return }
    func refuse(_ label: String, _ place: Place?) {
      input.add(
        .noSuchAyah,
        "\(label) of the \(from.displayName) count is not a run of whole ayat in the \(target.displayName) count",
        at: place ?? input.place)
    }
    func renumbered<Row>(
      _ given: ForeignRow<Row>, _ facts: WritableKeyPath<Row, RowFacts>
    ) -> ForeignRow<Row>? {
      // Ayat that the count doesn't contain are reported by another check.
      guard let ayat = given.row[keyPath: facts].ayah, from.contains(ayat) else { return given }
      guard let found = ayat.exactly(from, target) else {
        refuse(ayat.description, given.place)
        return nil
      }
      var renumbered = given
      renumbered.row[keyPath: facts].ayah = found
      // Between other numbers of ayat other joins would be needed.
      if found.ayahCount(in: target) != ayat.ayahCount(in: from) {
        renumbered.row[keyPath: facts].joins = []
      }
      return renumbered
    }
    segments = segments.compactMap { renumbered($0, \.facts) }
    markers = markers.compactMap { renumbered($0, \.facts) }
    words = words.compactMap { word in
      guard from.contains(word.row.ayah) else { return word }
      guard let found = AyahRange(word.row.ayah).exactly(from, target), found.isSingle else {
        refuse(word.label, word.place)
        return nil
      }
      var renumbered = word
      renumbered.row.ayah = found.first
      return renumbered
    }
    facts.passage = facts.passage.compactMap { AyahMap.map($0, from: from, to: target) }
    facts.passageHeard = facts.passageHeard.compactMap { AyahMap.map($0, from: from, to: target) }
  }
}

extension AyahRange {
  /// The ayat of another count that hold the same text, no more and no less; nil when there are none.
  fileprivate func exactly(_ source: CountingSystem, _ target: CountingSystem) -> AyahRange? {
    guard let there = AyahMap.map(self, from: source, to: target),
      AyahMap.map(there, from: target, to: source) == self
    else { return nil }
    return there
  }

  fileprivate func ayahCount(in counting: CountingSystem) -> Int { counting.ayat(in: self).count }
}

extension ForeignFormat {
  /// The only count that the format supports, or nil if it supports others.
  var onlyCounting: CountingSystem? { loses.union(bends).contains(.numbering) ? .kufi : nil }
}

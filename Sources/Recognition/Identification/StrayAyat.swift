import TilawaQuran

extension [ListenedPassages.Item] {
  /// Returns ayat of a passage, one or two at a time, that are recognised out of their order where no search
  /// was sure of anything.
  ///
  /// Another passage is recited there, and some of it sounds like them. `certain` are the passages that
  /// searches of the Quran were sure of.
  func stray(besides certain: [PassageClaim]) -> [ListenedPassages.Item] {
    let runs = runs
    func isUnsure(_ run: [ListenedPassages.Item]) -> Bool {
      guard run.count < ListenedPassages.fewestOfRun, let first = run.first, let last = run.last else {
        return false
      }
      let frames = first.frames.lowerBound..<last.frames.upperBound
      return !certain.contains { 2 * $0.frames.clamped(to: frames).count > frames.count }
    }
    let isUnsure = runs.map(isUnsure)
    guard isUnsure.contains(false) else { return [] }
    return runs.indices.filter { place in
      guard isUnsure[place], let first = runs[place].first?.ayah, let last = runs[place].last?.ayah else {
        return false
      }
      // It goes back to what was said, or what is said goes back behind it.
      return place > 0 && runs[place - 1].last?.ayah.map { last <= $0 } ?? false
        || place + 1 < runs.count && runs[place + 1].first?.ayah.map { $0 <= first } ?? false
    }.flatMap { runs[$0] }
  }

  /// Runs of items whose ayat follow one another.
  var runs: [[ListenedPassages.Item]] {
    var runs: [[ListenedPassages.Item]] = []
    for item in self {
      if let last = runs.last?.last?.ayah, let ayah = item.ayah, last < ayah {
        runs[runs.count - 1].append(item)
      } else {
        runs.append([item])
      }
    }
    return runs
  }
}

extension ListenedPassages {
  /// The least number of ayat that are recognised each time that a passage is repeated.
  static let fewestOfRun = 3
}

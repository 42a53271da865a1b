package import TilawaBase
package import TilawaFormat
package import TilawaLibrary
package import TilawaQuran

extension QueueSources {
  /// Reduces the only ayah of the passage to some of its words, if it is not missing. Throws if the passage has
  /// several ayat, or the times of these words are not known.
  mutating func reduce(to words: WordRun, _ settings: QueueSettings) throws(Failure) {
    guard ayat.range.count == 1, let ayah = ayat.range.first else {
      throw Failure("cannot play \(words) of \(ayat.range.count) ayat; name one ayah, such as 67:5")
    }
    guard let sound = sounds[ayah] else { return }
    let folder = PathText.folder(of: sound.file)
    guard sound.published == nil, PathText.name(of: folder).ends(with: ".tilawa") else {
      throw Failure("cannot play \(words) of \(ayah): \(sound.shownFile) has no times of words")
    }
    let shown = PathText.folder(of: sound.shownFile)
    let bundle = TilawaBundle(readingAt: folder, shownAs: shown, only: [.recording, .words])
    sounds[ayah]?.span = try bundle.span(
      of: words, ayah, countedBy: settings.counting, within: sound.span)
  }
}

extension TilawaBundle {
  /// Returns the span from the first to the last of some words of an ayah, by the times of `words.yaml`: where
  /// the first is heard first, to the next time that the last is. Throws if the times are not known.
  package func span(
    of words: WordRun, _ ayah: Ayah, countedBy counting: CountingSystem, within span: TimeSpan?
  ) throws(Failure) -> TimeSpan {
    let own = self.counting.flatMap { AyahMap.map(AyahRange(ayah), from: counting, to: $0) }
    let rows = (self.words?.content?.rows ?? []).map(\.value).filter { row in
      guard let own, own.isSingle, row.ayah == own.first else { return false }
      return span.map { $0.start <= row.start && row.start < $0.end } ?? true
    }
    .sorted { $0.start < $1.start }
    guard !rows.isEmpty else {
      throw Failure(
        "cannot play \(words) of \(ayah): \(shownPath) has no times of its words; "
          + "find them with `tilawa mark --words \(shownPath)`")
    }
    guard let first = rows.firstIndex(where: { $0.word == words.numbers.lowerBound }),
      let last = rows[first...].first(where: { $0.word == words.numbers.upperBound }),
      let found = TimeSpan(rows[first].start, min(last.end, span?.end ?? last.end)), found.length > .zero
    else {
      let known = rows.map(\.word)
      throw Failure(
        "cannot play \(words) of \(ayah): \(shownPath) has times of words \(known.min() ?? 0) to \(known.max() ?? 0)"
      )
    }
    return found
  }
}

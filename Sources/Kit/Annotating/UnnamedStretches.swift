package import TilawaBase
import TilawaFormat
package import TilawaQuran
package import TilawaRecognition
package import TilawaSound

extension RecordingMarks {
  /// Puts unassigned markers at the start and in the pauses of stretches whose content can't be determined.
  ///
  /// Skips there lose their names.
  package mutating func leaveUnnamed(_ stretches: [TimeSpan], pauses: PauseAnalysis) {
    for stretch in stretches {
      let start = Marker(at: stretch.start, confidence: Self.unnamedStart)
      leave(stretch, from: start, pauses.pauses, until: pauses.duration)
    }
  }

  /// Puts one row with the skip `other` into each stretch in which speech, but no Quran, seems to be heard.
  package mutating func leaveOut(_ stretches: [TimeSpan], until end: Milliseconds) {
    for stretch in stretches {
      var row = Marker(at: stretch.start, confidence: Self.unnamedStart)
      row.skip = SkipKind.other.rawValue
      leave(stretch, from: row, [], until: end)
    }
  }

  private mutating func leave(
    _ stretch: TimeSpan, from start: Marker, _ pauses: [Pause], until end: Milliseconds
  ) {
    markers.removeAll { marker in
      (marker.ayah == nil || marker.confidence ?? 1 < Self.leastBelieved)
        && marker.at + Anchor.distance > stretch.start && marker.at < stretch.end
    }
    if let before = markers.lastIndex(where: { $0.at < stretch.start }),
      markers[before].end.map({ $0 > stretch.start }) ?? true
    {
      markers[before].end = stretch.start
    }
    // Rows with a name there keep it and their time.
    let named = zip(markers, markers.dropFirst().map(\.at) + [end]).map { $0.at..<max($0.at, $0.end ?? $1) }
    let places =
      [start]
      + pauses.filter { pause in
        pause.quietest > stretch.start + Anchor.distance && pause.quietest + Anchor.distance < stretch.end
      }.map { Marker(at: $0.quietest, confidence: $0.confidence) }
    var added = places.filter { place in !named.contains { $0.contains(place.at) } }
    guard let last = added.last else { return }
    let next = markers.first { $0.at > last.at }?.at ?? end
    if stretch.end + Anchor.distance < next { added[added.count - 1].end = stretch.end }
    markers = (markers + added).sorted { $0.at < $1.at }
  }

  /// The confidence below which names in a stretch of unknown content are guesses.
  private static let leastBelieved = 0.3
  /// The confidence of the start of a stretch of unknown content.
  private static let unnamedStart = 0.5

  /// The highest confidence of a passage that was expected somewhere and found there: just below sure
  /// (`Review.sure`).
  ///
  /// Confidence was measured with passages that somebody stated. Words of a passage that was guessed,
  /// extended or found again elsewhere match other sounds too easily. With 0.94 to 0.99, a takbir was taken
  /// for an ayah, and another surah for al-Fatihah repeated.
  package static let mostExpected = Review.sure - 0.01

  /// Keeps marks sure only if a search without a stated passage is sure of them, too; the rest is worth a
  /// check.
  ///
  /// Such a search finds each ayah once in a stretch. If two markers there name it, it isn't known which is
  /// meant, so neither is sure.
  package mutating func doubt(besides sure: [UnaidedPassages.Sure], until end: Milliseconds) {
    let ends = markers.dropFirst().map(\.at) + [end]
    let stretches = zip(markers, ends).map { $0.at..<max($0.at, $0.end ?? $1) }
    var told: Set<Int> = []
    for found in sure {
      let within = markers.indices.filter { index in
        markers[index].ayah.map { found.tells($0, in: stretches[index]) } ?? false
      }
      let once = Dictionary(grouping: within) { markers[$0].ayah }.values.filter { $0.count == 1 }
      told.formUnion(once.joined())
    }
    for index in markers.indices where markers[index].ayah != nil && !told.contains(index) {
      markers[index].confidence = markers[index].confidence.map { min($0, Self.mostExpected) }
    }
    doubtBeginning()
    doubtWhatFollowsGuesses()
    doubtWords(besides: sure)
  }

  /// Removes the rows of passages that may be others, and returns their stretches and the passages that they
  /// may be. The last row ends at `end` at the latest.
  ///
  /// These passages weren't stated by anybody. Of 23 such marks, in pieces cut at random from the harder
  /// recordings, 16 were wrong.
  package mutating func dropDoubted(until end: Milliseconds) -> [(span: TimeSpan, passage: AyahRange)] {
    var stretches: [(span: TimeSpan, passage: AyahRange)] = []
    var isBefore = false
    let rows = named(until: end)
    for row in rows {
      defer { isBefore = signs[row.start]?.mayBeAnother ?? false }
      guard signs[row.start]?.mayBeAnother ?? false else { continue }
      if isBefore, let last = stretches.last, last.passage.last < row.ayah.first,
        let span = TimeSpan(last.span.start, row.end)
      {
        stretches[stretches.count - 1] = (span, AyahRange(last.passage.first, row.ayah.last))
      } else if let span = TimeSpan(row.start, row.end) {
        stretches.append((span, row.ayah))
      }
    }
    drop(rows.filter { signs[$0.start]?.mayBeAnother ?? false })
    return stretches
  }

  /// Removes rows in which the voice lasts far longer than their ayat take, and returns their stretches and
  /// the ayat that they may be. The last row ends with the recording at the latest.
  ///
  /// In a long recording that was mostly not recognised, the search must put the ayat somewhere. An ayah of
  /// three seconds was once spread over a minute.
  package mutating func dropTooLong(
    in features: SpeechFeatures, counting: CountingSystem
  ) -> [(span: TimeSpan, passage: AyahRange)] {
    let measure = VoiceMeasure(features, counting)
    let rows = named(until: features.duration).compactMap { row -> (row: NamedRow, rate: Double)? in
      guard counting.contains(row.ayah) else { return nil }
      let units = measure.units(of: row.ayah)
      return units > 0 ? (row, measure.seconds(of: row.frames) / units) : nil
    }
    let rates = rows.map(\.rate).sorted()
    // A reciter who is slow throughout takes longer for each.
    let usual = rates.count < Self.fewRows ? 0 : rates[rates.count / 2]
    let long = rows.filter { row, rate in
      rate > Self.mostAboveUsual * usual && measure.isTooLong(row.frames, row.ayah)
    }.map(\.row)
    drop(long)
    return long.compactMap { row in TimeSpan(row.start, row.end).map { ($0, row.ayah) } }
  }

  private func named(until end: Milliseconds) -> [NamedRow] {
    zip(markers, markers.dropFirst().map(\.at) + [end]).compactMap { marker, next in
      marker.ayah.map { NamedRow(ayah: $0, start: marker.at, end: max(marker.at, marker.end ?? next)) }
    }
  }

  /// Removes rows that turned out to be wrong; the sound there then belongs to no row.
  private mutating func drop(_ rows: [NamedRow]) {
    let places = Set(rows.map(\.start))
    for index in markers.indices.reversed()
    where places.contains(markers[index].at) && markers[index].ayah != nil {
      if index > 0, markers[index - 1].end == nil { markers[index - 1].end = markers[index].at }
      markers.remove(at: index)
    }
    let kept = zip(words, wordAgreements).filter { word, _ in
      !rows.contains { $0.start <= word.start && word.start < $0.end }
    }
    (words, wordAgreements) = (kept.map(\.0), kept.map(\.1))
  }

  /// The least number of rows from which the usual tempo can be measured.
  private static let fewRows = 3
  /// The greatest factor by which an ayah may be slower than the recording's others.
  private static let mostAboveUsual = 4.0

  /// Returns true if an ayah of a passage has a row in a stretch.
  package func hasRows(of passage: AyahRange, in span: TimeSpan) -> Bool {
    markers.contains { marker in
      marker.ayah.map { $0.first <= passage.last && passage.first <= $0.last } ?? false
        && span.start <= marker.at + Anchor.distance && marker.at < span.end
    }
  }

  /// Lowers the confidence of the first named rows of a recording that begins amid a surah.
  ///
  /// It may begin amid an ayah whose last words are heard before the first named row, or are all that is
  /// heard of it. If these weren't recognised, the row may be of a similar neighbour, and so may the next
  /// one. The end of 109:3, 109:4 and the beginning of 109:5 were once found as 109:3-4.
  private mutating func doubtBeginning() {
    guard let first = markers.firstIndex(where: { $0.ayah != nil }), let ayah = markers[first].ayah?.first,
      ayah.number > 1
    else { return }
    let beginsElse = markers.first.map { $0.skip == "other" && $0.at <= Self.beginning } ?? false
    guard beginsElse || followsSound || markers[first].at <= Self.beginning else { return }
    for index in markers.indices.filter({ markers[$0].ayah != nil }).prefix(beginsElse ? 2 : 1) {
      markers[index].confidence = markers[index].confidence.map { min($0, Self.mostExpected) }
    }
  }

  /// Lowers the confidence of rows that follow a guess: if the guess is misplaced, the next row may be, too.
  private mutating func doubtWhatFollowsGuesses() {
    let named = markers.indices.filter { markers[$0].ayah != nil }
    let isGuess = named.map { (markers[$0].confidence ?? 1) < Self.leastBelieved }
    for (index, follows) in zip(named.dropFirst(), isGuess) where follows {
      markers[index].confidence = markers[index].confidence.map { min($0, Self.mostExpected) }
    }
  }

  /// The time until which a mark counts as the beginning of a recording.
  private static let beginning = Milliseconds(1000)

  private mutating func doubtWords(besides sure: [UnaidedPassages.Sure]) {
    for index in words.indices {
      guard let confidence = words[index].confidence else { continue }
      let (word, stretch) = (words[index], words[index].start..<max(words[index].start, words[index].end))
      if !sure.contains(where: { $0.tells(AyahRange(word.ayah), in: stretch) }) {
        words[index].confidence = min(confidence, Self.mostExpected)
      }
    }
  }

  /// The total length of other sounds from which they are more than a takbir or two, in seconds.
  private static let mostElse = 10.0

  /// Returns true if the passage explains so little of the recording that a search for other passages is
  /// worthwhile.
  package func leavesMuchOpen(in counting: CountingSystem, until end: Milliseconds) -> Bool {
    let ends = markers.dropFirst().map(\.at) + [end]
    let elsewhere = zip(markers, ends).filter { $0.0.skip == "other" }.reduce(0) {
      $0 + (($1.0.end ?? $1.1) - $1.0.at).seconds
    }
    return !unheard.isEmpty || !guessed(in: counting).isEmpty || elsewhere >= Self.mostElse
  }
}

extension UnaidedPassages.Sure {
  /// Returns true if the search is sure of the ayat for most of a stretch.
  fileprivate func tells(_ ayat: AyahRange, in stretch: Range<Milliseconds>) -> Bool {
    guard passage.first <= ayat.first, ayat.last <= passage.last else { return false }
    let common = min(span.end, stretch.upperBound).count - max(span.start, stretch.lowerBound).count
    return 2 * common > stretch.upperBound.count - stretch.lowerBound.count
  }
}

/// A row that names ayat.
private struct NamedRow {
  var ayah: AyahRange
  var start: Milliseconds
  var end: Milliseconds

  var frames: Range<Int> {
    let first = SpeechFeatures.frame(at: start)
    return first..<max(first, SpeechFeatures.frame(at: end))
  }
}

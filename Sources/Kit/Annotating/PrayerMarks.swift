package import TilawaBase
import TilawaFormat
import TilawaQuran
package import TilawaRecognition

extension RecordingMarks {
  /// The rows that have names, as far as these marks know them; what is sure of them stays.
  package func named(until end: Milliseconds) -> [PrayerParts.Named] {
    let ends = markers.dropFirst().map(\.at) + [end]
    return zip(markers, ends).filter { $0.0.ayah != nil }.map { marker, next in
      PrayerParts.Named(
        marker.ayah, from: marker.at, to: Swift.max(marker.at, marker.end ?? next), isSure: marker.isSure)
    }
  }

  /// Takes away rows that turned out to be none; the sound there is nobody's.
  package mutating func drop(_ rows: [PrayerParts.Named]) {
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

  /// Puts in the marks of one part, which were made in a cut of their own that begins at `offset`.
  ///
  /// What is sure already stays as it is; the part was expected here, so none of its own marks is called sure.
  package mutating func put(_ part: RecordingMarks, at offset: Milliseconds, in span: TimeSpan) {
    let from = Swift.max(.zero, span.start - Anchor.distance)
    var own = part.markers.map { $0.moved(by: offset) }.filter {
      $0.at >= from && $0.at < span.end + Self.afterPart
    }
    // Only what follows at once, and is known, belongs to it: amin.
    own.removeAll { marker in
      marker.ayah == nil && (marker.at < span.start || marker.at >= span.end && marker.confidence == nil)
    }
    own.removeAll { marker in
      markers.contains { $0.isSure && $0.ayah == marker.ayah && $0.at >= from && $0.at < span.end }
    }
    for index in own.indices {
      own[index].confidence = own[index].confidence.map { Swift.min($0, Self.mostExpected) }
    }
    let end = own.compactMap(\.end).max() ?? span.end
    markers.removeAll { $0.at >= from && $0.at < Swift.max(span.end, end) && !$0.isSure }
    if let before = markers.lastIndex(where: { $0.at < from }), let first = own.first?.at,
      markers[before].end.map({ $0 > first }) ?? false
    {
      markers[before].end = first
    }
    markers = (markers + own).sorted { $0.at < $1.at }
    close(span.end)
    ayat += part.ayat
    putWords(of: part, at: offset, in: from..<span.end)
  }

  /// How long after a part what is said may still belong to it.
  private static let afterPart = Milliseconds(6_000)
  /// What is left after the last sound.
  private static let margin = Milliseconds(100)
  /// Silence no longer than this belongs to what comes before.
  private static let shortSilence = Milliseconds(1_000)

  /// The last row of a part is over where it is, and not only where the next begins.
  private mutating func close(_ end: Milliseconds) {
    guard let last = markers.lastIndex(where: { $0.at < end }), markers[last].end == nil else { return }
    let over = end + Self.margin
    let next = last + 1 < markers.count ? markers[last + 1].at : nil
    if next.map({ $0 - over > Self.shortSilence }) ?? true { markers[last].end = over }
  }

  private mutating func putWords(
    of part: RecordingMarks, at offset: Milliseconds, in range: Range<Milliseconds>
  ) {
    let sure = Set(markers.filter { $0.isSure && range.contains($0.at) }.compactMap(\.ayah))
    func stays(_ word: WordTiming) -> Bool { sure.contains(AyahRange(word.ayah)) }
    var all = Array(zip(words, wordAgreements)).filter { !range.contains($0.0.start) || stays($0.0) }
    for (word, agreement) in zip(part.words, part.wordAgreements) where !stays(word) {
      var moved = word
      moved.start = word.start + offset
      moved.end = word.end + offset
      moved.confidence = word.confidence.map { Swift.min($0, Self.mostExpected) }
      all.append((moved, agreement))
    }
    all.sort { $0.0.start < $1.0.start }
    (words, wordAgreements) = (all.map(\.0), all.map(\.1))
  }
}

extension Marker {
  fileprivate var isSure: Bool { facts.ayah != nil && facts.confidence ?? 1 >= Review.sure }

  fileprivate func moved(by offset: Milliseconds) -> Marker {
    var result = self
    result.at = at + offset
    result.end = end.map { $0 + offset }
    return result
  }
}

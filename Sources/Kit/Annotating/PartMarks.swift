package import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaRecognition

extension RecordingMarks {
  /// Inserts the marks of a passage that has no row in `span` yet. They were made in a separate cut of the
  /// recording that begins at `offset`.
  ///
  /// Marks that are already sure stay as they are. Because the passage was expected here, none of its own
  /// marks is called sure.
  package mutating func put(_ part: RecordingMarks, at offset: Milliseconds, in span: TimeSpan) {
    let from = Swift.max(.zero, span.start - Anchor.distance)
    var own = part.markers.map { $0.moved(by: offset) }.filter { $0.at >= from }
    // A skip belongs to the passage only if it follows directly and is recognised.
    own.removeAll { marker in
      marker.ayah == nil && (marker.at < span.start || marker.at >= span.end && marker.confidence == nil)
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

  /// The time that is left after the last sound.
  private static let margin = Milliseconds(100)
  /// The longest silence that belongs to the row before it.
  private static let shortSilence = Milliseconds(1_000)

  /// Gives the last row of a part an end of its own, unless the next row begins soon after it.
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
    var all = Array(zip(words, wordAgreements)).filter { word, _ in
      !range.contains(word.start) || sure.contains(AyahRange(word.ayah))
    }
    for (word, agreement) in zip(part.words, part.wordAgreements) {
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

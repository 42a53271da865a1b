import TilawaBase
package import TilawaFormat
import TilawaQuran
package import TilawaSound

/// What is heard in a recording, for rows to be held against.
///
/// Only marks that are sure (`Review.sure`) speak against a row, and of a boundary only what is sounding between the two places: in a
/// pause a boundary may stand anywhere.
package struct HeardRows: Sendable {
  private struct Heard {
    var ayah: AyahRange?
    var skip: String?
    var start: Milliseconds
    var end: Milliseconds
    var isSure: Bool
  }

  private let heard: [Heard]
  private let unheard: [AyahRange]
  private let features: SpeechFeatures

  /// Of the marks of a recording, made without regard to its rows.
  package init(_ marks: RecordingMarks, in features: SpeechFeatures) {
    self.features = features
    unheard = marks.unheard
    let markers = marks.markers.sorted { $0.at < $1.at }
    let ends = markers.dropFirst().map(\.at) + [features.duration]
    heard = zip(markers, ends).map { marker, next in
      Heard(
        ayah: marker.ayah, skip: marker.skip, start: marker.at, end: max(marker.at, marker.end ?? next),
        isSure: marker.ayah != nil && marker.confidence ?? 0 >= Review.sure)
    }
  }

  /// So much of a voice between two places makes them two; seconds.
  private static let leastSound = 0.6
  /// Rows that are no further apart share a boundary.
  private static let nearness = Milliseconds(50)

  /// What speaks against one of `rows`; nil where nothing does.
  func reason(against row: AnnotatedRow, in rows: [AnnotatedRow]) -> Review.Reason? {
    guard row.isNamed, row.end > row.start else { return nil }
    func common(_ other: Heard) -> Int64 {
      max(0, min(row.end, other.end).count - max(row.start, other.start).count)
    }
    func isOwn(_ other: Heard) -> Bool {
      guard let ayah = row.ayah else { return other.skip == row.skip }
      return other.ayah.map { ayah.first <= $0.first && $0.last <= ayah.last }
        ?? (ayah.first.number == 0 && other.skip == SkipKind.basmalah.rawValue)
    }
    let others = heard.filter { $0.isSure && !isOwn($0) && common($0) > 0 }
    func overlaps(_ row: AnnotatedRow, _ other: Heard) -> Bool {
      row.start < other.end && other.start < row.end
    }
    let own = heard.filter(isOwn)
    let length = (row.end - row.start).count
    if 2 * others.reduce(0, { $0 + common($1) }) > length {
      // Those of which a good part is there, else the one of which most is.
      let many = others.filter { 2 * common($0) > min(length, ($0.end - $0.start).count) }
      let most = others.max { common($0) < common($1) }.map { [$0] } ?? []
      return .heard((many.isEmpty ? most : many).compactMap(\.ayah))
    }
    if own.isEmpty, let ayah = row.ayah,
      unheard.contains(where: { $0.first <= ayah.first && ayah.last <= $0.last })
    {
      return .heard([])
    }
    // It is heard elsewhere, and no other row says so there: no repeat that wasn't heard.
    let same = rows.filter { $0.ayah == row.ayah && $0.index != row.index }
    if row.ayah != nil, !own.contains(where: { overlaps(row, $0) }),
      let elsewhere = own.first(where: { heard in heard.isSure && !same.contains { overlaps($0, heard) } })
    {
      return .begins(elsewhere.start)
    }
    guard row.ayah != nil, let first = own.filter({ $0.isSure && common($0) > 0 }).first,
      let last = own.last(where: { common($0) > 0 })
    else { return nil }
    if first.ayah?.first == row.ayah?.first, sounds(between: first.start, and: row.start) {
      return .begins(first.start)
    }
    // What the next row begins with is its own.
    let isShared = rows.row(after: row).map { $0.start <= row.end + Self.nearness } ?? false
    if !isShared, last.ayah?.last == row.ayah?.last, sounds(between: last.end, and: row.end) {
      return .ends(last.end)
    }
    return nil
  }

  private func sounds(between one: Milliseconds, and other: Milliseconds) -> Bool {
    let from = SpeechFeatures.frame(at: min(one, other))
    let frames = from..<max(from, SpeechFeatures.frame(at: max(one, other)))
    let loud = frames.clamped(to: 0..<features.isLoud.count).count { features.isLoud[$0] }
    return Double(loud) >= Self.leastSound * Double(SpeechFeatures.framesPerSecond)
  }
}

extension Review {
  /// Looks only for rows that contradict what is heard, confirmed ones among them.
  package init(of bundle: TilawaBundle, against heard: HeardRows) {
    self.init(of: bundle) { heard.reason(against: $0, in: $1) }
  }
}

import TilawaBase
package import TilawaFormat
import TilawaQuran
package import TilawaSound

/// The marks found in the sound of a recording, against which its rows are checked.
///
/// Only sure marks (`Review.sure`) count against a row. Two places of a boundary differ only if there is
/// sound between them, because a boundary may be anywhere in a pause.
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

  /// Creates the check from the marks of a recording, which were made without regard to its rows.
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

  /// The times at which ayat begin that are sure and heard once.
  var sureStarts: [Ayah: Milliseconds] {
    var starts: [Ayah: Milliseconds] = [:]
    var repeated: Set<Ayah> = []
    for one in heard where one.isSure {
      guard let ayah = one.ayah?.first else { continue }
      if starts.updateValue(one.start, forKey: ayah) != nil { repeated.insert(ayah) }
    }
    return starts.filter { !repeated.contains($0.key) }
  }

  /// The least sound between two places that makes them different, in seconds.
  private static let leastSound = 0.6
  /// The greatest distance between two rows that share a boundary.
  private static let nearness = Milliseconds(50)

  /// Returns the contradiction between one of `rows` and the sound, or nil if there is none.
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
      // The marks of which more than half is there, else the one of which most is.
      let many = others.filter { 2 * common($0) > min(length, ($0.end - $0.start).count) }
      let most = others.max { common($0) < common($1) }.map { [$0] } ?? []
      return .heard((many.isEmpty ? most : many).compactMap(\.ayah))
    }
    if own.isEmpty, let ayah = row.ayah,
      unheard.contains(where: { $0.first <= ayah.first && ayah.last <= $0.last })
    {
      return .heard([])
    }
    // The ayah is heard elsewhere, and no row names it there, so this row is not a repeat that was missed.
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
    // The end of this row is only checked if the next row doesn't begin there.
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
  /// Creates a review that lists only the rows that contradict the sound, including confirmed ones.
  package init(of bundle: TilawaBundle, against heard: HeardRows) {
    self.init(of: bundle) { heard.reason(against: $0, in: $1) }
  }
}

import TilawaBase
import TilawaFormat
import TilawaQuran

/// The ayat of one row, and where in the recording each of them is heard.
struct RowCut {
  let ayat: [Ayah]
  private let whole: TimeSpan
  /// The start of each ayah and the end of the last; nil when the row can only be played whole.
  private let bounds: [Milliseconds]?
  /// The end at which a part of its first or last ayah isn't in the recording.
  private let cut: AyahCut?

  /// Nil unless all ayat of the row exist in the count and the row has a length.
  init?(_ row: Segment, _ counting: CountingSystem) {
    guard let range = row.ayah, let span = row.span, span.length > .zero else { return nil }
    ayat = counting.ayat(in: range)
    guard !ayat.isEmpty else { return nil }
    whole = span
    let joins = ayat.count == 1 ? [] : row.joins
    let bounds = [span.start] + joins + [span.end]
    // Joins that are too few, too many or out of order can't be matched with ayat: they are as good as none.
    let areRight = joins.count == ayat.count - 1 && zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }
    self.bounds = areRight ? bounds : nil
    cut = row.cut
  }

  /// Returns the end at which an ayah of `range` that the row names is cut off; nil if all of them are whole.
  func cut(within range: AyahRange) -> AyahCut? {
    func isCut(_ ayah: Ayah, _ isOff: Bool?) -> Bool {
      isOff ?? false && ayah >= range.first && ayah <= range.last
    }
    return AyahCut(
      start: isCut(ayat[0], cut?.isAtStart), end: isCut(ayat[ayat.count - 1], cut?.isAtEnd))
  }

  /// Where those ayat of `range` are heard that the row holds, and whether other ayat are heard there too.
  ///
  /// Nil when it holds none of them.
  func hearing(of range: AyahRange) -> (span: TimeSpan, isShared: Bool)? {
    guard let first = ayat.firstIndex(where: { $0 >= range.first && $0 <= range.last }) else { return nil }
    var last = first
    while last + 1 < ayat.count, ayat[last + 1] <= range.last { last += 1 }
    if first == 0, last == ayat.count - 1 { return (whole, false) }
    guard let bounds, let span = TimeSpan(bounds[first], bounds[last + 1]) else { return (whole, true) }
    return (span, false)
  }

  /// Returns the ayat of `range` that the row contains, with the joins between them. If its joins don't fit,
  /// returns the whole row without joins.
  ///
  /// Returns nil if the row contains none of the ayat.
  func piece(of range: AyahRange) -> (ayat: AyahRange, span: TimeSpan, joins: [Milliseconds])? {
    guard let first = ayat.firstIndex(where: { $0 >= range.first && $0 <= range.last }) else { return nil }
    var last = first
    while last + 1 < ayat.count, ayat[last + 1] <= range.last { last += 1 }
    guard let bounds, let span = TimeSpan(bounds[first], bounds[last + 1]) else {
      return (AyahRange(ayat[0], ayat[ayat.count - 1]), whole, [])
    }
    return (AyahRange(ayat[first], ayat[last]), span, Array(bounds[(first + 1)..<(last + 1)]))
  }
}

/// The ayat of one counting system that hold what an ayah of another holds.
public struct AyahMapping: Hashable, Sendable {
  /// The way in which the two counts divide the text here.
  public enum Relation: String, CaseIterable, Sendable {
    /// An ayah with the same number and the same extent.
    case same
    /// Another number, the same extent.
    case renumbered
    /// Only part of one ayah of the other count.
    case merged
    /// Exactly two or more ayat of the other count.
    case split
    /// Several ayat of the other count, of which an outer one reaches beyond this ayah.
    case overlap
    /// The basmalah of surah 1, which is ayah 1:1 in one of the two counts and bears no number in the other.
    case unnumbered
  }

  /// The first ayah of the other count that shares words with the ayah.
  public let first: Ayah
  /// The last one.
  public let last: Ayah
  /// The way in which the ayat share the text.
  public let relation: Relation

  /// From `first` to `last`.
  public var range: AyahRange { AyahRange(first, last) }
}

/// A map of the ayat of one counting system to those of another.
///
/// Every pair of systems is compared by the words that their ayat contain, so none is reached through a
/// third.
public enum AyahMap {
  /// The ayat of `target` that share words with `ayah` of `source`; nil when `source` has no such ayah.
  ///
  /// `unnumbered` is the relation of 1:1 to 1:0 where only `source` numbers the basmalah of surah 1, and of
  /// 1:0 to 1:1 where only `target` does. Every other ayah 0 is the `same` in all systems.
  public static func map(
    _ ayah: Ayah, from source: CountingSystem, to target: CountingSystem
  ) -> AyahMapping? {
    guard source.contains(ayah) else { return nil }
    let isBasmalahOfFatihah = ayah == Ayah(1, source.numbersBasmalah ? 1 : 0)
    if isBasmalahOfFatihah, source.numbersBasmalah != target.numbersBasmalah {
      let other = Ayah(1, target.numbersBasmalah ? 1 : 0)
      return AyahMapping(first: other, last: other, relation: .unnumbered)
    }
    guard source != target, let index = source.index(of: ayah) else {
      return AyahMapping(first: ayah, last: ayah, relation: .same)
    }
    let span = AyahSpans.of(source).span(at: index)
    let spans = AyahSpans.of(target)
    let indexes = spans.indexes(sharing: span)
    guard let first = target.ayah(at: indexes.lowerBound), let last = target.ayah(at: indexes.upperBound)
    else { return nil }
    let covered =
      spans.span(at: indexes.lowerBound).lowerBound..<spans.span(at: indexes.upperBound).upperBound
    let relation: AyahMapping.Relation =
      switch (first == last, covered == span) {
      case (true, true): first == ayah ? .same : .renumbered
      case (true, false): .merged
      case (false, true): .split
      case (false, false): .overlap
      }
    return AyahMapping(first: first, last: last, relation: relation)
  }

  /// The shortest run of whole ayat of `target` that holds `range` of `source`; nil when `source` hasn't got
  /// it.
  public static func map(
    _ range: AyahRange, from source: CountingSystem, to target: CountingSystem
  ) -> AyahRange? {
    guard source.contains(range), let first = map(range.first, from: source, to: target),
      let last = map(range.last, from: source, to: target)
    else { return nil }
    return AyahRange(first.first, last.last)
  }
}

/// The stretch of the text in each ayah of a counting system.
///
/// A place in the text is 256 times the number of Kufi ayat before it, plus the number of words before it in
/// its Kufi ayah.
struct AyahSpans {
  /// The start of the first ayah: after the basmalah, if that bears no number.
  let start: Int
  /// The end of each ayah, by its index.
  private let ends: [Int32]

  private init(_ counting: CountingSystem) {
    start = counting.numbersBasmalah ? 0 : Self.wordsPerAyah
    var ends: [Int32] = []
    ends.reserveCapacity(counting.total)
    var boundaries = AyahBoundary.all[...]
    for index in 0..<CountingSystem.kufi.total {
      var isEnd = true
      while let boundary = boundaries.first, CountingSystem.kufi.index(of: boundary.ayah) == index {
        boundaries.removeFirst()
        let isCounted = boundary.isCounted(in: counting)
        if !boundary.isInside {
          isEnd = isCounted
        } else if isCounted {
          ends.append(Int32(index * Self.wordsPerAyah + boundary.word))
        }
      }
      let end = (index + 1) * Self.wordsPerAyah
      if isEnd, end > start { ends.append(Int32(end)) }
    }
    self.ends = ends
  }

  /// More words than any ayah has.
  static let wordsPerAyah = 256

  func span(at index: Int) -> Range<Int> {
    (index == 0 ? start : Int(ends[index - 1]))..<Int(ends[index])
  }

  /// The first and last ayah that share words with a stretch, which lies at or after `start`.
  func indexes(sharing span: Range<Int>) -> ClosedRange<Int> {
    let first = ends.partitionPoint { Int($0) <= span.lowerBound }
    let last = ends.partitionPoint { Int($0) < span.upperBound }
    return first...max(first, last)
  }

  static func of(_ counting: CountingSystem) -> AyahSpans {
    switch counting {
    case .kufi: kufi
    case .madaniFirst: madaniFirst
    case .madaniFirstAbuJafar: madaniFirstAbuJafar
    case .madaniLast: madaniLast
    case .makki: makki
    case .makkiKFGQPC: makkiKFGQPC
    case .basri: basri
    case .shami: shami
    }
  }

  // One by one, as a command rarely needs more than two.
  private static let kufi = AyahSpans(.kufi)
  private static let madaniFirst = AyahSpans(.madaniFirst)
  private static let madaniFirstAbuJafar = AyahSpans(.madaniFirstAbuJafar)
  private static let madaniLast = AyahSpans(.madaniLast)
  private static let makki = AyahSpans(.makki)
  private static let makkiKFGQPC = AyahSpans(.makkiKFGQPC)
  private static let basri = AyahSpans(.basri)
  private static let shami = AyahSpans(.shami)
}

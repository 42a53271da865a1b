/// Data that is lost or changed on the way into a format that cannot carry it. `spec/core/exchange.md` lists
/// the codes.
package enum LossCode: String, CaseIterable, Sendable, Comparable {
  case rows, skip, zero, range, joins, xsurah, end, gap, overlap, order, conf, verified, words, marker,
    reciter
  case repetition = "repeat"
  case riwayah, numbering, meta, xkeys, prec, text, note, cut, rakah, priority, wordless, start, incomplete,
    ref

  /// Returns the message for `count` losses, such as `3 rows lose ...`.
  package func sentence(_ count: Int) -> String {
    func some(_ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
    let (rows, times) = (some("row"), count == 1 ? "once" : "\(count) times")
    let (s, are) = count == 1 ? ("s", "is") : ("", "are")
    switch self {
    case .rows: return "\(rows) cannot be written"
    case .skip: return "\(rows) without an ayah cannot be written"
    case .zero: return "\(rows) with ayah 0 cannot be written"
    case .range: return "\(rows) of several ayat become\(s) text"
    case .joins: return "\(rows) lose\(s) the boundaries inside (joins)"
    case .xsurah: return "\(rows) that run\(s) into the next surah cannot be distinguished from others"
    case .end: return "\(rows) lose\(s) the end"
    case .gap: return "\(some("gap")) between rows cannot be shown"
    case .overlap: return "\(rows) overlap\(s) another, which cannot be shown"
    case .repetition: return "\(rows) that repeat\(s) an ayah cannot be kept"
    case .order: return "\(rows) change\(s) place in the order"
    case .conf: return "\(rows) lose\(s) the confidence"
    case .verified: return "\(rows) lose\(s) \(count == 1 ? "its" : "their") verification"
    case .words: return "\(some("word timing")) \(are) left out"
    case .marker: return "\(some("marker")) \(are) left out"
    case .reciter: return "the reciter is left out \(times)"
    case .riwayah: return "the riwayah is left out \(times)"
    case .numbering:
      return "\(rows) \(count == 1 ? "has" : "have") no number in the format's count"
    case .meta: return "\(some("fact")) about the recording \(are) left out"
    case .xkeys: return "\(some("key")) of your own \(are) left out"
    case .prec: return "\(some("time")) \(are) rounded"
    case .text: return "\(some("text")) contain\(s) characters that cannot be written"
    case .start:
      return "\(rows) become\(s) \(count == 1 ? "a separate file" : "separate files")"
    case .incomplete: return "\(rows) belong\(s) to no whole surah of one recording, and cannot be written"
    case .note: return "\(rows) lose\(s) the note"
    case .cut: return "\(rows) no longer say\(s) that an ayah is cut off"
    case .rakah: return "\(rows) lose\(s) the rak'ah"
    case .priority: return "\(rows) lose\(s) the priority"
    case .ref: return "\(rows) keep\(s) the text, but lose\(s) the reference to the ayah"
    case .wordless: return "\(rows) without words cannot be written"
    }
  }

  /// In the order of the page.
  package static func < (a: Self, b: Self) -> Bool { a.place < b.place }

  private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Set<LossCode> {
  /// The data of a row besides its target that labels can contain.
  static let ofLabels: Self = [
    .joins, .conf, .verified, .riwayah, .reciter, .note, .cut, .rakah, .priority, .xkeys,
  ]
  /// The data that formats cannot carry that list each ayah once with its time.
  static let ofAyat = ofLabels.union([.skip, .range, .xsurah, .order, .repetition, .marker, .meta])
}

/// The number of losses of each kind.
package struct Losses: Sendable, Hashable {
  /// By code; none is 0.
  package private(set) var counts: [LossCode: Int] = [:]

  /// Nothing lost.
  package init() {}

  /// True if nothing was lost.
  package var isEmpty: Bool { counts.isEmpty }

  /// Counts `count` more of `code`.
  package mutating func add(_ code: LossCode, _ count: Int = 1) {
    if count > 0 { counts[code, default: 0] += count }
  }

  /// Counts all of `other`.
  package mutating func add(_ other: Losses) {
    for (code, count) in other.counts { add(code, count) }
  }

  /// In the order of the page.
  package var inOrder: [(code: LossCode, count: Int)] {
    counts.sorted { $0.key < $1.key }.map { (code: $0.key, count: $0.value) }
  }
}

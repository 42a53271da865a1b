import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A row holds an ayah that isn't in the passage: one of the two is wrong.
  static let outsidePassage = Rule("R506", "outside-passage", .warning) { bundle, report in
    guard let counting = bundle.counting, let passage = bundle.recording?.passage,
      !bundle.segments.rows.isEmpty,
      passage.value.allSatisfy({ counting.contains($0.value) })
    else { return }
    let held = PassageAyat(passage.value.map(\.value), counting)
    for row in bundle.segments.rows {
      guard let ayah = row.ayah, let outside = held.firstOutside(ayah) else { continue }
      report.add(
        "\(outside) is not in the passage", at: bundle.segments.place(row, RowKey.ayah),
        notes: [.init("the passage is here", at: bundle.place(inRecording: passage))])
    }
  }
}

/// The ayat of a passage, with constant time for each run that is looked up. Ayah 0 counts as its surah's
/// first ayah.
private struct PassageAyat {
  private let counting: CountingSystem
  /// For each ayah, the index of the first ayah from there on that isn't in the passage.
  private var ends: [Int]

  init(_ passage: [AyahRange], _ counting: CountingSystem) {
    self.counting = counting
    ends = Array(0...counting.total)
    for range in passage {
      guard let span = Self.indexes(range, counting) else { continue }
      ends[span.lowerBound] = max(ends[span.lowerBound], span.upperBound)
    }
    // What an earlier ayah's run reaches, the ayat within it reach too.
    var reached = 0
    for index in ends.indices {
      reached = max(reached, ends[index])
      ends[index] = max(index, reached)
    }
  }

  func firstOutside(_ range: AyahRange) -> Ayah? {
    guard let span = Self.indexes(range, counting) else { return nil }
    var index = span.lowerBound
    while index < span.upperBound, ends[index] > index { index = ends[index] }
    return index < span.upperBound ? counting.ayah(at: index) : nil
  }

  private static func indexes(_ range: AyahRange, _ counting: CountingSystem) -> Range<Int>? {
    guard counting.contains(range),
      let first = counting.index(of: Ayah(range.first.surah, max(1, range.first.number))),
      let last = counting.index(of: Ayah(range.last.surah, max(1, range.last.number)))
    else { return nil }
    return first..<last + 1
  }
}

import TilawaBase
package import TilawaFormat
import TilawaQuran

/// Compares the rows of a bundle with an analysis of its recording that doesn't depend on them.
package enum SoundReview {
  /// Analyses the recording of a bundle for the passages in its rows, or, if they aren't found, for any.
  /// Returns nil if the recited passage can't be determined.
  ///
  /// Throws if the recording can't be analysed.
  package static func heard(
    in bundle: TilawaBundle, in workplace: Workplace, _ monitor: WorkMonitor
  ) throws -> HeardRows? {
    var bare = bundle
    for kind in [FileKind.segments, .markers] { bare.replace(kind, by: nil) }
    let path = try bundle.audioPath()
    for passages in [bundle.recitedPassages, []] {
      let listening = try MarkListening(
        to: path, for: passages, around: bare, MarkRequest(), in: workplace, monitor)
      if let heard = listening.heardRows { return heard }
    }
    return nil
  }
}

extension MarkListening {
  /// The rows of the analysis, for a comparison; nil if none of the passages is found, or the recitation
  /// may be another one.
  package var heardRows: HeardRows? {
    guard case .features(let features, _) = recording, case .success(let marks) = marks, !passages.isEmpty,
      !marks.mayBeAnother
    else { return nil }
    return HeardRows(marks, in: features)
  }
}

extension TilawaBundle {
  /// The stated passages, or else those in the rows, in order.
  fileprivate var recitedPassages: [AyahRange] {
    if let stated = recording?.content?.statedPassages, !stated.isEmpty { return stated }
    guard let counting else { return [] }
    var runs: [AyahRange] = []
    for ayah in AnnotatedRow.rows(of: self).compactMap(\.ayah) where counting.contains(ayah) {
      let first = ayah.first.number > 0 ? ayah.first : counting.next(after: ayah.first) ?? ayah.first
      guard first.number > 0, first <= ayah.last else { continue }
      if let last = runs.last, counting.next(after: last.last) == first, last.last.surah == first.surah {
        runs[runs.count - 1].last = ayah.last
      } else if runs.last.map({ $0.first > first || $0.last < ayah.last }) ?? true {
        runs.append(AyahRange(first, ayah.last))
      }
    }
    return runs
  }
}

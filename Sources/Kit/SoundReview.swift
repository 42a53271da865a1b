import TilawaBase
package import TilawaFormat
import TilawaQuran

/// The rows of a bundle held against what is heard in its recording, without regard to the rows.
package enum SoundReview {
  /// Listens to the recording of a bundle, for what its rows hold, or where that isn't heard for anything. Nil where it can't be told what
  /// is recited.
  ///
  /// Throws what keeps the recording from being listened to.
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
  /// What rows can be held against; nil where nothing of the passages is heard, or it may be something else.
  package var heardRows: HeardRows? {
    guard case .features(let features, _) = recording, case .success(let marks) = marks, !passages.isEmpty,
      !marks.mayBeAnother
    else { return nil }
    return HeardRows(marks, in: features)
  }
}

extension TilawaBundle {
  /// What somebody says is recited, else what the rows hold, in their order.
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

import TilawaQuran
import TilawaSound

/// Finds whole surahs that fill a stretch, once or repeated, though a search of the Quran was sure of none.
///
/// Only whole surahs are tried: there are few of them, and few that take as long as the stretch does. A
/// search is often not sure of a short surah that is recited in a hall, or repeated.
struct WholeSurahs {
  private let features: SpeechFeatures
  private let counting: CountingSystem
  private let model: AcousticModel
  private let measure: VoiceMeasure

  private static let fewestAyat = 3
  /// The conditions for a surah: all ayat are recognised in order, each time it is recited, this well, and
  /// with hardly anything else.
  private static let leastMedian = 0.8
  private static let leastConfidence = 0.3
  private static let leastCover = 0.9
  /// Of all words, those of a basmalah that it may begin with included, which need not be said.
  private static let leastShare = 0.75

  init(
    _ features: SpeechFeatures, _ counting: CountingSystem, _ model: AcousticModel, _ measure: VoiceMeasure
  ) {
    self.features = features
    self.counting = counting
    self.model = model
    self.measure = measure
  }

  /// Returns the first guessed surah that is recognised so well in a stretch that no other can be meant, once
  /// for each time it is recited.
  ///
  /// The guesses are from pieces of a search. Returns nothing if there is no such surah.
  func said(
    in stretch: Range<Int>, guessedBy pieces: [PassageIdentification.Piece], _ check: () throws -> Void
  ) rethrows -> [(passage: AyahRange, frames: Range<Int>)] {
    var tried: Set<Int> = []
    for piece in pieces where piece.confidence >= Self.leastGuess {
      for guess in ([piece.passage].compactMap(\.self) + piece.others).prefix(Self.mostGuesses) {
        guard let passage = AyahMap.map(guess, from: .kufi, to: counting) else { continue }
        for surah in passage.first.surah...max(passage.first.surah, passage.last.surah)
        where tried.insert(surah).inserted {
          try check()
          let times = times(ofSurah: surah, in: stretch)
          if !times.isEmpty { return times }
        }
      }
    }
    return []
  }

  /// Guesses that are less likely aren't listened to.
  private static let leastGuess = 0.1
  private static let mostGuesses = 3

  private func times(ofSurah surah: Int, in stretch: Range<Int>) -> [(passage: AyahRange, frames: Range<Int>)]
  {
    guard let passage = counting.range(ofSurah: surah) else { return [] }
    let ayat = counting.ayat(in: passage)
    guard ayat.count >= Self.fewestAyat, measure.canFill(stretch, passage),
      let listened = ListenedPassages([passage], counting, in: features, frames: stretch, model: model),
      let all = listened.frames(of: 0),
      measure.seconds(of: all) >= Self.leastCover * measure.seconds(of: stretch),
      listened.share >= Self.leastShare
    else { return [] }
    let heard = listened.ayat(of: 0)
    let confidences = heard.map(\.confidence).sorted()
    guard heard.count.isMultiple(of: ayat.count),
      heard.indices.allSatisfy({ heard[$0].ayah == ayat[$0 % ayat.count] }),
      let median = confidences.dropFirst(confidences.count / 2).first, median >= Self.leastMedian,
      confidences[0] >= Self.leastConfidence, listened.isClear
    else { return [] }
    return stride(from: 0, to: heard.count, by: ayat.count).map { start in
      (passage, heard[start].frames.lowerBound..<heard[start + ayat.count - 1].frames.upperBound)
    }
  }
}

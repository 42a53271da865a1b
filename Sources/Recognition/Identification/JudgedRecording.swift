package import TilawaQuran
package import TilawaSound

/// A recording whose contents are known: the signs by which checks judge, to fit their weights to many of
/// them.
package struct JudgedRecording: Sendable {
  /// A check whose weights are fitted.
  package enum Check: String, CaseIterable, Sendable {
    /// Of a passage that is stated of a short recording, and of a longer one.
    case stated
    case statedLong = "stated-long"
    /// Of what a search of the Quran found, in pieces that are short, and in longer ones.
    case found
    case foundLong = "found-long"
    /// Of the whole ayat that fit best.
    case wholeAyat = "whole-ayat"

    /// The weights that ship.
    package var shipped: LogisticRegression {
      switch self {
      case .stated: ShortPassageCheck.Signs.fitted
      case .statedLong: PassageVerification.Signs.fitted
      case .found: PassageCheck.ShortSigns.fitted
      case .foundLong: PassageCheck.Signs.fitted
      case .wholeAyat: WholeAyatCheck.Signs.fitted
      }
    }
  }

  /// A passage that a search took for recited, and the evidence for it.
  package typealias Candidate = (passage: AyahRange, signs: [Double])

  let features: SpeechFeatures
  let model: AcousticModel

  /// Creates a recording for judging by a model.
  package init(_ features: SpeechFeatures, model: AcousticModel) {
    self.features = features
    self.model = model
  }

  /// Returns the evidence for a stated passage, from the check of short or that of long ones.
  ///
  /// Returns nil if the other check applies, or if the recording is too short for the passage.
  package func signs(ofStated passage: AyahRange, counting: CountingSystem, isLong: Bool = false) -> [Double]?
  {
    guard features.isLoud.contains(true) else { return nil }
    let stated = RecitedPassage([passage], counting, opening: .auto, anchors: [])
    let utterance = Utterance(features: features, model: model, silent: stated.silent)
    guard let heard = Pipeline.recitation(of: stated, in: utterance) else { return nil }
    let signs = PassageVerification(utterance: utterance).signs(of: heard)
    return signs is PassageVerification.Signs == isLong ? signs?.terms : nil
  }

  /// Returns the short or long pieces that a search finds in all of the Quran, or without `surah`.
  ///
  /// Pieces whose text is also in that surah, or nearly, are left out.
  package func found(_ isLong: Bool = false, besides surah: Int? = nil) -> [Candidate] {
    guard features.isLoud.contains(true) else { return [] }
    let sounds = surah.map { own in QuranSounds(surahs: (1...114).filter { $0 != own }) } ?? .whole
    let scores = CoarseScores(PhoneScores(model, features, scale: .connected), frames: features.count)
    let check = PassageCheck(features: features, sounds: sounds, model: model)
    let pieces = QuranSearch(sounds, model, scores).pieces { _, _ in }
    return pieces.compactMap { piece in
      guard !piece.sounds.isEmpty, piece.same.isEmpty, let passage = sounds.passage(piece.sounds),
        !Self.isSaid(sounds.heard[piece.sounds], in: surah)
      else { return nil }
      let short = check.shortSigns(of: piece)
      guard isLong else { return short.map { (passage, $0.terms) } }
      return short == nil ? check.signs(of: piece).map { (passage, $0.terms) } : nil
    }
  }

  /// Returns the whole ayat that fit best in all of the Quran, or without `surah`; nil if there are none.
  ///
  /// Ayat that sound like others, or nearly like a part of that surah, are left out.
  package func wholeAyat(besides surah: Int? = nil) -> Candidate? {
    let search = WholeAyatSearch(features, model: model, besides: surah)
    guard let best = search.hypotheses.first, search.same.isEmpty,
      !Self.isSaid(best.items.flatMap(\.words).flatMap(\.phones).map(\.rawValue), in: surah)
    else { return nil }
    return WholeAyatCheck(features: features, model: model).signs(of: best, others: search.hypotheses).map {
      (best.ayat, $0.terms)
    }
  }

  /// Returns true if phones, or nearly these, occur one after the other in a surah.
  ///
  /// A passage that differs from it in a word, as 67:23 does from 23:78, isn't wrong only for that. The
  /// measure is edits (Sellers: The theory and computation of evolutionary distances, Journal of Algorithms
  /// 1, 1980).
  static func isSaid(_ phones: some Collection<UInt8>, in surah: Int?) -> Bool {
    guard let surah else { return false }
    let wanted = Array(phones)
    // By place in `wanted`, the fewest edits that lead there from anywhere before the sound that comes next.
    var edits = Array(0...wanted.count)
    var fewest = wanted.count
    for sound in QuranSounds(surahs: surah...surah).heard {
      var before = edits[0]
      for place in wanted.indices {
        let here = edits[place + 1]
        edits[place + 1] = min(before + (wanted[place] == sound ? 0 : 1), here + 1, edits[place] + 1)
        before = here
      }
      fewest = min(fewest, edits[wanted.count])
    }
    return Double(fewest) <= mostEdits * Double(wanted.count)
  }

  /// The part of the sounds that may differ.
  private static let mostEdits = 0.25
}

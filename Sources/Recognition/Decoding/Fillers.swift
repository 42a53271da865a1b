import TilawaQuran
import TilawaSound

/// Something that is heard besides the items of a passage.
package struct Filler: Hashable, Sendable {
  package var frames: Range<Int>
  /// What it is, as the word of a `skip` row.
  package var kind = "other"
  /// How likely it is that; nil where nothing is said of it.
  package var confidence: Double?

  /// The sounds of a gap between items, each from silence to silence.
  ///
  /// A Viterbi search of two states without durations, silence and filler: too small to be one of the other decoders' business,
  /// which take a gap for one filler.
  static func sounds(in gap: Range<Int>, _ scores: EmissionScores) -> [Range<Int>] {
    // By frame, whether the best way into silence, and into sound, comes from the other.
    var comesFromOther: [(silence: Bool, sound: Bool)] = []
    var silence = 0.0
    var sound = -Costs.soundInGap
    for frame in gap {
      let (leave, enter) = (sound - Costs.soundInGap, silence - Costs.soundInGap)
      comesFromOther.append((leave > silence, enter > sound))
      silence = max(silence, leave) + scores.sum(PhoneScores.silence, frame..<frame + 1)
      sound = max(sound, enter) + scores.sum(PhoneScores.filler, frame..<frame + 1)
    }
    var isSound = sound - Costs.soundInGap > silence
    var result: [Range<Int>] = []
    var end = gap.upperBound
    for (index, from) in comesFromOther.enumerated().reversed() where isSound ? from.sound : from.silence {
      let start = gap.lowerBound + index
      if isSound { result.append(start..<end) }
      isSound.toggle()
      end = start
    }
    if isSound { result.append(gap.lowerBound..<end) }
    return result.reversed().joined(apart: shortestPause).filter {
      $0.count >= Durations.shortestFiller
    }
  }

  /// The same with names, as far as what is heard is known; what isn't is one, up to a long silence.
  static func named(
    _ sounds: [Range<Int>], after item: PassageItem?, _ recognition: PhraseRecognition?
  ) -> [Filler] {
    var result: [Filler] = []
    for (number, frames) in sounds.enumerated() {
      let followsFatihah = number == 0 && item?.ayah == lastOfFatihah
      if let known = recognition?.phrase(frames, followsFatihah: followsFatihah) {
        result.append(Filler(frames: frames, kind: known.phrase.kind, confidence: known.confidence))
      } else if let last = result.last, last.confidence == nil,
        frames.lowerBound - last.frames.upperBound < longPause
      {
        result[result.count - 1].frames = last.frames.lowerBound..<frames.upperBound
      } else {
        result.append(Filler(frames: frames))
      }
    }
    return result
  }

  private static let lastOfFatihah = Ayah(1, 7)
  /// Frames of silence within what is said in one breath.
  private static let shortestPause = 15
  /// Frames of silence that part one thing from another.
  private static let longPause = 5 * SpeechFeatures.framesPerSecond
}

extension [Range<Int>] {
  /// With those made one between which there is less.
  fileprivate func joined(apart: Int) -> [Range<Int>] {
    reduce(into: []) { result, range in
      if let last = result.last, range.lowerBound - last.upperBound < apart {
        result[result.count - 1] = last.lowerBound..<range.upperBound
      } else {
        result.append(range)
      }
    }
  }
}

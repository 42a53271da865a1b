import TilawaQuran
import TilawaSound

/// A sound in a recitation that belongs to no item of its passage.
package struct Filler: Hashable, Sendable {
  package var frames: Range<Int>
  /// The kind of sound, as the word of a `skip` row.
  package var kind = "other"
  /// The probability of the kind; nil if none is stated.
  package var confidence: Double?

  /// Returns the sounds of a gap between items, each from silence to silence.
  ///
  /// It is a Viterbi search of two states without durations, silence and filler. The other decoders take a
  /// gap for one filler.
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

  /// Returns the sounds with names, where they are known phrases. Unknown sounds are one filler up to a long
  /// silence.
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

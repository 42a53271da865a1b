import Foundation
import QuranIndex
import Timing

/// When each sound of a recitation is made, to the sample.
struct SpokenScore {
  /// One sound.
  struct Note {
    var sound: AyahSounds.Sound
    /// Which of its class: the colour of a vowel, the place of a consonant.
    var colour: Int
    var samples: Range<Int>
    /// Against the voice's middle pitch.
    var pitch: Float
  }

  private(set) var notes: [Note] = []
  private(set) var hearings: [SpokenRecitation.Hearing] = []
  private(set) var count = 0

  private static let millisecond = SpokenRecitation.sampleRate / 1000

  init(_ recitation: SpokenRecitation) {
    var random = SplitMix64(state: recitation.seed)
    var at = Int(recitation.leadIn.count) * Self.millisecond
    for utterance in recitation.utterances {
      var words: [TimeSpan] = []
      for (number, word) in utterance.words.enumerated() {
        let breath = utterance.breathsAfter[number]
        let isLast = number == utterance.words.count - 1
        var sounds = word.sounds
        if breath != nil, !isLast, sounds.last == .short { sounds.removeLast() }
        let start = at
        let pitch = 1 + 0.15 * random.signedUnit()
        for (place, sound) in sounds.enumerated() {
          // The vowel before the last consonants of an ayah is held.
          let isHeld = isLast && sound == .long && !sounds[(place + 1)...].contains(where: \.isVowel)
          let length = Self.length(sound, isHeld: isHeld, recitation, &random)
          notes.append(
            Note(sound: sound, colour: Int(random.next() >> 33), samples: at..<(at + length), pitch: pitch))
          at += length
        }
        if let span = TimeSpan(Self.time(start), Self.time(at)) { words.append(span) }
        if let breath, !isLast { at += Int(breath.count) * Self.millisecond }
      }
      if let first = words.first, let last = words.last, let span = TimeSpan(first.start, last.end) {
        hearings.append(.init(ayah: utterance.ayah, span: span, words: words))
      }
      at += Int(utterance.pauseAfter.count) * Self.millisecond
    }
    count = at + Int(recitation.reverberation * Double(SpokenRecitation.sampleRate))
  }

  private static func time(_ sample: Int) -> Milliseconds { Milliseconds(Int64(sample / millisecond)) }

  /// In whole milliseconds' worth of samples.
  private static func length(
    _ sound: AyahSounds.Sound, isHeld: Bool, _ recitation: SpokenRecitation, _ random: inout SplitMix64
  ) -> Int {
    let usual =
      switch sound {
      case .short: 0.11
      case .long: isHeld ? 1.2 : 0.28
      case .prolonged: 0.95
      case .prolongedSix: 1.7
      case .nasal: 0.1
      case .nasalHold: 0.5
      case .sibilant: 0.18
      case .voicelessFricative, .voicedFricative: 0.14
      case .voicelessStop, .voicedStop: 0.15
      case .liquid: 0.1
      }
    // The sum of three even distributions is nearly normal, of variance 1.
    let deviation = Double(random.signedUnit() + random.signedUnit() + random.signedUnit())
    let seconds = usual * recitation.tempo * exp(recitation.unevenness * deviation)
    return max(30, Int((seconds * 1000).rounded())) * millisecond
  }
}

import Foundation
import TilawaBase
import TilawaQuran

/// The time of each sound of a recitation, to the sample.
struct SpokenScore {
  /// One sound.
  struct Note {
    var phone: AyahSounds.Phone
    /// The deviation of its resonances from the usual ones, as a factor.
    var colour: Float
    var samples: Range<Int>
    /// Against the voice's middle pitch.
    var pitch: Float
    /// The index of its voice in `voices`.
    var voice: Int
  }

  private(set) var notes: [Note] = []
  /// The reciter's first.
  private(set) var voices: [SpokenRecitation.Voice]
  private(set) var hearings: [SpokenRecitation.Hearing] = []
  private(set) var count = 0

  private static let millisecond = SpokenRecitation.sampleRate / 1000

  init(_ recitation: SpokenRecitation) {
    var random = SplitMix64(state: recitation.seed)
    voices = [.init(pitch: recitation.pitch, tempo: recitation.tempo)]
    var at = Int(recitation.leadIn.count) * Self.millisecond
    for utterance in recitation.utterances {
      let first = notes.count
      let speaker = number(of: utterance.voice ?? voices[0])
      let tempo = voices[speaker].tempo
      var words: [TimeSpan] = []
      for (number, word) in utterance.words.enumerated() {
        let breath = utterance.breathsAfter[number]
        let isLast = number == utterance.words.count - 1
        var sounds = word.sounds[...]
        if breath != nil, !isLast, sounds.last == .short { sounds.removeLast() }
        let start = at
        let pitch = 1 + 0.15 * random.signedUnit()
        for (place, sound) in sounds.enumerated() {
          // The vowel before the last consonants of an ayah is held.
          let isHeld = isLast && sound == .long && !sounds[(place + 1)...].contains(where: \.isVowel)
          let length = Self.length(sound, isHeld: isHeld, tempo, recitation.unevenness, &random)
          notes.append(
            Note(
              phone: word.phones[place], colour: 1 + 0.05 * random.signedUnit(), samples: at..<(at + length),
              pitch: pitch, voice: speaker))
          at += length
        }
        if let span = TimeSpan(Self.time(start), Self.time(at)) { words.append(span) }
        if let breath, !isLast { at += Int(breath.count) * Self.millisecond }
      }
      if let first = words.first, let last = words.last, let span = TimeSpan(first.start, last.end) {
        hearings.append(.init(ayah: utterance.ayah, span: span, words: words))
      }
      if utterance.speakers > 1 { join(notes[first...], speakers: utterance.speakers, seed: random) }
      at += Int(utterance.pauseAfter.count) * Self.millisecond
    }
    count = at + Int(recitation.reverberation * Double(SpokenRecitation.sampleRate))
  }

  private mutating func number(of voice: SpokenRecitation.Voice) -> Int {
    if let known = voices.firstIndex(of: voice) { return known }
    voices.append(voice)
    return voices.count - 1
  }

  /// Others say the same, a little earlier or later, quicker or slower.
  private mutating func join(_ own: ArraySlice<Note>, speakers: Int, seed: SplitMix64) {
    guard let start = own.first?.samples.lowerBound, let end = own.last?.samples.upperBound else { return }
    var random = seed
    for _ in 1..<speakers {
      let voice = number(
        of: .init(
          pitch: 130 * exp(0.3 * Double(random.signedUnit())),
          throat: exp(0.12 * Double(random.signedUnit()))))
      let delay = Double(random.signedUnit()) * 0.08 * Double(SpokenRecitation.sampleRate)
      let pace = 1 + 0.1 * Double(random.signedUnit())
      func place(_ sample: Int) -> Int {
        let moved = Double(sample - start) * pace + delay
        // In whole steps of the mouth; nobody begins before all of it does.
        return min(max(start, start + Int(moved) / 80 * 80), end + SpokenRecitation.sampleRate / 5)
      }
      for note in own {
        var other = note
        other.samples = place(note.samples.lowerBound)..<place(note.samples.upperBound)
        other.voice = voice
        if !other.samples.isEmpty { notes.append(other) }
      }
    }
  }

  private static func time(_ sample: Int) -> Milliseconds { Milliseconds(Int64(sample / millisecond)) }

  /// Returns the length in samples, as a whole number of milliseconds.
  private static func length(
    _ sound: AyahSounds.Sound, isHeld: Bool, _ tempo: Double, _ unevenness: Double,
    _ random: inout SplitMix64
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
    let seconds = usual * tempo * exp(unevenness * deviation)
    return max(30, Int((seconds * 1000).rounded())) * millisecond
  }
}

public import TilawaBase
public import TilawaQuran
public import TilawaSound

/// A recitation in an artificial voice: the sounds of ayat, spoken by a small synthesiser, with every
/// boundary known.
///
/// Each phone has a sound of its own, so that a program trained on phones recognises them. People understand
/// few of the words. The same values give the same samples on every run.
public struct SpokenRecitation: Sendable {
  /// The words between two longer pauses, and their voice.
  public struct Utterance: Hashable, Sendable {
    /// The ayah; nil if it isn't one.
    public var ayah: Ayah?
    /// The words, as sounds.
    public var words: [AyahSounds.Word]
    /// The silence afterwards; 0 if the utterance runs on into the next.
    public var pauseAfter: Milliseconds
    /// The words after which the reciter takes breath, as numbers from 0, with the length of each silence.
    ///
    /// A short vowel at the end of such a word is dropped, as it is where a reciter stops.
    public var breathsAfter: [Int: Milliseconds] = [:]
    /// The voice that says it; nil for the reciter's.
    public var voice: Voice?
    /// The number of people who say it at once, each in a voice and at a pace of their own.
    public var speakers = 1

    /// Something of these words.
    public init(_ words: [AyahSounds.Word], ayah: Ayah? = nil, pauseAfter: Milliseconds = Milliseconds(600)) {
      self.ayah = ayah
      self.words = words
      self.pauseAfter = pauseAfter
    }

    /// Something that is spelt as `AyahSounds.words(spelt:)` reads it.
    public init(sounds: String, pauseAfter: Milliseconds = Milliseconds(600)) {
      self.init(AyahSounds.words(spelt: sounds), pauseAfter: pauseAfter)
    }

    /// "A'udhu billahi min ash-shaytan ir-rajim".
    public static let istiadhah = Utterance(AyahSounds.istiadhah)
    /// The basmalah.
    public static let basmalah = Utterance(AyahSounds.basmalah)

    /// Syllables in no order that makes sense.
    public static func talk(sounds: Int, seed: UInt64) -> Utterance {
      var random = SplitMix64(state: seed)
      func one(of letters: String) -> String {
        String(Array(letters)[Int(random.next() % UInt64(letters.count))])
      }
      let words = (0..<(sounds + 3) / 4).map { _ in
        (0..<2).map { _ in one(of: "bdjtkgqsczfhmnlrwy") + one(of: "aaiuA") }.joined()
      }
      return Utterance(sounds: words.joined(separator: "."))
    }
  }

  /// A voice, and the pace at which it speaks.
  public struct Voice: Hashable, Sendable {
    /// The middle pitch in hertz.
    public var pitch: Double
    /// The height of the voice's resonances: 1 for a common man's, 1.2 for a child's.
    public var throat: Double
    /// The slowness of the voice: 1 is a common pace, 2 takes twice as long.
    public var tempo: Double

    /// A voice of this pitch, a common man's otherwise.
    public init(pitch: Double, throat: Double = 1, tempo: Double = 1) {
      self.pitch = pitch
      self.throat = throat
      self.tempo = tempo
    }
  }

  /// The place of an utterance in the sound.
  public struct Hearing: Hashable, Sendable {
    /// The ayah; nil if it isn't one.
    public var ayah: Ayah?
    /// The span from its first sound to the end of its last.
    public var span: TimeSpan
    /// Like ``span``, but for each word.
    public var words: [TimeSpan]
  }

  /// The utterances, in order.
  public var utterances: [Utterance]
  /// Silence before the first.
  public var leadIn = Milliseconds(500)
  /// The slowness of the recitation: 1 is a common pace, 2 takes twice as long.
  public var tempo = 1.0
  /// The variation of the lengths of sounds: the standard deviation of the logarithm of the length.
  public var unevenness = 0.2
  /// The middle pitch of the voice in hertz.
  public var pitch = 130.0
  /// The seconds in which the echo fades by 60 dB; 0 for no echo.
  public var reverberation = 0.0
  /// Level of the background noise in dBFS, the voice being at about -18; `-.infinity` for digital silence.
  public var noiseDBFS = -60.0
  /// The seed of the melody, the lengths and the noise.
  public var seed: UInt64

  /// Frames a second.
  public static let sampleRate = 16_000

  /// A recitation of these utterances.
  public init(_ utterances: [Utterance], seed: UInt64 = 1) {
    self.utterances = utterances
    self.seed = seed
  }

  /// A recitation of passages, with pauses of 0.6 s between ayat; ayah 0 is the basmalah.
  public init(_ passages: AyahRange..., counting: CountingSystem = .kufi, seed: UInt64 = 1) {
    self.init(
      passages.flatMap { counting.ayat(in: $0) }.map { ayah in
        Utterance(AyahSounds.words(of: ayah, in: counting) ?? [], ayah: ayah)
      }, seed: seed)
  }

  /// The place of each utterance.
  public var hearings: [Hearing] { score.hearings }

  /// The length of the whole recitation.
  public var duration: Milliseconds { Milliseconds(Int64(score.count) * 1000 / Int64(Self.sampleRate)) }

  /// All of it, in one channel.
  public func samples() -> [Float] {
    var random = SplitMix64(state: seed &+ 1)
    let score = score
    var samples = [Float](repeating: 0, count: score.count)
    for (number, voice) in score.voices.enumerated() {
      let notes = score.notes.filter { $0.voice == number }
      guard number == 0 || !notes.isEmpty else { continue }
      var own = number == 0 ? random : SplitMix64(state: seed &+ UInt64(number) &* 7919)
      var tract = VocalTract(pitch: Float(voice.pitch), throat: Float(voice.throat))
      let spoken = tract.samples(notes, count: score.count, random: &own)
      if number == 0 {
        random = own
        samples = spoken
      } else {
        for note in notes {
          for index in note.samples.clamped(to: 0..<score.count) { samples[index] += spoken[index] }
        }
      }
    }
    Room(reverberation: reverberation, noiseDBFS: noiseDBFS).fill(&samples, random: &random)
    return samples
  }

  /// Writes it to a file.
  public func write(to path: String, encoding: AudioEncoding) throws(AudioError) {
    var writer = try AudioWriter(path: path, encoding: encoding, sampleRate: Self.sampleRate, channels: 1)
    try writer.write(samples())
    try writer.finish()
  }

  /// Returns the features of the recitation, read from a file.
  public func features() throws -> SpeechFeatures {
    try withScratchDirectory { directory in
      let path = directory + "/recitation.wav"
      try write(to: path, encoding: .wav)
      return try SpeechFeatures(ofFileAt: path)
    }
  }

  private var score: SpokenScore { SpokenScore(self) }
}

import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaKit

/// A passage as a person might recite it: each ayah as long as its units require at a fixed tempo, then a
/// pause.
struct GeneratedPassage {
  var passage: AyahRange
  /// Seconds a unit.
  var rate = 0.03
  /// The variation of lengths around those of the tempo, as a fraction.
  var unevenness = 0.1
  /// Milliseconds after each ayah.
  var pause: Int64 = 600
  /// Ayat that are recited with a breath of 250 ms in their middle.
  var breathsIn: Set<Int> = []
  /// Ayat that run on into the next.
  var joined: Set<Int> = []

  /// The span of each ayah's voice.
  private(set) var spans: [TimeSpan] = []
  private var recitation: GeneratedRecitation

  init(
    _ passage: AyahRange, breathsIn: Set<Int> = [], joined: Set<Int> = [], seed: UInt64 = 1,
    lengths: [Int64]? = nil
  ) {
    self.passage = passage
    self.breathsIn = breathsIn
    self.joined = joined
    recitation = GeneratedRecitation([], seed: seed)
    recitation.sampleRate = 8000
    recitation.noiseDBFS = -60
    var random = SplitMix64(state: seed)
    var at = recitation.leadIn
    for (index, ayah) in CountingSystem.kufi.ayat(in: passage).enumerated() {
      let units = Double(AyahLength.units(of: ayah, in: .kufi) ?? 0)
      let uneven = 1 + unevenness * (Double(random.next() % 2001) / 1000 - 1)
      let length = lengths?[index] ?? Int64((0.2 + rate * units) * uneven * 1000)
      var parts: [GeneratedRecitation.Passage] = [.init(length, pauseAfter: pause)]
      if breathsIn.contains(ayah.number) {
        parts = [.init(length / 2, pauseAfter: 250), .init(length - length / 2, pauseAfter: pause)]
      } else if joined.contains(ayah.number) {
        parts = [.init(length, pauseAfter: 0)]
      }
      let start = at
      for part in parts { at = at + part.length + part.pauseAfter }
      if let span = TimeSpan(start, at - (parts.last?.pauseAfter ?? .zero)) { spans.append(span) }
      recitation.passages += parts
    }
  }

  /// Analyses the pauses of the recitation.
  func analyses() throws -> [PauseAnalysis] {
    try withScratchDirectory { directory in
      try recitation.write(to: directory + "/a.wav", encoding: .wav)
      return try PauseFinder.analyses(
        ofFileAt: directory + "/a.wav", by: RecordingMarks.settings(.adaptive))
    }
  }
}

import Foundation
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine

@Suite struct PausesCommandTests {
  /// Runs `tilawa audio pauses` where `a.wav` has a pause of 700 ms and one of 300.
  private func pauses(_ arguments: String...) throws -> String {
    try withScratchDirectory { directory in
      var recitation = GeneratedRecitation([
        .init(1500, pauseAfter: 700), .init(1200, pauseAfter: 300), .init(1000, pauseAfter: 0),
      ])
      recitation.leadIn = .zero
      recitation.sampleRate = 8000
      recitation.noiseDBFS = -70
      try recitation.write(to: directory + "/a.wav", encoding: .wav)
      try recitation.write(to: directory + "/b.flac", encoding: .flac)
      let bytes = try Data(contentsOf: URL(filePath: directory + "/b.flac"))
      try bytes.prefix(bytes.count * 3 / 4).write(to: URL(filePath: directory + "/b.flac"))
      try Data("no audio".utf8).write(to: URL(filePath: directory + "/c.mp3"))
      return transcript(["audio", "pauses"] + arguments, in: directory)
    }
  }

  @Test func listsPauses() throws {
    #expect(
      try pauses("a.wav") == """
        start    end  length  boundary  depth  confidence
        1.500  2.200   0.700     1.905   57.1        0.89
        3.400  3.700   0.300     3.435   57.0        0.78
        [stderr]
        2 pauses in 4.700 s; speech -13.7 dBFS, noise -70.3, silent below -47.7

        """)
  }

  @Test func fixedAndThresholdAndLengthChooseOthers() throws {
    #expect(
      try pauses("a.wav", "--fixed", "-q") == """
        start    end  length  boundary  depth  confidence
        1.500  2.200   0.700     1.905   57.1        0.89

        """)
    #expect(try pauses("a.wav", "--threshold", "-80", "-q") == "")
    #expect(try pauses("a.wav", "--min-length", "0.29", "-q") == pauses("a.wav", "-q"))
    #expect(try pauses("a.wav", "--min-length", "0.5", "-q") == pauses("a.wav", "--fixed", "-q"))
  }

  @Test func printsJSON() throws {
    #expect(
      try pauses("a.wav", "--json", "--fixed") == """
        {
          "version": 1,
          "path": "a.wav",
          "duration": 4.700,
          "speech_dbfs": -13.71,
          "noise_dbfs": -70.28,
          "threshold_dbfs": -33.98,
          "breaks_off": false,
          "pauses": [
            {
              "start": 1.500,
              "end": 2.200,
              "boundary": 1.905,
              "depth": 57.1,
              "confidence": 0.89
            }
          ]
        }

        """)
  }

  @Test func tellsWhatIsWrong() throws {
    #expect(try pauses("b.flac", "-q").contains("[stderr]\ntilawa: b.flac is cut short; only "))
    #expect(
      try pauses("none.wav") == """
        [stderr]
        tilawa: cannot read none.wav: no such file
        [exit 2]

        """)
    #expect(
      try pauses("none.wav", "--json") == """
        {
          "version": 1,
          "errors": [
            {
              "message": "cannot read none.wav: no such file"
            }
          ]
        }
        [stderr]
        tilawa: cannot read none.wav: no such file
        [exit 2]

        """)
    #expect(
      try pauses("c.mp3").hasPrefix(
        "[stderr]\ntilawa: cannot read c.mp3: not a supported audio format"))
    #expect(try pauses("-").contains("cannot read audio from standard input; name a file\n[exit 2]"))
    #expect(
      try pauses("a.wav", "--threshold", "5").contains(
        "invalid --threshold 5.0 (expected a level from -120 to 0 dBFS)"))
    #expect(
      try pauses("a.wav", "--min-length", "soon").contains(
        "invalid --min-length \"soon\" (expected seconds, such as 0.4)"))
  }
}

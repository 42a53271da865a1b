import Audio
import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct IdentifyCommandTests {
  @Test func whatIsNoRecitationCannotBeTold() throws {
    try withScratchDirectory { directory in
      try GeneratedRecitation([]).write(to: directory + "/a.wav", encoding: .wav)
      #expect(
        transcript("identify", "a.wav", "--json", in: directory) == """
          {
            "version": 1,
            "file": "a.wav",
            "duration": 0.500,
            "sounds": "hafs",
            "pieces": [
              {
                "start": 0.000,
                "end": 0.480,
                "passage": null,
                "confidence": 0.00,
                "guesses": [],
                "same_sounds": false
              }
            ]
          }
          [stderr]
          tilawa: can't tell what is recited in a.wav
          [exit 1]

          """)
    }
  }

  @Test func saysWhatCannotBeHeard() throws {
    try withScratchDirectory { directory in
      try Data("no audio".utf8).write(to: URL(filePath: directory + "/c.mp3"))
      for target in ["c.mp3", "d.wav"] {
        let said = transcript("identify", target, in: directory)
        #expect(said.contains(target) && said.hasSuffix("[exit 2]\n"), "\(said)")
      }
    }
  }
}

import Audio
import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct IdentifyCommandTests {
  @Test func whatIsNoRecitationCannotBeTold() throws {
    try withScratchDirectory { directory in
      try GeneratedRecitation([]).write(to: directory + "/a.wav", encoding: .wav)
      // What half a second of noise is like least unlike is chance; that nothing is named isn't.
      let said = transcript("identify", "a.wav", "--json", in: directory)
      for line in ["\"file\": \"a.wav\"", "\"duration\": 0.500", "\"end\": 0.480", "\"passage\": null"] {
        #expect(said.contains(line), "\(said)")
      }
      #expect(
        said.hasSuffix("[stderr]\ntilawa: can't tell what is recited in a.wav\n[exit 1]\n"), "\(said)")
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

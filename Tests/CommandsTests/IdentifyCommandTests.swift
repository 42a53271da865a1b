import Foundation
import Testing
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine

@Suite struct IdentifyCommandTests {
  @Test func whatIsNoRecitationCannotBeTold() throws {
    try withScratchDirectory { directory in
      try GeneratedRecitation([]).write(to: directory + "/a.wav", encoding: .wav)
      // What half a second of noise is like least unlike is chance; that nothing is named isn't.
      let said = transcript("mark", "a.wav", "--dry-run", "--json", in: directory)
      for line in ["\"path\": \"a.wav\"", "\"duration\": 0.500", "\"end\": 0.480", "\"passage\": null"] {
        #expect(said.contains(line), "\(said)")
      }
      #expect(said.contains("[stderr]\ncannot identify the recitation, perhaps "), "\(said)")
      #expect(said.hasSuffix("[exit 1]\n"), "\(said)")
    }
  }

  @Test func whatIsSurelyRecitedIsMarkedWithoutBeingNamed() throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\naudio:\n  file: audio.flac\n"
    ])
    try SpokenRecitation(AyahRange(Ayah(36, 1), Ayah(36, 5)), seed: 1)
      .write(to: folder.path(of: "a.tilawa/audio.flac"), encoding: .flac)
    // On a busy machine it takes long enough to be told how far it has come.
    let said = transcript("mark", "a.tilawa", in: folder.path)
      .replacing(/tilawa: \d+ % .*\n/, with: "")
    #expect(
      said == """
        [stderr]
        identified 36:1-5; use --passage to name another passage
        a.tilawa/recording.yaml: passage added
        a.tilawa/markers.yaml: 5 markers, 36:1-5 recognised

        """)
    let heard = try folder.text(of: "a.tilawa/recording.yaml")
    #expect(heard.hasSuffix("passage: \"36:1-5\"\npassage_heard: \"36:1-5\"\n"))
    let found = try folder.text(of: "a.tilawa/markers.yaml")
    _ = try BuiltProgram.shell("mkdir b && cp a.tilawa/audio.flac b", in: folder.path)
    // The one answer: the passages, and the rows that would be written.
    let dry = transcript("mark", "b/audio.flac", "--dry-run", in: folder.path)
    #expect(dry.contains(#/start +end +passage +confidence/#) && dry.contains("  36:1-5 "), "\(dry)")
    #expect(dry.contains("\n\ntilawa: 1\nmarkers:\n") && dry.contains("ayah: \"36:5\""), "\(dry)")
    // As if it had been said.
    #expect(transcript("mark", "b/audio.flac", "--passage", "36:1-5", "-q", in: folder.path) == found)
    // What it noted itself is nothing that somebody says: it listens as before, and finds the same.
    let again = transcript("mark", "a.tilawa", in: folder.path)
    #expect(again.contains("identified 36:1-5") && !again.contains("recording.yaml"), "\(again)")
    #expect(try folder.text(of: "a.tilawa/recording.yaml") == heard)
    #expect(try folder.text(of: "a.tilawa/markers.yaml") == found)
  }

  @Test func saysWhatCannotBeHeard() throws {
    try withScratchDirectory { directory in
      try Data("no audio".utf8).write(to: URL(filePath: directory + "/c.mp3"))
      for target in ["c.mp3", "d.wav"] {
        let said = transcript("mark", target, "--dry-run", in: directory)
        #expect(said.contains(target) && said.hasSuffix("[exit 2]\n"), "\(said)")
      }
    }
  }
}

import Foundation
import Testing
import TilawaBase
import TilawaKit
import TilawaQuran
import TilawaRecognition
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine

/// `tilawa learn` and `tilawa mark --model` as their user meets them.
@Suite struct LearnCommandTests {
  /// Makes a folder with a bundle of 112 in an artificial voice: three verified ayat, and one that isn't.
  private func inLibrary(_ body: (TemporaryFolder) throws -> Void) throws {
    let ayat = (1...4).map { Ayah(112, $0) }
    var spoken = SpokenRecitation(AyahRange(Ayah(112, 1), Ayah(112, 4)), seed: 3)
    spoken.noiseDBFS = -45
    let recording = "tilawa: 1\nid: a\ntitle: A\nreciter: nobody\nriwayah: hafs\naudio:\n  file: audio.wav\n"
    let rows = zip(ayat, spoken.hearings).map { ayah, hearing in
      "  - { ayah: \"\(ayah)\", start: \(hearing.span.start), end: \(hearing.span.end)"
        + "\(ayah.number < 4 ? ", verified: true" : "") }\n"
    }
    let folder = try TemporaryFolder([
      "all/a.tilawa/recording.yaml": recording,
      "all/a.tilawa/segments.yaml": "tilawa: 1\nsegments:\n" + rows.joined(),
      "all/b.tilawa/recording.yaml": "tilawa: 1\nid: b\ntitle: B\nriwayah: hafs\naudio:\n  file: b.wav\n",
      "all/b.tilawa/segments.yaml":
        "tilawa: 1\nsegments:\n  - { ayah: \"114:1\", start: 0.000, end: 2.000, verified: true }\n",
      "none/c.tilawa/recording.yaml": "tilawa: 1\nid: c\ntitle: C\n",
    ])
    try withExtendedLifetime(folder) {
      try spoken.write(to: folder.path(of: "all/a.tilawa/audio.wav"), encoding: .wav)
      try spoken.write(to: folder.path(of: "loose.wav"), encoding: .wav)
      try body(folder)
    }
  }

  @Test func learnsFromVerifiedRowsAndSaysWhatWasLeftOut() throws {
    try inLibrary { folder in
      let said = transcript("learn", "--library", "all", "-o", "mine.txt", in: folder.path)
      #expect(
        said == """
          [stderr]
          tilawa: cannot read all/b.tilawa/b.wav: no such file (named in recording.yaml); left out
          mine.txt: learnt from 1 recording, 1 reciter, 3 ayat, 0 minutes; rows left out: 1 not verified
          tilawa: less than ten minutes of recitation; the built-in model will mark better
          [exit 1]

          """)
      let table = try folder.text(of: "mine.txt")
      #expect(table.hasPrefix("tilawa-sound-model 2\nname learnt\nsource 1 recording"))
      #expect(transcript("learn", "--library", "all/a.tilawa", "-o", "-", in: folder.path).hasPrefix(table))

      let audio = "loose.wav"
      // Three ayat are too little to mark by; the table that ships is one like any other.
      try folder.write(AcousticModel.shipped.text, to: "shipped.txt")
      let marked = transcript(
        "mark", audio, "--passage", "112:1-4", "--model", "shipped.txt", in: folder.path)
      #expect(marked.contains("112:1-4 recognised"), "\(marked)")
      try folder.write(table.replacing("duration A", with: "duration Q"), to: "bad.txt")
      #expect(
        transcript("mark", audio, "--passage", "112:1-4", "--model", "bad.txt", in: folder.path)
          .hasPrefix("[stderr]\ntilawa: bad.txt:5: invalid duration \"Q "))
      #expect(
        transcript("mark", audio, "--passage", "112", "--model", "no.txt", in: folder.path)
          .contains("no.txt"))
      #expect(
        transcript("mark", audio, "--method", "lengths", "--model", "mine.txt", in: folder.path)
          .contains("--model needs --method sounds"))
    }
  }

  @Test func saysWhatToDoWhenThereIsNothing() throws {
    try inLibrary { folder in
      #expect(
        transcript("learn", "--library", "none", "-o", "mine.txt", in: folder.path) == """
          [stderr]
          tilawa: no rows to learn from in none; verify segments, or use --unverified to learn from all rows
          [exit 2]

          """)
      #expect(!FileManager.default.fileExists(atPath: folder.path(of: "mine.txt")))
      #expect(transcript("learn", "--library", "nowhere", "-o", "-", in: folder.path).contains("nowhere"))
    }
  }
}

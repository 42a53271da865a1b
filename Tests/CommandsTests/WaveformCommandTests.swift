import Foundation
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine

/// `tilawa audio waveform` as its user meets it.
@Suite struct WaveformCommandTests {
  /// A folder with `friday.tilawa`, whose audio has two seconds with a step, and `cut.flac`, `bad.mp3`.
  private func inFolder(_ body: (TemporaryFolder) throws -> Void) throws {
    let folder = try TemporaryFolder([
      "friday.tilawa/recording.yaml":
        "tilawa: 1\nid: a\ntitle: A\naudio:\n  file: audio.wav\n  duration: 2.000\n",
      "friday.tilawa/segments.yaml":
        "tilawa: 1\nsegments:\n  - { ayah: \"112:1\", start: 0.000, end: 1.000, verified: true }\n",
      "friday.tilawa/markers.yaml":
        "tilawa: 1\nmarkers:\n  - { at: 1.000, ayah: \"112:2\" }\n  - { at: 1.500, skip: talk }\n",
      "bad.mp3": "no audio",
    ])
    for (name, encoding) in [("friday.tilawa/audio.wav", AudioEncoding.wav), ("cut.flac", .flac)] {
      var writer = try AudioWriter(
        path: folder.path(of: name), encoding: encoding, sampleRate: 8000, channels: 2)
      try writer.write((0..<32_000).map { $0 % 2 == 1 ? 0 : $0 < 16_000 ? 0.5 : -0.25 })
      try writer.finish()
    }
    let cut = URL(filePath: folder.path(of: "cut.flac"))
    try Data(contentsOf: cut).prefix(200).write(to: cut)
    try withExtendedLifetime(folder) { try body(folder) }
  }

  @Test func printsJSON() throws {
    try inFolder { folder in
      #expect(
        transcript("audio", "waveform", "friday.tilawa", "--pixels-per-second", "2", in: folder.path) == """
          {"version":2,"channels":1,"sample_rate":8000,"samples_per_pixel":4000,"bits":16,"length":4,\
          "data":[8192,8192,8192,8192,-4096,-4096,-4096,-4096]}

          """)
      #expect(
        transcript(
          "audio", "waveform", "friday.tilawa/audio.wav", "--width", "1", "--bits", "8", "--split-channels",
          "--start", "0:00.5", "--end", "1.5", in: folder.path) == """
            {"version":2,"channels":2,"sample_rate":8000,"samples_per_pixel":8000,"bits":8,"length":1,\
            "data":[-32,64,0,0]}

            """)
    }
  }

  @Test func writesEveryFormByItsEnding() throws {
    try inFolder { folder in
      for (name, start) in [
        ("a.json", "{\"version\":2"), ("a.dat", "\u{1}"), ("a.svg", "<svg"), ("A.PNG", ""),
      ] {
        #expect(
          transcript("audio", "waveform", "friday.tilawa", "-o", name, "--width", "100", in: folder.path)
            == """
            [stderr]
            \(name): 100 pixels of 160 samples

            """)
        let bytes = try FileContents.read(folder.path(of: name))
        #expect(name == "A.PNG" ? bytes[1...3] == [0x50, 0x4E, 0x47] : bytes.starts(with: start.utf8))
      }
      let data = try FileContents.read(folder.path(of: "a.dat"))
      #expect(data.count == 20 + 4 * 100)
      let svg = try folder.text(of: "a.svg")
      #expect(
        svg.contains(
          """
          <rect class="right-wash" x="0.0" width="50.0" height="144"><title>112:1 0.000-1.000</title></rect>
          <rect class="right" x="0.0" width="50.0" y="141" height="3"/>
          <rect class="sheet" x="50.0" width="25.0" height="144"><title>112:2 1.000-1.500</title></rect>
          <rect class="hush" x="75.0" width="25.0" height="144"><title>talk 1.500-2.000</title></rect>

          """))
      let cut = transcript("audio", "waveform", "cut.flac", in: folder.path)
      #expect(cut.hasPrefix("{\"version\":2"))
      #expect(cut.contains("]}\n[stderr]\ntilawa: cut.flac is cut short; only "))
    }
  }

  @Test func tellsWhatIsWrong() throws {
    try inFolder { folder in
      func failure(_ arguments: String...) -> String {
        let text = transcript(["audio", "waveform"] + arguments, in: folder.path)
        #expect(text.hasSuffix("[exit 2]\n"), "\(arguments)")
        return text
      }
      #expect(failure("bad.mp3").contains("bad.mp3: not a supported audio format"))
      #expect(failure("none.wav").contains("cannot read none.wav: no such file or folder"))
      #expect(
        failure("friday.tilawa", "--start", "3").contains(
          "no audio from 3.000 to the end; it ends at 2.000"))
      #expect(failure("friday.tilawa", "--start", "soon").contains("invalid time \"soon\" for --start"))
      #expect(
        failure("friday.tilawa", "--start", "2", "--end", "1").contains("--end 1.000 must be later than"))
      #expect(failure("friday.tilawa", "-o", "a.gif").contains("unknown format: \"a.gif\""))
      #expect(failure("friday.tilawa", "--bits", "12").contains("invalid --bits 12 (expected 8 or 16)"))
      #expect(
        failure("friday.tilawa", "--samples-per-pixel", "1").contains("invalid --samples-per-pixel 1 ("))
      #expect(
        failure("friday.tilawa", "--width", "9", "--samples-per-pixel", "9").contains(
          "--samples-per-pixel, --pixels-per-second and --width cannot")
      )
      #expect(
        failure("friday.tilawa", "--format", "json", "-o", "friday.tilawa/audio.wav")
          .contains("friday.tilawa/audio.wav is the audio itself"))
      #expect(
        failure("friday.tilawa", "--height", "9", "-o", "a.svg").contains(
          "invalid --height 9 (expected 64 to 4096)"))
    }
  }
}

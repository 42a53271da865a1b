import Foundation
import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@Suite struct MergeCommandTests {
  private let base = """
    tilawa: 1
    segments:
      - { ayah: "1:1", start: 3.120, end: 8.440, verified: true }
      - { ayah: "1:2", start: 8.440, end: 14.010 }

    """

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["base", "ours", "theirs"] {
      try folder.write("tilawa: 1\nid: friday-1\ntitle: Friday\n", to: "\(name).tilawa/recording.yaml")
      try folder.write(base, to: "\(name).tilawa/segments.yaml")
    }
    return folder
  }

  @Test func diffTellsWhatChanged() throws {
    let folder = try folder()
    try folder.write(
      base.replacing("14.010 }", with: "14.370, note: cough }")
        + "  - { skip: amin, start: 15.000, end: 17.500 }\n", to: "theirs.tilawa/segments.yaml")
    #expect(transcript("diff", "ours.tilawa", "base.tilawa", in: folder.path) == "")
    #expect(
      transcript("diff", "ours.tilawa", "theirs.tilawa", in: folder.path) == """
        segments.yaml
        ~ 1:2  end 14.010 -> 14.370 (+0.360), now note cough
        + skip amin  15.000-17.500
        [exit 1]

        """)
    #expect(
      transcript("diff", "--stat", "ours.tilawa", "theirs.tilawa", in: folder.path)
        == "segments.yaml: 1 changed, 1 added\n[exit 1]\n")
    #expect(
      transcript("diff", "ours.tilawa", "thiers.tilawa", in: folder.path)
        == "[stderr]\ntilawa: cannot read thiers.tilawa: no such file or folder; did you mean theirs.tilawa?\n[exit 2]\n"
    )
  }

  @Test func aDiffIsAPatchForAnotherCopy() throws {
    let folder = try folder()
    try folder.write(base.replacing("14.010", with: "14.370"), to: "theirs.tilawa/segments.yaml")
    try folder.write("# mine\n" + base, to: "ours.tilawa/segments.yaml")
    let json = transcript("diff", "--json", "base.tilawa", "theirs.tilawa", in: folder.path)
      .replacing("[exit 1]\n", with: "")
    #expect(
      transcript("patch", "ours.tilawa", in: folder.path, input: json)
        == "ours.tilawa/segments.yaml: patched\n")
    #expect(
      try folder.text(of: "ours.tilawa/segments.yaml") == "# mine\n"
        + base.replacing("14.010", with: "14.370"))
    #expect(
      transcript("patch", "ours.tilawa", in: folder.path, input: json) == """
        [stderr]
        tilawa: 1:2 in ours.tilawa/segments.yaml does not match the diff
        tilawa: nothing was changed
        [exit 1]

        """)
  }

  @Test func mergeWritesOursAndTellsOfConflicts() throws {
    let folder = try folder()
    try folder.write(
      base.replacing("14.010 }", with: "14.500, verified: true }"), to: "ours.tilawa/segments.yaml")
    try folder.write(
      base.replacing("14.010 }", with: "14.900, verified: true }"), to: "theirs.tilawa/segments.yaml")
    let arguments = ["merge", "base.tilawa", "ours.tilawa", "theirs.tilawa"]
    #expect(
      transcript(arguments + ["--dry-run"], in: folder.path) == """
        segments.yaml
        ! 1:2 end  base 14.010, ours 14.500, theirs 14.900  (both changed it)
        = 1:2 verified  base none, ours true, theirs true  (both made the same change)
        [exit 1]

        """)
    #expect(
      transcript(arguments, in: folder.path) == """
        [stderr]
        ours.tilawa/segments.yaml: merged
        segments.yaml: conflict: 1:2 end  base 14.010, ours 14.500, theirs 14.900  (both changed it)
        [exit 1]

        """)
    #expect(transcript("lint", "ours.tilawa", in: folder.path).contains("Y010 conflict-markers"))
    #expect(transcript("git", "resolve-conflicts", "ours.tilawa", in: folder.path).hasSuffix("[exit 1]\n"))
    #expect(
      transcript("git", "resolve-conflicts", "ours.tilawa", "--theirs", in: folder.path)
        == "ours.tilawa/segments.yaml: 1 settled\n")
    #expect(
      try folder.text(of: "ours.tilawa/segments.yaml")
        == base.replacing("14.010 }", with: "14.900, verified: true }"))
  }

  /// Both notes of two versions of a row can stay, but not both rows.
  @Test func bothSidesStayWhereThatIsPossible() throws {
    func conflict(_ ours: String, _ theirs: String) -> String {
      """
      tilawa: 1
      segments:
      <<<<<<< ours
      \(ours)
      ||||||| base
      =======
      \(theirs)
      >>>>>>> theirs

      """
    }
    func settled(_ ours: String, _ theirs: String) throws -> (said: String, text: String) {
      let folder = try folder()
      try folder.write(conflict(ours, theirs), to: "ours.tilawa/segments.yaml")
      let said = transcript("git", "resolve-conflicts", "ours.tilawa", "--both", in: folder.path)
      return (said, try folder.text(of: "ours.tilawa/segments.yaml"))
    }
    let row = "  - { ayah: \"1:1\", start: 3.120, end: 8.440"
    let notes = try settled("\(row), note: a cough }  # mine", "\(row), note: soft }")
    #expect(notes.text == "tilawa: 1\nsegments:\n\(row), note: a cough; soft }  # mine\n")
    let times = try settled("\(row), note: a cough }", "\(row.replacing("8.440", with: "9.000")) }")
    #expect(times.said.contains("ours.tilawa/segments.yaml:3: cannot keep both sides"))
    #expect(times.said.hasSuffix("[exit 2]\n"))
    #expect(times.text.contains("<<<<<<< ours"))
    let added = "  - { ayah: \"1:2\", start: 8.440, end: 9.000 }"
    #expect(try settled("\(row) }", added).text == "tilawa: 1\nsegments:\n\(row) }\n\(added)\n")
  }

  /// A copy that a program for shared folders left is merged by rows and removed. It stays if a person has to
  /// choose.
  @Test func conflictCopiesAreMergedAndRemoved() throws {
    let folder = try folder()
    let row = { (ayah: String, end: String) in
      "  - { ayah: \"1:\(ayah)\", start: \(ayah).000, end: \(end) }\n"
    }
    let head = "tilawa: 1\nsegments:\n"
    try folder.write(head + row("1", "1.500") + row("2", "2.500"), to: "ours.tilawa/segments.yaml")
    try folder.write(head + row("1", "1.500") + row("3", "3.500"), to: "ours.tilawa/segments (1).yaml")
    try folder.write(
      head + row("2", "2.500") + row("4", "4.500"), to: "ours.tilawa/segments.sync-conflict-20240105-1-A.yaml"
    )
    let lint = transcript("lint", "ours.tilawa", "--format", "concise", in: folder.path)
    #expect(
      lint.contains(
        "ours.tilawa/segments (1).yaml:1:1: warning: F126 segments (1).yaml is a conflict copy of"))
    #expect(lint.contains("`tilawa merge --conflict-copies ours.tilawa` merges it"))
    let dry = transcript("merge", "--conflict-copies", "ours.tilawa", "--dry-run", in: folder.path)
    #expect(dry.contains("> 1:3") && (try? folder.text(of: "ours.tilawa/segments (1).yaml")) != nil, "\(dry)")
    #expect(
      transcript("merge", "--conflict-copies", "ours.tilawa", in: folder.path) == """
        [stderr]
        ours.tilawa/segments.yaml: merged and removed segments (1).yaml
        ours.tilawa/segments.yaml: merged and removed segments.sync-conflict-20240105-1-A.yaml

        """)
    #expect(
      try folder.text(of: "ours.tilawa/segments.yaml")
        == head + row("1", "1.500") + row("2", "2.500") + row("3", "3.500") + row("4", "4.500"))
    #expect(!(try folder.names(in: "ours.tilawa")).contains { $0.contains("conflict") || $0.contains("(1)") })
    #expect(
      transcript("merge", "--conflict-copies", "ours.tilawa", in: folder.path)
        == "[stderr]\nours.tilawa: no conflict copies\n")
    // What both changed is a person's to choose, and until then nothing is touched.
    let copy = "ours.tilawa/segments-DESKTOP-3K4J.yaml"
    let before = try folder.text(of: "ours.tilawa/segments.yaml")
    try folder.write(head + row("1", "1.900"), to: copy)
    let refused = transcript("merge", "--conflict-copies", "ours.tilawa", in: folder.path)
    #expect(
      refused.contains("settle them with --prefer ours or --prefer theirs")
        && refused.hasSuffix("[exit 1]\n"),
      "\(refused)")
    #expect(try folder.text(of: "ours.tilawa/segments.yaml") == before)
    _ = transcript("merge", "--conflict-copies", "ours.tilawa", "--prefer", "theirs", in: folder.path)
    #expect(try folder.text(of: "ours.tilawa/segments.yaml") == before.replacing("1.500", with: "1.900"))
    // A file that is gone comes back.
    try folder.write(head + row("5", "5.500"), to: copy)
    try FileManager.default.removeItem(atPath: folder.path(of: "ours.tilawa/segments.yaml"))
    _ = transcript("merge", "--conflict-copies", "ours.tilawa", in: folder.path)
    #expect(try folder.text(of: "ours.tilawa/segments.yaml") == head + row("5", "5.500"))
    #expect(
      transcript("merge", "--conflict-copies", "ours.tilawa", "-o", "x", in: folder.path).hasSuffix(
        "[exit 2]\n"))
  }

  @Test func differentAudioIsRefused() throws {
    let folder = try folder()
    for (name, digit) in [("ours", "a"), ("theirs", "b")] {
      let audio = "audio:\n  file: a.flac\n  sha256: \(String(repeating: digit, count: 64))\n"
      try folder.write("tilawa: 1\nid: friday-1\n" + audio, to: "\(name).tilawa/recording.yaml")
    }
    #expect(
      transcript("merge", "base.tilawa", "ours.tilawa", "theirs.tilawa", in: folder.path) == """
        [stderr]
        tilawa: the two versions have different audio: sha256 aaaaaaaaaaaa… and bbbbbbbbbbbb…; use --align-audio to move theirs to match ours, or --audio-changed to merge them as they are
        [exit 2]

        """)
  }

  /// Two bundles of one recording: theirs is 2.5 s longer at its start, and encoded as MP3.
  private func trimmed() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let recitation = SpokenRecitation(AyahRange(Ayah(112, 1), Ayah(112, 4)), seed: 1)
    let samples = recitation.samples()
    let rows = recitation.hearings.map {
      ($0.ayah?.description ?? "", $0.span.start.count, $0.span.end.count)
    }
    for (name, file, lead) in [("ours", "a.flac", 0), ("base", "b.mp3", 2500), ("theirs", "b.mp3", 2500)] {
      try folder.write("", to: "\(name).tilawa/segments.yaml")
      let path = "\(folder.path)/\(name).tilawa/\(file)"
      let encoding: AudioEncoding = lead == 0 ? .flac : .mp3
      var writer = try AudioWriter(
        path: path, encoding: encoding, sampleRate: SpokenRecitation.sampleRate, channels: 1)
      try writer.write([Float](repeating: 0, count: lead * 16) + samples)
      try writer.finish()
      let sum = String(repeating: lead == 0 ? "a" : "b", count: 64)
      try folder.write(
        "tilawa: 1\nid: friday-1\ntitle: Friday\naudio:\n  file: \(file)\n  sha256: \(sum)\n",
        to: "\(name).tilawa/recording.yaml")
      let lines = rows.map { row in
        let (start, end) = (Milliseconds(row.1 + Int64(lead)), Milliseconds(row.2 + Int64(lead)))
        let isTheirs = name == "theirs" && row.0 == "112:2"
        return "  - { ayah: \"\(row.0)\", start: \(start), end: \(end)"
          + (isTheirs ? ", verified: true }\n" : " }\n")
      }
      let early = lead > 0 ? "  - { skip: takbir, start: 0.100, end: 1.900 }\n" : ""
      try folder.write("tilawa: 1\nsegments:\n" + early + lines.joined(), to: "\(name).tilawa/segments.yaml")
    }
    return folder
  }

  @Test func otherAudioOfOneRecordingIsAligned() throws {
    let folder = try trimmed()
    try withExtendedLifetime(folder) {
      let before = try folder.text(of: "ours.tilawa/segments.yaml")
      let recording = try folder.text(of: "ours.tilawa/recording.yaml")
      let merged = transcript(
        "merge", "base.tilawa", "ours.tilawa", "theirs.tilawa", "--align-audio", in: folder.path)
      #expect(
        merged == """
          [stderr]
          the audio of theirs.tilawa is 2.500 later than that of ours.tilawa (confidence 1.00)
          base.tilawa: skip takbir at 0.100 begins before the other audio and is left out
          theirs.tilawa: skip takbir at 0.100 begins before the other audio and is left out
          ours.tilawa/segments.yaml: merged

          """)
      let after = try folder.text(of: "ours.tilawa/segments.yaml")
      #expect(after.replacing(", verified: true", with: "") == before)
      #expect(after.contains("verified: true"))
      #expect(try folder.text(of: "ours.tilawa/recording.yaml") == recording)
      let compared = transcript("compare", "ours.tilawa", "theirs.tilawa", "--align-audio", in: folder.path)
      #expect(compared.contains("A B  starts      4   0.000  0.000"))
      let diff = transcript("diff", "ours.tilawa", "theirs.tilawa", "--align-audio", in: folder.path)
      #expect(!diff.contains("~ 112:"))
      #expect(diff.contains("audio replaced"))
    }
  }

  @Test func audioOfAnotherRecordingIsNotAligned() throws {
    let folder = try trimmed()
    try withExtendedLifetime(folder) {
      let path = folder.path + "/theirs.tilawa/b.mp3"
      try FileManager.default.removeItem(atPath: path)
      try SpokenRecitation(AyahRange(Ayah(1, 1), Ayah(1, 7)), seed: 3).write(to: path, encoding: .mp3)
      for command in [
        ["merge", "base.tilawa", "ours.tilawa", "theirs.tilawa"], ["diff", "ours.tilawa", "theirs.tilawa"],
        ["compare", "ours.tilawa", "theirs.tilawa"],
      ] {
        let text = transcript(command + ["--align-audio"], in: folder.path)
        #expect(
          text.hasPrefix(
            "[stderr]\ntilawa: the audio of theirs.tilawa and that of ours.tilawa do not seem to be the same recording (confidence 0.67)"
          )
        )
        #expect(text.hasSuffix("nothing was moved\n[exit 2]\n"))
      }
    }
  }
}

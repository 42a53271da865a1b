import Files
import Foundation
import TestSupport
import Testing

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
        == "[stderr]\ntilawa: there is no thiers.tilawa; did you mean theirs.tilawa?\n[exit 2]\n")
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
        tilawa: 1:2 is not in ours.tilawa/segments.yaml as the diff has it
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
    #expect(transcript("resolve-conflicts", "ours.tilawa", in: folder.path).hasSuffix("[exit 1]\n"))
    #expect(
      transcript("resolve-conflicts", "ours.tilawa", "--theirs", in: folder.path)
        == "ours.tilawa/segments.yaml: 1 settled\n")
    #expect(
      try folder.text(of: "ours.tilawa/segments.yaml")
        == base.replacing("14.010 }", with: "14.900, verified: true }"))
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
        tilawa: the two are of different audio: sha256 aaaaaaaaaaaa… and bbbbbbbbbbbb…; --audio-changed merges them all the same
        [exit 2]

        """)
  }
}

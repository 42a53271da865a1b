import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@Suite struct CompareCommandTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let rows = [
      "mine": [(3.120, 8.440, "1:1"), (8.440, 14.010, "1:2"), (14.010, 18.000, "1:3")],
      "yours": [(3.150, 8.400, "1:1"), (8.400, 14.350, "1:2"), (14.350, 18.050, "1:4")],
      "his": [(3.100, 8.450, "1:1"), (8.450, 14.020, "1:2")],
    ]
    for (name, rows) in rows {
      try folder.write("tilawa: 1\nid: friday-1\ntitle: Friday\n", to: "\(name).tilawa/recording.yaml")
      let lines = rows.map { String(format: "  - { ayah: \"%@\", start: %.3f, end: %.3f }\n", $2, $0, $1) }
      try folder.write("tilawa: 1\nsegments:\n" + lines.joined(), to: "\(name).tilawa/segments.yaml")
    }
    return folder
  }

  @Test func tellsHowWellAnnotatorsAgree() throws {
    let folder = try folder()
    withExtendedLifetime(folder) {
      #expect(
        transcript("compare", "mine.tilawa", "yours.tilawa", "his.tilawa", "--worst", "1", in: folder.path)
          == """
          A  mine.tilawa: 3 in segments.yaml
          B  yours.tilawa: 3 in segments.yaml
          C  his.tilawa: 2 in segments.yaml

                       count  median   90 %   95 %   mean    bias  <= 0.020  <= 0.050  <= 0.100  <= 0.250  <= 0.500
          A B  starts      3   0.040  0.280  0.310  0.137   0.110       0 %      66 %      66 %      66 %     100 %
               ends        3   0.050  0.282  0.311  0.143   0.117       0 %      66 %      66 %      66 %     100 %
               all         4   0.045  0.253  0.296  0.115   0.095       0 %      75 %      75 %      75 %     100 %
          A C  starts      2   0.015  0.019  0.020  0.015  -0.005     100 %     100 %     100 %     100 %     100 %
               ends        2   0.010  0.010  0.010  0.010   0.010     100 %     100 %     100 %     100 %     100 %
               all         3   0.010  0.018  0.019  0.013   0.000     100 %     100 %     100 %     100 %     100 %
          B C  starts      2   0.050  0.050  0.050  0.050   0.000       0 %     100 %     100 %     100 %     100 %
               ends        2   0.190  0.302  0.316  0.190  -0.140       0 %      50 %      50 %      50 %     100 %
               all         3   0.050  0.274  0.302  0.143  -0.110       0 %      66 %      66 %      66 %     100 %
          all  starts      7   0.040  0.166  0.253  0.077   0.046      28 %      85 %      85 %      85 %     100 %
               ends        7   0.050  0.334  0.337  0.119   0.013      28 %      71 %      71 %      71 %     100 %
               all        10   0.045  0.331  0.336  0.093   0.005      30 %      80 %      80 %      80 %     100 %

               kappa  same name  F1 0.020  F1 0.050  F1 0.100  F1 0.250  F1 0.500
          A B  0.630       73 %     0.000     0.667     0.667     0.667     1.000
          A C  0.633       73 %     0.400     0.800     0.800     0.800     0.800
          B C  0.630       73 %     0.000     0.800     0.800     0.800     0.800
          all  0.619       73 %     0.133     0.756     0.756     0.756     0.867

          rows missing from some versions
          1:3  14.010-18.000  only A, B

          names that differ
          14.010  A 1:3, B 1:4

          further apart than 0.100
          0.340  1:2 end  A 14.010, B 14.350, C 14.020
          and 1 more; use --worst 2 to list them
          [exit 1]

          """)
      let same = transcript("compare", "mine.tilawa", "mine.tilawa", in: folder.path)
      #expect(same.contains("A B  starts      3   0.000"))
      #expect(!same.contains("[exit"))
      #expect(
        transcript("compare", "mine.tilawa", "his.tilawa/segments.yaml", "--json", in: folder.path)
          .contains("\"kappa_of\": \"cohen\""))
    }
  }

  @Test func saysWhatCannotBeCompared() throws {
    let folder = try folder()
    try withExtendedLifetime(folder) {
      try folder.write("tilawa: 1\nid: friday-1\n", to: "empty.tilawa/recording.yaml")
      #expect(
        transcript("compare", "mine.tilawa", "empty.tilawa", in: folder.path) == """
          [stderr]
          tilawa: empty.tilawa has no segments or markers to compare
          [exit 2]

          """)
      #expect(
        transcript("compare", "mine.tilawa", "his.tilawa", "--words", in: folder.path).hasPrefix(
          "[stderr]\ntilawa: mine.tilawa has no rows in words.yaml to compare\n"))
      #expect(transcript("compare", "mine.tilawa", in: folder.path).hasSuffix("[exit 2]\n"))
      for (name, digit) in [("mine", "a"), ("his", "b")] {
        let audio = "audio:\n  file: a.flac\n  sha256: \(String(repeating: digit, count: 64))\n"
        try folder.write("tilawa: 1\nid: friday-1\n" + audio, to: "\(name).tilawa/recording.yaml")
      }
      #expect(
        transcript("compare", "mine.tilawa", "his.tilawa", in: folder.path).contains(
          "mine.tilawa and his.tilawa have different audio: sha256 aaaaaaaaaaaa… and bbbbbbbbbbbb…"))
    }
  }

  @Test func writesAConsensusBesideTheVersions() throws {
    let folder = try folder()
    try withExtendedLifetime(folder) {
      try folder.write("sound", to: "mine.tilawa/a.flac")
      try folder.write("read me", to: "mine.tilawa/README")
      let before = try folder.text(of: "mine.tilawa/segments.yaml")
      let command = ["compare", "mine.tilawa", "yours.tilawa", "his.tilawa", "--consensus", "ours.tilawa"]
      let listing = """

        ours.tilawa: segments.yaml 3 rows
        not agreed
        14.015  1:3 name  A 1:3, B 1:4, C -

        """
      let dry = transcript(command + ["--dry-run"], in: folder.path)
      #expect(dry.contains(listing))
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/ours.tilawa"))
      let written = transcript(command, in: folder.path)
      #expect(written.hasSuffix(listing + "[stderr]\nours.tilawa: written\n[exit 1]\n"))
      #expect(
        try folder.text(of: "ours.tilawa/segments.yaml") == """
          tilawa: 1
          segments:
            - { ayah: "1:1", start: 3.120, end: 8.440 }
            - { ayah: "1:2", start: 8.440, end: 14.015 }
            - { ayah: "1:3", start: 14.015, end: 18.025, confidence: 0.10, note: "not agreed: name 1:3 / 1:4 / -" }

          """)
      #expect(try folder.text(of: "ours.tilawa/a.flac") == "sound")
      #expect(try folder.text(of: "ours.tilawa/README") == "read me")
      #expect(try folder.text(of: "mine.tilawa/segments.yaml") == before)
      #expect(
        transcript(command, in: folder.path)
          == "[stderr]\ntilawa: ours.tilawa already exists; use --force to replace its annotation\n[exit 2]\n"
      )
      try folder.write("better sound", to: "ours.tilawa/a.flac")
      #expect(transcript(command + ["--force"], in: folder.path).hasSuffix("written\n[exit 1]\n"))
      #expect(try folder.text(of: "ours.tilawa/a.flac") == "better sound")
      for (output, reason) in [
        ("ours", "does not end in .tilawa"), ("his.tilawa", "is one of the versions"),
        ("his.tilawa/new.tilawa", "is itself a bundle"),
      ] {
        let text = transcript(
          ["compare", "mine.tilawa", "his.tilawa", "--force", "--consensus", output], in: folder.path)
        #expect(text.contains(reason) && text.hasSuffix("[exit 2]\n"), "\(text)")
      }
      #expect(
        transcript("compare", "mine.tilawa", "his.tilawa", "--force", in: folder.path).contains(
          "--dry-run and --force need --consensus"))
    }
  }

  @Test func filesHaveAConsensusThatIsAFile() throws {
    let folder = try folder()
    try withExtendedLifetime(folder) {
      _ = transcript(
        "compare", "mine.tilawa/segments.yaml", "mine.tilawa/segments.yaml", "--consensus", "s.yaml",
        in: folder.path)
      let before = try folder.text(of: "mine.tilawa/segments.yaml")
      #expect(try folder.text(of: "s.yaml") == before)
      let json = transcript(
        "compare", "mine.tilawa", "his.tilawa", "--json", "-n", "--consensus", "o.tilawa", in: folder.path)
      #expect(json.contains("\"not_agreed\": ["))
    }
  }
}

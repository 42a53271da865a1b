import Foundation
import Testing
import TilawaBase
import TilawaExchange
import TilawaTestSupport

@testable import TilawaCommandLine

/// `tilawa convert` and `tilawa convert --list`.
struct ConvertCommandTests {
  private let files = [
    "a.tilawa/recording.yaml":
      "tilawa: 1\nid: a\ntitle: Al-Fatihah\naudio:\n  file: audio.flac\n  duration: 45.000\n",
    "a.tilawa/segments.yaml": """
    tilawa: 1
    segments:
      - { ayah: "1:1", start: 4.200, end: 9.050, verified: true }
      # after a breath
      - { ayah: "1:2", start: 9.050, end: 14.300, confidence: 0.93 }
      - { ayah: "1:3", start: 14.300, end: 18.400, note: a cough }

    """,
  ]

  @Test func quietTellsWhatFailsAndNotWhatGetsLost() throws {
    let folder = try TemporaryFolder(files)
    #expect(transcript("convert", "a.tilawa", "a.srt", in: folder.path).contains("lose"))
    #expect(transcript("convert", "-q", "a.tilawa", "b.srt", in: folder.path) == "")
    _ = try folder.write("1:1\tx\ty\n", to: "bad.txt")
    #expect(
      transcript("convert", "-q", "bad.txt", "c.tilawa", "--from", "audacity", in: folder.path).contains(
        "error"))
    #expect(transcript("convert", "-q", "--strict", "a.tilawa", "c.srt", in: folder.path).contains("lose"))
  }

  /// The text of the library around the bundle, by its id; a file; and what can't be.
  @Test func subtitlesShowTheTextOfAyat() throws {
    var files = files
    files["texts/texts.yaml"] = """
      tilawa: 1
      texts:
        - { id: mushaf, kind: text, language: ar, riwayah: hafs, passage: "1:1-3", file: ar.txt }
        - { id: madani, kind: text, language: ar, riwayah: warsh, file: ar.txt }

      """
    files["texts/ar.txt"] = "1|1|بسم الله الرحمن الرحيم\n1|2|الحمد لله رب العالمين\n1|3|الرحمن الرحيم\n"
    files["b.tilawa/recording.yaml"] = "tilawa: 1\nid: b\nriwayah: hafs\n"
    files["b.tilawa/segments.yaml"] =
      "tilawa: 1\nsegments:\n  - { ayah: \"1:3\", start: 0.000, end: 1.000 }\n"
    let folder = try TemporaryFolder(files)
    let expected = """
      1
      00:00:04,200 --> 00:00:09,050
      \u{200F}بسم الله\u{200F}
      \u{200F}الرحمن الرحيم\u{200F}
      """
    _ = transcript("convert", "a.tilawa", "a.srt", "--text", "mushaf", "--width", "13", in: folder.path)
    #expect(try folder.text(of: "a.srt").hasPrefix(expected))
    _ = transcript("convert", "a.tilawa", "b.srt", "--text", "texts/ar.txt", "--width", "13", in: folder.path)
    #expect(try folder.text(of: "b.srt") == folder.text(of: "a.srt"))
    #expect(
      transcript("convert", "b.tilawa", "c.srt", "--text", "madani", in: folder.path)
        .contains("the text madani is in the riwayah warsh, but the recording in hafs"))
    #expect(
      transcript("convert", "a.tilawa", "c.csv", "--text", "mushaf", in: folder.path)
        .contains("csv cannot show the text of ayat; "))
    #expect(
      transcript("convert", "a.tilawa", "c.srt", "--text", "nothing", in: folder.path)
        .contains(
          "\"nothing\" is neither a text of the library nor a readable file: no such file"))
    #expect(
      transcript("convert", "a.tilawa", "c.srt", "--text", "mushaf", "--width", "3", in: folder.path)
        .contains("[exit 2]"))
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "c.srt")))
  }

  /// Values that a table repeats in every row were stated once for the recording, and are stated once again.
  @Test func aTableGivesTheRecordingItsReciterBack() throws {
    let folder = try TemporaryFolder([
      "a.csv": """
      ayah,start,end,reciter,riwayah
      1:1,0.000,4.500,husary,hafs
      1:2,4.500,9.000,husary,hafs

      """,
      "b.csv": "ayah,start,end,reciter,riwayah\n1:1,0.0,4.5,husary,hafs\n1:2,4.5,9.0,minshawi,hafs\n",
    ])
    for name in ["a", "b"] {
      _ = transcript("convert", "\(name).csv", "\(name).tilawa", in: folder.path)
    }
    let recording = try folder.text(of: "a.tilawa/recording.yaml")
    #expect(recording.contains("reciter: husary\nriwayah: hafs\n"), "\(recording)")
    #expect(try !folder.text(of: "a.tilawa/segments.yaml").contains("husary"))
    #expect(try folder.text(of: "b.tilawa/recording.yaml").contains("riwayah: hafs"))
    #expect(try folder.text(of: "b.tilawa/recording.yaml").contains("reciter: husary"))
    #expect(
      try folder.text(of: "b.tilawa/segments.yaml").contains("end: 9.000, reciter: minshawi }")
        && !folder.text(of: "b.tilawa/segments.yaml").contains("husary"))
  }

  /// The reciter of each row is imported and exported again. Changing one row doesn't change the others.
  @Test func rowsOfATableMayHaveReciersOfTheirOwn() throws {
    let folder = try TemporaryFolder([
      "a.csv": """
      ayah,start,end,reciter,riwayah
      1:1,0.000,4.500,Abdul Basit,Hafs an Asim
      1:2,4.500,9.000,minshawi,warsh
      1:3,9.000,12.000,Abdul Basit,hafs
      1:4,12.000,15.000,ياسر,hafs

      """,
      "b.csv": "ayah,start,end,reciter\n1:1,0.0,4.5,husary\n1:2,4.5,9.0,\n",
    ])
    let said = transcript("convert", "a.csv", "a.tilawa", in: folder.path)
    #expect(
      said.contains("\"Abdul Basit\" is not a valid id; abdul-basit is used as the reciter of the rows [X301")
        && said.contains("left out: names of reciters that are not ids;"), "\(said)")
    #expect(
      try folder.text(of: "a.tilawa/recording.yaml").contains("title: a\nriwayah: hafs\n"),
      "a row without an id may be anyone's")
    let rows = """
      tilawa: 1
      segments:
        - { ayah: "1:1", start: 0.000, end: 4.500, reciter: abdul-basit }
        - { ayah: "1:2", start: 4.500, end: 9.000, reciter: minshawi, riwayah: warsh }
        - { ayah: "1:3", start: 9.000, end: 12.000, reciter: abdul-basit }
        - { ayah: "1:4", start: 12.000, end: 15.000 }

      """
    #expect(try folder.text(of: "a.tilawa/segments.yaml") == rows)
    _ = transcript("convert", "a.tilawa", "back.csv", in: folder.path)
    let back = try folder.text(of: "back.csv")
    #expect(transcript("convert", "back.csv", "a.tilawa", in: folder.path).contains("nothing to change"))
    try folder.write(back.replacing("minshawi,warsh", with: "husary,warsh"), to: "back.csv")
    _ = transcript("convert", "back.csv", "a.tilawa", in: folder.path)
    #expect(try folder.text(of: "a.tilawa/segments.yaml") == rows.replacing("minshawi", with: "husary"))
    _ = transcript("convert", "b.csv", "b.tilawa", in: folder.path)
    #expect(
      try !folder.text(of: "b.tilawa/recording.yaml").contains("reciter:")
        && folder.text(of: "b.tilawa/segments.yaml").contains("end: 4.500, reciter: husary }"))
  }

  /// Rows as other programs print them, and ayat without times.
  @Test func aListOfAyatComesIn() throws {
    let folder = try TemporaryFolder([
      "a.json": """
      [{"surah": 90, "ayah": 1, "start": 1.5, "end": 3.25, "loud": 3}, {"surah": 90, "ayah": 2, "start": 3.25, "end": 6.0, "verified": true},
       {"surah": 90, "ayah": "2b", "start": 6.5, "end": 7}, 5, {"verse_key": "90:3", "start": 6.5, "end": 7.0, "joins": null}]
      """,
      "b.json":
        #"[{"surah": 90, "ayah": 1}, {"surah": 90, "ayah": 2}, {"surah": 91, "ayah": 4, "reciter": "husary"}]"#,
      "c.json": #"[{"surah": 90, "ayah": 1, "start_time": 0, "end_time": 1500, "note": "a"}]"#,
    ])
    let said = transcript("convert", "a.json", "a.tilawa", "--riwayah", "hafs", in: folder.path)
    for message in [
      "expected the numbers of a surah and an ayah, found \"90\" and \"2b\" [X102",
      "expected an object with the keys of a row [X102", "left out: the column \"loud\"",
    ] {
      #expect(said.contains(message), "\(message) \(said)")
    }
    #expect(
      try folder.text(of: "a.tilawa/segments.yaml") == """
        tilawa: 1
        segments:
          - { ayah: "90:1", start: 1.500, end: 3.250 }
          - { ayah: "90:2", start: 3.250, end: 6.000, verified: true }
          - { ayah: "90:3", start: 6.500, end: 7.000 }

        """)
    let untimed = transcript("convert", "b.json", "b.tilawa", "--riwayah", "hafs", in: folder.path)
    #expect(
      untimed.contains("no row has a time; the recording's passage is 90:1-2, 91:4")
        && untimed.contains("left out: the reciter of rows without times"), "\(untimed)")
    #expect(
      try folder.text(of: "b.tilawa/recording.yaml").contains(#"passage: ["90:1-2", "91:4"]"#))
    #expect(
      transcript("convert", "c.json", "c.tilawa", in: folder.path).contains(
        "the times of c.json are whole numbers"))
  }

  @Test func boundariesAreFixedInAudacity() throws {
    let folder = try TemporaryFolder(files)
    #expect(
      transcript("convert", "a.tilawa", "labels.txt", in: folder.path) == """
        [stderr]
        audacity: 1 row loses the confidence [conf]
        audacity: 1 row loses its verification [verified]
        audacity: 3 facts about the recording are left out [meta]
        audacity: 1 row loses the note [note]
        labels.txt: 3 segments

        """)
    let labels = "4.200000\t9.050000\t1:1\n9.050000\t14.300000\t1:2\n14.300000\t18.400000\t1:3\n"
    #expect(try folder.text(of: "labels.txt") == labels)
    #expect(
      transcript("convert", "labels.txt", "a.tilawa", in: folder.path)
        == "[stderr]\na.tilawa: nothing to change\n")
    try folder.write(labels.replacing("14.300000", with: "14.512345"), to: "labels.txt")
    #expect(
      transcript("convert", "labels.txt", "a.tilawa", "-n", in: folder.path) == """
        segments.yaml
        ~ 1:2  end 14.300 -> 14.512 (+0.212)
        ~ 1:3  start 14.300 -> 14.512 (+0.212)
        [stderr]
        a.tilawa: segments.yaml: 2 changed

        """)
    #expect(try folder.text(of: "a.tilawa/segments.yaml") == files["a.tilawa/segments.yaml"])
    _ = transcript("convert", "labels.txt", "a.tilawa", "--verified", in: folder.path)
    #expect(
      try folder.text(of: "a.tilawa/segments.yaml") == """
        tilawa: 1
        segments:
          - { ayah: "1:1", start: 4.200, end: 9.050, verified: true }
          # after a breath
          - { ayah: "1:2", start: 9.050, end: 14.512, verified: true, confidence: 0.93 }
          - { ayah: "1:3", start: 14.512, end: 18.400, note: a cough }

        """)
  }

  @Test func verifiedRowsStay() throws {
    let folder = try TemporaryFolder(files)
    try folder.write("4.2\t9.5\t1:1\n9.5\t14.3\t1:2\n14.3\t18.4\t1:3\n", to: "labels.txt")
    #expect(
      transcript("convert", "labels.txt", "a.tilawa", in: folder.path) == """
        [stderr]
        a.tilawa/segments.yaml: 1:1 kept, with its end at 9.050 (verified beats unverified); use --including-verified to change it
        a.tilawa/segments.yaml: 1:2 kept, with its start at 9.050 (the boundary is shared with a row that was decided); use --including-verified to change it
        a.tilawa: nothing to change
        [exit 1]

        """)
    #expect(
      transcript("convert", "labels.txt", "a.tilawa", "--including-verified", in: folder.path).contains(
        "2 changed"))
  }

  @Test func faultsNameTheRowAndChangeNothing() throws {
    let folder = try TemporaryFolder(files)
    try folder.write("4.2\t46\t1:1\n", to: "labels.txt")
    let said = transcript("convert", "labels.txt", "a.tilawa", in: folder.path)
    #expect(
      said.contains(
        "labels.txt:1:1: error: 1:1 ends at 46.000, but the audio ends at 45.000 [X104 past-audio-end]"))
    #expect(said.hasSuffix("[exit 1]\n"))
    try folder.write("", to: "labels.txt")
    #expect(
      transcript("convert", "labels.txt", "a.tilawa", "--from", "audacity", in: folder.path)
        == "[stderr]\ntilawa: labels.txt contains no row; nothing was changed in a.tilawa\n[exit 2]\n")
    #expect(try folder.text(of: "a.tilawa/segments.yaml") == files["a.tilawa/segments.yaml"])
  }

  @Test func newBundlesAreMadeWholeOrNot() throws {
    let folder = try TemporaryFolder(files)
    _ = transcript("convert", "a.tilawa", "all.jsonl", in: folder.path)
    #expect(
      transcript("convert", "all.jsonl", "b.tilawa", in: folder.path) == "[stderr]\nb.tilawa: 3 segments\n")
    #expect(transcript("diff", "a.tilawa", "b.tilawa", in: folder.path) == "")
    let made = transcript(
      "convert", "-", "c.tilawa", "--id", "c", "--riwayah", "hafs", in: folder.path,
      input: "1.0\t2.0\t112:1\n2.0\t3.0\toops\n")
    #expect(made.contains("\"oops\" is not an ayah"))
    #expect(try folder.text(of: "c.tilawa/recording.yaml") == "tilawa: 1\nid: c\nriwayah: hafs\n")
    #expect(try folder.text(of: "c.tilawa/markers.yaml").contains("note: oops"))
    #expect(
      transcript("convert", "-", "d.tilawa", "--strict", in: folder.path, input: "2.0\t3.0\toops\n")
        .hasSuffix("[exit 1]\n"))
    #expect(FileStatus.isAbsent(folder.path(of: "d.tilawa")))
  }

  /// An export that comes back unedited changes nothing, however few values the format can store.
  @Test func whatComesBackUnchangedChangesNothing() throws {
    for (example, labels) in [("two-imams", ["bare"]), ("every-field", ["full"])] {
      let bundle = "\(ConformanceSuite.repository)/Examples/\(example).tilawa"
      let folder = try TemporaryFolder()
      try FileManager.default.copyItem(atPath: bundle, toPath: folder.path(of: "a.tilawa"))
      for format in ForeignFormat.all where format.isWritable && format.read != nil {
        if case .folder = format.write { continue }
        for label in labels {
          let name = "\(format.name)-\(label).\(format.extensions.first ?? "x")"
          let out = transcript(
            "convert", "a.tilawa", name, "--to", format.name, "--label", label, "-q", in: folder.path)
          guard !out.contains("[exit") else { continue }
          let back = transcript("convert", name, "a.tilawa", "--from", format.name, "-n", in: folder.path)
          let isSame = back.hasSuffix("a.tilawa: nothing to change\n") || back.hasSuffix("[exit 2]\n")
          #expect(isSame, "\(example), \(name): \(back)")
        }
      }
    }
  }

  @Test func severalFilesGoIntoAFolder() throws {
    let folder = try TemporaryFolder(files)
    try folder.write("1.0\t2.0\t112:1\n", to: "one.txt")
    try folder.write("1.0\t2.0\t113:1\n", to: "two.txt")
    #expect(
      transcript("convert", "one.txt", "two.txt", "lib/", in: folder.path)
        == "[stderr]\nlib/one.tilawa: 1 segment\nlib/two.tilawa: 1 segment\n")
    #expect(
      transcript("convert", "lib", "out/", "--to", "srt", "-q", in: folder.path).contains("[exit") == false)
    #expect(try folder.names(in: "out") == ["one.srt", "two.srt"])
    #expect(transcript("convert", "lib", "all.csv", "-q", in: folder.path).contains("[exit") == false)
    #expect(try folder.text(of: "all.csv").split(separator: "\n").count == 3)
    #expect(
      transcript("convert", "one.txt", "-", "--to", "csv", "-q", in: folder.path).contains(
        ",112:1,1.000,2.000,"))
  }

  @Test func strictTakesLossesForErrors() throws {
    let folder = try TemporaryFolder(files)
    let said = transcript("convert", "a.tilawa", "a.srt", "--strict", in: folder.path)
    #expect(
      said.hasSuffix("tilawa: nothing was written, because --strict treats losses as errors\n[exit 1]\n"))
    #expect((try? FileStatus.ifAny(folder.path(of: "a.srt"))) == nil)
    let json = transcript("convert", "a.tilawa", "a.srt", "--json", "-q", in: folder.path)
    #expect(json.contains("\"code\": \"conf\""))
    #expect(transcript("convert", "a.tilawa", "a.jsonl", "--strict", "-q", in: folder.path) == "")
  }

  @Test func otherCountsAreMapped() throws {
    let folder = try TemporaryFolder([
      "w.tilawa/recording.yaml": "tilawa: 1\nid: w\nriwayah: warsh\nnumbering: madani_last\n",
      "w.tilawa/segments.yaml": "tilawa: 1\nsegments:\n  - { ayah: \"2:1\", start: 1.000, end: 9.000 }\n",
    ])
    // Alif lam mim is 2:1 in the Kufi count, and no ayah of its own in the others.
    try folder.write("ayah,start,end\n2:3,9.0,12.0\n", to: "kufi.csv")
    #expect(
      transcript("convert", "kufi.csv", "w.tilawa", "--numbering", "kufi", "-n", in: folder.path).contains(
        "+ 2:2"))
    try folder.write("ayah,start,end\n2:1,9.0,12.0\n", to: "kufi.csv")
    let said = transcript("convert", "kufi.csv", "w.tilawa", "--numbering", "kufi", in: folder.path)
    #expect(said.contains("2:1 of the Kufi count is not a run of whole ayat in the last Madani count"))
    #expect(said.hasSuffix("nothing was changed in w.tilawa; fix kufi.csv first\n[exit 1]\n"))
    try folder.write(
      "WEBVTT\n\nNOTE tilawa: riwayah=hafs\n\n2:1\n00:01.000 --> 00:09.500\n2:1\n", to: "a.vtt")
    #expect(
      transcript("convert", "a.vtt", "w.tilawa", in: folder.path).contains(
        "is in the riwayah hafs, but w.tilawa in warsh"))
  }

  @Test func wrongUseIsExplained() throws {
    let folder = try TemporaryFolder(files)
    for (arguments, words) in [
      (["a.tilawa"], "convert needs an input and an output"),
      (["a.tilawa", "x.nothing"], "unknown output format: "),
      (["a.tilawa", "-"], "unknown output format: "),
      (["a.tilawa", "x", "--to", "audacty"], "no such format: \"audacty\"; did you mean audacity?"),
      (["nothing.txt", "a.tilawa"], "cannot read nothing.txt"),
      (["a.tilawa", "x.wav"], "is missing; `tilawa audio fetch` downloads it if it has an address"),
      (["a.tilawa/segments.yaml", "x.csv", "--watch"], "--watch needs one file"),
    ] {
      let said = transcript(["convert"] + arguments, in: folder.path)
      #expect(said.contains(words), "\(arguments): \(said)")
      #expect(said.hasSuffix("[exit 2]\n"), "\(arguments): \(said)")
    }
  }

  @Test func formatsAreListed() throws {
    let said = transcript("convert", "--list", in: "/")
    #expect(said.contains("audacity"))
    #expect(transcript("convert", "--list", "--json", in: "/").contains("\"name\": \"textgrid\""))
  }

  /// A file that lacks rows by mistake must not remove most of a bundle.
  @Test func mostRowsGoOnlyWhenTold() throws {
    let rows = (1...20).map { "  - { ayah: \"36:\($0)\", start: \($0).000, end: \($0 + 1).000 }\n" }.joined()
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\n",
      "a.tilawa/segments.yaml": "tilawa: 1\nsegments:\n\(rows)",
      "one.srt": "1\n00:00:03,000 --> 00:00:04,500\n36:3\n",
    ])
    let said = transcript("convert", "one.srt", "a.tilawa", in: folder.path)
    #expect(
      said == """
        [stderr]
        tilawa: 19 of 20 rows would be removed from a.tilawa/segments.yaml, because they are not in one.srt; use --force to remove them; nothing was changed
        [exit 2]

        """)
    #expect(try folder.text(of: "a.tilawa/segments.yaml") == "tilawa: 1\nsegments:\n\(rows)")
    #expect(transcript("convert", "one.srt", "a.tilawa", "-n", in: folder.path).contains("- 36:4"))
    _ = transcript("convert", "one.srt", "a.tilawa", "--force", in: folder.path)
    #expect(
      try folder.text(of: "a.tilawa/segments.yaml")
        == "tilawa: 1\nsegments:\n  - { ayah: \"36:3\", start: 3.000, end: 4.500 }\n")
  }

  /// A file that was edited in another program is not replaced, but one that has the bundle's own values is.
  @Test func aFileIsReplacedOnlyWhenNothingIsLost() throws {
    let folder = try TemporaryFolder(files)
    func convert(_ more: String...) -> String {
      transcript(["convert", "a.tilawa", "labels.txt", "-q"] + more, in: folder.path)
    }
    _ = convert()
    // However it was written: it says what the bundle says.
    #expect(convert("--label", "full").contains("[exit") == false)
    #expect(convert().contains("[exit") == false)
    let moved = try folder.text(of: "labels.txt").replacing("14.300000", with: "14.512345")
    try folder.write(moved, to: "labels.txt")
    let refusal = convert()
    #expect(
      refusal.contains("labels.txt would be replaced by different content; use --force to replace it")
    )
    #expect(refusal.hasSuffix("[exit 2]\n"))
    #expect(convert("-n").hasSuffix("[exit 2]\n"))
    #expect(try folder.text(of: "labels.txt") == moved)
    // Once its changes are in the bundle nothing is lost any more.
    _ = transcript("convert", "labels.txt", "a.tilawa", "-q", in: folder.path)
    #expect(convert().contains("[exit") == false)
    try folder.write("mine", to: "labels.txt")
    #expect(convert("--force").contains("[exit") == false)
    #expect(try folder.text(of: "labels.txt").hasPrefix("4.200000\t"))
  }

  @Test func oneOfSeveralIsTold() throws {
    let folder = try TemporaryFolder(files)
    _ = transcript("convert", "a.tilawa", "out/", "--to", "srt", in: folder.path)
    try folder.write("mine", to: "out/a.srt")
    try folder.write(files["a.tilawa/recording.yaml"] ?? "", to: "b.tilawa/recording.yaml")
    #expect(
      transcript("convert", "a.tilawa", "b.tilawa", "out/", "--to", "srt", "-q", in: folder.path).contains(
        "out/a.srt would be replaced by different content"))
    #expect(try folder.names(in: "out") == ["a.srt"])
  }

  /// Values of other programs that a bundle can't store are kept beside it and reported. The bundle passes
  /// lint.
  @Test func whatIsWrittenPassesLint() throws {
    let folder = try TemporaryFolder([
      "a.jsonl": """
      {"type":"recording","id":"a","title":"T","reciter":"مشاري راشد","notes":"","audio":{"file":"../../etc/passwd","url":"https://example.com/a\\nb.mp3"}}
      {"type":"segment","ayah":"1:1","start":0,"end":1,"reciter":"مشاري راشد","note":""}
      {"type":"segment","ayah":"1:2","start":1,"end":2,"note":"good"}

      """
    ])
    let said = transcript("convert", "a.jsonl", "a.tilawa", in: folder.path)
    #expect(said.contains("\"مشاري راشد\" is not a valid id; used as the reciter's name"))
    #expect(
      said.contains(
        "the audio \"../../etc/passwd\" is outside the bundle; its path is kept as x-audio-file"))
    #expect(said.contains("row 1 of segments.yaml: \"مشاري راشد\" is not an id"))
    #expect(!said.contains("[exit"))
    #expect(!transcript("lint", "a.tilawa", in: folder.path).contains("error"))
    #expect(
      try folder.text(of: "a.tilawa/segments.yaml") == """
        tilawa: 1
        segments:
          - { ayah: "1:1", start: 0.000, end: 1.000, x-reciter: مشاري راشد }
          - { ayah: "1:2", start: 1.000, end: 2.000, note: good }

        """)
    let recording = try folder.text(of: "a.tilawa/recording.yaml")
    #expect(recording.contains("  file: passwd\n  x-url: \"https://example.com/a\\nb.mp3\"\n"))
    #expect(recording.contains("x-audio-file: ../../etc/passwd\nx-reciter-name: مشاري راشد\n"))
    #expect(
      transcript("convert", "a.jsonl", "b.tilawa", "--strict", in: folder.path).hasSuffix("[exit 1]\n"))
    #expect(FileStatus.isAbsent(folder.path(of: "b.tilawa")))
  }

  @Test func rowsAtOddsAreToldAndNeverBroughtIn() throws {
    let overlapping = "1\t3\t1:1\n2\t4\t1:2\n"
    let folder = try TemporaryFolder(files.merging(["l.txt": overlapping]) { first, _ in first })
    let made = transcript("convert", "l.txt", "new.tilawa", in: folder.path)
    #expect(made.contains("new.tilawa/segments.yaml:4:"))
    #expect(made.contains("[S203 segments-overlap]"))
    #expect(made.hasSuffix("[exit 1]\n"))
    try folder.write("4.2\t9.05\t1:1\n8\t14.3\t1:2\n14.3\t18.4\t1:3\n", to: "l.txt")
    let said = transcript("convert", "l.txt", "a.tilawa", in: folder.path)
    #expect(said.contains("[S203 segments-overlap]"))
    #expect(said.hasSuffix("nothing was changed in a.tilawa; fix l.txt first\n[exit 1]\n"))
    #expect(try folder.text(of: "a.tilawa/segments.yaml") == files["a.tilawa/segments.yaml"])
  }

  @Test func oneBadFileStopsNoOthers() throws {
    let folder = try TemporaryFolder(files)
    try folder.write("1.0\t2.0\t112:1\n", to: "one.txt")
    try folder.write("{", to: "bad.eaf")
    try folder.write("1.0\t2.0\t113:1\n", to: "two.txt")
    let said = transcript("convert", "one.txt", "bad.eaf", "none.txt", "two.txt", "lib/", in: folder.path)
    #expect(said.contains("bad.eaf") && said.contains("cannot read none.txt"))
    #expect(said.contains("lib/one.tilawa: 1 segment\nlib/two.tilawa: 1 segment\n[exit 1]\n"))
    #expect(transcript("convert", "bad.eaf", "none.txt", "lib/", in: folder.path).hasSuffix("[exit 2]\n"))
    try folder.write("tilawa: 1\nsegments: 3\n", to: "lib/one.tilawa/segments.yaml")
    let out = transcript("convert", "lib", "out/", "--to", "srt", in: folder.path)
    #expect(out.contains("out/two.srt: 1 segment\n[exit 1]\n"))
    #expect(try folder.names(in: "out") == ["two.srt"])
    #expect(
      transcript("convert", "one.txt", "bad.eaf", "all.csv", "--to", "csv", in: folder.path).hasSuffix(
        "all.csv: 1 segment\n[exit 1]\n"))
  }

  @Test func watchingFollowsTheFile() throws {
    let folder = try TemporaryFolder(files)
    let said = try BuiltProgram.shell(
      """
      tilawa convert a.tilawa l.txt -q 2>/dev/null
      tilawa convert l.txt a.tilawa --watch 2> said &
      await 'test -s said'
      sed s/18.400000/19.000000/ l.txt > new && mv new l.txt
      await 'grep -q "end: 19.000" a.tilawa/segments.yaml'
      kill $!
      wait $! 2>/dev/null
      true
      """, in: folder.path)
    #expect(try folder.text(of: "a.tilawa/segments.yaml").contains("end: 19.000, note: a cough"), "\(said)")
  }

  /// Rows are imported into a bundle. Other facts in the file about the recording are reported and not used.
  @Test func factsOfAForeignFileAreToldAndLeft() throws {
    let recording =
      "tilawa: 1\nid: a\ntitle: Old # mine\nriwayah: hafs\naudio: { file: a.flac, duration: 9.000 }\n"
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": recording,
      "a.lrc": "[ti:New]\n[ar:Somebody]\n[00:00.00]1:1\n[00:01.00]1:2\n[00:02.00]\n",
    ])
    let said = transcript("convert", "a.lrc", "a.tilawa", in: folder.path)
    #expect(said.contains("title is \"New\"; the bundle keeps \"Old\""), "\(said)")
    #expect(
      said.contains("reciter is \"Somebody\"; the bundle keeps none"), "\(said)")
    #expect(try folder.text(of: "a.tilawa/recording.yaml") == recording)
    #expect(try folder.text(of: "a.tilawa/segments.yaml").contains("1:2"))
  }
}

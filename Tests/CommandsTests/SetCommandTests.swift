import Foundation
import Testing
import TilawaTestSupport

@testable import TilawaCommandLine

/// `tilawa set`: what bundles say of their recording, changed afterwards.
@Suite struct SetCommandTests {
  private let recording = """
    tilawa: 1
    id: a
    title: One  # a draft
    x-mine: [1, 2]
    reciter: ali
    passage: "112:1-4"
    passage_heard: "112:1-4"

    """

  private func folder() throws -> TemporaryFolder {
    try TemporaryFolder([
      "a.tilawa/recording.yaml": recording,
      "b/c.tilawa/recording.yaml": "tilawa: 1\nid: c\nnumbering: madani_last\n",
      "reciters/husary.yaml": "tilawa: 1\nid: husary\nname: Husary\nriwayah: hafs\n",
    ])
  }

  @Test func changesWhatIsNamedAndNothingElse() throws {
    let folder = try folder()
    let said = transcript(
      "set", "a.tilawa", "title=Friday: one", "riwayah=hafs", "recorded_at=2024-01-05", "place=",
      "reciter=", in: folder.path)
    #expect(
      said == """
        [stderr]
        a.tilawa: title Friday: one (was One), reciter removed (was ali), riwayah hafs, recorded_at 2024-01-05

        """)
    #expect(
      try folder.text(of: "a.tilawa/recording.yaml") == """
        tilawa: 1
        id: a
        title: "Friday: one"  # a draft
        riwayah: hafs
        x-mine: [1, 2]
        passage: "112:1-4"
        passage_heard: "112:1-4"
        recorded_at: 2024-01-05

        """)
    #expect(
      transcript("set", "a.tilawa", "riwayah=hafs", in: folder.path)
        == "[stderr]\na.tilawa: nothing to change\n")
    #expect(!transcript("lint", "a.tilawa", in: folder.path).contains("error"))
  }

  @Test func whatAPersonSaysIsRecitedIsNotHeardAnyMore() throws {
    let folder = try folder()
    let said = transcript("set", "a.tilawa", "passage=112, 113", in: folder.path)
    #expect(
      said.contains("passage 112:1-4, 113:1-5 (was 112:1-4), passage_heard removed (was 112:1-4)"), "\(said)")
    #expect(try folder.text(of: "a.tilawa/recording.yaml").hasSuffix("passage: [\"112:1-4\", \"113:1-5\"]\n"))
  }

  @Test func changesManyAndBringsTheReciter() throws {
    let folder = try folder()
    let dry = transcript("set", ".", "reciter=husary", "-n", in: folder.path)
    #expect(dry.contains("+reciter: husary") && dry.contains("+++ ") && dry.contains("c.tilawa"))
    #expect(try folder.text(of: "a.tilawa/recording.yaml") == recording)
    let said = transcript("set", ".", "reciter=husary", in: folder.path)
    #expect(said.contains("a.tilawa: reciter.yaml is a copy of reciters/husary.yaml"), "\(said)")
    for bundle in ["a.tilawa", "b/c.tilawa"] {
      #expect(try folder.text(of: "\(bundle)/recording.yaml").contains("\nreciter: husary\n"))
      #expect(try folder.text(of: "\(bundle)/reciter.yaml").contains("name: Husary"))
    }
    #expect(!transcript("lint", ".", in: folder.path).contains("error"))
    let other = transcript("set", "a.tilawa", "reciter=nobody", in: folder.path)
    #expect(other.contains("reciter.yaml describes husary, but no library describes nobody"))
  }

  @Test func saysWhatCannotBe() throws {
    let folder = try folder()
    for (arguments, message) in [
      (["a.tilawa"], "nothing to set"), (["title=x"], "name the bundles to change"),
      (["a.tilawa", "titel=x"], "no such key: \"titel\"; did you mean title?"),
      (["a.tilawa", "riwayah=hafz"], "no such riwayah: \"hafz\"; did you mean hafs?"),
      ([".", "id=x"], "an id needs exactly one bundle, found 2"),
      (["a.tilawa", "--recorded-at", "x"], "unknown option --recorded-at; write recorded_at=VALUE"),
      (["b/c.tilawa", "passage=2:286"], "2:286"), (["none.tilawa", "title=x"], "none.tilawa"),
      (["a.tilawa", "recorded_at=yesterday"], "invalid date for --recorded-at"),
    ] {
      let said = transcript(["set"] + arguments, in: folder.path)
      #expect(said.contains(message) && said.hasSuffix("[exit 2]\n"), "\(said)")
    }
    #expect(try folder.text(of: "a.tilawa/recording.yaml") == recording)
  }

  private let recordings = [
    "2024/Imam Yusuf/fajr-20240320.tilawa/recording.yaml": "tilawa: 1\nid: a\nsource_file: REC_001.mp3\n",
    "2024/Imam Yusuf/isha-20240321.tilawa/recording.yaml": "tilawa: 1\nid: b\nsource_file: REC_002.mp3\n",
    "reciters/yusuf.yaml": "tilawa: 1\nid: yusuf\nname: Imam Yusuf\n",
  ]

  @Test func takesFactsFromATable() throws {
    let folder = try TemporaryFolder(recordings)
    try folder.write(
      """
      \u{FEFF}file,title,reciter,riwayah,place
      REC_001.mp3,"Fajr, the first",Imam Yusuf,hafs,
      isha-20240321.tilawa,Isha,yusuf,warsh,Fez
      REC_003.mp3,Nobody,yusuf,hafs,

      """, to: "facts.csv")
    let said = transcript("set", ".", "--table", "facts.csv", "notes=by hand", in: folder.path)
    #expect(said.hasPrefix("[stderr]\ntilawa: facts.csv:4: no bundle \"REC_003.mp3\"\n"), "\(said)")
    #expect(said.hasSuffix("[exit 1]\n"))
    #expect(
      try folder.text(of: "2024/Imam Yusuf/fajr-20240320.tilawa/recording.yaml") == """
        tilawa: 1
        id: a
        title: Fajr, the first
        reciter: yusuf
        riwayah: hafs
        source_file: REC_001.mp3
        notes: by hand

        """)
    let other = try folder.text(of: "2024/Imam Yusuf/isha-20240321.tilawa/recording.yaml")
    #expect(other.contains("riwayah: warsh\n") && other.contains("place: Fez\n"))
    for (table, message) in [
      ("title\nx\n", "expected a column \"bundle\" or \"file\""),
      ("file,titel\nx,y\n", "unknown column \"titel\""), ("file,title\nx\n", "facts.csv:2: 1 fields"),
      ("file,title\nx,y\nx,z\n", "facts.csv:3: \"x\" is already on line 2"),
      ("file;riwayah\nREC_001.mp3;hafz\n", "no such riwayah: \"hafz\"; did you mean hafs?"),
      ("file;reciter\nREC_001.mp3;Imam Yusu\n", "no file in reciters/ describes \"Imam Yusu\""),
    ] {
      try folder.write(table, to: "facts.csv")
      let refusal = transcript("set", ".", "--table", "facts.csv", in: folder.path)
      #expect(refusal.contains(message) && refusal.hasSuffix("[exit 2]\n"), "\(refusal)")
    }
  }

  @Test func takesFactsFromPaths() throws {
    let folder = try TemporaryFolder(recordings)
    let pattern = "{reciter}/{prayer}-{recorded_at}"
    let said = transcript("set", "2024", "--from-path", pattern, in: folder.path)
    #expect(
      said == """
        [stderr]
        2024/Imam Yusuf/fajr-20240320.tilawa: reciter yusuf, prayer fajr, recorded_at 2024-03-20
        2024/Imam Yusuf/fajr-20240320.tilawa: reciter.yaml is a copy of reciters/yusuf.yaml
        2024/Imam Yusuf/isha-20240321.tilawa: reciter yusuf, prayer isha, recorded_at 2024-03-21
        2024/Imam Yusuf/isha-20240321.tilawa: reciter.yaml is a copy of reciters/yusuf.yaml

        """)
    let source = transcript("set", "2024", "--from-path", "{}/REC_{title}", in: folder.path)
    #expect(source.contains("title 001") && source.contains("title 002"), "\(source)")
    let none = transcript("set", ".", "--from-path", "{reciter}/at {place}", in: folder.path)
    #expect(none.contains("the pattern does not match it") && none.hasSuffix("[exit 1]\n"))
    for (pattern, message) in [
      ("{titel}", "unknown key {titel}"), ("{title", "without \"}\""), ("{title}{place}", "in between"),
      ("abc", "no key"), ("{title}/{title}", "occurs twice"),
    ] {
      let refusal = transcript("set", ".", "--from-path", pattern, in: folder.path)
      #expect(refusal.contains(message) && refusal.hasSuffix("[exit 2]\n"), "\(refusal)")
    }
  }
}

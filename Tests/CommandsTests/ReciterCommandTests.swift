import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaCommandLine
@testable import TilawaKit

/// `tilawa reciter`.
struct ReciterCommandTests {
  private func run(_ arguments: String..., in folder: TemporaryFolder) -> String {
    transcript(arguments, in: folder.path)
  }

  @Test func makesAFileAndOverwritesNone() throws {
    let folder = try TemporaryFolder()
    #expect(
      run(
        "reciter", "add", "Maḥmūd Khalīl al-Ḥuṣarī", "--riwayah", "Hafs", "--arabic-name",
        "محمود خليل الحصري",
        "--short-name", "Husary", "--sort-order", "2", "--source",
        "https://a.example/husary/128/{surah3}{ayah3}.mp3", "--bitrate", "128", in: folder)
        == "reciters/mahmud-khalil-al-husari.yaml\n")
    let text = try folder.text(of: "reciters/mahmud-khalil-al-husari.yaml")
    #expect(
      text == """
        tilawa: 1
        id: mahmud-khalil-al-husari
        name: Maḥmūd Khalīl al-Ḥuṣarī
        short_name: Husary
        arabic_name: محمود خليل الحصري
        riwayah: hafs
        sources:
          - { url: https://a.example/husary/128/, pattern: "{surah3}{ayah3}.mp3", bitrate: 128 }
        sort_order: 2

        """)
    #expect(
      run("lint", ".", "--strict", in: folder).hasSuffix("no problems\n")
        || run("lint", ".", in: folder).contains("[exit") == false)
    #expect(
      run("fmt", "--check", "reciters/mahmud-khalil-al-husari.yaml", in: folder).contains("[exit 1]") == false
    )
    let again = run("reciter", "add", "Mahmud Khalil al-Husari", in: folder)
    #expect(again.contains("already describes \"mahmud-khalil-al-husari\"") && again.hasSuffix("[exit 2]\n"))
    try folder.write("mine", to: "reciters/other.yaml")
    #expect(run("reciter", "add", "Other", in: folder).contains("it already exists"))
    #expect(try folder.text(of: "reciters/other.yaml") == "mine")
    #expect(try folder.text(of: "reciters/mahmud-khalil-al-husari.yaml") == text)
    #expect(try folder.names(in: "reciters").count == 2)
  }

  @Test func refusesWhatTheSpecRefuses() throws {
    let folder = try TemporaryFolder(["a.tilawa/recording.yaml": "tilawa: 1\nid: a\n"])
    for (arguments, reason) in [
      (["محمود"], "cannot derive an id from"), (["A", "--id", "a/b"], "invalid --id"),
      (["A", "--source", "https://a.example/x.mp3"], "invalid --source"),
      (
        ["A", "--source", "https://a.example/{sura}.mp3"],
        "\"{sura}\" is not a placeholder; did you mean {surah}?"
      ),
      (["A", "--source", "ftp://a.example/{surah}.mp3"], "is not an http"),
      (["A", "--riwayah", "hafz"], "did you mean hafs?"), (["A", "--image", "x"], "is not an http"),
      (["A", "--sort-order", "99999999"], "1000000"),
      (["A", "--numbering", "kufi"], "needs --source"),
      (["A", "--library", "none"], "cannot write in none: no such folder"),
      (["A", "--library", "a.tilawa"], "is a bundle"),
      ([" "], "the name is empty"),
    ] {
      let said = transcript(["reciter", "add"] + arguments, in: folder.path)
      #expect(said.contains(reason) && said.hasSuffix("[exit 2]\n"), "\(arguments): \(said)")
    }
    #expect(try folder.names() == ["a.tilawa"])
    let said = run("reciter", "add", "A", "--source", "https://a.example/{surah}.mp3", in: folder)
    #expect(
      said.hasPrefix("reciters/a.yaml\n[stderr]\ntilawa: reciters/a.yaml: ") && said.contains("riwayah"))
  }

  @Test func idsAreMadeOfNames() {
    for (name, id) in [
      ("Yasser al-Dosari", "yasser-al-dosari"), ("Mishārī Rāshid al-ʿAfāsī", "mishari-rashid-al-afasi"),
      ("Sa'd  al-Ghāmidī ", "sad-al-ghamidi"), ("Ahmad b. ʿAli (2)", "ahmad-b-ali-2"),
      ("e\u{301}mile", "emile"),
      ("ماهر", nil), ("--", nil), ("", nil),
    ] { #expect(NewReciterPlan.proposedID(for: name) == id, "\(name)") }
  }

  private func library() throws -> TemporaryFolder {
    func rows(_ rows: String) -> String { "tilawa: 1\nsegments:\n" + rows }
    return try TemporaryFolder([
      "reciters/husary.yaml":
        "tilawa: 1\nid: husary\nname: Mahmoud Khalil al-Husary\nshort_name: Husary\nriwayah: hafs\nsort_order: 1\n",
      "one.tilawa/recording.yaml":
        "tilawa: 1\nid: one\nreciter: dosari\nriwayah: hafs\naudio: { file: a.wav, duration: 3600.000 }\n",
      "one.tilawa/a.wav": "as if it were sound",
      "one.tilawa/reciter.yaml": "tilawa: 1\nid: dosari\nname: Yasser al-Dosari\n",
      "one.tilawa/segments.yaml": rows(
        "  - { ayah: \"112:1\", start: 0.000, end: 2.000 }\n  - { ayah: \"113:1-2\", start: 2.000, end: 9.000, reciter: husary }\n"
      ),
    ])
  }

  @Test func listsWhoIsHeardWhere() throws {
    let folder = try library()
    #expect(
      run("reciter", "list", in: folder) == """
        name                      id      riwayah  bundles    hours  surahs  sources
        Mahmoud Khalil al-Husary  husary  hafs           1     0:07  113           0
        Yasser al-Dosari          dosari  hafs           1  1:00:00  112           0

        """)
    let recording = TerminalRecording(in: folder.path, environment: ["COLUMNS": "80"], isTerminal: true)
    _ = runTilawa(["reciter", "list", "--color", "never"], in: recording.terminal)
    #expect(recording.output.contains("\nHusary "), "\(recording.output)")
    #expect(
      run("reciter", "show", "Husary", in: folder) == """
        name       Mahmoud Khalil al-Husary
        id         husary
        file       reciters/husary.yaml
        short name Husary
        riwayah    hafs
        bundles    1, 0:07: one.tilawa
        surahs     113
        coverage   2 of 6236 ayat in hafs, 0 %

        """)
    #expect(
      run("reciter", "show", "dosari", in: folder).contains("file       one.tilawa/reciter.yaml, a copy\n"))
    #expect(run("reciter", "show", "husari", in: folder).contains("did you mean husary?"))
  }

  /// Names are text of others: nothing in them steers a terminal.
  @Test func namesSteerNoTerminal() throws {
    let folder = try TemporaryFolder([
      "reciters/a.yaml": "tilawa: 1\nid: a\nname: \"bad\\u001b[31m\\nname\"\nshort_name: \"x\\u0007y\"\n"
    ])
    for arguments in [["reciter", "list"], ["reciter", "show", "a"]] {
      let said = transcript(arguments, in: folder.path)
      #expect(!said.contains("\u{1b}") && !said.contains("\u{7}"), "\(said)")
    }
  }
}

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
      "set", "a.tilawa", "title=Friday: one", "riwayah=hafs", "--recorded-at", "2024-01-05", "place=",
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
    let dry = transcript("set", ".", "--reciter", "husary", "-n", in: folder.path)
    #expect(dry.contains("+reciter: husary") && dry.contains("+++ ") && dry.contains("c.tilawa"))
    #expect(try folder.text(of: "a.tilawa/recording.yaml") == recording)
    let said = transcript("set", ".", "--reciter", "husary", in: folder.path)
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
      (["b/c.tilawa", "passage=2:286"], "2:286"), (["none.tilawa", "title=x"], "none.tilawa"),
      (["a.tilawa", "recorded_at=yesterday"], "invalid date for --recorded-at"),
    ] {
      let said = transcript(["set"] + arguments, in: folder.path)
      #expect(said.contains(message) && said.hasSuffix("[exit 2]\n"), "\(said)")
    }
    #expect(try folder.text(of: "a.tilawa/recording.yaml") == recording)
  }
}

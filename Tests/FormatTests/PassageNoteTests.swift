import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaTestSupport

@Suite struct PassageNoteTests {
  private static let mulk = AyahRange(Ayah(67, 1), Ayah(67, 30))
  private static let qalam = AyahRange(Ayah(68, 1), Ayah(68, 52))

  private static let head = "tilawa: 1\nid: a\n"

  private func recording(_ rest: String) -> BundleFile<Recording> {
    BundleFile(recording: SourceText(path: "recording.yaml", bytes: Array((Self.head + rest).utf8)))
  }

  /// The lines of a recording behind its id, after `passages` were noted.
  private func noted(_ passages: [AyahRange], isHeard: Bool, in rest: String) -> String? {
    let file = recording(rest)
    let bytes = file.settingPassage(passages, isHeard: isHeard).applied(to: file.source.bytes)
    return bytes.map { String(decoding: $0, as: UTF8.self) }.map { String($0.dropFirst(Self.head.count)) }
  }

  private func stated(_ rest: String) -> [AyahRange]? { recording(rest).content?.statedPassages }

  @Test func whatWasHeardIsNotStated() {
    #expect(stated("passage: \"67:1-30\"\n") == [Self.mulk])
    #expect(stated("passage: \"67:1-30\"\npassage_heard: \"67:1-30\"\n") == [])
    #expect(stated("passage: \"67:1-30\"\npassage_heard: [\"67:1-30\"]\n") == [])
    // Changed or named by a person behind what was heard.
    #expect(stated("passage: \"67:1-30\"\npassage_heard: \"67:1-29\"\n") == [Self.mulk])
    #expect(
      stated("passage: [\"67:1-30\", \"68:1-52\"]\npassage_heard: \"67:1-30\"\n") == [Self.mulk, Self.qalam])
    #expect(stated("passage_heard: \"67:1-30\"\n") == [])
    #expect(stated("") == [])
  }

  @Test func whatIsHeardIsNotedUntilSomebodySaysIt() {
    let heard = "passage: \"67:1-30\"\npassage_heard: \"67:1-30\"\n"
    #expect(noted([Self.mulk], isHeard: true, in: "") == heard)
    #expect(noted([Self.mulk], isHeard: true, in: heard) == heard)
    #expect(
      noted([Self.mulk, Self.qalam], isHeard: true, in: heard)
        == "passage: [\"67:1-30\", \"68:1-52\"]\npassage_heard: [\"67:1-30\", \"68:1-52\"]\n")
    #expect(noted([Self.mulk], isHeard: false, in: heard) == "passage: \"67:1-30\"\n")
    #expect(noted([Self.qalam], isHeard: false, in: heard) == "passage: \"68:1-52\"\n")
  }

  @Test func whatAPersonSaidStays() {
    let said = "passage: \"67:1-30\" # the whole surah\nnotes: x\n"
    for isHeard in [true, false] {
      #expect(noted([Self.qalam], isHeard: isHeard, in: said) == said)
      #expect(noted([], isHeard: isHeard, in: said) == said)
    }
    let changed = "passage: \"67:1-30\"\npassage_heard: \"67:1-29\"\n"
    #expect(noted([Self.qalam], isHeard: true, in: changed) == changed)
    // Neither is a list in doubt replaced.
    let doubtful = "passage: 67:1-x\n"
    #expect(noted([Self.qalam], isHeard: true, in: doubtful) == doubtful)
  }
}

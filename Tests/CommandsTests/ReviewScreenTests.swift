import Testing
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine

/// The review screen as a listener sees it, at several widths.
@Suite struct ReviewScreenTests {
  private func screen() throws -> ReviewScreen {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nriwayah: hafs\naudio: { file: a.wav, duration: 30.000 }\n",
      "a.tilawa/markers.yaml": """
      tilawa: 1
      markers:
        - { at: 1.000, ayah: "18:10", confirmed: true }
        - { at: 9.500, ayah: "18:11", confidence: 0.42, note: "الميكروفون يسقط" }
        - { at: 14.000, ayah: "18:12", confidence: 0.99 }

      """,
    ])
    let bundle = TilawaBundle(readingAt: folder.path(of: "a.tilawa"), shownAs: "a.tilawa")
    let rows = AnnotatedRow.rows(of: bundle)
    var screen = ReviewScreen(bundle: "a.tilawa")
    (screen.left, screen.unconfirmed, screen.secondsLeft) = (1, 2, 7)
    (screen.row, screen.before, screen.after) = (rows[1], rows[0], rows[2])
    screen.reasons = ["2.1 times as long as expected at this tempo", "confidence 0.42"]
    screen.boundary = Milliseconds(9500)
    screen.heard = Milliseconds(8200)
    screen.message = "18:10: right"
    return screen
  }

  @Test(arguments: [60, 80, 200]) func fitsTheTerminal(columns: Int) throws {
    var screen = try screen()
    screen.strip = TimeSpan(Milliseconds(7500), Milliseconds(11500)).map { span in
      LevelStrip(span: span, levels: (0..<min(120, columns - 2)).map { -60 + Double($0 * 37 % 58) })
    }
    for (name, unicode) in [("", true), ("-ascii", false)] {
      let lines = screen.lines(width: columns, showsUnicode: unicode).map {
        TerminalText.shown($0, isLine: true)
      }
      #expect(lines.allSatisfy { columnCount(of: $0) < columns })
      let text = lines.map { "\($0)\n" }.joined()
      let path = "\(ConformanceSuite.repository)/Tests/CommandsTests/Golden/Review-\(columns)\(name).txt"
      #expect(try text == Golden.text(of: path, recording: text))
    }
  }

  @Test func theWordsOfTheRowStandAboveItsLevels() throws {
    var screen = try screen()
    screen.texts = [
      "إِذۡ أَوَى ٱلۡفِتۡيَةُ إِلَى ٱلۡكَهۡفِ فَقَالُواْ رَبَّنَآ ءَاتِنَا مِن لَّدُنكَ رَحۡمَةٗ", "When the youths\u{202E} retreated",
      "note: ما طلبه الفتية",
    ]
    let lines = screen.lines(width: 60, showsUnicode: true).map { TerminalText.shown($0, isLine: true) }
    #expect(lines.allSatisfy { columnCount(of: $0) < 60 })
    let text = lines.map { "\($0)\n" }.joined()
    let path = "\(ConformanceSuite.repository)/Tests/CommandsTests/Golden/Review-60-text.txt"
    #expect(try text == Golden.text(of: path, recording: text))
  }

  @Test func theEndOffersWhatIsLeft() throws {
    var screen = ReviewScreen(bundle: "a.tilawa")
    screen.unconfirmed = 3
    #expect(
      screen.lines(width: 80, showsUnicode: true)[1].contains(
        "3 more rows are not confirmed"))
    screen.unconfirmed = 0
    #expect(screen.lines(width: 80, showsUnicode: true)[1] == "every row is confirmed")
    // A question stands where messages do.
    screen.question = "ayah: 18_"
    #expect(screen.lines(width: 80, showsUnicode: true).last == "ayah: 18_")
  }

  @Test func everyKeyIsOnTheScreenOnce() {
    let keys = ReviewKey.allCases.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(
      ReviewKey.allCases.filter { $0.legend == nil }.allSatisfy {
        [.later, .muchLater, .faster].contains($0)
      })
  }
}

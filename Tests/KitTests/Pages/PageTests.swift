import Foundation
import Testing
import TilawaBase
import TilawaSound

@testable import TilawaKit

/// Pages show all user text as text, and run only their own scripts.
@Suite struct PageTests {
  private static let hostile = "</script><script>alert(1)</script><img src=x onerror=\"a\">'&\u{2028}\u{1}"

  private func section() throws -> RecordingSection {
    var section = RecordingSection(
      id: "recording-1", title: Self.hostile, sound: .link("./a%20b.flac"), duration: Milliseconds(4000))
    section.facts = [("report.fact-place", .written(Self.hostile))]
    let span = try #require(TimeSpan(Milliseconds(0), Milliseconds(2500)))
    var row = RecordingSection.Row(span, label: Self.hostile, .open)
    row.names = [Self.hostile]
    row.words = "بِسْمِ \(Self.hostile)"
    row.translation = (Self.hostile, Self.hostile)
    row.reasons = [("common.reason-overlap", ["row": .string(Self.hostile)])]
    row.note = Self.hostile
    row.findings = [.init(.warning, "S203", Self.hostile, at: Self.hostile)]
    row.joins = [Milliseconds(1000)]
    row.isDoubtful = true
    row.confidence = 0.5
    section.rows = [row]
    section.findings = row.findings
    section.changes = [.init(Self.hostile, Self.hostile, from: span, to: span)]
    section.conflicts = [
      .init(at: Self.hostile, [.init("ours", Self.hostile, [span], command: Self.hostile)])
    ]
    return section
  }

  private func text(_ page: Page) throws -> String { String(decoding: try page.document(), as: UTF8.self) }

  @Test func whatSomebodyWroteStaysText() throws {
    var page = Page(title: Self.hostile)
    page.sections = [try section().section]
    let text = try text(page)
    #expect(!text.contains("<img") && !text.contains("alert(1)</script>"))
    // The data, the strings, and the script of recordings.
    #expect(text.components(separatedBy: "<script").count - 1 == 3)
    #expect(text.components(separatedBy: "</script>").count - 1 == 3)
    #expect(!text.contains("\u{2028}</") || !text.contains("\u{1}"))
  }

  @Test func theDataCanBeReadAndSayWhatIsHeard() throws {
    var page = Page(title: "A")
    page.sections = [try section().section]
    let text = try text(page)
    let start = try #require(text.range(of: "id=\"tilawa-data\">"))
    let end = try #require(text.range(of: "</script>", range: start.upperBound..<text.endIndex))
    let data = Data(text[start.upperBound..<end.lowerBound].utf8)
    let facts = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let recordings = try #require(facts["recordings"] as? [[String: Any]])
    #expect(recordings.count == 1 && recordings[0]["duration"] as? Double == 4)
    let row = try #require((recordings[0]["rows"] as? [[Any]])?.first)
    #expect(row[0] as? Double == 0 && row[1] as? Double == 2.5 && row[2] as? String == "doubt")
    #expect(row[3] as? String == Self.hostile && row[4] as? [Double] == [1])
  }

  /// The browser compares these checksums with the contents of the tags.
  @Test func thePolicyNamesTheScriptsByTheirSums() throws {
    var page = Page(title: "A")
    page.sections = [try section().section, LibrarySection().section]
    let text = try text(page)
    for element in ["<script>", "<style>"] {
      for part in text.components(separatedBy: element).dropFirst() {
        let body = try #require(
          part.components(separatedBy: element.replacingOccurrences(of: "<", with: "</")).first)
        let digits = Array(try FileDigest.of(Array(body.utf8)).sha256)
        let bytes = stride(from: 0, to: 64, by: 2).compactMap {
          UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        #expect(text.contains("sha256-\(Data(bytes).base64EncodedString())"))
      }
    }
    #expect(!text.contains("unsafe-inline") && !text.contains("http:") && !text.contains("https:"))
  }

  /// Pictures have the colours of pages.
  @Test(arguments: PictureColor.allCases) func picturesTakeTheirColoursFromTheSheet(_ color: PictureColor) {
    let sheet = String(decoding: PackageResources.look_css, as: UTF8.self)
    let values = sheet.components(separatedBy: "--\(color.rawValue): ").dropFirst()
      .map { String($0.prefix { $0 != ";" }) }
    #expect(Array(values.prefix(2)) == [PictureColor.hex(color.light), PictureColor.hex(color.dark)])
  }

  @Test func soundThatIsNotHereIsSaid() throws {
    var section = try section()
    section.sound = .absent("<b>.")
    var page = Page(title: "A")
    page.sections = [section.section]
    let text = try text(page)
    #expect(text.contains("The sound isn't here.</span> <bdi lang=\"en\" dir=\"ltr\">&lt;b&gt;."))
    #expect(!text.contains("<audio"))
    #expect(!text.contains("data-play="))
  }

  @Test(arguments: [(0, "0:00.000"), (263_500, "4:23.500"), (3_723_004, "1:02:03.004")])
  func timesAreExact(_ count: Int, _ text: String) {
    #expect(Milliseconds(Int64(count)).exactClock == text)
  }

  /// RFC 4648, section 10.
  @Test(arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar", "\u{0}\u{FF}\u{7F}"])
  func bytesAreLettersAsTheStandardHasThem(_ text: String) {
    #expect(Base64.text(of: Array(text.utf8)) == Data(text.utf8).base64EncodedString())
  }
}

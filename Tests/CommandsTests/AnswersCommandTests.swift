import Foundation
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine
@testable import TilawaKit

/// Tests questions about rows (`report --ask`) and their answers (`patch`) from the user's side.
/// Tests/Trials/studio/written-pages answers a page in a browser.
@Suite struct AnswersCommandTests {
  private static let recording = """
    tilawa: 1
    id: friday
    riwayah: hafs
    title: Friday
    audio: { file: a.wav, duration: 20.000 }
    passage: ["1:1-5"]

    """
  private static let markers = """
    tilawa: 1
    markers:
      - { at: 1.000, ayah: "1:1", confirmed: true }
      - { at: 4.000, ayah: "1:2", confidence: 0.400, note: "by the tool" }
      - { at: 8.000, ayah: "1:3", confidence: 0.500 }  # stays
      - { at: 12.000, ayah: "1:4", confidence: 0.950 }
      - { at: 16.000, confidence: 0.300 }

    """

  private func folder(_ answers: String = "", markers: String = markers) throws -> TemporaryFolder {
    try TemporaryFolder([
      "friday.tilawa/recording.yaml": Self.recording, "friday.tilawa/markers.yaml": markers,
      "answers.yaml": answers,
    ])
  }

  private func answers(_ rows: String..., by person: String? = "Umm Yusuf", of recording: String = "friday")
    -> String
  {
    "tilawa: 1\nrecording: \(recording)\n" + (person.map { "answered_by: \"\($0)\"\n" } ?? "") + "answers:\n"
      + rows.map { "  - { file: markers, \($0) }\n" }.joined()
  }

  private func markers(of folder: TemporaryFolder) throws -> String {
    try String(contentsOfFile: folder.path(of: "friday.tilawa/markers.yaml"), encoding: .utf8)
  }

  @Test func answersBecomeEdits() throws {
    let folder = try folder(
      answers(
        "start: 4.000, end: 8.000, ayah: \"1:2\", verdict: right, new_start: 4.250, note: \"Late.\"",
        "start: 8.000, end: 12.000, ayah: \"1:3\", verdict: wrong",
        "start: 12.000, end: 16.000, ayah: \"1:4\", verdict: right",
        "start: 16.000, end: 20.000, verdict: right, new_ayah: \"1:5\""))
    let before = try markers(of: folder)
    let dry = transcript("patch", "friday.tilawa", "answers.yaml", "-n", in: folder.path)
    #expect(dry.contains("4 rows would change") && dry.contains("+  - { at: 4.250, ayah: \"1:2\""))
    #expect(try markers(of: folder) == before)
    #expect(
      transcript("patch", "friday.tilawa", "answers.yaml", in: folder.path) == """
        1:2 at 4.000: starts at 4.250, note added, confirmed
        1:3 at 8.000: marked as wrong
        1:4 at 12.000: confirmed
        unassigned marker at 16.000: named 1:5, confirmed
        [stderr]
        friday.tilawa: 4 rows changed, as answered by Umm Yusuf

        """)
    #expect(
      try markers(of: folder) == """
        tilawa: 1
        markers:
          - { at: 1.000, ayah: "1:1", confirmed: true }
          - { at: 4.250, ayah: "1:2", confirmed: true, confidence: 0.400, note: "by the tool; Umm Yusuf: Late." }
          - { at: 8.000, ayah: "1:3", confidence: 0.00 }  # stays
          - { at: 12.000, ayah: "1:4", confirmed: true, confidence: 0.950 }
          - { at: 16.000, ayah: "1:5", confirmed: true }

        """)
    // The same again is nothing.
    let after = try markers(of: folder)
    #expect(
      transcript("patch", "friday.tilawa", "answers.yaml", in: folder.path)
        == "[stderr]\nfriday.tilawa: 0 rows changed, 4 already so, as answered by Umm Yusuf\n")
    #expect(try markers(of: folder) == after)
  }

  @Test func whatAPersonConfirmedStays() throws {
    let folder = try folder(
      answers(
        "start: 1.000, end: 4.000, ayah: \"1:1\", verdict: wrong, note: \"No.\"",
        "start: 4.000, end: 8.000, ayah: \"1:2\", verdict: right"))
    let said = transcript("patch", "friday.tilawa", "answers.yaml", in: folder.path)
    #expect(said.contains("1:1 at 1.000: it is confirmed, and the answer says it is wrong"))
    #expect(said.contains("so this isn't noted: Umm Yusuf: No."))
    #expect(said.contains("1 row changed, 1 not taken over in full") && said.hasSuffix("[exit 1]\n"))
    let text = try markers(of: folder)
    #expect(text.contains("- { at: 1.000, ayah: \"1:1\", confirmed: true }\n"))
  }

  /// The bundle changed between question and answer.
  @Test func answersAreMergedWithWhatChangedMeanwhile() throws {
    let changed = Self.markers
      .replacingOccurrences(of: "at: 4.000, ayah: \"1:2\"", with: "at: 4.100, ayah: \"1:2\"")
      .replacingOccurrences(of: "at: 12.000, ayah: \"1:4\"", with: "at: 12.000, ayah: \"1:5\"")
    let folder = try folder(
      answers(
        // Heard with another start than it has now.
        "start: 4.000, end: 8.000, ayah: \"1:2\", verdict: right",
        // Its end is another row's name by now, which changes nothing here.
        "start: 8.000, end: 12.000, ayah: \"1:3\", verdict: right, new_start: 8.200",
        "start: 12.000, end: 16.000, ayah: \"1:4\", verdict: right, new_ayah: \"1:4-5\"",
        "start: 17.000, end: 18.000, ayah: \"1:7\", verdict: right"), markers: changed)
    try withExtendedLifetime(folder) {
      let said = transcript("patch", "friday.tilawa", "answers.yaml", in: folder.path)
      #expect(said.contains("1:2 at 4.000: it was changed meanwhile, so it isn't confirmed"))
      #expect(said.contains("1:3 at 8.000: starts at 8.200, confirmed"))
      #expect(said.contains("1:4 at 12.000: it was named 1:5 meanwhile"))
      #expect(said.contains("1:7 at 17.000: there is no such row any more"))
      #expect(said.hasSuffix("[exit 1]\n"))
      let now = try markers(of: folder)
      #expect(now.contains("- { at: 4.100, ayah: \"1:2\", confidence: 0.400, note: \"by the tool\" }"))
      #expect(now.contains("- { at: 8.200, ayah: \"1:3\", confirmed: true, confidence: 0.500 }"))
    }
  }

  /// A boundary that two rows share is in the answers to both.
  @Test func aSharedBoundaryMovesOnce() throws {
    let folder = try folder(
      answers(
        "start: 4.000, end: 8.000, ayah: \"1:2\", verdict: right, new_end: 12.300",
        "start: 8.000, end: 12.000, ayah: \"1:3\", verdict: right, new_start: 12.300, new_end: 13.000",
        "start: 12.000, end: 16.000, ayah: \"1:4\", verdict: right, new_start: 13.000"))
    try withExtendedLifetime(folder) {
      let said = transcript("patch", "friday.tilawa", "answers.yaml", in: folder.path)
      #expect(said.contains("3 rows changed, as answered by"))
      let now = try markers(of: folder)
      #expect(now.contains("at: 12.300, ayah: \"1:3\", confirmed: true"))
      #expect(now.contains("at: 13.000, ayah: \"1:4\", confirmed: true"))
    }
  }

  @Test(arguments: [
    ("answers questions about another recording", "tilawa: 1\nrecording: other\nanswers: []\n"),
    (
      "has faults, so nothing is taken over",
      "tilawa: 1\nrecording: friday\nanswers:\n  - { file: markers, start: 4.000, end: 3.000, ayah: \"1:2\" }\n"
    ),
    ("N904", "tilawa: 1\nrecording: friday\nanswered_by: \"a\\u001B[2J\"\nanswers: []\n"),
    ("Y005", "tilawa: 1\nrecording: &a friday\nanswers: []\n"),
    ("F109", "tilawa: 1\nrecording: friday\nanswers:\n  - { file: \"../../x\", start: 4.000, end: 8.000 }\n"),
    ("another count", "tilawa: 1\nrecording: friday\nnumbering: basri\nanswers: []\n"),
    (
      "other audio",
      "tilawa: 1\nrecording: friday\naudio: \"\(String(repeating: "a", count: 64))\"\nanswers: []\n"
    ),
    ("larger than 1 MiB", "tilawa: 1\n# \(String(repeating: "a", count: 1 << 20))\n"),
  ])
  func whatIsNotFitIsRefused(_ reason: String, _ text: String) throws {
    let folder = try folder(text)
    try withExtendedLifetime(folder) {
      if reason == "other audio" {
        try Self.recording.replacingOccurrences(
          of: "file: a.wav", with: "file: a.wav, sha256: \"\(String(repeating: "b", count: 64))\""
        )
        .write(toFile: folder.path(of: "friday.tilawa/recording.yaml"), atomically: true, encoding: .utf8)
      }
      let before = try markers(of: folder)
      let said = transcript("patch", "friday.tilawa", "answers.yaml", in: folder.path)
      #expect(said.contains(reason) && said.hasSuffix("[exit 2]\n"), "\(said)")
      #expect(try markers(of: folder) == before)
    }
  }

  @Test func aPageAsksAboutWhatIsDoubtful() throws {
    let folder = try folder()
    try withExtendedLifetime(folder) {
      var writer = try AudioWriter(
        path: folder.path(of: "friday.tilawa/a.wav"), encoding: .wav, sampleRate: 8000, channels: 1)
      try writer.write((0..<160_000).map { Float($0 % 20) / 40 })
      try writer.finish()
      let said = transcript("report", "friday.tilawa", "--ask", "-o", "ask.html", in: folder.path)
      #expect(said.contains("it asks about 3 rows"))
      let page = try String(contentsOfFile: folder.path(of: "ask.html"), encoding: .utf8)
      #expect(page.contains("\"ayah\":\"1:2\"") && !page.contains("\"ayah\":\"1:1\",\"skip\""))
      #expect(page.contains("default-src 'none'") && !page.contains("src=\""))
      #expect(
        transcript("report", "friday.tilawa", "--ask", "--rows", "1", "-n", in: folder.path)
          .contains("the page will ask about 1 row "))
      #expect(
        transcript("report", "friday.tilawa", "--ask", "--rows", "all", "-n", in: folder.path)
          .contains("the page will ask about 4 rows "))
      #expect(
        transcript("report", "friday.tilawa", "--ask", "--embed", in: folder.path).hasSuffix("[exit 2]\n"))
    }
  }

  /// The page decodes what the program encodes: the samples of a voice stay near what they were.
  @Test func theCodeKeepsTheSound() {
    let samples = (0..<16000).map { Float(0.4 * sin(Double($0) * 0.11) + 0.2 * sin(Double($0) * 0.31)) }
    let code = VoiceCode(samples)
    #expect(code.count == 16000 && code.bytes.count == 8000)
  }
}

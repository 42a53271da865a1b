import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaCommandLine

@Suite struct ManualTests {
  private let manual: Manual

  init() throws { manual = try Self.made.get() }

  // Making all pages takes seconds.
  private static let made = Result { try Manual(on: ManualDate(1_704_463_331)) }

  @Test func hasAPageForEveryCommandAndTheFormat() throws {
    let commands = try CommandDescription.ofProgram().shownCommands
    #expect(commands.map(\.pageName).allSatisfy { name in manual.pages.contains { $0.name == name } })
    #expect(Set(manual.pages.map(\.path)).count == manual.pages.count)
    let format = try #require(manual.pages.first { $0.path == "man5/tilawa.5" })
    for key in ["confidence", "recorded_at", "joins", "mastered"] {
      #expect(format.text.contains(".It Cm \"\\&\(key)\"") || format.text.contains(".It Cm \(key)"))
    }
  }

  @Test func tellsOptionsDefaultsAndExitStatusAsHelpDoes() throws {
    let page = try manual.page(["mark"]).text
    #expect(page.contains(".Dd January 5, 2024\n.Dt TILAWA-MARK 1\n.Os Tilawa 0.1.0\n"))
    #expect(page.contains(".Nd find where the ayat begin, and write markers\n"))
    #expect(page.contains(".Op Fl Fl passage Ar passage ...\n"))
    #expect(page.contains(".It Fl \"\\&q\" , Fl Fl quiet\n"))
    #expect(page.contains("(default: auto)\n"))
    #expect(page.contains(".Sh EXIT STATUS\n0 the whole passage was found; 1 part of it"))
    #expect(page.contains("tilawa mark friday.tilawa \\-\\-passage 18:1\\-31\n"))
    #expect(try manual.page(["lint"]).text.contains(".Xr tilawa\\-explain 1 ,\n"))
    #expect(!page.contains("experimental-dump"))
  }

  @Test func pagesAreNamedAsPeopleNameThem() {
    let page = transcript("setup", "manual", "journal", "add", in: "/")
    #expect(page.contains(".Dt TILAWA-JOURNAL-ADD 1\n"))
    #expect(transcript("setup", "manual", "tilawa-journal-add", in: "/") == page)
    #expect(
      transcript("setup", "manual", "1", "tilawa", in: "/")
        == transcript("setup", "manual", "tilawa", in: "/"))
    #expect(transcript("setup", "manual", "5", "tilawa", in: "/").contains(".Dt TILAWA 5\n"))
    #expect(
      transcript("setup", "manual", "marc", in: "/") == """
        [stderr]
        tilawa: no such manual page: "tilawa-marc"; did you mean tilawa-mark?
        [exit 2]

        """)
    #expect(
      transcript("setup", "manual", in: "/").contains(
        "name one page (mark, journal add, 5 tilawa), or use --install DIR"))
  }

  @Test func installsAllOfThemTheSameTwice() throws {
    let folder = try TemporaryFolder()
    let surroundings = ["SOURCE_DATE_EPOCH": "1704463331"]
    let count = manual.pages.count
    for written in [count, 0] {
      #expect(
        transcript("setup", "manual", "--install", "share/man", in: folder.path, environment: surroundings)
          == "[stderr]\n\(count) pages in share/man, \(written) written\n")
    }
    for page in manual.pages { #expect(try folder.text(of: "share/man/\(page.path)") == page.text) }
  }

  @Test func theExampleOfTheFormatIsValid() throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\nriwayah: hafs\n",
      "a.tilawa/segments.yaml": ManualPage.example,
    ])
    #expect(!transcript("lint", "a.tilawa", in: folder.path).contains("error"))
    #expect(transcript("fmt", "--check", "a.tilawa/segments.yaml", in: folder.path) == "")
  }

  @Test func everyVariableThatItNamesIsRead() throws {
    let sources = try BuiltProgram.shell(
      "grep -rhoE '\"[A-Z_]{5,}\"' Sources --include='*.swift' | sort -u", in: ConformanceSuite.repository)
    for (name, _) in CommandDescription.environment { #expect(sources.contains("\"\(name)\""), "\(name)") }
    for line in sources.components(separatedBy: "\n")
    where line.hasPrefix("\"TILAWA_") && line != "\"TILAWA_FAULT\"" {
      // (That one is for tests of debug builds.)
      #expect(
        CommandDescription.environment.contains { "\"\($0.0)\"" == line }, "\(line) isn't in the manual")
    }
  }

  /// The judges of such pages, where they are installed.
  @Test(arguments: [
    ("mandoc", "mandoc -T lint -W warning man*/*"),
    (
      "groff",
      "for page in man*/*; do groff -ww -mandoc -K utf8 -T utf8 \"$page\" > /dev/null || echo \"$page\"; done"
    ),
  ]) func otherProgramsFindNothingWrong(program: String, command: String) throws {
    guard try !BuiltProgram.shell("command -v \(program)", in: "/").hasSuffix("]\n") else { return }
    let folder = try TemporaryFolder()
    for page in manual.pages { try folder.write(page.text, to: page.path) }
    #expect(try BuiltProgram.shell(command, in: folder.path) == "")
  }
}

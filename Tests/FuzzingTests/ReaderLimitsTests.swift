import Foundation
import Testing
import TilawaArchives
import TilawaLibrary
import TilawaPrograms
import TilawaRecognition
import TilawaSound
import TilawaTestSupport
import TilawaYAML

@testable import TilawaBase
@testable import TilawaExchange
@testable import TilawaFormat
@testable import TilawaKit
@testable import TilawaLanguageServer

/// The limits of readers, at the limit and one past it, which `spec/advice/security.md` must state.
@Suite struct ReaderLimitsTests {
  // MARK: The page

  /// The numbers of the page, by their names.
  private static let limits: [(name: String, value: Int)] = [
    ("yaml.bytes", YAMLRules.maximumBytes), ("yaml.depth", YAMLRules.maximumDepth),
    ("findings.kept", CappedFindings.limit), ("findings.mendable", CappedFindings.fixableLimit),
    ("text.bytes", TextFolder.largestFile), ("file.bytes", FileContents.usualLimit),
    ("pointer.bytes", Int(AudioPointer.maximumBytes)), ("ignore.bytes", GitIgnore.mostBytes),
    ("answers.bytes", ReadAnswers.limit), ("cover.bytes", CoverPicture.maximumSize),
    ("program.bytes", ChildProgram.longestOutput), ("program.patience", AudioPrograms.patience),
    ("exchange.bytes", ForeignSource.largestFile), ("json.depth", JSONLimits().deepest),
    ("json.values", JSONLimits().mostValues),
    ("xml.depth", XMLReading.deepest), ("xml.elements", XMLReading.mostElements),
    ("xml.attributes", XMLReading.mostAttributes), ("xml.text", XMLReading.longestText),
    ("zip.entries", ForeignSource.archiveLimits.entries),
    ("zip.bytes", Int(ForeignSource.archiveLimits.bytes)),
    ("sqlite.rows", SQLiteFile.mostRows), ("sqlite.bytes", SQLiteFile.mostBytes),
    ("sqlite.statement", SQLiteFile.longestStatement),
    ("published.root", PublishedLimits.rootBytes), ("published.index", PublishedLimits.indexBytes),
    ("published.list", PublishedLimits.listBytes), ("published.ayah", PublishedLimits.ayahBytes),
    ("published.recording", PublishedLimits.recordingBytes), ("published.name", PublishedLimits.longestName),
    ("published.text", PublishedLimits.longestText), ("published.values", PublishedLimits.mostValues),
    ("published.parts", PublishedLimits.mostParts),
    ("signature.bytes", SSHSignature.limit),
    ("lsp.bytes", MessageFraming().longest), ("lsp.header", MessageFraming.longestHeader),
  ]

  @Test func thePageHasTheNumbersOfTheProgram() throws {
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../spec/advice/security.md"), encoding: .utf8)
    for (name, value) in Self.limits {
      let row = page.split(separator: "\n").first { $0.hasPrefix("| `\(name)` |") }
      let digits = row.map { $0.split(separator: "|")[1].filter(\.isNumber) }
      #expect(
        digits == "\(value)", "\(name) is \(value), and spec/advice/security.md says \(row ?? "nothing")")
    }
  }

  // MARK: YAML

  private func codes(_ bytes: [UInt8]) -> [String] {
    YAMLDocument(parsing: SourceText(path: "a", bytes: bytes)).diagnostics.map(\.rule.code)
  }

  @Test func yamlLiesSoDeep() {
    let deepest = YAMLRules.maximumDepth
    for (open, close) in [("[", "]"), ("{ a: ", "}"), ("- ", ""), ("? ", "")] {
      func nested(_ depth: Int) -> [UInt8] {
        let isBlock = close.isEmpty
        return Array(
          (String(repeating: open, count: depth) + (isBlock ? "a" : "")
            + String(repeating: close, count: depth)
            + "\n").utf8)
      }
      #expect(!codes(nested(deepest)).contains("Y008"), "\(open)")
      #expect(codes(nested(deepest + 1)).contains("Y008"), "\(open)")
      #expect(codes(nested(100_000)).contains("Y008"), "\(open)")
    }
  }

  @Test func yamlHasSoManyBytes() {
    let comment = [UInt8](repeating: 0x23, count: YAMLRules.maximumBytes)
    #expect(codes(comment).isEmpty)
    #expect(codes(comment + [0x23]) == ["Y014"])
  }

  /// Whatever names a value for use elsewhere is refused, so that nothing multiplies.
  @Test func yamlRepeatsNothing() throws {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for number in 1...9 {
      text += "a\(number): &a\(number) [\((0..<10).map { _ in "*a\(number - 1)" }.joined(separator: ", "))]\n"
    }
    let document = YAMLDocument(parsing: SourceText(path: "a", bytes: Array(text.utf8)))
    #expect(document.diagnostics.allSatisfy { $0.rule.code == "Y005" } && document.hasErrors)
    #expect(document.root?["a9"]?.sequence?.allSatisfy { $0.isUnreadable } == true)
  }

  @Test func faultsAreCountedAndNotKept() {
    let faults = codes([UInt8](repeating: 1, count: 1_000_000))
    #expect(faults.count == CappedFindings.limit)
  }

  // MARK: Others

  @Test func soundModelsHaveLayersOfSoManyOutputs() throws {
    func fault(_ outputs: Int) -> String? {
      do throws(AcousticModelFault) {
        _ = try AcousticModel(text: "tilawa-sound-model 2\nlayer \(outputs) 28 1 1 linear\n")
        return nil
      } catch { return error.message }
    }
    #expect(fault(4096)?.contains("is missing") == true)
    #expect(fault(4100)?.contains("expected layer") == true)
    #expect(throws: AcousticModelFault.self) {
      try AcousticModel(text: "tilawa-sound-model 2\nlayer 99999999999999999999 28 1 1 linear\n")
    }
  }

  @Test func coversHaveSoManyBytes() {
    let start: [UInt8] = [0xFF, 0xD8, 0xFF]
    let rest = [UInt8](repeating: 0, count: CoverPicture.maximumSize - start.count)
    #expect(CoverPicture(start + rest) != nil)
    #expect(CoverPicture(start + rest + [0]) == nil)
  }

  @Test func filesOfRulesHaveSoManyBytes() throws {
    let rules = "old/\n" + String(repeating: "#", count: GitIgnore.mostBytes - 5)
    for (text, isRead) in [(rules, true), (rules + "#", false)] {
      let folder = try TemporaryFolder([
        "old/a.tilawa/recording.yaml": "", "b.tilawa/recording.yaml": "", ".gitignore": text,
      ])
      var faults: [FileError] = []
      let found = FileTree.folders(endingIn: ".tilawa", under: folder.path) { faults.append($0) }.paths
      #expect(found.count == (isRead ? 1 : 2))
      #expect(faults.map(\.reason) == (isRead ? [] : ["larger than 1048576 bytes"]))
    }
  }

  @Test func pointersHaveSoManyBytes() {
    let line = "/annex/objects/SHA256E-s5--\(String(repeating: "a", count: 64)).mp3\n"
    let lfs =
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "a", count: 64))\nsize 5\n"
    #expect(AudioPointer.reading(Array(line.utf8)) != nil)
    func filled(_ text: String, to count: Int) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0x0A, count: count - text.utf8.count)
    }
    #expect(AudioPointer.reading(filled(lfs, to: 4096)) != nil)
    #expect(AudioPointer.reading(filled(lfs, to: 4097)) == nil)
  }

  @Test func messagesHaveSoManyBytes() {
    func pieces(_ bytes: [UInt8]) -> [MessageFraming.Piece] {
      var framing = MessageFraming(longest: 4)
      framing.take(bytes)
      var found: [MessageFraming.Piece] = []
      while let piece = framing.next() { found.append(piece) }
      return found
    }
    #expect(pieces(Array("Content-Length: 4\r\n\r\nnull".utf8)) == [.message(Array("null".utf8))])
    let told = pieces(Array("Content-Length: 5\r\n\r\n nullContent-Length: 2\r\n\r\n{}".utf8))
    #expect(
      told == [
        .fault("a message of 5 bytes is too long (at most 4)"), .message(Array("{}".utf8)),
      ])
    let header = "Content-Length: 2\r\nX: "
    let rest = MessageFraming.longestHeader - header.utf8.count - 1
    for (count, isRead) in [(rest, true), (rest + 1, false)] {
      let text = header + String(repeating: "x", count: count)
      let isMessage = pieces(Array("\(text)\r\n\r\n{}".utf8)).contains(.message(Array("{}".utf8)))
      #expect(isMessage == isRead, "\(count)")
    }
  }
}

import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaFormat

/// The canonical form of whole files: what `fmt` makes of the suite, the examples and the pages.
@Suite struct CanonicalFormTests {
  @Test func theSuiteKeepsItsMeaningAndNeedsOneRunOnly() throws {
    var formatted = 0
    for one in try ConformanceSuite.cases() where !one.isLibrary {
      for kind in FileKind.allCases {
        guard let bytes = try? FileContents.read("\(one.path)/\(kind.fileName)") else { continue }
        let source = SourceText(path: "\(one.name)/\(kind.fileName)", bytes: bytes)
        guard let after = try canonical(source, kind) else { continue }
        formatted += 1
        let again = try #require(try canonical(after, kind), "\(source.path) has faults once it is formatted")
        #expect(again.bytes == after.bytes, "\(source.path) changes twice")
        #expect(values(of: source, kind) == values(of: after, kind), "\(source.path)")
      }
    }
    #expect(formatted > 500)
  }

  @Test func filesOfLibrariesKeepTheirMeaningToo() throws {
    var formatted = 0
    for one in try ConformanceSuite.cases() where one.isLibrary {
      for document in LibraryFiles(DocumentKind.ofLibraries, readingAt: one.path, shownAs: one.name).documents
      {
        let (kind, source) = (document.kind, document.source)
        guard let after = try result(CanonicalForm.edits(of: source, as: kind), source) else { continue }
        formatted += 1
        let again = try #require(try result(CanonicalForm.edits(of: after, as: kind), after))
        #expect(again.bytes == after.bytes, "\(source.path) changes twice")
      }
    }
    #expect(formatted > 25)
  }

  @Test func thePagesOfALibrarysFilesAreCanonical() throws {
    for (page, kinds) in [
      ("playback", [DocumentKind.playback]),
      ("journal", [.bookmarks, .listening, .notes, .favourites, .memorised, .reading, .vocabulary, .guides]),
      ("guides", [.guide]),
    ] {
      let text = try ConformanceSuite.text(of: "spec/companions/\(page).md")
      let blocks = text.matches(of: /(?s)```yaml\n(.*?)```\n/).map { String($0.1) }
      #expect(blocks.count == kinds.count)
      for (block, kind) in zip(blocks, kinds) {
        let source = SourceText(path: kind.fileName, bytes: Array(block.utf8))
        let after = try #require(try result(CanonicalForm.edits(of: source, as: kind), source))
        #expect(String(decoding: after.bytes, as: UTF8.self) == block)
        #expect(kind.diagnostics(of: source).map(\.message) == [])
      }
    }
  }

  @Test func anISBNThatNeedsEscapesKeepsThem() throws {
    let text = "tilawa: 1\nid: b\ntitle: B\nisbn: 'a\"b'\n"
    let source = SourceText(path: "b.yaml", bytes: Array(text.utf8))
    let after = try #require(try result(CanonicalForm.edits(of: source, as: .book), source))
    #expect(String(decoding: after.bytes, as: UTF8.self).contains("isbn: \"a\\\"b\"\n"))
  }

  @Test func filesWithErrorsOfYAMLAndShapeHaveNone() throws {
    let warnings: Set = ["F104", "F111", "F116", "F121", "F125"]
    for one in try ConformanceSuite.cases() where !one.isLibrary {
      for finding in one.expected
      where "YF".contains(finding.code.prefix(1)) && !warnings.contains(finding.code) {
        guard finding.line != nil, let kind = FileKind(fileName: finding.file) else { continue }
        let bytes = try FileContents.read("\(one.path)/\(finding.file)")
        #expect(try canonical(SourceText(path: one.name, bytes: bytes), kind) == nil, "\(one.name)")
      }
    }
  }

  @Test func theCasesComeOutAsTheSuiteSays() throws {
    let folder = "\(ConformanceSuite.folder)/canonical"
    var cases = 0
    for name in try FileTree.entries(ofFolder: folder) {
      for file in try FileTree.entries(ofFolder: "\(folder)/\(name)/before") {
        let before = SourceText(path: name, bytes: try FileContents.read("\(folder)/\(name)/before/\(file)"))
        let after = SourceText(path: name, bytes: try FileContents.read("\(folder)/\(name)/after/\(file)"))
        func canonical(_ source: SourceText) throws -> SourceText? {
          let kind = try #require(DocumentKind(ofFileAt: file))
          return try result(CanonicalForm.edits(of: source, as: kind), source)
        }
        #expect(try canonical(before)?.bytes == after.bytes, "\(name)")
        #expect(try canonical(after)?.bytes == after.bytes, "\(name) changes twice")
        cases += 1
      }
    }
    #expect(cases >= 12)
  }

  @Test func examplesAndPagesAreCanonical() throws {
    let examples = "\(ConformanceSuite.repository)/Examples"
    for name in try FileTree.entries(ofFolder: examples) where name.hasSuffix(".tilawa") {
      for kind in FileKind.allCases {
        guard let text = try? ConformanceSuite.text(of: "Examples/\(name)/\(kind.fileName)") else { continue }
        try expectCanonical(text, kind, "Examples/\(name)/\(kind.fileName)")
      }
    }
    for kind in FileKind.allCases {
      let page = try ConformanceSuite.text(of: "spec/core/\(kind.rawValue).md")
      let blocks = page.matches(of: /(?s)```yaml\n(.*?)```\n/)
      #expect(!blocks.isEmpty)
      for block in blocks { try expectCanonical(String(block.1), kind, "spec/core/\(kind.rawValue).md") }
    }
  }

  private func expectCanonical(_ text: String, _ kind: FileKind, _ name: String) throws {
    let source = SourceText(path: name, bytes: Array(text.utf8))
    let after = try #require(try canonical(source, kind), "\(name)")
    #expect(String(decoding: after.bytes, as: UTF8.self) == text)
  }

  /// The text in canonical form; nil when it has faults.
  private func canonical(_ source: SourceText, _ kind: FileKind) throws -> SourceText? {
    try result(CanonicalForm.edits(of: source, as: kind.document), source)
  }

  private func result(_ outcome: CanonicalForm.Outcome, _ source: SourceText) throws -> SourceText? {
    switch outcome {
    case .faults: return nil
    case .changesMeaning:
      Issue.record("\(source.path) would not mean the same")
      return nil
    case .edits(let edits):
      return SourceText(path: source.path, bytes: try #require(edits.applied(to: source.bytes)))
    }
  }

  /// Returns the values of a file without their places, and the codes of its findings.
  private func values(of source: SourceText, _ kind: FileKind) -> String {
    func described(_ file: BundleFile<some Sendable>) -> String {
      "\(file.content.map { "\($0)" } ?? "nothing") \(file.diagnostics.map(\.rule.code).sorted())"
    }
    let text =
      switch kind {
      case .recording: described(BundleFile(recording: source))
      case .reciter: described(BundleFile(reciter: source))
      case .markers: described(BundleFile(markers: source))
      case .segments: described(BundleFile(segments: source))
      case .words: described(BundleFile(words: source))
      }
    return text.replacing(/TilawaFormat\.ByteRange\(start: \d+, end: \d+\)/, with: "")
  }
}

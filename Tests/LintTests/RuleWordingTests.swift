import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaLint
import TilawaTestSupport

/// The messages of every rule, kept in `Golden/<CODE>.txt` from the cases of the conformance suite.
///
/// `TILAWA_RECORD=1 swift test --filter RuleWordingTests` writes the files again and fails once.
@Suite struct RuleWordingTests {
  private let folder = PathText.folder(of: #filePath) + "/Golden"

  @Test func saysWhatItSaid() throws {
    let cases = try Dictionary(grouping: ConformanceSuite.cases().filter { !$0.isValid }, by: \.code)
    var without: [String] = []
    for rule in RuleID.all {
      guard let ofRule = cases[rule.code] else {
        without.append(rule.code)
        continue
      }
      let text = try ofRule.map { try report(of: rule, in: $0) }.joined(separator: "\n")
      let path = "\(folder)/\(rule.code).txt"
      let expected = try Golden.text(of: path, recording: text)
      #expect(text == expected, "\(rule.code) \(rule.name) speaks otherwise than \(path)")
    }
    // A file of more than 64 MiB has no place in a repository, and neither has another repository.
    #expect(without == ["Y014", "J903"])
  }

  /// `tilawa explain` shows the first case of each rule, for the installed program, which doesn't have the
  /// suite beside it.
  @Test func showsTheFirstCaseOfEachRule() throws {
    let cases = try Dictionary(grouping: ConformanceSuite.cases().filter { !$0.isValid }, by: \.code)
    let examples = RuleID.all.compactMap { rule -> String? in
      guard let first = cases[rule.code]?.first else { return nil }
      let findings = findings(in: first).filter { $0.rule == rule }.prefix(1)
      return "\(rule.code)\n\(DiagnosticFormat.text.report(Array(findings)))"
    }
    let lines = examples.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    let source = """
      /// A finding of each rule: its code, then the text; separated by empty lines. Written by `RuleWordingTests`.
      let ruleExamples = #\"\"\"
      \(lines.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n"))
        \"\"\"#

      """
    let path = "\(ConformanceSuite.repository)/Sources/Lint/RuleExamples.swift"
    #expect(try source == Golden.text(of: path, recording: source), "run with TILAWA_RECORD=1")
  }

  @Test func keepsNoWordingOfRulesThatAreGone() throws {
    let kept = try FileTree.entries(ofFolder: folder).map { $0.prefix { $0 != "." } }
    let codes = Set(RuleID.all.map(\.code))
    #expect(kept.filter { !codes.contains(String($0)) } == [])
  }

  @Test func messagesAreShortAndPlain() throws {
    for one in try ConformanceSuite.cases() {
      for finding in findings(in: one) {
        for message in [finding.message] + finding.notes.map(\.message) {
          #expect(!message.hasSuffix("."), "\(message)")
          // A message may begin with the name of a file or the code of a rule.
          let word = message.prefix { $0 != " " }
          let isName = word.contains(".") || RuleID.all.contains { $0.code == word }
          #expect(message.first?.isUppercase == false || isName, "\(message)")
          #expect(message.count < 240, "\(message)")
        }
      }
    }
  }

  private func report(of rule: RuleID, in one: ConformanceCase) throws -> String {
    let found = findings(in: one).filter { $0.rule == rule }
    let name = one.name.split(separator: "/").dropFirst().joined(separator: "/")
    return "== \(name)\n" + DiagnosticFormat.text.report(found)
  }

  private func findings(in one: ConformanceCase) -> [Diagnostic] {
    var options = Linter.Options.hearing
    options.comparesChecksums = true
    let linter = Linter(options)
    let found = FileTree.folders(endingIn: ".tilawa", under: one.path, takingIgnored: true) { _ in }
    let shown = { PathText.shown($0, from: PathText.folder(of: one.path)) }
    let bundles =
      found.paths.map { TilawaBundle(readingAt: $0, shownAs: shown($0)) }
      + ReciterFile.paths(inLibrary: one.path, unreadable: { _ in }).compactMap {
        try? ReciterFile(readingAt: $0, shownAs: shown($0))
      }.map { TilawaBundle(of: $0) }
    let own =
      one.isLibrary ? linter.lint(libraryFiles(readingAt: one.path, shownAs: shown(one.path), bundles)) : []
    return (bundles.flatMap { linter.lint($0) } + linter.lint(library: bundles) + own).inOrder()
  }
}

/// Reads the files of a library outside of its bundles, with the facts about reciters from its bundles and
/// reciter files.
func libraryFiles(readingAt path: String, shownAs shown: String, _ bundles: [TilawaBundle]) -> LibraryFiles {
  var files = LibraryFiles(DocumentKind.ofLibraries, readingAt: path, shownAs: shown)
  var reciters = LibraryReciters()
  for bundle in bundles { reciters.add(bundle) }
  files.knownReciters = reciters.known
  return files
}

import Testing
import TilawaBase
import TilawaFormat
import TilawaLint
import TilawaTestSupport

/// `spec/conformance`: every case, every rule.
@Suite struct ConformanceTests {
  /// The differences of this program from expectations, each with its reason. An entry that passes again
  /// fails the test.
  static let knownDifferences: [String: String] = [:]

  /// Rules without stored cases, and why; `spec/conformance/README.md` lists them too.
  static let checkedOtherwise = [
    "Y014": "a file of more than 64 MiB has no place in a repository",
    "J903": "a repository in a repository would be a submodule",
  ]

  @Test func everyCaseReportsWhatItMustAndNothingElse() throws {
    var options = Linter.Options.hearing
    options.comparesChecksums = true
    let linter = Linter(options)
    let cases = try ConformanceSuite.cases()
    for one in cases {
      let found = Set(findings(of: one, linter))
      let differs = found != one.expected
      if Self.knownDifferences[one.name] != nil {
        #expect(differs, "\(one.name) passes again; take it off the list of known differences")
        continue
      }
      #expect(found.subtracting(one.expected).sorted() == [], "\(one.name) reports too much")
      #expect(one.expected.subtracting(found).sorted() == [], "\(one.name) reports too little")
    }
    let names = Set(cases.map(\.name))
    #expect(Self.knownDifferences.keys.filter { !names.contains($0) } == [])
  }

  @Test func theListNamesEveryCaseThatIsStored() throws {
    let listed = try ConformanceSuite.cases()
    #expect(listed.map(\.name) == listed.map(\.name).sorted())
    #expect(Set(listed.map(\.name)).count == listed.count)
    var stored: [String] = []
    for kind in ["invalid", "valid"] {
      for code in try FileTree.entries(ofFolder: "\(ConformanceSuite.folder)/\(kind)") {
        let entries = try FileTree.entries(ofFolder: "\(ConformanceSuite.folder)/\(kind)/\(code)")
        let folders = entries.filter { $0.hasSuffix(".tilawa") || $0.hasSuffix(".library") }
        stored += folders.map { "\(kind)/\(code)/\($0)" }
        let expectations = folders.map { String($0.prefix { $0 != "." }) + ".expect.yaml" }
        let rest = Set(entries).subtracting(folders)
        #expect(rest == Set(kind == "valid" ? [] : expectations), "\(kind)/\(code)")
      }
    }
    #expect(listed.map(\.name) == stored.sorted())
  }

  @Test func aCaseIsAboutTheRuleItStandsUnder() throws {
    for one in try ConformanceSuite.cases() {
      #expect(one.isValid == one.expected.isEmpty, "\(one.name)")
      #expect(one.isValid || one.expected.contains { $0.code == one.code }, "\(one.name)")
    }
  }

  @Test func everyRuleOfTheSpecHasCasesAndARuleOfTheProgram() throws {
    var spec: [RuleID] = []
    for page in try ConformanceSuite.pages {
      let text = try ConformanceSuite.text(of: "spec/\(page)")
      for match in text.matches(of: /(?m)^\*\*([A-Z]\d{3}) ([a-z0-9-]+)\*\* \((error|warning|note)\)/) {
        let severity = try #require(Severity(rawValue: String(match.3)))
        spec.append(RuleID(String(match.1), String(match.2), severity))
      }
    }
    #expect(spec.count > 80)
    #expect(Set(spec.map(\.code)).count == spec.count, "a code stands twice in spec/")
    func told(_ rules: some Sequence<RuleID>) -> [String] {
      rules.map { "\($0.code) \($0.name) \($0.severity.rawValue)" }.sorted()
    }
    #expect(told(Set(spec).subtracting(RuleID.all)) == [], "in spec/ and not in the program")
    #expect(told(Set(RuleID.all).subtracting(spec)) == [], "in the program and not in spec/")

    let cases = try ConformanceSuite.cases()
    let valid = Set(cases.filter(\.isValid).map(\.code))
    let invalid = Set(cases.filter { !$0.isValid }.map(\.code))
    let codes = Set(spec.map(\.code))
    let readme = try ConformanceSuite.text(of: "spec/conformance/README.md")
    for (code, _) in Self.checkedOtherwise {
      #expect(codes.contains(code) && !valid.contains(code) && !invalid.contains(code))
      #expect(readme.contains("| \(code) |"))
    }
    let needed = codes.subtracting(Self.checkedOtherwise.keys)
    #expect(needed.subtracting(valid).sorted() == [], "without a valid case")
    let counts = Dictionary(grouping: cases.filter { !$0.isValid }, by: \.code).mapValues(\.count)
    let rare = needed.filter { counts[$0, default: 0] < 3 }.sorted()
    #expect(rare == [], "with fewer than three invalid cases")
    #expect(valid.union(invalid).subtracting(codes).sorted() == [], "cases of rules that are not in spec/")
  }

  @Test func theExamplesAreClean() throws {
    let examples = try FileTree.entries(ofFolder: "\(ConformanceSuite.repository)/Examples")
      .filter { $0.hasSuffix(".tilawa") }
    #expect(examples.count >= 3)
    var options = Linter.Options.hearing
    options.comparesChecksums = true
    var bundles: [TilawaBundle] = []
    for name in examples {
      let bundle = TilawaBundle(readingAt: "\(ConformanceSuite.repository)/Examples/\(name)", shownAs: name)
      let findings = Linter(options).lint(bundle)
      #expect(findings.filter { $0.severity != .note }.map(\.message) == [], "\(name)")
      bundles.append(bundle)
    }
    #expect(Linter(options).lint(library: bundles).map(\.message) == [])
  }

  @Test func theExamplesOfThePagesAreOneBundle() throws {
    var files: [String: String] = [:]
    for kind in FileKind.allCases {
      let page = try ConformanceSuite.text(of: "spec/core/\(kind.rawValue).md")
      let block = try #require(page.firstMatch(of: /(?s)```yaml\n(.*?)```\n/), "\(kind.fileName)")
      files[kind.fileName] = String(block.1)
    }
    let folder = try TemporaryFolder(files)
    let findings = Linter(.hearing).lint(TilawaBundle(readingAt: folder.path, shownAs: "page"))
    // The audio isn't in the page, the third marker waits, and markers and segments stand side by side.
    #expect(findings.map(\.rule.code) == ["M307", "A703", "S215"])
    withExtendedLifetime(folder) {}
  }

  @Test func anExampleUsesEveryField() throws {
    for kind in FileKind.allCases {
      let text = try ConformanceSuite.text(of: "Examples/every-field.tilawa/\(kind.fileName)")
      let page = try ConformanceSuite.text(of: "spec/core/\(kind.rawValue).md")
      let keys = page.matches(of: /(?m)^\| `(\w+)` \|/).map { String($0.1) }
      #expect(keys.count > 5)
      for key in keys where !text.contains("\(key): ") && !text.contains("\(key):\n") {
        Issue.record("Examples/every-field.tilawa/\(kind.fileName) has no \(key)")
      }
    }
  }

  private func findings(of one: ConformanceCase, _ linter: Linter) -> [ConformanceCase.Finding] {
    let found: [Diagnostic]
    if one.isLibrary {
      let folders = FileTree.folders(endingIn: ".tilawa", under: one.path, takingIgnored: true) { error in
        Issue.record("\(error.description)")
      }
      let bundles =
        folders.paths.map { path in
          TilawaBundle(readingAt: path, shownAs: "case" + path.dropFirst(one.path.count))
        }
        + ReciterFile.paths(inLibrary: one.path, unreadable: { _ in }).compactMap { path in
          try? ReciterFile(readingAt: path, shownAs: "case" + path.dropFirst(one.path.count))
        }.map { TilawaBundle(of: $0) }
      found =
        bundles.flatMap { linter.lint($0) } + linter.lint(library: bundles)
        + linter.lint(libraryFiles(readingAt: one.path, shownAs: "case", bundles))
    } else {
      found = linter.lint(TilawaBundle(readingAt: one.path, shownAs: "case"))
    }
    return found.map { diagnostic in
      let place = diagnostic.place
      let line = place.source.flatMap { source in
        place.range.map { LineTable(of: source).position(at: $0.lowerBound).line }
      }
      let file = place.path == "case" ? "." : String(place.path.dropFirst("case/".count))
      return .init(code: diagnostic.rule.code, file: file, line: line)
    }
  }
}

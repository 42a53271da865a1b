import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaTestSupport

/// The agreement of annotators, by the cases of the spec.
@Suite struct AgreementConformanceTests {
  /// The annotators of a case, in the order of their numbers.
  private func versions(_ folder: String) throws -> [BundleVersion] {
    try FileTree.entries(ofFolder: folder).filter { Int($0) != nil }.sorted {
      (Int($0) ?? 0) < (Int($1) ?? 0)
    }
    .map { number in
      var files: [DocumentKind: SourceText] = [:]
      for name in try FileTree.entries(ofFolder: "\(folder)/\(number)") {
        let path = "\(folder)/\(number)/\(name)"
        files[try #require(DocumentKind(ofFileAt: name))] = SourceText(
          path: path, bytes: try FileContents.read(path))
      }
      return BundleVersion(files: files)
    }
  }

  private func cases(_ kind: String) throws -> [(name: String, folder: String)] {
    let root = "\(ConformanceSuite.folder)/\(kind)"
    return try FileTree.entries(ofFolder: root).map { ($0, "\(root)/\($0)") }
  }

  @Test func figuresAreThoseOfTheSuite() throws {
    let all = try cases("agreement")
    #expect(all.count >= 6)
    for (name, folder) in all {
      let agreement = Agreement(
        try versions(folder).map { try #require(try AnnotatedRows(of: $0, words: false)) })
      let text = Self.figures(of: agreement).documentText
      #expect(try Golden.text(of: "\(folder)/agreement.json", recording: text) == text, "\(name)")
    }
  }

  private static func figures(of agreement: Agreement) -> JSONValue {
    [
      "rows": JSONValue(agreement.rows) { row in
        JSONValue(row.stretches) { $0.map { .string($0.label) } ?? .null }
      },
      "pairs": JSONValue(agreement.pairs) { pair in
        let (first, second) = pair
        let differences = agreement.differences(first, second)
        let value: JSONValue = [
          "first": JSONValue(first + 1), "second": JSONValue(second + 1),
          "starts": milliseconds(agreement.differences(first, second, .start)),
          "ends": milliseconds(agreement.differences(first, second, .end)),
          "boundaries": milliseconds(differences),
          "median": rounded(differences.percentile(0.5).map { $0 * 1000 }),
          "p90": rounded(differences.percentile(0.9).map { $0 * 1000 }),
        ]
        return value.adding("names", names(agreement, [first, second]))
      },
      "names": names(agreement, Array(0..<agreement.count)),
    ]
  }

  private static func names(_ agreement: Agreement, _ annotators: [Int]) -> JSONValue {
    let names = NameAgreement(agreement, among: annotators)
    return [
      "frames": JSONValue(names.frames), "observed": rounded(names.observed), "kappa": rounded(names.kappa),
    ]
  }

  private static func milliseconds(_ differences: BoundaryDifferences) -> JSONValue {
    JSONValue(differences.differences) { .int($0.count) }
  }

  /// Rounds a number to six decimals.
  private static func rounded(_ value: Double?) -> JSONValue {
    value.map { .number(String(format: "%.6f", $0)) } ?? .null
  }

  @Test func consensusIsThatOfTheSuite() throws {
    let all = try cases("consensus")
    #expect(all.count >= 6)
    for (name, folder) in all {
      let consensus = try BundleConsensus(of: try versions(folder), tolerance: Milliseconds(100))
      for file in consensus.files {
        let text = String(decoding: file.bytes, as: UTF8.self)
        let path = "\(folder)/agreed/\(file.kind.fileName)"
        #expect(try Golden.text(of: path, recording: text) == text, "\(name)")
      }
      let told: JSONValue = JSONValue(consensus.disputes) { dispute in
        let value: JSONValue = ["place": .string(dispute.place), "key": JSONValue(dispute.key)]
        return value.adding("votes", JSONValue(dispute.votes) { JSONValue($0) })
      }
      #expect(
        try Golden.text(of: "\(folder)/told.json", recording: told.documentText) == told.documentText,
        "\(name)")
    }
  }
}

import Testing
import TilawaBase
import TilawaLint
import TilawaTestSupport

/// `spec/tables/rules.tsv`, the rules for programs, agrees with the pages, the program and the cases.
@Suite struct RuleTableTests {
  struct Row {
    let code, name, severity, page, file, place, key: String
    let needs: Set<String>
  }

  private static let families = "YFRAQMSWLPTGJBNC"

  static func rows() throws -> [Row] {
    let lines = try ConformanceSuite.text(of: "spec/tables/rules.tsv").split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(lines.first == ["code", "name", "severity", "page", "file", "place", "key", "needs"])
    return try lines.dropFirst().map { line in
      try #require(line.count == 8, "\(line)")
      return Row(
        code: line[0], name: line[1], severity: line[2], page: line[3], file: line[4], place: line[5],
        key: line[6],
        needs: Set(line[7] == "-" ? [] : line[7].split(separator: ",").map(String.init)))
    }
  }

  @Test func namesEveryRuleAsThePagesDo() throws {
    let rows = try Self.rows()
    let order = rows.compactMap { row in row.code.first.flatMap { Self.families.firstIndex(of: $0) } }
    #expect(order == order.sorted() && order.count == rows.count)
    func told(_ code: String, _ name: String, _ severity: String, _ page: String) -> String {
      "\(code) \(name) \(severity) \(page)"
    }
    let listed = rows.map { told($0.code, $0.name, $0.severity, $0.page) }.sorted()
    let known = RuleID.all.map { told($0.code, $0.name, $0.severity.rawValue, RuleText.of($0)?.page ?? "") }
    #expect(listed == known.sorted())
    let places: Set = ["character", "line", "comment", "key", "value", "mapping", "file"]
    let needs: Set = ["count", "duration", "audio", "library", "texts", "whole"]
    for row in rows {
      #expect(places.contains(row.place) && row.needs.isSubset(of: needs), "\(row.code)")
      #expect((row.place == "value") || row.key == "-" || row.place == "key", "\(row.code)")
    }
  }

  @Test func casesReportWhereTheTableSays() throws {
    let rows = Dictionary(uniqueKeysWithValues: try Self.rows().map { ($0.code, $0) })
    for one in try ConformanceSuite.cases() {
      for finding in one.expected {
        let row = try #require(rows[finding.code], "\(finding.code)")
        #expect((finding.line == nil) == (row.place == "file"), "\(one.name): \(finding)")
        let path = finding.file.split(separator: "/")
        let isThere = row.file.split(separator: ",").contains { file in
          switch file {
          case "any": true
          case "other": !finding.file.isEmpty
          case "folder": finding.file == "." || path.last?.hasSuffix(".tilawa") == true
          case _ where file.hasSuffix("/"):
            ("/" + path.dropLast().joined(separator: "/") + "/").hasSuffix("/" + file)
          default: path.last == file
          }
        }
        #expect(isThere, "\(one.name): \(finding)")
      }
    }
  }
}

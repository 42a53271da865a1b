import Foundation
import Testing
import TilawaBase

@Suite struct MachineReportTests {
  private let text = MarkedText("fri day/ﺹ.yaml", "a: «1»\nb: «[2,\n 3]»\n")
  private var findings: [Diagnostic] {
    [
      Diagnostic(
        RuleID("S110", "odd", .warning), "b is \"odd\"\n100%", at: text.place(1),
        notes: [.init("a is here", at: text.place(0)), .init("nowhere")],
        fix: .init("drop it", [TextEdit(text.ranges[0], "\"1\"")])),
      Diagnostic(RuleID("S109", "wrong", .error), "a is wrong", at: text.place(0)),
      Diagnostic(RuleID("L001", "note", .note), "a, b: c", at: Place(path: "c:,d.yaml")),
    ]
  }

  @Test func json() throws {
    let report = DiagnosticFormat.json.report(Array(findings.prefix(1)))
    #expect(
      report == """
        {
          "version": 1,
          "diagnostics": [
            {
              "code": "S110",
              "name": "odd",
              "severity": "warning",
              "message": "b is \\"odd\\"\\n100%",
              "path": "fri day/ﺹ.yaml",
              "line": 2,
              "column": 4,
              "end_line": 3,
              "end_column": 4,
              "related": [
                {
                  "message": "a is here",
                  "path": "fri day/ﺹ.yaml",
                  "line": 1,
                  "column": 4,
                  "end_line": 1,
                  "end_column": 5
                },
                {
                  "message": "nowhere",
                  "path": null,
                  "line": null,
                  "column": null,
                  "end_line": null,
                  "end_column": null
                }
              ],
              "fix": {
                "title": "drop it",
                "safe": true,
                "edits": [
                  {
                    "line": 1,
                    "column": 4,
                    "end_line": 1,
                    "end_column": 5,
                    "replacement": "\\"1\\""
                  }
                ]
              }
            }
          ],
          "error_count": 0,
          "warning_count": 1,
          "note_count": 0,
          "file_count": 1,
          "omitted_count": 0
        }

        """)
  }

  @Test func everyJSONIsValid() throws {
    for findings in [[], findings] {
      for format in [DiagnosticFormat.json, .sarif] {
        let object = try JSONSerialization.jsonObject(with: Data(format.report(findings).utf8))
        #expect(object is [String: Any])
      }
      let lines = DiagnosticFormat.jsonLines.report(findings).split(separator: "\n")
      #expect(lines.count == findings.count + 1)
      for line in lines {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(object?["version"] as? Int == 1)
      }
    }
  }

  @Test func sarif() throws {
    var context = ReportContext()
    context.toolVersion = "0.1.0"
    context.rules = [
      .init(RuleID("S111", "quiet", .error), summary: "Nothing is quiet.", paragraph: "Two rows MUST NOT."),
      .init(RuleID("S110", "odd", .warning), summary: "Something is odd.", paragraph: "Rows SHOULD be even."),
    ]
    let report = DiagnosticFormat.sarif.report(findings, context)
    let root = try #require(JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any])
    #expect(root["version"] as? String == "2.1.0")
    let run = try #require((root["runs"] as? [[String: Any]])?.first)
    #expect(run["columnKind"] as? String == "unicodeCodePoints")
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "tilawa")
    #expect(driver["version"] as? String == "0.1.0")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.map { $0["id"] as? String } == ["L001", "S109", "S110", "S111"])
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.map { $0["ruleIndex"] as? Int } == [2, 1, 0])
    #expect(results.map { $0["level"] as? String } == ["warning", "error", "note"])
    #expect((results[0]["message"] as? [String: Any])?["text"] as? String == "b is \"odd\"\n100%; nowhere")
    #expect(report.contains("\"uri\": \"fri%20day/%EF%BA%B9.yaml\""))
    #expect(report.contains("\"uriBaseId\": \"%SRCROOT%\""))
    #expect(report.contains("\"insertedContent\""))
    #expect((results[0]["relatedLocations"] as? [Any])?.count == 1)
    let location = (results[2]["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
    #expect(location?["region"] == nil && location?["artifactLocation"] != nil)
  }

  @Test func fingerprintsSurviveLinesAddedAboveAndTellTwinsApart() throws {
    func prints(_ source: MarkedText) throws -> [String] {
      let rule = RuleID("S110", "odd", .warning)
      let report = DiagnosticFormat.sarif.report(
        source.ranges.indices.map {
          Diagnostic(rule, "m", at: source.place($0))
        })
      let root = try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any]
      let run = (root?["runs"] as? [[String: Any]])?.first
      return (run?["results"] as? [[String: Any]] ?? []).compactMap {
        ($0["partialFingerprints"] as? [String: String])?["tilawaLine/v1"]
      }
    }
    let before = try prints(MarkedText("a", "x: «1»\ny: «1»\nx: «1»\n"))
    let after = try prints(MarkedText("a", "# new\nx:  «1»\ny: «1»\nx: «1»\n"))
    #expect(before == after)
    #expect(Set(before).count == 3)
  }

  @Test func github() {
    #expect(
      DiagnosticFormat.github.report(findings) == """
        ::error title=tilawa (S109),file=fri day/ﺹ.yaml,line=1,endLine=1,col=4,endColumn=5::fri day/ﺹ.yaml:1:4: S109 a is wrong
        ::warning title=tilawa (S110),file=fri day/ﺹ.yaml,line=2,endLine=3::fri day/ﺹ.yaml:2:4: S110 b is "odd"%0A100%25
        ::notice title=tilawa (L001),file=c%3A%2Cd.yaml::c:,d.yaml: L001 a, b: c
        1 error, 1 warning, 1 note in 2 files

        """)
    // A log is read in a terminal as well.
    let rule = RuleID("L001", "note", .note)
    let odd = Diagnostic(rule, "a\u{1B}[2J\u{202E}\r", at: Place(path: "\u{9B}\u{2066}.yaml"))
    #expect(
      DiagnosticFormat.github.report([odd]).hasPrefix(
        "::notice title=tilawa (L001),file=\\x9b\\u2066.yaml::\\x9b\\u2066.yaml: L001 a\\x1b[2J\\u202e%0D\n"))
    #expect(DiagnosticFormat.github.report([]) == "0 errors, 0 warnings, 0 notes in 0 files\n")
  }

  @Test func formatsAreFoundByName() {
    #expect(DiagnosticFormat.all.map(\.name) == ["text", "concise", "json", "jsonl", "sarif", "github"])
    #expect(DiagnosticFormat.named("sarif")?.name == "sarif")
    #expect(DiagnosticFormat.named("SARIF") == nil)
  }
}

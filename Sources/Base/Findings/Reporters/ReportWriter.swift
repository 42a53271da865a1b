/// Writes one report, a few findings at a time; it keeps no text that they lie in.
public protocol ReportWriter: AnyObject {
  /// Adds the findings of further files; returns the text that can be written at once.
  func add(_ findings: [Diagnostic]) -> String
  /// The rest of the report; `count` is of all findings, of those as well that were not given.
  func finish(_ count: DiagnosticCount) -> String
}

/// The data that a report needs besides the findings.
public struct ReportContext: Sendable {
  /// The text about a rule in reports that explain their rules.
  public struct RuleText: Sendable {
    /// Which rule.
    public let rule: RuleID
    /// One sentence.
    public let summary: String
    /// The paragraph of the spec.
    public let paragraph: String

    /// Creates the text about `rule`.
    public init(_ rule: RuleID, summary: String, paragraph: String) {
      self.rule = rule
      self.summary = summary
      self.paragraph = paragraph
    }
  }

  /// The program that found the findings.
  public var toolName = "tilawa"
  /// Its version.
  public var toolVersion = ""
  /// Colours, for text only.
  public var palette = Palette.plain
  /// Columns that a line of an excerpt may take before it is cut, for text only.
  public var width = 160
  /// All rules that were checked, for SARIF. The rules of the findings are reported in any case.
  public var rules: [RuleText] = []

  /// Plain text, no rules.
  public init() {}
}

/// The number of findings of each severity.
public struct DiagnosticCount: Hashable, Sendable {
  /// Findings that are errors.
  public private(set) var errors = 0
  /// Findings that are warnings.
  public private(set) var warnings = 0
  /// Findings that are notes.
  public private(set) var notes = 0
  /// Files that have any finding.
  public private(set) var files = 0
  /// The number of findings that are counted but not reported one by one.
  public private(set) var omitted = 0

  /// Counts `findings`.
  public init(of findings: [Diagnostic] = []) { add(findings, told: findings.count) }

  /// Counts the findings of further files, of which `told` are reported one by one.
  public mutating func add(_ findings: [Diagnostic], told: Int) {
    for finding in findings {
      let count = 1 + finding.omitted
      switch finding.severity {
      case .error: errors += count
      case .warning: warnings += count
      case .note: notes += count
      }
      omitted += finding.omitted
    }
    omitted += findings.count - told
    files += Set(findings.map(\.place.path)).count
  }

  /// `2 errors, 1 warning, 0 notes in 2 files`.
  public var text: String {
    func counted(_ count: Int, _ name: String) -> String { "\(count) \(name)\(count == 1 ? "" : "s")" }
    return "\(counted(errors, "error")), \(counted(warnings, "warning")), \(counted(notes, "note"))"
      + " in \(counted(files, "file"))" + (omitted > 0 ? ", \(omitted) of them not shown" : "")
  }
}

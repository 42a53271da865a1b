/// A form in which findings are written for people or programs.
public struct DiagnosticFormat: Sendable {
  /// What `--format` calls it.
  public let name: String
  /// One line for the list of formats.
  public let summary: String
  private let write: @Sendable ([Diagnostic], ReportContext) -> String

  init(
    _ name: String, _ summary: String, write: @escaping @Sendable ([Diagnostic], ReportContext) -> String
  ) {
    self.name = name
    self.summary = summary
    self.write = write
  }

  /// The whole report with its line end, in the order of the findings given; empty only where the form
  /// says nothing about nothing.
  public func report(_ findings: [Diagnostic], _ context: ReportContext = ReportContext()) -> String {
    write(findings, context)
  }
}

extension DiagnosticFormat {
  /// Every form, the usual one first.
  public static let all: [DiagnosticFormat] = [
    .text,
    .json,
    .jsonLines,
    .sarif,
    .github,
  ]

  /// The form that `--format` calls `name`.
  public static func named(_ name: String) -> DiagnosticFormat? { all.first { $0.name == name } }
}

/// What a report needs to know besides the findings.
public struct ReportContext: Sendable {
  /// What is told of a rule in reports that explain their rules.
  public struct RuleText: Sendable {
    /// Which rule.
    public let rule: RuleID
    /// One sentence.
    public let summary: String
    /// The paragraph of the spec.
    public let paragraph: String

    /// Tells of `rule`.
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
  /// All rules that were checked, for SARIF; those of the findings are told in any case.
  public var rules: [RuleText] = []

  /// Plain text, no rules.
  public init() {}
}

/// How many findings of each severity there are.
public struct DiagnosticCount: Hashable, Sendable {
  /// Findings that are errors.
  public let errors: Int
  /// Findings that are warnings.
  public let warnings: Int
  /// Findings that are notes.
  public let notes: Int
  /// Files that have any finding.
  public let files: Int

  /// Counts `findings`.
  public init(of findings: [Diagnostic]) {
    errors = findings.count { $0.severity == .error }
    warnings = findings.count { $0.severity == .warning }
    notes = findings.count { $0.severity == .note }
    files = Set(findings.map(\.place.path)).count
  }

  /// `2 errors, 1 warning, 0 notes in 2 files`.
  public var text: String {
    func counted(_ count: Int, _ name: String) -> String { "\(count) \(name)\(count == 1 ? "" : "s")" }
    return "\(counted(errors, "error")), \(counted(warnings, "warning")), \(counted(notes, "note"))"
      + " in \(counted(files, "file"))"
  }
}

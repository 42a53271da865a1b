public import TilawaBase

/// A rule on what a document of one kind says: its numbers in `spec/`, and the function that looks for the fault.
public struct DocumentRule: Sendable {
  /// The id of the rule.
  public let id: RuleID
  private let check: @Sendable (any Sendable, LibraryFiles, RuleReport) -> Void

  /// A rule on documents that hold `Content`.
  init<Content: Sendable>(
    _ code: String, _ name: String, _ severity: Severity,
    _ check: @escaping @Sendable (BundleFile<Content>, RuleReport) -> Void
  ) {
    self.init(code, name, severity) { (file: BundleFile<Content>, _, report) in check(file, report) }
  }

  /// Creates a rule that also examines what else was read of the library.
  init<Content: Sendable>(
    _ code: String, _ name: String, _ severity: Severity,
    _ check: @escaping @Sendable (BundleFile<Content>, LibraryFiles, RuleReport) -> Void
  ) {
    id = RuleID(code, name, severity)
    self.check = { file, library, report in
      if let file = file as? BundleFile<Content> { check(file, library, report) }
    }
  }

  /// Looks for the fault in each version of `document`, which was read with the rest of `library`.
  public func check(_ document: ReadDocument, in library: LibraryFiles, _ report: RuleReport) {
    for version in document.versions { check(version, library, report) }
  }
}

/// Takes what one rule finds: the first of it, and the count of the rest.
public final class RuleReport {
  private let rule: RuleID
  private let limit: Int
  private let isSilent: (Diagnostic) -> Bool
  /// The first, in the order in which they were found.
  public private(set) var findings: [Diagnostic] = []
  /// The number of further findings.
  public private(set) var omitted = 0

  /// Keeps so many findings. Those for which `isSilent` holds are left out, and not counted.
  public init(_ rule: RuleID, atMost limit: Int = .max, except isSilent: @escaping (Diagnostic) -> Bool) {
    self.rule = rule
    self.limit = limit
    self.isSilent = isSilent
  }

  /// Takes a finding.
  public func add(
    _ message: String, at place: Place, notes: [Diagnostic.Note] = [], fix: Diagnostic.Fix? = nil
  ) {
    let finding = Diagnostic(rule, message, at: place, notes: notes, fix: fix)
    if isSilent(finding) { return }
    if findings.count < limit { findings.append(finding) } else { omitted += 1 }
  }
}

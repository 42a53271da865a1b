public import Diagnostics
import TilawaFormat

/// A rule on what a bundle says: its numbers in `spec/`, and the function that looks for the fault.
///
/// Rules of YAML and of shape (families Y and F) are found by reading; they have no value of this type.
public struct Rule: Sendable {
  /// What the rule is called.
  public let id: RuleID
  let check: Check

  enum Check: Sendable {
    case bundle(@Sendable (CheckedBundle, RuleReport) -> Void)
    case library(@Sendable ([CheckedBundle], RuleReport) -> Void)
    case libraryFiles(@Sendable (LibraryFiles, RuleReport) -> Void)
  }

  /// A rule on one bundle.
  init(
    _ code: String, _ name: String, _ severity: Severity,
    _ check: @escaping @Sendable (CheckedBundle, RuleReport) -> Void
  ) {
    id = RuleID(code, name, severity)
    self.check = .bundle(check)
  }

  /// A rule on several bundles, which come in the order of their paths.
  init(
    _ code: String, _ name: String, _ severity: Severity,
    library check: @escaping @Sendable ([CheckedBundle], RuleReport) -> Void
  ) {
    id = RuleID(code, name, severity)
    self.check = .library(check)
  }

  /// A rule on the files of a library outside of its bundles.
  init(
    _ code: String, _ name: String, _ severity: Severity,
    files check: @escaping @Sendable (LibraryFiles, RuleReport) -> Void
  ) {
    id = RuleID(code, name, severity)
    self.check = .libraryFiles(check)
  }
}

/// Takes what one rule finds.
final class RuleReport {
  private let rule: RuleID
  private(set) var findings: [Diagnostic] = []

  init(_ rule: RuleID) {
    self.rule = rule
  }

  func add(
    _ message: String, at place: Place, notes: [Diagnostic.Note] = [], fix: Diagnostic.Fix? = nil
  ) {
    findings.append(Diagnostic(rule, message, at: place, notes: notes, fix: fix))
  }
}

package import Diagnostics
import TilawaFormat

/// A rule on what a bundle says: its numbers in `spec/`, and the function that looks for the fault.
///
/// Rules of YAML and of shape (families Y and F) are found by reading; they have no value of this type.
package struct Rule: Sendable {
  /// What the rule is called.
  package let id: RuleID
  let check: Check

  enum Check: Sendable {
    case bundle(@Sendable (CheckedBundle, RuleReport) -> Void)
    case library(@Sendable () -> LibraryCheck)
    case libraryFiles(@Sendable (LibraryFiles, RuleReport) -> Void)
  }

  /// Is given the bundles of a library in the order of their paths, and keeps in mind what it needs of each.
  typealias LibraryCheck = (CheckedBundle, RuleReport) -> Void

  /// A rule on one bundle.
  init(
    _ code: String, _ name: String, _ severity: Severity,
    _ check: @escaping @Sendable (CheckedBundle, RuleReport) -> Void
  ) {
    id = RuleID(code, name, severity)
    self.check = .bundle(check)
  }

  /// A rule on several bundles; each `check` that is made is for one library.
  init(
    _ code: String, _ name: String, _ severity: Severity,
    library check: @escaping @Sendable () -> LibraryCheck
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

/// Takes what one rule finds: the first of it, and the count of the rest.
final class RuleReport {
  private let rule: RuleID
  private let limit: Int
  private let isSilent: (Diagnostic) -> Bool
  private(set) var findings: [Diagnostic] = []
  /// How many more there are.
  private(set) var omitted = 0

  /// Keeps so many findings. Those for which `isSilent` holds are left out, and not counted.
  init(_ rule: RuleID, atMost limit: Int = .max, except isSilent: @escaping (Diagnostic) -> Bool) {
    self.rule = rule
    self.limit = limit
    self.isSilent = isSilent
  }

  func add(
    _ message: String, at place: Place, notes: [Diagnostic.Note] = [], fix: Diagnostic.Fix? = nil
  ) {
    let finding = Diagnostic(rule, message, at: place, notes: notes, fix: fix)
    if isSilent(finding) { return }
    if findings.count < limit { findings.append(finding) } else { omitted += 1 }
  }
}

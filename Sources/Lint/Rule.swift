package import TilawaBase
import TilawaFormat

/// A rule on what a bundle says: its numbers in `spec/`, and the function that looks for the fault.
///
/// Rules of YAML and of shape (families Y and F) are found by reading; they have no value of this type.
package struct Rule: Sendable {
  /// The id of the rule.
  package let id: RuleID
  let check: Check

  enum Check: Sendable {
    case bundle(@Sendable (CheckedBundle, RuleReport) -> Void)
    case library(@Sendable () -> LibraryCheck)
    case document(DocumentKind, DocumentRule)
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

  /// A rule that a kind of document declares.
  init(_ rule: DocumentRule, of kind: DocumentKind) {
    id = rule.id
    check = .document(kind, rule)
  }
}

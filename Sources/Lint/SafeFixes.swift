package import Diagnostics
package import TilawaFormat
import YAMLDocuments

/// The mends among the findings of a bundle that may be made unseen, and can be made together.
package struct SafeFixes: Sendable {
  /// What is to be done to one file.
  package struct File: Sendable {
    /// Which of the five it is.
    package let kind: FileKind
    /// The text that the edits belong to.
    package let source: SourceText
    /// Edits that don't overlap.
    package var edits: [TextEdit] = []
    /// The findings that they mend.
    package var mended: [Diagnostic] = []
  }

  /// One for each file that changes, in the order of `FileKind`.
  package let files: [File]

  /// Chooses among the fixes of `findings`, which are of `bundle`.
  ///
  /// Of fixes that overlap the first is taken; the rest may be found again afterwards. What would change a
  /// row that a person has vouched for is left out; a row may be moved as a whole.
  package init(of findings: [Diagnostic], in bundle: TilawaBundle) {
    let findings = findings.filter { $0.fix?.isSafe ?? false }
    let vouched = findings.isEmpty ? [:] : Self.vouchedRows(of: bundle)
    var files: [FileKind: File] = [:]
    for finding in findings {
      guard let fix = finding.fix, let source = finding.place.source,
        let kind = FileKind(fileName: source.path),
        !fix.edits.contains(where: { edit in Self.lies(edit.range, in: vouched[kind] ?? []) })
      else { continue }
      var file = files[kind] ?? File(kind: kind, source: source)
      guard file.source === source, (file.edits + fix.edits).applied(to: source.bytes) != nil else {
        continue
      }
      file.edits += fix.edits
      file.mended.append(finding)
      files[kind] = file
    }
    self.files = FileKind.allCases.compactMap { files[$0] }
  }

  /// Where the rows stand that a person has vouched for, rows with faults included.
  private static func vouchedRows(of bundle: TilawaBundle) -> [FileKind: [Range<Int>]] {
    [
      .segments: rows(of: .segments, with: "verified", in: bundle),
      .markers: rows(of: .markers, with: "confirmed", in: bundle),
    ]
  }

  private static func rows(of kind: FileKind, with flag: String, in bundle: TilawaBundle) -> [Range<Int>] {
    guard let source = bundle.source(of: kind) else { return [] }
    // What isn't understood may hold such rows anywhere.
    guard let root = YAMLDocument(parsing: source).root else { return [0..<source.bytes.count] }
    return (root[kind.rawValue]?.sequence ?? []).filter { $0[flag]?.scalar?.kind == .boolean(true) }.map(
      \.range)
  }

  private static func lies(_ range: Range<Int>, in rows: [Range<Int>]) -> Bool {
    rows.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }
  }
}

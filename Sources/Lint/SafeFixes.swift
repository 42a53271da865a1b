package import TilawaBase
package import TilawaFormat
import TilawaYAML

/// The mends among the findings of a bundle that may be made unseen, and can be made together.
package struct SafeFixes: Sendable {
  /// The fixes for one file.
  package struct File: Sendable {
    /// The kind of the file.
    package let kind: DocumentKind
    /// The text that the edits belong to.
    package let source: SourceText
    /// Edits that don't overlap.
    package var edits: [TextEdit] = []
    /// The findings that they mend.
    package var mended: [Diagnostic] = []
    /// The ranges that the edits change, in order.
    private var taken: [Range<Int>] = []

    fileprivate init(kind: DocumentKind, source: SourceText) {
      self.kind = kind
      self.source = source
    }

    /// Takes the fix of a finding where nothing else is to be done.
    fileprivate mutating func take(_ fix: Diagnostic.Fix, of finding: Diagnostic) {
      let own = fix.edits.map(\.range).inOrder
      let fits = own.allSatisfy { range in
        let place = taken.place(of: range)
        return range.upperBound <= source.bytes.count
          && (place == 0 || taken[place - 1].upperBound <= range.lowerBound)
          && (place == taken.count || range.upperBound <= taken[place].lowerBound)
      }
      guard finding.place.source === source, fits,
        zip(own, own.dropFirst()).allSatisfy({ $0.upperBound <= $1.lowerBound })
      else { return }
      for range in own { taken.insert(range, at: taken.place(of: range)) }
      edits += fix.edits
      mended.append(finding)
    }
  }

  /// One for each file that changes, in the order of their kinds.
  package let files: [File]
  /// Findings whose mends would change a row that a person has vouched for, and which stay for that reason.
  package let inVouchedRows: [Diagnostic]

  /// Chooses among the fixes of `findings`, which are of `bundle`.
  ///
  /// Of fixes that overlap the first is taken; the rest may be found again afterwards. What would change a
  /// row that a person has vouched for is left out; a row may be moved as a whole.
  package init(of findings: [Diagnostic], in bundle: TilawaBundle) {
    let findings = findings.filter { $0.fix?.isSafe ?? false }
    let vouched = findings.isEmpty ? [:] : Self.vouchedRows(of: bundle)
    var files: [FileKind: File] = [:]
    var left: [Diagnostic] = []
    for finding in findings {
      guard let fix = finding.fix, let source = finding.place.source,
        let kind = FileKind(fileName: source.path)
      else { continue }
      if fix.edits.contains(where: { edit in Self.lies(edit.range, in: vouched[kind] ?? []) }) {
        // What isn't understood as a whole has no such rows that could be named.
        if vouched[kind] != [0..<source.bytes.count] { left.append(finding) }
      } else {
        files[kind, default: File(kind: kind.document, source: source)].take(fix, of: finding)
      }
    }
    inVouchedRows = left
    self.files = FileKind.allCases.compactMap { files[$0] }.filter { !$0.mended.isEmpty }
  }

  /// Chooses among the fixes of `findings`, which are of one document outside of bundles.
  package init(of findings: [Diagnostic], in document: ReadDocument) {
    var file = File(kind: document.kind, source: document.source)
    for finding in findings where finding.place.source === document.source {
      if let fix = finding.fix, fix.isSafe { file.take(fix, of: finding) }
    }
    files = file.mended.isEmpty ? [] : [file]
    inVouchedRows = []
  }

  /// Returns the ranges of rows for which a person has vouched, rows with faults included.
  private static func vouchedRows(of bundle: TilawaBundle) -> [FileKind: [Range<Int>]] {
    [
      .segments: rows(of: .segments, with: RowKey.verified, in: bundle),
      .markers: rows(of: .markers, with: RowKey.confirmed, in: bundle),
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
    let place = rows.place(of: range.lowerBound..<Int.max)
    return place > 0 && range.upperBound <= rows[place - 1].upperBound
  }
}

extension [Range<Int>] {
  fileprivate var inOrder: [Range<Int>] {
    sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
  }

  /// Returns the index at which a range belongs among these, which are in order. It follows its equals.
  fileprivate func place(of range: Range<Int>) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let other = self[middle]
      if (range.lowerBound, range.upperBound) < (other.lowerBound, other.upperBound) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }
}

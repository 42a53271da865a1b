package import TilawaBase
package import TilawaFormat

/// Corrections of rows, made one after the other, and what all of them do to the files of their bundle.
package struct CorrectedRows: Sendable {
  /// A row, and what becomes of it.
  package typealias Step = (row: AnnotatedRow.Identity, correction: Correction)

  /// Each by itself, in order.
  package private(set) var rows: [CorrectedRow] = []
  /// The changes of the files; those that aren't named stay.
  package private(set) var changes: [(kind: FileKind, change: RowList.Change)] = []

  /// Works out what the steps do to rows of `bundle`, each to what the earlier leave.
  ///
  /// A confirmed row, and a boundary that it shares, changes only with `overrulesConfirmed`. Throws when a row can't be so.
  package init(_ steps: [Step], in bundle: TilawaBundle, overrulesConfirmed: Bool) throws(Failure) {
    var now = bundle
    for (identity, correction) in steps {
      guard let row = AnnotatedRow.rows(of: now).row(identity) else {
        throw Failure(refused: "no row begins at \(identity.start)")
      }
      if row.isConfirmed, !overrulesConfirmed {
        throw Failure(
          "\(row.label) at \(row.start) is \(row.kind == .markers ? "confirmed" : "verified")",
          unless: .includingVerified)
      }
      let made = try CorrectedRow(correction, of: row, in: now, overrulesConfirmed: overrulesConfirmed)
      rows.append(made)
      for (kind, change) in made.changes { now = now.applying(change, to: kind) }
    }
    changes = Set(rows.flatMap { $0.changes.map(\.kind) }).sorted { $0.fileName < $1.fileName }.map { kind in
      (kind, RowList.Change(from: bundle.source(of: kind)?.bytes, to: now.source(of: kind)?.bytes))
    }
  }
}

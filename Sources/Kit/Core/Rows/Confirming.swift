package import TilawaFormat

/// A confirmation of many rows at once, or its removal.
package struct Confirming: Sendable {
  /// The selected rows.
  package enum Selection: Sendable {
    /// The rows of the queries.
    case rows([RowQuery])
    /// All rows.
    case all
    /// The rows with at least this confidence, from 0 to 1.
    case above(Double)
    /// The rows with these identities that exist.
    case known(Set<AnnotatedRow.Identity>)
  }

  /// The rows that change.
  package let changed: [AnnotatedRow]
  /// The number of selected rows that don't change.
  package let unchanged: Int
  /// The queries that no row matches.
  package let unanswered: [RowQuery]
  /// The changes to the files.
  package let changes: [(kind: FileKind, change: RowList.Change)]

  /// Confirms rows of `bundle`, or removes their confirmation. Rows that name neither an ayah nor a skip
  /// can't be confirmed and stay.
  package init(_ selection: Selection, in bundle: TilawaBundle, isConfirmed: Bool) {
    let rows = AnnotatedRow.rows(of: bundle)
    let meant: [AnnotatedRow]
    switch selection {
    case .rows(let queries):
      let found = queries.map { rows.rows(meantBy: $0) }
      let indices = Set(found.flatMap { $0 })
      meant = rows.filter(indices.contains)
      unanswered = zip(queries, found).filter { $1.isEmpty }.map { $0.0 }
    case .all: (meant, unanswered) = (rows, [])
    case .above(let least):
      (meant, unanswered) = (rows.filter { $0.confidence.map { $0 >= least } ?? false }, [])
    case .known(let identities): (meant, unanswered) = (rows.filter { identities.contains($0.identity) }, [])
    }
    let changed = meant.filter { $0.isConfirmed != isConfirmed && ($0.isNamed || !isConfirmed) }
    self.changed = changed
    unchanged = meant.count - changed.count
    changes = [FileKind.segments, .markers].compactMap { kind in
      let edits = changed.filter { $0.kind == kind }.flatMap { row in
        (try? row.edits(making: isConfirmed ? .confirm : .unconfirm)) ?? []
      }
      guard !edits.isEmpty, let source = bundle.source(of: kind) else { return nil }
      return kind.edits(of: source, making: edits).map { (kind, .edit($0)) }
    }
  }
}

package import TilawaFormat

/// A person's word about many rows at once: that they are right, or that nobody says so any more.
package struct Confirming: Sendable {
  /// Which rows are meant.
  package enum Selection: Sendable {
    /// Those of the queries.
    case rows([RowQuery])
    /// All of them.
    case all
    /// Those of which a tool was so sure, 0 to 1.
    case above(Double)
    /// These, as far as they are there.
    case known(Set<AnnotatedRow.Identity>)
  }

  /// Rows that change.
  package let changed: [AnnotatedRow]
  /// How many rows were as they are to be.
  package let unchanged: Int
  /// Queries that no row answers.
  package let unanswered: [RowQuery]
  /// What becomes of the files.
  package let changes: [(kind: FileKind, change: RowList.Change)]

  /// Confirms rows of `bundle`, or takes that back. Rows that say nothing of what they hold can't be confirmed, and stay.
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

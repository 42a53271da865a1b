import TilawaBase
package import TilawaFormat

/// A change of a bundle's rows. It is planned from the files without a lock, and carried out by a second
/// call.
package struct BundlePlan<Content: Sendable>: Sendable {
  /// The bundle as it was read, without the changes.
  package let bundle: TilawaBundle
  /// The content of the plan.
  package let content: Content

  private let place: FoundBundle
  private let kinds: Set<FileKind>
  private let first: FileKind
  private let make: @Sendable (TilawaBundle) throws -> Content
  private let changes: @Sendable (Content) -> [(FileKind, RowList.Change)]

  /// Reads a bundle and plans with `make`.
  ///
  /// `kinds` are the files on which the plan is based; `first` is the one that gains rows that another
  /// loses. `changes` returns the changes to the files. Throws the errors of `make`, and `FaultyFiles` if
  /// one of `kinds` can't be read well enough.
  init(
    for place: FoundBundle, of kinds: Set<FileKind>, first: FileKind = .recording,
    make: @escaping @Sendable (TilawaBundle) throws -> Content,
    changes: @escaping @Sendable (Content) -> [(FileKind, RowList.Change)]
  ) throws {
    self.place = place
    self.kinds = kinds
    self.first = first
    self.make = make
    self.changes = changes
    bundle = TilawaBundle(readingAt: place.path, shownAs: place.shownPath)
    try bundle.require(.relying(on: kinds))
    content = try make(bundle)
  }

  private init(_ plan: BundlePlan, onto bundle: TilawaBundle) throws {
    (place, kinds, first, make, changes) = (plan.place, plan.kinds, plan.first, plan.make, plan.changes)
    self.bundle = bundle
    content = try make(bundle)
  }

  /// The changes in the format of `diff -u`.
  package var diff: String { changes(content).map { $1.diff(of: $0, in: bundle) }.joined() }

  /// Writes the changes, all of them or none, and returns the plan that was carried out. If another program
  /// has written meanwhile, the plan is made anew.
  package func apply() throws -> BundlePlan {
    var transaction = try place.open(changing: kinds)
    let plan =
      transaction.bundle.says(theSameAs: bundle, in: kinds)
      ? self : try BundlePlan(self, onto: transaction.bundle)
    for (kind, change) in changes(plan.content) { try transaction.apply(change, to: kind) }
    _ = try transaction.commit(first: first)
    return plan
  }
}

extension TilawaBundle {
  /// Returns true if these files have the same text.
  func says(theSameAs other: TilawaBundle, in kinds: Set<FileKind>) -> Bool {
    kinds.allSatisfy { source(of: $0)?.bytes == other.source(of: $0)?.bytes }
  }
}

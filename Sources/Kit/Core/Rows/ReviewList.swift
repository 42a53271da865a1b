package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// The places of one or several bundles to check before their annotation is relied on, and the amount left.
package struct ReviewList: Sendable {
  /// A place to check in a bundle.
  package struct Entry: Sendable {
    /// The bundle as it was read.
    package let bundle: TilawaBundle
    package let item: Review.Item
    /// True if this is the entry by which its row is counted as doubtful, and not a further entry of the same
    /// row.
    package let isDoubtful: Bool
  }

  /// The entries, the least sure first; of equally sure ones, in the order of the bundles and then of time.
  package private(set) var entries: [Entry] = []
  /// The faults of bundles that couldn't be reviewed.
  package private(set) var faults: [FaultyFiles] = []
  /// The number of rows.
  package private(set) var rowCount = 0
  /// The number of confirmed rows.
  package private(set) var confirmedCount = 0
  /// The number of unconfirmed rows that are worth a check, which `mark` and `review` call "to check".
  package private(set) var doubtfulCount = 0
  /// The length of the audio in rows.
  package private(set) var audio = Milliseconds.zero
  /// The length of the audio in confirmed rows.
  package private(set) var confirmedAudio = Milliseconds.zero
  /// Ayat of the passages that no row contains.
  package private(set) var missing: [AyahRange] = []

  private static let kinds: Set<FileKind> = [.recording, .markers, .segments]

  /// Reads bundles and reviews their rows.
  package init(of places: [(path: String, shownPath: String)]) {
    self.init(
      of: places.map { TilawaBundle(readingAt: $0.path, shownAs: $0.shownPath, only: Self.kinds) })
  }

  /// Reviews the rows of bundles as they were read.
  package init(of bundles: [TilawaBundle]) { self.init(of: bundles) { Review(of: $0) } }

  /// Reads bundles and collects the result of `review` for those that have named rows. Bundles for which it
  /// returns nil are left out.
  package init(
    of places: [(path: String, shownPath: String)], _ review: (TilawaBundle) throws -> Review?
  ) rethrows {
    let bundles = places.map { TilawaBundle(readingAt: $0.path, shownAs: $0.shownPath, only: Self.kinds) }
    try self.init(of: bundles) { bundle in
      try AnnotatedRow.rows(of: bundle).contains(where: \.isNamed) ? review(bundle) : nil
    }
  }

  private init(of bundles: [TilawaBundle], _ review: (TilawaBundle) throws -> Review?) rethrows {
    for bundle in bundles {
      let found = bundle.faults(for: .relying(on: Self.kinds))
      guard found.isEmpty else {
        faults.append(FaultyFiles(diagnostics: found, bundle: bundle.shownPath))
        continue
      }
      if let review = try review(bundle) { add(review, of: bundle) }
    }
    entries = entries.enumerated().sorted {
      ($1.element.item.urgency, $0.offset) < ($0.element.item.urgency, $1.offset)
    }.map(\.element)
  }

  private mutating func add(_ review: Review, of bundle: TilawaBundle) {
    var doubtful = Set(review.doubtful)
    entries += review.items.map { item in
      Entry(
        bundle: bundle, item: item, isDoubtful: item.row.flatMap { doubtful.remove($0) } != nil)
    }
    rowCount += review.rows
    confirmedCount += review.confirmedRows
    doubtfulCount += review.doubtful.count
    audio = audio + review.audio
    confirmedAudio = confirmedAudio + review.confirmedAudio
    missing += review.missing
  }

  /// The number of unconfirmed rows.
  package var unconfirmedCount: Int { rowCount - confirmedCount }

  /// The length of the audio in unconfirmed rows.
  package var unconfirmedAudio: Milliseconds { audio - confirmedAudio }

  /// The percentage of the audio that is left; never 0 while some is left, and never 100 while some is
  /// confirmed.
  package var percentLeft: Int64 {
    let left = unconfirmedAudio.count
    guard left > 0, left < audio.count else { return left > 0 ? 100 : 0 }
    return min(99, max(1, (left * 100 + audio.count / 2) / audio.count))
  }
}

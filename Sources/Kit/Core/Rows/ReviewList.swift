package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// What is worth hearing of one or several bundles before their annotation is relied on, and how much is left.
package struct ReviewList: Sendable {
  /// Something to hear in a bundle.
  package struct Entry: Sendable {
    /// As it was read.
    package let bundle: TilawaBundle
    package let item: Review.Item
    /// Whether it is the row that is counted as doubtful, and not one more thing to say of it.
    package let isDoubtful: Bool
  }

  /// What is least sure first; of what is as sure, in the order of the bundles and then of time.
  package private(set) var entries: [Entry] = []
  /// What keeps bundles from being looked through.
  package private(set) var faults: [FaultyFiles] = []
  /// How many rows there are.
  package private(set) var rowCount = 0
  /// How many of them a person has confirmed.
  package private(set) var confirmedCount = 0
  /// How many rows that nobody has confirmed are worth hearing: what `mark` and `review` call "to check".
  package private(set) var doubtfulCount = 0
  /// How much audio the rows hold.
  package private(set) var audio = Milliseconds.zero
  /// How much of it a person has confirmed.
  package private(set) var confirmedAudio = Milliseconds.zero
  /// Ayat of the passages that no row holds.
  package private(set) var missing: [AyahRange] = []

  private static let kinds: Set<FileKind> = [.recording, .markers, .segments]

  /// Reads the bundles and looks through their rows.
  package init(of places: [(path: String, shownPath: String)]) {
    self.init(
      of: places.map { TilawaBundle(readingAt: $0.path, shownAs: $0.shownPath, only: Self.kinds) })
  }

  /// Looks through the rows of bundles as they were read.
  package init(of bundles: [TilawaBundle]) { self.init(of: bundles) { Review(of: $0) } }

  /// Reads the bundles, and tells what `review` says of those that have rows with names. Nothing is said of those of which it gives nil.
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

  /// How many rows nobody has confirmed.
  package var unconfirmedCount: Int { rowCount - confirmedCount }

  /// How much audio is in rows that nobody has confirmed.
  package var unconfirmedAudio: Milliseconds { audio - confirmedAudio }

  /// Of the audio, what is left, in per cent; never 0 while something is, and never 100 while something is done.
  package var percentLeft: Int64 {
    let left = unconfirmedAudio.count
    guard left > 0, left < audio.count else { return left > 0 ? 100 : 0 }
    return min(99, max(1, (left * 100 + audio.count / 2) / audio.count))
  }
}

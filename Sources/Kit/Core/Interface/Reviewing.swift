public import FoundationEssentials
import TilawaBase
import TilawaFormat
import TilawaLibrary

/// Something to hear before an annotation is relied on.
public struct ReviewItem: Hashable, Codable, Sendable {
  /// Why something is worth hearing.
  public enum Reason: String, Hashable, Codable, Sendable {
    /// Ayat of the passage that no row holds.
    case notFound
    /// It begins before another row is over.
    case overlap
    /// No row holds this stretch, which is too long for a pause.
    case unannotated
    /// It is a marker that doesn't say what it opens.
    case unassigned
    /// Something is heard there that has no name.
    case unnamed
    /// It is far longer or shorter than the tempo of the other rows says.
    case tempo
    /// The tool that made it was not wholly sure; ``Row/confidence`` says how sure it was.
    case confidence
    /// No person has confirmed it, and no tool says how sure it was.
    case unconfirmed
    /// Something else is heard there, or its boundary is heard elsewhere.
    case sound
  }

  /// The folder of the bundle, as ``RecitationBundle/url``.
  public let bundle: URL
  /// The row; nil for what no row holds.
  public let row: Row?
  /// Whether it is a row "to check": nobody has confirmed it, and a tool wasn't sure or something speaks against it.
  public let isDoubtful: Bool
  /// The ayat that the row holds or that were not found; nil where none are known.
  public let passage: Passage?
  /// What to hear, from the start of the recording; whole milliseconds. Empty where nothing tells how long it lasts.
  public let range: Range<Duration>
  /// Why; what matters most comes first.
  public let reasons: [Reason]
  /// The same reasons for people: lower case, without a full stop.
  public let explanations: [String]
  /// How likely it is that something is wrong, from 0 to 1.
  public let urgency: Double
}

/// What is worth hearing of an annotation, and how much of it nobody has confirmed; counted as `tilawa mark` and `tilawa review` do.
public struct ReviewSummary: Hashable, Codable, Sendable {
  /// What is least sure first, then in order of time. A row that nobody has confirmed is always here, however sure a tool was.
  public let items: [ReviewItem]
  /// The rows "to check", what is least sure first.
  public var doubtful: [Row] { items.filter(\.isDoubtful).compactMap(\.row) }
  /// How many rows there are.
  public let rowCount: Int
  /// How many of them a person has confirmed.
  public let confirmedRowCount: Int
  /// How much audio the rows hold.
  public let duration: Duration
  /// How much of it a person has confirmed.
  public let confirmedDuration: Duration
  /// Ayat of the passages that no row holds.
  public let missing: [Passage]
  /// What keeps bundles of a library from being looked through. Of a single bundle it is thrown.
  public let faults: [TilawaError]

  init(_ list: ReviewList) {
    var rows: [String: [AnnotatedRow.Identity: Row]] = [:]
    items = list.entries.map { entry in
      let known = rows[entry.bundle.path] ?? entry.bundle.rowsByIdentity
      rows[entry.bundle.path] = known
      return ReviewItem(entry, entry.item.row.flatMap { known[$0] })
    }
    rowCount = list.rowCount
    confirmedRowCount = list.confirmedCount
    duration = list.audio.duration
    confirmedDuration = list.confirmedAudio.duration
    missing = list.missing.map { Passage($0) }
    faults = list.faults.map { TilawaError($0) }
  }
}

extension RecitationBundle {
  /// What is worth hearing of the bundle as it was read.
  ///
  /// Throws `faulty` when its rows can't be read well enough.
  public func review() throws(TilawaError) -> ReviewSummary {
    let list = ReviewList(of: [bundle])
    if let fault = list.faults.first { throw TilawaError(fault) }
    return ReviewSummary(list)
  }
}

extension RecitationLibrary {
  /// What is worth hearing of all its bundles, what is least sure first. Reads them all.
  public func review() async throws(TilawaError) -> ReviewSummary {
    try await reading { folder, _ in ReviewSummary(ReviewList(of: folder.bundles.map { ($0, $0) })) }
  }
}

extension TilawaBundle {
  /// Of rows that are known by the same, the first.
  fileprivate var rowsByIdentity: [AnnotatedRow.Identity: Row] {
    let rows = AnnotatedRow.rows(of: self)
    let known = zip(rows, Row.rows(of: self, KnownRows(rows))).map { ($0.identity, $1) }
    return Dictionary(known) { first, _ in first }
  }
}

extension ReviewItem {
  fileprivate init(_ entry: ReviewList.Entry, _ row: Row?) {
    let item = entry.item
    bundle = URL(filePath: entry.bundle.path, directoryHint: .isDirectory)
    self.row = row
    isDoubtful = entry.isDoubtful
    passage = item.ayah.map { Passage($0) }
    range = item.start.duration..<max(item.start, item.end).duration
    reasons = item.reasons.map { Reason($0) }
    explanations = item.reasons.map(\.description)
    urgency = item.urgency
  }
}

extension ReviewItem.Reason {
  fileprivate init(_ reason: Review.Reason) {
    self =
      switch reason {
      case .notFound: .notFound
      case .overlap: .overlap
      case .unannotated: .unannotated
      case .unassigned: .unassigned
      case .unnamed: .unnamed
      case .tempo: .tempo
      case .confidence: .confidence
      case .unconfirmed: .unconfirmed
      case .heard, .begins, .ends: .sound
      }
  }
}

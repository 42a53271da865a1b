public import FoundationEssentials
import TilawaBase
import TilawaFormat
import TilawaLibrary

/// A place to check by ear before an annotation is relied on.
public struct ReviewItem: Hashable, Codable, Sendable {
  /// The reason why a place is worth a check.
  public enum Reason: String, Hashable, Codable, Sendable {
    /// No row contains these ayat of the passage.
    case notFound
    /// The row begins before another row ends.
    case overlap
    /// No row covers this stretch, which is too long for a pause.
    case unannotated
    /// The row is a marker that names neither an ayah nor a skip.
    case unassigned
    /// The row is the skip `other`, which doesn't name its content.
    case unnamed
    /// The row is far longer or shorter than the tempo of the other rows suggests.
    case tempo
    /// The tool that made the row was not completely sure; ``Row/confidence`` states how sure it was.
    case confidence
    /// The row isn't confirmed, and has no confidence.
    case unconfirmed
    /// Something else is heard there, or the row's boundary is heard elsewhere.
    case sound
  }

  /// The folder of the bundle, as ``RecitationBundle/url``.
  public let bundle: URL
  /// The row, or nil for a place that no row covers.
  public let row: Row?
  /// True if it is a row "to check": an unconfirmed row of which a tool wasn't sure, or that something
  /// contradicts.
  public let isDoubtful: Bool
  /// The ayat that the row contains or that were not found, or nil if they are unknown.
  public let passage: Passage?
  /// The stretch to check, from the start of the recording, in whole milliseconds. Empty if its length is
  /// unknown.
  public let range: Range<Duration>
  /// The reasons, the most important first.
  public let reasons: [Reason]
  /// Descriptions of the reasons, in lower case, without a full stop.
  public let explanations: [String]
  /// The likelihood that something is wrong, from 0 to 1.
  public let urgency: Double
}

/// The places of an annotation that are worth a check, and the amounts confirmed, counted as `tilawa mark`
/// and `tilawa review` do.
public struct ReviewSummary: Hashable, Codable, Sendable {
  /// The places, the least sure first, then in order of time. Unconfirmed rows are always included, however
  /// sure a tool was.
  public let items: [ReviewItem]
  /// The rows "to check", the least sure first.
  public var doubtful: [Row] { items.filter(\.isDoubtful).compactMap(\.row) }
  /// The number of rows.
  public let rowCount: Int
  /// The number of confirmed rows.
  public let confirmedRowCount: Int
  /// The duration of the audio in rows.
  public let duration: Duration
  /// The duration of the audio in confirmed rows.
  public let confirmedDuration: Duration
  /// Ayat of the passages that no row contains.
  public let missing: [Passage]
  /// Errors of bundles of a library that couldn't be reviewed. For a single bundle, the error is thrown.
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
  /// Returns the places of the bundle, as it was read, that are worth a check.
  ///
  /// Throws `faulty` if its rows can't be read well enough.
  public func review() throws(TilawaError) -> ReviewSummary {
    let list = ReviewList(of: [bundle])
    if let fault = list.faults.first { throw TilawaError(fault) }
    return ReviewSummary(list)
  }
}

extension RecitationLibrary {
  /// Reads all bundles and returns their places that are worth a check, the least sure first.
  public func review() async throws(TilawaError) -> ReviewSummary {
    try await reading { folder, _ in ReviewSummary(ReviewList(of: folder.bundles.map { ($0, $0) })) }
  }
}

extension TilawaBundle {
  /// The rows by their identities; of rows with the same identity, the first.
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

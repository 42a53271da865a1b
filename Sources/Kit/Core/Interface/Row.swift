package import TilawaBase
package import TilawaFormat
import TilawaQuran

/// A row of a bundle: a segment, which is a stretch of the recording, or a marker, which is the start of one.
public struct Row: Identifiable, Hashable, Codable, Sendable {
  /// Identifies a row while its content and time stay the same, and in a ``RecordingEditor`` also while it is
  /// moved and renamed there.
  public struct ID: RawRepresentable, Hashable, Codable, Sendable {
    /// A text for storing and logging; its form may change.
    public let rawValue: String

    /// Creates the id from a stored text.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The file that contains a row.
  public enum Kind: String, Hashable, Codable, Sendable {
    /// `segments.yaml`: the annotation proper.
    case segment
    /// `markers.yaml`: work in progress.
    case marker
  }

  /// The content of a row without an ayah.
  public struct Skip: RawRepresentable, Hashable, Codable, Sendable {
    /// The word that files use.
    public let rawValue: String

    /// Creates a skip from a word of `spec/core/segments.md`; edits refuse others.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All skips.
    public static let all = SkipKind.allCases.map { Skip(rawValue: $0.rawValue) }
    /// The basmalah before a surah.
    public static let basmalah = Skip(rawValue: "basmalah")
    /// "Allahu akbar".
    public static let takbir = Skip(rawValue: "takbir")
    /// The greeting that ends a prayer.
    public static let taslim = Skip(rawValue: "taslim")
    /// A supplication.
    public static let dua = Skip(rawValue: "dua")
    /// Somebody speaks.
    public static let speech = Skip(rawValue: "speech")
    /// Nothing is heard.
    public static let silence = Skip(rawValue: "silence")
    /// Anything else.
    public static let other = Skip(rawValue: "other")
  }

  /// The end at which a part of an ayah isn't in the recording.
  public enum Cut: String, CaseIterable, Hashable, Codable, Sendable {
    /// The beginning of the first ayah.
    case start
    /// The end of the last ayah.
    case end
    /// Both of them.
    case both
  }

  /// The extent to which a row can be relied on.
  public enum Review: Hashable, Codable, Sendable {
    /// The row isn't confirmed, and has no confidence.
    case none
    /// A tool was not sure of the row; the value is its confidence, from 0 to 1.
    case doubtful(Double)
    /// A tool was sure of the row; the value is its confidence, from 0 to 1.
    case sure(Double)
    /// A person has found that the row is wrong.
    case rejected
    /// A person has confirmed the row: `verified` in segments, `confirmed` in markers. No tool changes such a
    /// row unless ordered to.
    case confirmed
  }

  /// Identifies the row.
  public let id: ID
  /// The file that contains it.
  public let kind: Kind
  /// The recited passage, or nil if it is unknown or the row is not an ayah.
  public let passage: Passage?
  /// The skip, or nil if the row names none.
  public let skip: Skip?
  /// The time at which it begins, from the start of the recording, in whole milliseconds.
  public let start: Duration
  /// The time at which it ends (exclusive), or nil for a marker that lasts until the next.
  public let end: Duration?
  /// The times at which one ayah of a run gives way to the next: one fewer than ayat, or none if they are
  /// unknown.
  public let joins: [Duration]
  /// The end at which a part of an ayah isn't in the recording, or nil if its ayat are whole.
  public let cut: Cut?
  /// The extent to which it can be relied on.
  public let review: Review
  /// The confidence of the tool that made it, from 0 to 1, also if a person has confirmed it since; nil for a
  /// hand-made row.
  public let confidence: Double?
  /// The id of the reciter, if it is not the recording's reciter.
  public let reciter: String?
  /// The transmission recited here, if it is not the recording's.
  public let riwayah: String?
  /// The rak'ah of the prayer in which it is heard, from 1, or nil if the row doesn't state it.
  public let rakah: Int?
  /// A person's remark.
  public let note: String?

  /// True if a person has confirmed it.
  public var isConfirmed: Bool { review == .confirmed }

  init(_ row: some BundleRow, _ kind: Kind, _ id: ID) {
    let facts = row.facts
    self.id = id
    self.kind = kind
    passage = facts.ayah.map { Passage($0) }
    skip = facts.skip.map { Skip(rawValue: $0) }
    start = row.from.duration
    end = row.until?.duration
    joins = facts.joins.map(\.duration)
    cut = facts.cut.flatMap { Cut(rawValue: $0.rawValue) }
    review = Review(isConfirmed: facts.isConfirmed, facts.confidence)
    confidence = facts.confidence
    reciter = facts.reciter
    riwayah = facts.riwayah?.rawValue
    rakah = facts.rakah
    note = facts.note
  }

  /// Returns all readable rows of a bundle, in order of time.
  package static func rows(of bundle: TilawaBundle, _ known: KnownRows) -> [Row] {
    let segments = Dictionary(
      (bundle.segments?.content?.rows ?? []).map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    let markers = Dictionary(
      (bundle.markers?.content?.rows ?? []).map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    return zip(known.rows, known.ids).compactMap { row, id in
      row.kind == .segments
        ? segments[row.index].map { Row($0.value, .segment, id) }
        : markers[row.index].map { Row($0.value, .marker, id) }
    }
  }
}

extension Row.Review {
  fileprivate init(isConfirmed: Bool, _ confidence: Double?) {
    self =
      switch confidence {
      case _ where isConfirmed: .confirmed
      case nil: .none
      case 0?: .rejected
      case let sure? where sure >= TilawaCore.Review.sure: .sure(sure)
      case let unsure?: .doubtful(unsure)
      }
  }
}

extension Milliseconds {
  package var duration: Duration { .milliseconds(count) }

  /// Rounds a duration to whole milliseconds; nil if it is negative or longer than any recording.
  package init?(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0, seconds < 1 << 40 else { return nil }
    self.init(seconds * 1000 + (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000)
  }
}

extension Duration {
  package var position: Milliseconds {
    get throws(TilawaError) {
      guard let time = Milliseconds(self) else {
        throw TilawaError(.invalidArgument, "\(self) is not a time in a recording")
      }
      return time
    }
  }
}

package import TilawaBase
package import TilawaFormat
import TilawaQuran

/// A row of a bundle: a segment, which is a stretch of the recording, or a marker, which opens one.
public struct Row: Identifiable, Hashable, Codable, Sendable {
  /// Identifies a row for as long as it says the same at the same time, and in a ``RecordingEditor`` while it is moved and renamed there.
  public struct ID: RawRepresentable, Hashable, Codable, Sendable {
    /// For storing and logging; its form may change.
    public let rawValue: String

    /// The id that was stored.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The file that contains a row.
  public enum Kind: String, Hashable, Codable, Sendable {
    /// `segments.yaml`: the annotation proper.
    case segment
    /// `markers.yaml`: work in progress.
    case marker
  }

  /// What is heard where no ayah is recited.
  public struct Skip: RawRepresentable, Hashable, Codable, Sendable {
    /// The word that files use.
    public let rawValue: String

    /// A word of `spec/core/segments.md`; edits refuse others.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All of them.
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

  /// How far a row can be relied on.
  public enum Review: Hashable, Codable, Sendable {
    /// Nobody has confirmed it, and no tool says how sure it was.
    case none
    /// A tool was not sure of it; its confidence, from 0 to 1.
    case doubtful(Double)
    /// A tool was sure of it; its confidence, from 0 to 1.
    case sure(Double)
    /// A person has heard that it is wrong.
    case rejected
    /// A person has confirmed it: `verified` in segments, `confirmed` in markers. No tool changes such a row unless told to.
    case confirmed
  }

  /// Identifies the row.
  public let id: ID
  /// The file that contains it.
  public let kind: Kind
  /// What is recited; nil where that isn't known yet, or it is no ayah.
  public let passage: Passage?
  /// What is heard where no ayah is.
  public let skip: Skip?
  /// Where it begins, from the start of the recording; whole milliseconds.
  public let start: Duration
  /// Where it ends, which is not part of it; nil for a marker that lasts until the next.
  public let end: Duration?
  /// Where one ayah of a run gives way to the next: one time fewer than ayat, or none where that isn't known.
  public let joins: [Duration]
  /// How far it can be relied on.
  public let review: Review
  /// How sure the tool was that made it, from 0 to 1, also of a row that a person confirmed; nil for a person's.
  public let confidence: Double?
  /// Id of who recites here, where it is not the recording's reciter.
  public let reciter: String?
  /// The transmission recited here, where it is not the recording's.
  public let riwayah: String?
  /// In which rak'ah of the prayer it is heard, from 1; nil where nobody says.
  public let rakah: Int?
  /// A person's remark.
  public let note: String?

  /// Whether a person has confirmed it.
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
    review = Review(isConfirmed: facts.isConfirmed, facts.confidence)
    confidence = facts.confidence
    reciter = facts.reciter
    riwayah = facts.riwayah?.rawValue
    rakah = facts.rakah
    note = facts.note
  }

  /// All rows that can be read of a bundle, in the order of time.
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

  /// Rounded to whole milliseconds; nil for what is negative or longer than any recording.
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

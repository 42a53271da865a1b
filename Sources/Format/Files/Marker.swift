public import TilawaBase
import TilawaQuran

/// A row of `markers.yaml`: a point that opens what follows it, up to its own end, the next marker, or the
/// end of the audio.
@dynamicMemberLookup
public struct Marker: Hashable, Sendable {
  /// The time at which it opens.
  public var at: Milliseconds
  /// The end of what it opens, if that isn't the next marker.
  public var end: Milliseconds?
  /// The facts about what is heard from there on.
  public var facts: RowFacts

  /// A marker that says `facts` of what is heard from there, or nothing.
  public init(at: Milliseconds, _ facts: RowFacts = RowFacts()) {
    self.at = at
    self.facts = facts
  }

  /// A marker without a name.
  public init(at: Milliseconds, confidence: Double?) {
    self.init(at: at)
    facts.confidence = confidence
  }

  /// Accesses a fact about what is heard.
  @inlinable
  public subscript<Fact>(dynamicMember fact: KeyPath<RowFacts, Fact>) -> Fact { facts[keyPath: fact] }

  /// Accesses a fact about what is heard, for reading and writing.
  @inlinable
  public subscript<Fact>(dynamicMember fact: WritableKeyPath<RowFacts, Fact>) -> Fact {
    get { facts[keyPath: fact] }
    set { facts[keyPath: fact] = newValue }
  }
}

extension Marker: BundleRow, Keyed {
  init() { self.init(at: .zero) }

  /// Its keys, and the properties that they are read into.
  public static let keys = Keys<Marker>(
    "a marker", "A point in time at which an ayah or a skip begins.",
    [
      .required(\.at, "at", .time, "Position of the marker in the recording."),
      .key(
        \.end, "end", .time, absent: "the next marker, or the end of the audio",
        "End of what begins at the marker."),
      .key(
        \.facts.ayah, "ayah", .reference, absent: "not assigned yet",
        "The ayat that begin here, as in segments.yaml."),
      .key(
        \.facts.skip, "skip", .skipKind, absent: "not skipped",
        "The word for audio without an ayah that begins here, as in segments.yaml."),
      .list(
        \.facts.joins, "joins", .times, absent: "unknown",
        "In a marker of several ayat, the positions in the recording at which each gives way to the next: one fewer than ayat."
      ),
      .key(
        \.facts.cut, "cut", .cut, absent: "the ayat are whole",
        "The first ayah's beginning (start), the last ayah's end (end), or both aren't in the recording."),
      .flag(
        \.facts.isConfirmed, "confirmed",
        "True if a person has confirmed the marker: its position and its name."
      ),
      .key(
        \.facts.confidence, "confidence", .confidence, absent: "unknown",
        "Confidence of the tool that set it."
      ),
      .key(
        \.facts.reciter, "reciter", .identifier, absent: "the recording's", "Id of the reciter from here."),
      .key(\.facts.riwayah, "riwayah", .riwayah, absent: "the recording's", "Riwayah from here."),
      .key(
        \.facts.rakah, "rakah", .rakah, absent: "unknown, or no prayer",
        "The rak'ah of the prayer, as in segments.yaml."),
      .key(\.facts.note, "note", .text, absent: "none", "A person's remark."),
    ],
    choice: .atMostOne("ayah", "skip"), choiceRule: FormatRules.ayahOrSkip,
    identity: .recitation(start: "at", confirmation: "confirmed"))

  /// The file that holds such rows.
  public static let list = RowsDeclaration(
    "markers", "markers.yaml", "Work in progress: points in time.", keys)

  /// The time at which it begins.
  public var from: Milliseconds { at }
  /// The time at which it ends; nil if it isn't given.
  public var until: Milliseconds? { end }
}

extension Placed where Row == Marker {
  /// Accesses a fact about what is heard.
  @inlinable
  public subscript<Fact>(dynamicMember fact: KeyPath<RowFacts, Fact>) -> Fact {
    value.facts[keyPath: fact]
  }
}

/// `markers.yaml`: work in progress.
public typealias MarkersFile = RowsFile<Marker>

extension BundleFile<MarkersFile> {
  /// Reads `markers.yaml` from its text.
  public init(markers source: SourceText) { self = .reading(source) }
}

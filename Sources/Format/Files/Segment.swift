public import TilawaBase
public import TilawaQuran

/// A row of `segments.yaml`: a stretch of audio that holds an ayah, a run of ayat, or something that is
/// neither.
@dynamicMemberLookup
public struct Segment: Hashable, Sendable {
  /// The facts about what is heard.
  public var facts: RowFacts
  /// The start of the stretch.
  public var start: Milliseconds
  /// The end of the stretch.
  public var end: Milliseconds
  /// Among rival rows of one ayah the higher is played.
  public var priority: Int?

  /// A row from `start` to `end`, with `ayah` or `skip`.
  public init(ayah: AyahRange? = nil, skip: String? = nil, start: Milliseconds, end: Milliseconds) {
    self.init(RowFacts(ayah: ayah, skip: skip), start: start, end: end)
  }

  /// A row that says `facts` of what is heard from `start` to `end`.
  public init(_ facts: RowFacts, start: Milliseconds, end: Milliseconds) {
    self.facts = facts
    self.start = start
    self.end = end
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

  /// A person has confirmed both ends of the row and its name.
  public var isVerified: Bool { facts.isConfirmed }
  /// The stretch; nil when the end lies before the start.
  public var span: TimeSpan? { TimeSpan(start, end) }
}

extension Segment: BundleRow, Keyed {
  /// Creates an empty row.
  package init() { self.init(start: .zero, end: .zero) }

  /// Its keys, and the properties that they are read into.
  public static let keys = Keys<Segment>(
    "a segment", "A stretch of audio with an ayah, a run of ayat, or something else.",
    [
      .key(
        \.facts.ayah, "ayah", .reference, absent: "the row has \"skip\"",
        "The ayat recited: \"2:255\", a run \"2:1-5\", or a run into the next surah \"8:75-9:1\"; ayah 0 is the basmalah before a surah."
      ),
      .key(
        \.facts.skip, "skip", .skipKind, absent: "the row has \"ayah\"",
        "The word for audio without an ayah: istiadhah, basmalah, takbir, tahmid, taslim, amin, tasdiq, dua, speech, silence, other."
      ),
      .required(\.start, "start", .time, "Position in the recording at which the row begins."),
      .required(\.end, "end", .time, "Position at which the row ends, itself not part of the row."),
      .list(
        \.facts.joins, "joins", .times, absent: "unknown",
        "In a row of several ayat, the positions in the recording at which each gives way to the next: one fewer than ayat."
      ),
      .key(
        \.facts.cut, "cut", .cut, absent: "the ayat are whole",
        "The first ayah's beginning (start), the last ayah's end (end), or both aren't in the recording."),
      .flag(
        \.facts.isConfirmed, "verified",
        "True if a person has confirmed both boundaries of the row and its name. No tool changes such a row unless ordered to."
      ),
      .key(
        \.facts.confidence, "confidence", .confidence, absent: "unknown",
        "Confidence of the tool that made the row."),
      .key(
        \.facts.reciter, "reciter", .identifier, absent: "the recording's", "Id of the reciter of this row."),
      .key(\.facts.riwayah, "riwayah", .riwayah, absent: "the recording's", "Riwayah of this row."),
      .key(
        \.facts.rakah, "rakah", .rakah, absent: "unknown, or no prayer",
        "The rak'ah of the prayer, from 1, counted through all prayers of the recording."),
      .key(
        \.priority, "priority", .integer(-1000...1000), absent: "0",
        "Priority among rows of the same ayah; the highest is played first."),
      .key(\.facts.note, "note", .text, absent: "none", "A person's remark."),
    ],
    choice: .exactlyOne("ayah", "skip"), choiceRule: FormatRules.ayahOrSkip,
    identity: .recitation(start: "start", confirmation: "verified"))

  /// The file that holds such rows.
  public static let list = RowsDeclaration(
    "segments", "segments.yaml", "The saved annotation: stretches of audio.", keys, keepsFaulty: true)

  /// The time at which it begins.
  public var from: Milliseconds { start }
  /// The time at which it ends; nil if it isn't given.
  public var until: Milliseconds? { end }
}

extension Placed where Row == Segment {
  /// Accesses a fact about what is heard.
  @inlinable
  public subscript<Fact>(dynamicMember fact: KeyPath<RowFacts, Fact>) -> Fact {
    value.facts[keyPath: fact]
  }
}

/// `segments.yaml`: the saved annotation.
public typealias SegmentsFile = RowsFile<Segment>

extension BundleFile<SegmentsFile> {
  /// Reads `segments.yaml` from its text.
  public init(segments source: SourceText) { self = .reading(source) }
}

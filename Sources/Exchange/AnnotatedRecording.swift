public import Diagnostics
public import QuranIndex
public import TilawaFormat
public import Timing

/// One recording with all that is known of it, on its way from one format to another.
///
/// Every reader makes these and every writer takes them; what a format has no place for stays empty.
public struct AnnotatedRecording: Sendable {
  /// What `recording.yaml` says; the id is empty when the source has none.
  public var facts = RecordingDraft(id: "")
  /// Of `recording.yaml`: keys of the user's own.
  public var extras: [ExtraKey] = []
  /// What people call the reciter, where the source has a name and no id.
  public var reciterName: String?
  /// What `reciter.yaml` says.
  public var reciter: ReciterProfile?
  /// Stretches, in the order of the source.
  public var segments: [SegmentRow] = []
  /// Points, in the order of the source.
  public var markers: [MarkerRow] = []
  /// Words, in the order of the source.
  public var words: [WordRow] = []

  /// What the source calls it, for the name of a bundle, where that is more than the title: `001 Al-Fatihah`.
  public var name: String?
  /// Audio on this computer that belongs to it, to become that of a new bundle or to be cut.
  public var localAudio: LocalAudio?

  /// A recording of which nothing is known.
  public init() {}

  /// How long the audio plays, if that is known.
  public var duration: Milliseconds? { facts.audio?.duration }

  /// How its ayat are counted.
  public var counting: CountingSystem { facts.numbering ?? .kufi }

  /// Whether it has no row at all.
  public var isEmpty: Bool { segments.isEmpty && markers.isEmpty && words.isEmpty }

  /// Its rows in the order of time, of equal starts the shorter first.
  public var segmentsInTime: [SegmentRow] {
    segments.enumerated().sorted {
      ($0.element.row.start, $0.element.row.end, $0.offset)
        < ($1.element.row.start, $1.element.row.end, $1.offset)
    }.map(\.element)
  }

  /// Its markers in the order of time.
  public var markersInTime: [MarkerRow] {
    markers.enumerated().sorted { ($0.element.row.at, $0.offset) < ($1.element.row.at, $1.offset) }
      .map(\.element)
  }

  /// Its words in the order of time.
  public var wordsInTime: [WordRow] {
    words.enumerated().sorted {
      ($0.element.row.start, $0.element.row.end, $0.offset)
        < ($1.element.row.start, $1.element.row.end, $1.offset)
    }.map(\.element)
  }
}

/// A key that the format of bundles doesn't know, such as `x-tempo`, with its value.
public typealias ExtraKey = JSONValue.Member

/// A segment, its keys of the user's own, and where it is written.
public struct SegmentRow: Sendable {
  /// What it says.
  public var row: SegmentDraft
  /// Keys of the user's own.
  public var extras: [ExtraKey]
  /// Where the source says it, for messages.
  public var place: Place?

  /// A row that was read at `place`.
  public init(_ row: SegmentDraft, extras: [ExtraKey] = [], at place: Place? = nil) {
    self.row = row
    self.extras = extras
    self.place = place
  }

  /// How a message calls it: `2:255`, or `skip takbir`.
  public var label: String { row.ayah?.description ?? "skip \(row.skip ?? "")" }
}

/// A marker, its keys of the user's own, and where it is written.
public struct MarkerRow: Sendable {
  /// What it says.
  public var row: MarkerDraft
  /// Keys of the user's own.
  public var extras: [ExtraKey]
  /// Where the source says it, for messages.
  public var place: Place?

  /// A row that was read at `place`.
  public init(_ row: MarkerDraft, extras: [ExtraKey] = [], at place: Place? = nil) {
    self.row = row
    self.extras = extras
    self.place = place
  }

  /// How a message calls it.
  public var label: String {
    row.ayah?.description ?? row.skip.map { "skip \($0)" } ?? "marker at \(row.at)"
  }
}

/// A word, its keys of the user's own, and where it is written.
public struct WordRow: Sendable {
  /// What it says.
  public var row: WordDraft
  /// Keys of the user's own.
  public var extras: [ExtraKey]
  /// Where the source says it, for messages.
  public var place: Place?

  /// A row that was read at `place`.
  public init(_ row: WordDraft, extras: [ExtraKey] = [], at place: Place? = nil) {
    self.row = row
    self.extras = extras
    self.place = place
  }

  /// How a message calls it: `2:255:3`.
  public var label: String { "\(row.ayah):\(row.word)" }
}

/// What `reciter.yaml` says of who recites.
public struct ReciterProfile: Sendable {
  /// A place from which audio can be fetched.
  public struct Source: Sendable {
    /// Base address; nil when only a folder is known.
    public var url: String?
    /// Name of a file, such as `{surah3}{ayah3}.mp3`.
    public var pattern: String
    /// Encoding.
    public var format: String?
    /// When it isn't the reciter's.
    public var riwayah: Riwayah?
    /// How ayat are counted in the names.
    public var numbering: CountingSystem?
    /// Kilobits a second.
    public var bitrate: Int?
    /// A folder with files that were fetched.
    public var cache: String?
    /// Keys of the user's own.
    public var extras: [ExtraKey] = []

    /// Files named by `pattern`.
    public init(url: String?, pattern: String) {
      self.url = url
      self.pattern = pattern
    }
  }

  /// The reciter's id.
  public var id: String
  /// Full name in Latin letters.
  public var name: String
  /// A name for narrow columns.
  public var shortName: String?
  /// Full name in Arabic letters.
  public var arabicName: String?
  /// Of recordings and sources that name none.
  public var riwayah: Riwayah?
  /// The way of reading.
  public var style: String?
  /// The preferred one first.
  public var sources: [Source] = []
  /// Address of a picture.
  public var image: String?
  /// Place in lists.
  public var sortOrder: Int?
  /// Keys of the user's own.
  public var extras: [ExtraKey] = []

  /// A reciter of whom no more is known.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

public import TilawaBase
public import TilawaQuran
import TilawaYAML

/// `recording.yaml`: what a recording is.
public struct Recording: Sendable {
  /// The progress of the annotation.
  public enum Status: String, CaseIterable, Sendable {
    case unannotated, partial, complete
  }

  /// Tells the recording from all others, in every copy of it.
  public var id: Located<String>?
  /// A name for people.
  public var title: Located<String>?
  /// The audio file and its properties.
  public var audio: AudioFile?
  /// The name of the audio file before it was imported.
  public var sourceFile: Located<String>?
  /// The time at which it was imported.
  public var importedAt: Located<Timestamp>?
  /// The time at which it was recorded.
  public var recordedAt: Located<Timestamp>?
  /// The place at which it was recorded.
  public var place: Located<String>?
  /// The id of who recites.
  public var reciter: Located<String>?
  /// The riwayah.
  public var riwayah: Located<Riwayah>?
  /// The counting system of all files of the bundle; Kufi when absent.
  public var numbering: Located<CountingSystem>?
  /// The ayat that are recited, in order, if they are known.
  public var passage: Located<[Located<AyahRange>]>?
  /// The ayat that a program recognised and wrote into `passage`.
  public var passageHeard: Located<[Located<AyahRange>]>?
  /// The prayer, if it is a recording of one.
  public var prayer: Located<Prayer>?
  /// The state of the annotation as a person declares it. The derived state is checked against it.
  public var declaredStatus: Located<Status>?
  /// Anything else a person wants to say.
  public var notes: Located<String>?

  /// Keys for the counting system, the riwayah and the reciter whose written value can't be determined, with
  /// its place. Such a value isn't absent, and nothing takes its place.
  public internal(set) var doubts: [String: ByteRange] = [:]

  /// The ayat that are recited according to a person, in order. Empty if a program named them and nobody has
  /// changed that.
  public var statedPassages: [AyahRange] {
    let passages = passage?.value.map(\.value) ?? []
    return passages == passageHeard?.value.map(\.value) ? [] : passages
  }
}

/// The audio of a recording, as `recording.yaml` describes it.
public struct AudioFile: Sendable {
  /// Path from the bundle.
  public var file: Located<String>?
  /// Of the file's bytes.
  public var sha256: Located<String>?
  /// The file's size.
  public var bytes: Located<Int>?
  /// The duration.
  public var duration: Located<Milliseconds>?
  /// Per second.
  public var sampleRate: Located<Int>?
  /// From 1.
  public var channels: Located<Int>?
  /// Short name of the encoding.
  public var format: Located<String>?
  /// The address from which the audio can be fetched.
  public var url: Located<String>?
  /// True if the file may be a link out of the bundle.
  public var external: Located<Bool>?
}

extension AudioFile: Keyed {
  static let keys = Keys<Self>(
    "audio", "The audio of the recording.",
    [
      .key(
        \.file, "file", .text, required: true,
        "Path of the audio from the bundle's folder, with \"/\" between its parts. It stays inside the bundle."
      ),
      .key(
        \.sha256, "sha256", .sha256, absent: "not checked",
        "Checksum of the file, to detect that it is another recording."),
      .key(
        \.bytes, "bytes", .integer(0...9_007_199_254_740_991), absent: "not checked",
        "Size of the file in bytes."),
      .key(
        \.duration, "duration", .time, absent: "unknown", "Duration of the audio."),
      .key(
        \.sampleRate, "sample_rate", .integer(1...1_000_000), absent: "unknown", "Samples per second."),
      .key(
        \.channels, "channels", .integer(1...1024), absent: "unknown", "Number of channels."),
      .key(
        \.format, "format", .text, absent: "by the file's name",
        "Encoding, as a short name such as flac, mp3 or opus."),
      .key(
        \.url, "url", .url, absent: "none", "Address from which the same bytes can be downloaded."),
      .key(
        \.external, "external", .flag, absent: "false",
        "True if the audio may be a link out of the bundle; `import --link` writes it."),
    ])
}

extension Recording: KeyedFile {
  static let keys = Keys<Self>(
    file: "recording.yaml", "A recording.",
    [
      .key(
        \.id, "id", .identifier, required: true,
        "Unique id of this recording, such as a random UUID. Copies of a bundle keep it."),
      .key(
        \.title, "title", .text, absent: "the bundle's name", "A display name."),
      .key(
        \.audio, "audio", .mapping("a mapping that describes the audio", AudioFile.keys), absent: "no audio",
        "The audio file and its properties."),
      .key(
        \.reciter, "reciter", .identifier, absent: "unknown",
        "Id of the reciter; `reciter.yaml` beside it may contain more."),
      .key(
        \.riwayah, "riwayah", .riwayah, absent: "unknown: never served",
        "The transmission recited. A session in one riwayah is never served another."),
      .key(
        \.numbering, "numbering", .counting, absent: "kufi",
        "The numbering of ayat in every file of this bundle."),
      .key(
        \.passage, "passage", .passage, absent: "unknown",
        "The ayat that are recited, in order, if known."),
      .key(
        \.passageHeard, "passage_heard", .passage, absent: "stated by a person",
        "What a program detected and wrote into `passage`. While both are the same, no person has stated what is recited."
      ),
      .key(
        \.prayer, "prayer", .prayer, absent: "no prayer, or unknown", "The prayer that was recorded."),
      .key(
        \.declaredStatus, "status",
        .choice("a status") { status in
          switch status {
          case .unannotated: "no row contains an ayah"
          case .partial: "some ayat are missing or still in markers.yaml"
          case .complete: "nothing is missing"
          }
        }, absent: "derived",
        "The status that a person declares. The actual status is always derived; this one is checked against it."
      ),
      .key(
        \.recordedAt, "recorded_at", .timestamp, absent: "unknown", "Time of the recitation."),
      .key(
        \.importedAt, "imported_at", .timestamp, absent: "unknown",
        "Time at which the bundle was made from the audio."
      ),
      .key(
        \.sourceFile, "source_file", .text, absent: "unknown",
        "Name of the audio file before it was imported."),
      .key(
        \.place, "place", .text, absent: "unknown", "Place of the recitation."),
      .key(
        \.notes, "notes", .text, absent: "none", "Anything else."),
      .doubt(in: \.doubts, "numbering", of: \.numbering),
      .doubt(in: \.doubts, "riwayah", of: \.riwayah),
      .doubt(in: \.doubts, "reciter", of: \.reciter),
    ], heard: [(said: \.passage, heard: \.passageHeard)])
}

extension BundleFile<Recording> {
  /// Reads `recording.yaml` from its text.
  public init(recording source: SourceText) { self = .reading(source) }
}

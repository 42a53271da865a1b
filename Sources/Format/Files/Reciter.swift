public import TilawaBase
public import TilawaQuran
import TilawaYAML

/// `reciter.yaml`: who recites, and where recordings of theirs can be had.
public struct Reciter: Sendable {
  /// The reciter's id.
  public var id: Located<String>?
  /// Full name in Latin letters.
  public var name: Located<String>?
  /// A name for narrow columns.
  public var shortName: Located<String>?
  /// Full name in Arabic.
  public var arabicName: Located<String>?
  /// The riwayah of recordings that say nothing else.
  public var riwayah: Located<Riwayah>?
  /// The way of reading.
  public var style: Located<String>?
  /// Remote sources, the preferred one first.
  public var sources: [ReciterSource] = []
  /// Picture for lists.
  public var image: Located<String>?
  /// Place in lists.
  public var sortOrder: Located<Int>?
  /// As those of `Recording`.
  public internal(set) var doubts: [String: ByteRange] = [:]
}

/// One place from which a reciter's audio can be fetched, a file an ayah or a file a surah.
public struct ReciterSource: Sendable {
  /// The URL to which the names are appended.
  public var url: Located<String>?
  /// The pattern of file names.
  public var pattern: Located<String>?
  /// Encoding of the files.
  public var format: Located<String>?
  /// The riwayah, if it differs from the reciter's.
  public var riwayah: Located<Riwayah>?
  /// The counting system of the ayat in the names.
  public var numbering: Located<CountingSystem>?
  /// Bitrate in kilobits per second.
  public var bitrate: Located<Int>?
  /// Local folder that holds fetched files under the same names.
  public var cache: Located<String>?
  /// The whole row.
  public var range: ByteRange
}

extension ReciterSource: Keyed {
  init() { range = ByteRange(0..<0) }

  static let keys = Keys<Self>(
    "a source", "A place from which audio can be downloaded.",
    [
      .key(
        \.url, "url", .sourceURL, absent: "only the folder in `cache`",
        "Base address; the pattern is appended to it."),
      .key(
        \.pattern, "pattern", .text, required: true,
        "Name of a file: `{surah3}` and `{ayah3}` with three digits, `{surah}` and `{ayah}` without padding, `{number}` for the running number of the ayah from 1."
      ),
      .key(
        \.format, "format", .text, absent: "by the pattern's ending", "Encoding, such as mp3."),
      .key(
        \.riwayah, "riwayah", .riwayah, absent: "the reciter's", "Riwayah of this source."),
      .key(
        \.numbering, "numbering", .counting, absent: "kufi",
        "The numbering of ayat in the file names."),
      .key(
        \.bitrate, "bitrate", .integer(1...100_000), absent: "unknown", "Bitrate in kilobits per second."),
      .key(
        \.cache, "cache", .text, absent: "none",
        "Folder with downloaded files under the same names, relative to this file. Without `url` it is the only place."
      ),
      .bytes(\.range),
    ], choice: .atLeastOne("url", "cache"),
    knownBy: [\.url, \.cache, \.pattern])
}

extension Reciter: KeyedFile {
  static let keys = Keys<Self>(
    file: "reciter.yaml", "A reciter.",
    [
      .key(
        \.id, "id", .identifier, required: true, "Id of this reciter, as used in `recording.yaml`."),
      .key(
        \.name, "name", .text, required: true, "Full name in Latin letters."),
      .key(
        \.shortName, "short_name", .text, absent: "the name", "A name for narrow columns."),
      .key(
        \.arabicName, "arabic_name", .text, absent: "unknown", "Full name in Arabic letters."),
      .key(
        \.riwayah, "riwayah", .riwayah, absent: "unknown",
        "The riwayah of recordings and sources that state none."),
      .key(
        \.style, "style", .text, absent: "unknown",
        "The way of reading, such as murattal, mujawwad or muallim."),
      .list(
        \.sources, "sources", .rows(ReciterSource.keys), absent: "none",
        "Sources of audio, the preferred one first."),
      .key(
        \.image, "image", .url, absent: "none", "Address of a picture."),
      .key(
        \.sortOrder, "sort_order", .integer(-1_000_000...1_000_000), absent: "by name",
        "Place in lists, the smaller first."),
      .doubt(in: \.doubts, "riwayah", of: \.riwayah),
      .doubt(in: \.doubts, "id", of: \.id),
    ])
}

extension BundleFile<Reciter> {
  /// Reads `reciter.yaml` from its text.
  public init(reciter source: SourceText) { self = .reading(source) }
}

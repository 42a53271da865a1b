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
  public var sources: [ReciterSource]
  /// Picture for lists.
  public var image: Located<String>?
  /// Place in lists.
  public var sortOrder: Located<Int>?
  /// As those of `Recording`.
  public private(set) var doubts: [String: ByteRange] = [:]
}

/// One place from which a reciter's audio can be fetched, a file an ayah or a file a surah.
public struct ReciterSource: Sendable {
  /// What the names are appended to.
  public var url: Located<String>?
  /// How a file is named.
  public var pattern: Located<String>?
  /// Encoding of the files.
  public var format: Located<String>?
  /// When it differs from the reciter's.
  public var riwayah: Located<Riwayah>?
  /// How ayat are counted in the names.
  public var numbering: Located<CountingSystem>?
  /// Kilobits a second.
  public var bitrate: Located<Int>?
  /// Local folder that holds fetched files under the same names.
  public var cache: Located<String>?
  /// The whole row.
  public var range: ByteRange
}

extension ReciterSource {
  static let url = Field(
    "url", .sourceURL, absent: "a folder only, which `cache` names",
    "Base address; the pattern is appended to it.")
  static let pattern = Field(
    "pattern", .text, required: true,
    "Name of a file: `{surah3}` and `{ayah3}` with three digits, `{surah}` and `{ayah}` without padding, `{number}` for the running number of the ayah from 1."
  )
  static let format = Field("format", .text, absent: "by the pattern's ending", "Encoding, such as mp3.")
  static let riwayah = Field("riwayah", .riwayah, absent: "the reciter's", "Riwayah of this source.")
  static let numbering = Field(
    "numbering", .counting, absent: "kufi",
    "How ayat are counted in the file names.")
  static let bitrate = Field("bitrate", .integer(1...100_000), absent: "unknown", "Kilobits a second.")
  static let cache = Field(
    "cache", .text, absent: "none",
    "Folder with files that were fetched, under the same names; relative to this file. Without `url` it is all there is."
  )

  static let declaration = ObjectDeclaration(
    title: "a source", meaning: "A place from which audio can be fetched.",
    fields: [url, pattern, format, riwayah, numbering, bitrate, cache],
    choice: .atLeastOne(url.key, cache.key), identity: .keys([url.key, cache.key, pattern.key]))
}

extension Reciter {
  static let version = Field("tilawa", .version, required: true, "Version of the format.")
  static let id = Field("id", .identifier, required: true, "What `recording.yaml` calls this reciter.")
  static let name = Field("name", .text, required: true, "Full name in Latin letters.")
  static let shortName = Field("short_name", .text, absent: "the name", "A name for narrow columns.")
  static let arabicName = Field("arabic_name", .text, absent: "unknown", "Full name in Arabic letters.")
  static let riwayah = Field(
    "riwayah", .riwayah, absent: "unknown", "The riwayah of recordings and sources that name none.")
  static let style = Field(
    "style", .text, absent: "unknown", "The way of reading, such as murattal, mujawwad or muallim.")
  static let sources = Field(
    "sources",
    .rows(ReciterSource.declaration) { reader, _ in
      ReciterSource(
        url: reader.read(ReciterSource.url), pattern: reader.read(ReciterSource.pattern),
        format: reader.read(ReciterSource.format), riwayah: reader.read(ReciterSource.riwayah),
        numbering: reader.read(ReciterSource.numbering), bitrate: reader.read(ReciterSource.bitrate),
        cache: reader.read(ReciterSource.cache), range: ByteRange(reader.node.range))
    }, absent: "none", "Where audio can be fetched, the preferred source first.")
  static let image = Field("image", .url, absent: "none", "Address of a picture.")
  static let sortOrder = Field(
    "sort_order", .integer(-1_000_000...1_000_000), absent: "by name", "Place in lists, the smaller first.")

  static let declaration = ObjectDeclaration(
    title: "reciter.yaml", meaning: "Who recites.",
    fields: [version, id, name, shortName, arabicName, riwayah, style, sources, image, sortOrder])

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, Self.version, report) else { return nil }
    id = reader.read(Self.id)
    name = reader.read(Self.name)
    shortName = reader.read(Self.shortName)
    arabicName = reader.read(Self.arabicName)
    riwayah = reader.read(Self.riwayah)
    style = reader.read(Self.style)
    sources = reader.read(Self.sources)?.value ?? []
    image = reader.read(Self.image)
    sortOrder = reader.read(Self.sortOrder)
    doubts = reader.doubts([(Self.riwayah, riwayah != nil), (Self.id, id != nil)])
  }
}

extension Reciter: FileContent {}

extension BundleFile<Reciter> {
  /// Reads `reciter.yaml` from its text.
  public init(reciter source: SourceText) { self = .reading(source) }
}

package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// `recordings/ab/<key>.json`: what a recording is, and all its rows.
package struct PublishedRecording: PublishedDocument {
  /// The first 32 digits of the SHA-256 of `path`.
  package var key = ""
  package var id: String?
  /// Of its bundle in the library.
  package var path = ""
  package var title: String?
  package var reciter: String?
  package var riwayah: Riwayah?
  package var counting: CountingSystem?
  package var passage: [AyahRange] = []
  package var prayer: String?
  package var recordedAt: Timestamp?
  package var importedAt: Timestamp?
  /// Only where notes are published.
  package var place: String?
  /// Only where notes are published.
  package var notes: String?
  package var audio: PublishedAudio?
  /// As they stand in the file.
  package var items: [Segment] = []

  package init() {}
}

extension PublishedRecording {
  package static let kind = "recording"
  package static let meaning = "A recording and all its rows."
  package static let mostBytes = PublishedLimits.recordingBytes
  package static let listKey = "rows"
  package static let itemForm = PublishedForm<Segment>.object(Segment.self)
  package static let members: [PublishedKey<Self>] = [
    .version("tilawa_recording"),
    .required("recording", .hexadecimal(32), \.key, "Its key."),
    .required("path", .path, \.path, "Path of its bundle in the library."),
    .optional("id", .text(), \.id, "The id in its `recording.yaml`."),
    .optional("title", .text(), \.title, "A display name."),
    .optional("reciter", .text(), \.reciter, "Id of the reciter; absent: unknown."),
    .optional("riwayah", .riwayah, \.riwayah, "The riwayah of rows that state none; absent: unknown."),
    .optional(
      "numbering", .counting, \.counting, "The numbering of its ayat; absent if that is in doubt."),
    .unless(
      [], "passage", .list(of: .reference, atMost: 10_000), \.passage, "The ayat that are recited, if stated."
    ),
    .optional("prayer", .text(), \.prayer, "The prayer that was recorded."),
    .optional("recorded_at", .timestamp, \.recordedAt, "Time of the recitation."),
    .optional("imported_at", .timestamp, \.importedAt, "Time at which the bundle was made."),
    .optional("place", .text(), \.place, "Place of the recitation; only with notes."),
    .optional(
      "notes", .text(atMost: PublishedLimits.longestText), \.notes, "Anything else; only with notes."),
    .optional("audio", .object(PublishedAudio.self), \.audio, "The audio."),
    .required(
      "rows", .list(of: itemForm, atMost: 10_000_000), \.items, "The rows, in the order of their file."),
  ]
}

extension Segment: PublishedObject {
  package static let meaning = "A row of a recording."
  package static let members: [PublishedKey<Self>] = [
    .optional("ayah", .reference, \.facts.ayah, "The ayat that are recited."),
    .optional("skip", .text(), \.facts.skip, "The word for audio without an ayah."),
    .required("start", .time, \.start, "Start in the recording."),
    .required("end", .time, \.end, "End in the recording."),
    .unless(
      [], "joins", .list(of: .time, atMost: 100_000), \.facts.joins,
      "Positions at which one ayah gives way to the next."),
    .optional(
      "cut", .cut, \.facts.cut, "The end of its ayat that is not in the recording; absent: they are whole."),
    .unless(
      false, "verified", .flag, \.facts.isConfirmed, "True if a person has verified it; absent: false."),
    .optional(
      "confidence", .confidence, \.facts.confidence, "Confidence of the tool that made it; absent: unknown."),
    .optional("reciter", .text(), \.facts.reciter, "The reciter, if not the recording's."),
    .optional("riwayah", .riwayah, \.facts.riwayah, "The riwayah, if not the recording's."),
    .optional("rakah", .integer(1...100), \.facts.rakah, "The rak'ah of the prayer."),
    .optional(
      "priority", .integer(-1000...1000), \.priority,
      "Priority among rows of the same ayah: the highest is played; absent: 0."),
    .optional(
      "note", .text(atMost: PublishedLimits.longestText), \.facts.note, "Anything else; only with notes."),
  ]
}

/// `recordings/index.json`: the groups of recordings.
package struct PublishedDirectory: PublishedDocument {
  package struct Group: PublishedObject, Hashable {
    /// The first two digits of the keys.
    package var group = ""
    package var recordings = 0
    package var file = FileDigest.unknown

    package init() {}
  }

  /// In order.
  package var items: [Group] = []

  package init() {}
}

extension PublishedDirectory {
  package static let kind = "directory"
  package static let meaning = "The groups of recordings."
  package static let mostBytes = PublishedLimits.indexBytes
  package static let listKey = "groups"
  package static let itemForm = PublishedForm<Group>.object(Group.self)
  package static let members: [PublishedKey<Self>] = [
    .version("tilawa_directory"),
    .required(
      "groups", .list(of: itemForm, atMost: 256), \.items, "The groups that have recordings, in order."),
  ]

  package func check() throws(PublishedFault) {
    try items.checkOrder(\.group, of: Self.listKey)
  }
}

extension PublishedDirectory.Group {
  package static let meaning = "Recordings whose keys begin with the same two digits."
  package static let members: [PublishedKey<Self>] = [
    .required("group", .hexadecimal(2), \.group, "The first two digits of the keys."),
    .required("recordings", .count, \.recordings, "Number of recordings."),
    .required("file", .file, \.file, "`recordings/GG/index.json`."),
  ]
}

/// `recordings/ab/index.json`: the recordings of a group.
package struct PublishedGroup: PublishedDocument {
  package struct Entry: PublishedObject, Hashable {
    package var key = ""
    package var file = FileDigest.unknown
    package var path = ""
    package var title: String?
    package var reciter: String?
    package var riwayah: Riwayah?
    package var date: Timestamp?
    /// Rows with ayat that some session is served.
    package var rows = 0

    package init() {}
  }

  /// The first two digits of the keys.
  package var group = ""
  /// The recordings, in the order of their keys.
  package var items: [Entry] = []

  package init() {}
}

extension PublishedGroup {
  package static let kind = "group"
  package static let meaning = "Recordings whose keys begin with the same two digits."
  package static let mostBytes = PublishedLimits.listBytes
  package static let listKey = "recordings"
  package static let itemForm = PublishedForm<Entry>.object(Entry.self)
  package static let members: [PublishedKey<Self>] = [
    .version("tilawa_group"),
    .required("group", .hexadecimal(2), \.group, "The first two digits of the keys."),
    .required("recordings", .list(of: itemForm), \.items, "The recordings, in the order of their keys."),
  ]

  package func check() throws(PublishedFault) {
    try items.checkOrder(\.key, of: Self.listKey)
  }
}

extension PublishedGroup.Entry {
  package static let meaning = "A recording."
  package static let members: [PublishedKey<Self>] = [
    .required("recording", .hexadecimal(32), \.key, "Its key."),
    .required("file", .file, \.file, "`recordings/GG/KEY.json`."),
    .required("path", .path, \.path, "Path of its bundle in the library."),
    .optional("title", .text(), \.title, "A display name."),
    .optional("reciter", .text(), \.reciter, "Id of the reciter; absent: unknown."),
    .optional("riwayah", .riwayah, \.riwayah, "The riwayah of rows that state none; absent: unknown."),
    .optional("date", .timestamp, \.date, "Time of the recording, else of the import."),
    .required("rows", .count, \.rows, "Number of its rows that may be played."),
  ]
}

/// `reciters.json`: who recites, and where else files of theirs are.
package struct PublishedReciters: PublishedDocument {
  package struct Source: PublishedObject, Hashable {
    package var url = ""
    package var pattern = ""
    package var format: String?
    package var riwayah: Riwayah?
    package var counting = CountingSystem.kufi
    package var bitrate: Int?

    package init() {}
  }

  package struct Entry: PublishedObject, Hashable {
    /// An id.
    package var reciter = ""
    /// As the library's reciter file, else a bundle calls the reciter.
    package var name: String?
    package var shortName: String?
    package var arabicName: String?
    /// Of sources that name none.
    package var riwayah: Riwayah?
    package var style: String?
    package var sortOrder: Int?
    /// Of how many recordings and rows it is the reciter.
    package var recordings = 0
    /// True if the library has a file of the reciter, whose names take precedence over those of bundles.
    package var isListed = false
    /// Files outside of bundles, the preferred source first.
    package var sources: [Source] = []

    package init() {}
  }

  /// Those of the library's reciter files first, in the order in which sources are preferred; then others, by id.
  package var items: [Entry] = []

  package init() {}
}

extension PublishedReciters {
  package static let kind = "reciters"
  package static let meaning = "The reciters, and the sources of their files."
  package static let mostBytes = PublishedLimits.listBytes
  package static let listKey = "reciters"
  package static let itemForm = PublishedForm<Entry>.object(Entry.self)
  package static let members: [PublishedKey<Self>] = [
    .version("tilawa_reciters"),
    .required(
      "reciters", .list(of: itemForm), \.items,
      "The reciters of the library's reciter files first, in the order in which their sources are preferred; then others, by the bytes of their ids."
    ),
  ]
}

extension PublishedReciters.Entry {
  package static let meaning = "A reciter."
  package static let members: [PublishedKey<Self>] = [
    .required("reciter", .text(), \.reciter, "The id."),
    .optional("name", .text(), \.name, "Full name in Latin letters."),
    .optional("short_name", .text(), \.shortName, "A name for narrow columns."),
    .optional("arabic_name", .text(), \.arabicName, "Full name in Arabic letters."),
    .optional("riwayah", .riwayah, \.riwayah, "The riwayah of sources that state none."),
    .optional("style", .text(), \.style, "The way of reading."),
    .optional(
      "sort_order", .integer(-1_000_000...1_000_000), \.sortOrder, "Place in lists, the smaller first."),
    .unless(
      false, "listed", .flag, \.isListed,
      "True if the library has a reciter file, whose names take precedence over those of bundles; absent: false."
    ),
    .required("recordings", .count, \.recordings, "Number of recordings by the reciter."),
    .unless(
      [], "sources", .list(of: .object(PublishedReciters.Source.self), atMost: 10_000), \.sources,
      "Sources of files outside of recordings, the preferred one first."),
  ]
}

extension PublishedReciters.Source {
  package static let meaning = "A source of files of a reciter."
  package static let members: [PublishedKey<Self>] = [
    .required("url", .url, \.url, "Base address; the pattern is appended to it."),
    .required("pattern", .text(), \.pattern, "Name of a file, as in `reciter.yaml`."),
    .optional("format", .text(), \.format, "Encoding, such as mp3."),
    .optional("riwayah", .riwayah, \.riwayah, "The riwayah, if not the reciter's."),
    .unless(.kufi, "numbering", .counting, \.counting, "The numbering of ayat in names; absent: `kufi`."),
    .optional("bitrate", .integer(1...100_000), \.bitrate, "Bitrate in kilobits per second."),
  ]
}

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
  package static let meaning = "What a recording is, and all its rows."
  package static let mostBytes = PublishedLimits.recordingBytes
  package static let listKey = "rows"
  package static let itemForm = PublishedForm<Segment>.object(Segment.self)
  package static let members: [PublishedKey<Self>] = [
    .version("tilawa_recording"),
    .required("recording", .hexadecimal(32), \.key, "Its key."),
    .required("path", .path, \.path, "Of its bundle in the library."),
    .optional("id", .text(), \.id, "As its `recording.yaml` has it."),
    .optional("title", .text(), \.title, "A name for people."),
    .optional("reciter", .text(), \.reciter, "Id of who recites; absent: unknown."),
    .optional("riwayah", .riwayah, \.riwayah, "Of rows that name none; absent: unknown."),
    .optional(
      "numbering", .counting, \.counting, "How its ayat are counted; absent where that is in doubt."),
    .unless(
      [], "passage", .list(of: .reference, atMost: 10_000), \.passage, "What is recited, when it says so."),
    .optional("prayer", .text(), \.prayer, "The prayer that it is a recording of."),
    .optional("recorded_at", .timestamp, \.recordedAt, "When the recitation took place."),
    .optional("imported_at", .timestamp, \.importedAt, "When the bundle was made."),
    .optional("place", .text(), \.place, "Where the recitation took place; only with notes."),
    .optional(
      "notes", .text(atMost: PublishedLimits.longestText), \.notes, "Anything else; only with notes."),
    .optional("audio", .object(PublishedAudio.self), \.audio, "What is heard."),
    .required("rows", .list(of: itemForm, atMost: 10_000_000), \.items, "As they stand in its file."),
  ]
}

extension Segment: PublishedObject {
  package static let meaning = "A row of a recording."
  package static let members: [PublishedKey<Self>] = [
    .optional("ayah", .reference, \.facts.ayah, "What is recited."),
    .optional("skip", .text(), \.facts.skip, "What is heard where no ayah is."),
    .required("start", .time, \.start, "Where it begins."),
    .required("end", .time, \.end, "Where it ends."),
    .unless(
      [], "joins", .list(of: .time, atMost: 100_000), \.facts.joins, "Where one ayah gives way to the next."),
    .optional(
      "cut", .cut, \.facts.cut, "Which end of its ayat isn't in the recording; absent: they are whole."),
    .unless(false, "verified", .flag, \.facts.isConfirmed, "A person has verified it; absent: false."),
    .optional("confidence", .confidence, \.facts.confidence, "Of the tool that made it; absent: unknown."),
    .optional("reciter", .text(), \.facts.reciter, "Who recites, where it isn't the recording's."),
    .optional("riwayah", .riwayah, \.facts.riwayah, "Where it isn't the recording's."),
    .optional("rakah", .integer(1...100), \.facts.rakah, "In which rak'ah it is heard."),
    .optional(
      "priority", .integer(-1000...1000), \.priority, "Of rivals the higher is played; absent: 0."),
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
    .required("groups", .list(of: itemForm, atMost: 256), \.items, "Those that have recordings, in order."),
  ]

  package func check() throws(PublishedFault) {
    try items.checkOrder(\.group, of: Self.listKey)
  }
}

extension PublishedDirectory.Group {
  package static let meaning = "Recordings whose keys begin alike."
  package static let members: [PublishedKey<Self>] = [
    .required("group", .hexadecimal(2), \.group, "The first two digits of the keys."),
    .required("recordings", .count, \.recordings, "How many they are."),
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
  /// In the order of their keys.
  package var items: [Entry] = []

  package init() {}
}

extension PublishedGroup {
  package static let kind = "group"
  package static let meaning = "Recordings whose keys begin alike."
  package static let mostBytes = PublishedLimits.listBytes
  package static let listKey = "recordings"
  package static let itemForm = PublishedForm<Entry>.object(Entry.self)
  package static let members: [PublishedKey<Self>] = [
    .version("tilawa_group"),
    .required("group", .hexadecimal(2), \.group, "The first two digits of the keys."),
    .required("recordings", .list(of: itemForm), \.items, "In the order of their keys."),
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
    .required("path", .path, \.path, "Of its bundle in the library."),
    .optional("title", .text(), \.title, "A name for people."),
    .optional("reciter", .text(), \.reciter, "Id of who recites; absent: unknown."),
    .optional("riwayah", .riwayah, \.riwayah, "Of rows that name none; absent: unknown."),
    .optional("date", .timestamp, \.date, "When it was recorded, else when it was imported."),
    .required("rows", .count, \.rows, "How many of its rows may be played."),
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
  package static let meaning = "Who recites, and where else files of theirs are."
  package static let mostBytes = PublishedLimits.listBytes
  package static let listKey = "reciters"
  package static let itemForm = PublishedForm<Entry>.object(Entry.self)
  package static let members: [PublishedKey<Self>] = [
    .version("tilawa_reciters"),
    .required(
      "reciters", .list(of: itemForm), \.items,
      "Those of the library's reciter files first, in the order in which their sources are preferred; then others, by the bytes of their ids."
    ),
  ]
}

extension PublishedReciters.Entry {
  package static let meaning = "A reciter."
  package static let members: [PublishedKey<Self>] = [
    .required("reciter", .text(), \.reciter, "The id."),
    .optional("name", .text(), \.name, "In full, in Latin letters."),
    .optional("short_name", .text(), \.shortName, "For narrow columns."),
    .optional("arabic_name", .text(), \.arabicName, "In full, in Arabic letters."),
    .optional("riwayah", .riwayah, \.riwayah, "Of sources that name none."),
    .optional("style", .text(), \.style, "The way of reading."),
    .optional(
      "sort_order", .integer(-1_000_000...1_000_000), \.sortOrder, "Place in lists, the smaller first."),
    .unless(
      false, "listed", .flag, \.isListed,
      "The library has a file of the reciter, whose names go before those of bundles; absent: false."),
    .required("recordings", .count, \.recordings, "In how many recordings the reciter is heard."),
    .unless(
      [], "sources", .list(of: .object(PublishedReciters.Source.self), atMost: 10_000), \.sources,
      "Files outside of recordings, the preferred source first."),
  ]
}

extension PublishedReciters.Source {
  package static let meaning = "Where files of a reciter are."
  package static let members: [PublishedKey<Self>] = [
    .required("url", .url, \.url, "Base address; the pattern is appended to it."),
    .required("pattern", .text(), \.pattern, "Name of a file, as in `reciter.yaml`."),
    .optional("format", .text(), \.format, "Encoding, such as mp3."),
    .optional("riwayah", .riwayah, \.riwayah, "Where it isn't the reciter's."),
    .unless(.kufi, "numbering", .counting, \.counting, "How names count ayat; absent: `kufi`."),
    .optional("bitrate", .integer(1...100_000), \.bitrate, "Kilobits a second."),
  ]
}

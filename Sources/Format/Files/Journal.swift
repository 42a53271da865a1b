public import TilawaBase
public import TilawaQuran
import TilawaYAML

/// A row of `bookmarks.yaml`: a place to come back to.
public struct Bookmark: Sendable {
  /// The ayah it is at.
  public var ayah: Located<Ayah>?
  /// The printed page it is at.
  public var page: Located<Int>?
  /// The purpose of the bookmark.
  public var label: Located<String>?
  /// The colour in which it is shown.
  public var color: Located<String>?
  /// The time at which it was made.
  public var created: Located<Timestamp>?
  /// The row's place in the list, from 0.
  public var index = 0
  /// The bytes of the row.
  public var bytes = ByteRange(0..<0)
}

/// `bookmarks.yaml`: places to come back to.
public struct BookmarksFile: Sendable {
  /// The readable rows, in the order of the file.
  public var rows: [Bookmark] = []
}

/// `listening.yaml`: how far somebody has listened.
public struct Listening: Sendable {
  /// The ayah that was heard last.
  public var ayah: Located<Ayah>?
  /// The number of that item in the queue of `ayat`, from 1.
  public var item: Located<Int>?
  /// The length of that item's stretch that was heard; for a bundle, the position in its recording.
  public var position: Located<Milliseconds>?
  /// The bundle that was heard by itself, as an absolute path or one from the library's folder; nil for a
  /// queue.
  public var bundle: Located<String>?
  /// The ayat that were being listened to.
  public var ayat: Located<AyahRange>?
  /// With a bundle: the rak'ah that was being listened to, from 1.
  public var rakah: Located<Int>?
  /// With a bundle: where in its recording began what was being listened to, a row or any stretch.
  public var start: Located<Milliseconds>?
  /// With a bundle: where it ended.
  public var end: Located<Milliseconds>?
  /// With a bundle: whether rows without ayat were heard as well.
  public var skips: Located<Bool>?
  /// The id of the reciter who was heard last.
  public var reciter: Located<String>?
  /// The riwayah that was played.
  public var riwayah: Located<Riwayah>?
  /// The profile that was used.
  public var profile: Located<String>?
  /// The speed, if it differs from the settings.
  public var speed: Located<PlaybackSpeed>?
  /// The silence between what is heard, if it differs from the settings.
  public var gap: Located<Milliseconds>?
  /// The silence after each ayah, if it differs from the settings.
  public var ayahPause: Located<PauseFactor>?
  /// The silence after each set of repeats, if it differs from the settings.
  public var setPause: Located<Milliseconds>?
  /// The number of times each ayah was heard, if it differs from the settings.
  public var ayahRepeats: Located<Repeats>?
  /// The number of times the passage was heard, if it differs from the settings.
  public var rangeRepeats: Located<Repeats>?
  /// The time at which it was heard.
  public var at: Located<Timestamp>?
  /// The total time of listening.
  public var listened: Located<Milliseconds>?
}

extension Bookmark: Keyed {
  static let keys = Keys<Self>(
    "a bookmark", "A place to come back to.",
    [
      .key(\.ayah, "ayah", .ayah, absent: "a page", "The ayah it is at."),
      .key(\.page, "page", .integer(1...604), absent: "an ayah", "The printed page it is at."),
      .key(\.label, "label", .text, absent: "none", "A label."),
      .key(
        \.color, "color", .color, absent: "none",
        "Its colour: a lower-case word such as green, or `\"#3a7d44\"`."),
      .key(\.created, "created", .timestamp, absent: "unknown", "Time of creation."),
      .bytes(\.bytes), .index(\.index),
    ], choice: .exactlyOne("ayah", "page"), knownBy: [\.ayah, \.page, \.label], made: \.created)
}

extension BookmarksFile: KeyedFile {
  static let keys = Keys<Self>(
    file: "bookmarks.yaml", "Places to come back to.",
    [.list(\.rows, "bookmarks", .rows(Bookmark.keys), required: true, "The rows, in any order.")])
}

extension Listening: KeyedFile {
  static let keys = Keys<Self>(
    file: "listening.yaml", "The last position of listening.",
    [
      .key(\.ayah, "ayah", .ayah, absent: "nothing was played", "The ayah that was played last."),
      .key(
        \.item, "item", .integer(1...999_999), absent: "unknown",
        "Number of that item in the queue of `ayat`, from 1."),
      .key(
        \.position, "position", .time, absent: "0.000",
        "Time played of that item's stretch; with `bundle` the position in its recording."
      ),
      .key(
        \.bundle, "bundle", .text, absent: "a queue was played",
        "The bundle that was played by itself: a path from the library's folder, or an absolute one."),
      .key(\.ayat, "ayat", .reference, absent: "unknown", "The ayat of the queue."),
      .key(
        \.rakah, "rakah", .integer(1...100), absent: "no rak'ah in particular",
        "With `bundle`: the rak'ah that was played, from 1."),
      .key(
        \.start, "start", .time, absent: "0.000",
        "With `bundle`: start of the row or stretch that was played."),
      .key(\.end, "end", .time, absent: "the end of the audio", "With `bundle`: end of that row or stretch."),
      .key(
        \.skips, "skips", .flag, absent: "false", "With `bundle`: true if rows without ayat were played too."),
      .key(\.reciter, "reciter", .identifier, absent: "unknown", "Id of the reciter who was played last."),
      .key(\.riwayah, "riwayah", .riwayah, absent: "unknown", "The riwayah that was played."),
      .key(\.profile, "profile", .text, absent: "none", "Name of the profile that was used."),
      .key(\.speed, "speed", .speed, absent: "as the settings say", "Speed of playback."),
      .key(
        \.gap, "gap", .time(upTo: 3000), absent: "as the settings say",
        "Silence between one ayah and the next."),
      .key(
        \.ayahPause, "ayah_pause", .pauseFactor, absent: "as the settings say",
        "Silence after each ayah, as a multiple of the time it was heard."),
      .key(
        \.setPause, "set_pause", .time(upTo: 60_000), absent: "as the settings say",
        "Silence after each set of repeats."),
      .key(
        \.ayahRepeats, "ayah_repeats", .repeats, absent: "as the settings say",
        "Number of times each ayah was played before the next."),
      .key(
        \.rangeRepeats, "range_repeats", .repeats, absent: "as the settings say",
        "Number of times `ayat` were played."),
      .key(\.at, "at", .timestamp, absent: "unknown", "Time of that playback."),
      .key(\.listened, "listened", .time, absent: "0.000", "Total time of listening."),
    ])
}

extension BundleFile<BookmarksFile> {
  /// Reads `bookmarks.yaml` from its text.
  public init(bookmarks source: SourceText) { self = .reading(source) }
}

extension BundleFile<Listening> {
  /// Reads `listening.yaml` from its text.
  public init(listening source: SourceText) { self = .reading(source) }
}

// MARK: - The kinds

extension DocumentKind {
  /// Places to come back to.
  public static let bookmarks = DocumentKind(
    "bookmarks", BookmarksFile.self, at: .file("\(journalName)/bookmarks.yaml"),
    rules: [
      .noSuchPlace { (file: BookmarksFile) in file.rows.compactMap(\.ayah).map { $0.map { AyahRange($0) } } },
      .bookmarkListedTwice,
    ])
  /// A person's progress in listening.
  public static let listening = DocumentKind(
    "listening", Listening.self, at: .file("\(journalName)/listening.yaml"),
    rules: [
      .noSuchPlace { (file: Listening) in
        [file.ayah.map { $0.map { AyahRange($0) } }, file.ayat].compactMap { $0 }
      }
    ])
}

extension LibraryFiles {
  /// `journal/bookmarks.yaml`.
  public var bookmarks: BundleFile<BookmarksFile>? { document(.bookmarks)?.values(BookmarksFile.self) }
  /// `journal/listening.yaml`.
  public var listening: BundleFile<Listening>? { document(.listening)?.values(Listening.self) }
}

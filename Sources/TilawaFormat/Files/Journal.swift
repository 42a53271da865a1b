public import Diagnostics
public import QuranIndex
import ScalarText
public import Timing
import YAMLDocuments

/// A row of `bookmarks.yaml`: a place to come back to.
public struct Bookmark: Sendable {
  /// The ayah it is at.
  public var ayah: Located<Ayah>?
  /// The printed page it is at.
  public var page: Located<Int>?
  /// What it is for.
  public var label: Located<String>?
  /// How it is shown.
  public var color: Located<String>?
  /// When it was made.
  public var created: Located<Timestamp>?
  /// The row's place in the list, from 0.
  public var index: Int
  /// The bytes of the row.
  public var bytes: ByteRange
}

/// `bookmarks.yaml`: places to come back to.
public struct BookmarksFile: Sendable {
  /// The readable rows, in the order of the file.
  public var rows: [Bookmark]
}

/// `listening.yaml`: how far somebody has listened.
public struct Listening: Sendable {
  /// What was heard last.
  public var ayah: Located<Ayah>?
  /// Which item of the queue of `ayat` that was, from 1.
  public var item: Located<Int>?
  /// How much of that item's stretch of the recording was heard; of a bundle where in its recording that was.
  public var position: Located<Milliseconds>?
  /// The bundle that was heard by itself, as a path from the library's folder, or from the root; nil when it was a queue.
  public var bundle: Located<String>?
  /// What was being listened to.
  public var ayat: Located<AyahRange>?
  /// With a bundle: the rak'ah that was being listened to, from 1.
  public var rakah: Located<Int>?
  /// With a bundle: where in its recording began what was being listened to, a row or any stretch.
  public var start: Located<Milliseconds>?
  /// With a bundle: where it ended.
  public var end: Located<Milliseconds>?
  /// With a bundle: whether rows without ayat were heard as well.
  public var skips: Located<Bool>?
  /// Who recited it.
  public var reciter: Located<String>?
  /// In which riwayah.
  public var riwayah: Located<Riwayah>?
  /// The profile that was used.
  public var profile: Located<String>?
  /// How fast, where it was told otherwise than by the settings.
  public var speed: Located<PlaybackSpeed>?
  /// The silence between what is heard, where it was told otherwise than by the settings.
  public var gap: Located<Milliseconds>?
  /// How often each ayah was heard, where it was told otherwise than by the settings.
  public var ayahRepeats: Located<Repeats>?
  /// How often the passage was heard, where it was told otherwise than by the settings.
  public var rangeRepeats: Located<Repeats>?
  /// When that was.
  public var at: Located<Timestamp>?
  /// How long was listened in all.
  public var listened: Located<Milliseconds>?
}

extension Bookmark {
  static let ayahField = Field("ayah", .ayah, absent: "a page", "The ayah it is at.")
  static let pageField = Field("page", .integer(1...604), absent: "an ayah", "The printed page it is at.")
  static let labelField = Field("label", .text, absent: "none", "What it is for.")
  static let colorField = Field(
    "color",
    .color,
    absent: "none", "How it is shown: a lower-case word such as green, or `\"#3a7d44\"`.")
  static let createdField = Field("created", .timestamp, absent: "unknown", "When it was made.")
  static let declaration = ObjectDeclaration(
    title: "a bookmark", meaning: "A place to come back to.",
    fields: [ayahField, pageField, labelField, colorField, createdField],
    choice: .exactlyOne(ayahField.key, pageField.key), choiceRule: FormatRules.oneOfTwo,
    identity: .keys([ayahField.key, pageField.key, labelField.key]), dates: .init(made: createdField.key))
}

extension BookmarksFile {
  static let version = Field("tilawa", .version, required: true, "Version of the format.")
  static let rowsField = Field(
    "bookmarks",
    .rows(Bookmark.declaration) { reader, index in
      Bookmark(
        ayah: reader.read(Bookmark.ayahField), page: reader.read(Bookmark.pageField),
        label: reader.read(Bookmark.labelField), color: reader.read(Bookmark.colorField),
        created: reader.read(Bookmark.createdField), index: index, bytes: ByteRange(reader.node.range))
    }, required: true, "The rows, in any order.")
  static let declaration = ObjectDeclaration(
    title: "bookmarks.yaml", meaning: "Places to come back to.", fields: [version, rowsField])

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, Self.version, report) else { return nil }
    rows = reader.read(Self.rowsField)?.value ?? []
  }
}

extension Listening {
  static let version = Field("tilawa", .version, required: true, "Version of the format.")
  static let ayahField = Field("ayah", .ayah, absent: "nothing was heard", "What was heard last.")
  static let itemField = Field(
    "item", .integer(1...999_999), absent: "unknown",
    "Which item of the queue of `ayat` that was, from 1.")
  static let positionField = Field(
    "position", .time, absent: "0.000",
    "How much of that item's stretch of the recording was heard; with `bundle` where in its recording that was."
  )
  static let bundleField = Field(
    "bundle", .text, absent: "a queue was heard",
    "The bundle that was heard by itself: a path from the library's folder, or an absolute one.")
  static let ayatField = Field("ayat", .reference, absent: "unknown", "What was being listened to.")
  static let rakahField = Field(
    "rakah", .integer(1...100), absent: "no rak'ah in particular",
    "With `bundle`: which rak'ah was being listened to, from 1.")
  static let startField = Field(
    "start", .time, absent: "0.000",
    "With `bundle`: where in its recording began what was being listened to, a row or any stretch.")
  static let endField = Field(
    "end", .time, absent: "the end of the audio", "With `bundle`: where that ended.")
  static let skipsField = Field(
    "skips", .flag, absent: "false", "With `bundle`: rows without ayat were heard as well.")
  static let reciterField = Field(
    "reciter", .identifier, absent: "unknown", "Id of who recited what was heard last.")
  static let riwayahField = Field("riwayah", .riwayah, absent: "unknown", "The riwayah that was heard.")
  static let profileField = Field("profile", .text, absent: "none", "Name of the profile that was used.")
  static let speedField = Field(
    "speed", .speed, absent: "as the settings say", "How fast it was played.")
  static let gapField = Field(
    "gap", .time(upTo: 3000), absent: "as the settings say", "Silence between one ayah and the next.")
  static let ayahRepeatsField = Field(
    "ayah_repeats", .repeats, absent: "as the settings say", "How often each ayah was heard before the next.")
  static let rangeRepeatsField = Field(
    "range_repeats", .repeats, absent: "as the settings say", "How often `ayat` were heard.")
  static let atField = Field("at", .timestamp, absent: "unknown", "When that was.")
  static let listenedField = Field("listened", .time, absent: "0.000", "How long was listened in all.")
  static let declaration = ObjectDeclaration(
    title: "listening.yaml", meaning: "How far somebody has listened.",
    fields: [
      version, ayahField, itemField, positionField, bundleField, ayatField, rakahField, startField, endField,
      skipsField, reciterField, riwayahField, profileField,
      speedField, gapField, ayahRepeatsField, rangeRepeatsField, atField, listenedField,
    ])

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, Self.version, report) else { return nil }
    ayah = reader.read(Self.ayahField)
    item = reader.read(Self.itemField)
    position = reader.read(Self.positionField)
    bundle = reader.read(Self.bundleField)
    ayat = reader.read(Self.ayatField)
    rakah = reader.read(Self.rakahField)
    start = reader.read(Self.startField)
    end = reader.read(Self.endField)
    skips = reader.read(Self.skipsField)
    reciter = reader.read(Self.reciterField)
    riwayah = reader.read(Self.riwayahField)
    profile = reader.read(Self.profileField)
    speed = reader.read(Self.speedField)
    gap = reader.read(Self.gapField)
    ayahRepeats = reader.read(Self.ayahRepeatsField)
    rangeRepeats = reader.read(Self.rangeRepeatsField)
    at = reader.read(Self.atField)
    listened = reader.read(Self.listenedField)
  }
}

extension BookmarksFile: FileContent {}

extension BundleFile<BookmarksFile> {
  /// Reads `bookmarks.yaml` from its text.
  public init(bookmarks source: SourceText) { self = .reading(source) }
}

extension Listening: FileContent {}

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
  /// How far somebody has listened.
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

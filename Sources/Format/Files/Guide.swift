public import TilawaBase
import TilawaYAML

extension DocumentKind {
  /// The order of a prayer.
  public static let guide = DocumentKind(
    "guide", Guide.self, at: .folder("guides"),
    rules: [
      .guideListedTwice, .stepOutOfOrder, .notArabic, .stepUndescribed, .unusualRakaat, .noSuchHeardAyah,
      .prayerWithoutGuide,
    ])
}

/// One step of a prayer.
public struct GuideStep: Sendable {
  /// Its number, from 1.
  public var number: Located<Int>?
  /// The title of the step.
  public var title: Located<String>?
  /// A description of what is done.
  public var description: Located<String>?
  /// The words that are said, in Arabic.
  public var arabic: Located<String>?
  /// The pronunciation of `arabic`, in Latin letters.
  public var transliteration: Located<String>?
  /// The meaning of `arabic`.
  public var translation: Located<String>?
  /// The parts of the step that can be heard in a recording.
  public var hear: Located<[Located<HeardPhrase>]>?
  /// The bytes of the step.
  public var bytes = ByteRange(0..<0)
}

/// A remark on a prayer.
public struct GuideNote: Sendable {
  /// The number of the rak'ah, from 1; nil for none in particular.
  public var rakah: Located<Int>?
  /// In words.
  public var text: Located<String>?
}

/// A file of `guides/`: the order of a prayer.
public struct Guide: Sendable {
  /// Tells it from the other guides of the library.
  public var id: Located<String>?
  /// A name for people.
  public var title: Located<String>?
  /// The prayer that the guide is for.
  public var prayer: Located<Prayer>?
  /// By whose teaching; nil where it doesn't matter.
  public var school: Located<School>?
  /// The number of rak'at, if the guide gives it.
  public var rakaat: Located<Int>?
  /// The medium of the guide, such as text or video.
  public var type: Located<String>?
  /// The edition of what it says, from 1.
  public var edition: Located<Int>?
  /// The time at which it was written.
  public var created: Located<Timestamp>?
  /// The time at which it was last changed.
  public var changed: Located<Timestamp>?
  /// True if the guide is meant to be read without a network.
  public var offline: Located<Bool>?
  /// Address of a film.
  public var video: Located<String>?
  /// Address of a picture for lists.
  public var image: Located<String>?
  /// In the order of the prayer.
  public var steps: [GuideStep] = []
  /// Notes on particular rak'at.
  public var rakahNotes: [GuideNote] = []
  /// Notes on the whole prayer.
  public var notes: [GuideNote] = []

  /// The number of rak'at: the one that the guide gives, else the usual one of the prayer. Nil if neither is
  /// known.
  public var rakahCount: Int? { rakaat?.value ?? prayer?.value.rakaat }
}

extension GuideStep: Keyed {
  static let keys = Keys<Self>(
    "a step", "One step of a prayer.",
    [
      .key(\.number, "step", .integer(1...999), required: true, "Its number, from 1 on."),
      .key(\.title, "title", .text, required: true, "The title of the step."),
      .key(\.description, "description", .text, absent: "unknown", "Instructions for the step."),
      .key(\.arabic, "arabic", .text, absent: "nothing is said", "Words to say, in Arabic."),
      .key(
        \.transliteration, "transliteration", .text, absent: "unknown", "The Arabic text in Latin letters."),
      .key(\.translation, "translation", .text, absent: "unknown", "The translation of the Arabic text."),
      .key(
        \.hear, "hear", .heard, absent: "nothing",
        "The parts of the step that recordings of the prayer contain: ayat, or words as in `skip`."),
      .bytes(\.bytes),
    ], knownBy: [\.number])
}

extension GuideNote: Keyed {
  static let keysOfRakah = Keys<Self>(
    "a note", "A note on a rak'ah.",
    [
      .key(\.rakah, "rakah", .rakah, absent: "none in particular", "The rak'ah it is about, from 1."),
      .key(\.text, "text", .text, required: true, "The text of the note."),
    ], knownBy: [\.rakah, \.text])
  static let keys = Keys<Self>(
    "a note", "A note on the prayer.",
    [.key(\.text, "text", .text, required: true, "The text of the note.")], knownBy: [\.text])
}

extension Guide: KeyedFile {
  static let keys = Keys<Self>(
    file: "a guide", "The order of a prayer.",
    [
      .key(\.id, "id", .identifier, required: true, "Id of the guide, as used by commands."),
      .key(\.title, "title", .text, required: true, "A display name."),
      .key(\.prayer, "prayer", .prayer, required: true, "The prayer that it describes."),
      .key(\.school, "school", .school, absent: "all, or unknown", "The school that it follows."),
      .key(
        \.rakaat, "rakaat", .integer(0...100), absent: "as the prayer has, if that is one number",
        "Number of rak'at."),
      .key(\.type, "type", .text, absent: "unknown", "The medium, such as text or video."),
      .key(\.edition, "edition", .integer(1...1_000_000), absent: "1", "Edition of the contents."),
      .key(\.created, "created", .timestamp, absent: "unknown", "Date of writing."),
      .key(\.changed, "changed", .timestamp, absent: "as `created`", "Date of the last change."),
      .key(
        \.offline, "offline", .flag, absent: "false", "True if an app keeps it for offline use."),
      .key(\.video, "video", .url, absent: "none", "Address of a film."),
      .key(\.image, "image", .url, absent: "none", "Address of a picture for lists."),
      .list(
        \.steps, "steps", .blocks(GuideStep.keys), absent: "none",
        "The steps, in the order of the prayer."),
      .list(
        \.rakahNotes, "rakah_notes", .rows(GuideNote.keysOfRakah), absent: "none",
        "Notes on single rak'at."),
      .list(
        \.notes, "notes", .rows(GuideNote.keys), absent: "none", "Notes on the whole prayer."),
    ])
}

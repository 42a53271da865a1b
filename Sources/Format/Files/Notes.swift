public import TilawaBase
public import TilawaQuran
import TilawaYAML

/// A category of notes, as `notes.yaml` lists it.
public struct NoteCategory: Keyed {
  /// The name by which notes refer to it.
  public var name: Located<String>?
  /// The colour in which it is shown.
  public var color: Located<String>?
  /// The time at which it was made.
  public var created: Located<Timestamp>?
  /// The bytes of the row.
  public var bytes = ByteRange(0..<0)

  static let keys = Keys<Self>(
    "a category", "A category of notes.",
    [
      .key(\.name, "name", .text, required: true, "Name of the category, as notes refer to it."),
      .key(\.color, "color", .color, absent: "none", "Its colour."),
      .key(\.created, "created", .timestamp, absent: "unknown", "Time of creation."),
      .bytes(\.bytes),
    ], knownBy: [\.name], made: \.created)
}

/// A row of `notes.yaml`: something a person wrote about ayat.
public struct PersonalNote: Keyed {
  /// The ayat that it is about; nil for none, or for the whole.
  public var ayat: Located<AyahRange>?
  /// The text of the note.
  public var text: Located<String>?
  /// The name of its category.
  public var category: Located<String>?
  /// The time at which it was written.
  public var created: Located<Timestamp>?
  /// The time at which it was last changed.
  public var changed: Located<Timestamp>?
  /// Its id in the program of origin.
  public var id: Located<String>?
  /// The bytes of the row.
  public var bytes = ByteRange(0..<0)

  static let keys = Keys<Self>(
    "a note", "A person's note about ayat.",
    [
      .key(\.ayat, "ayat", .reference, absent: "of no ayat", "The ayat that it is about."),
      .key(\.text, "text", .text, required: true, "The text of the note."),
      .key(\.category, "category", .text, absent: "none", "The name of its category."),
      .key(\.created, "created", .timestamp, absent: "unknown", "Time of writing."),
      .key(\.changed, "changed", .timestamp, absent: "as `created`", "Time of the last change."),
      .key(
        \.id, "id", .identifier, absent: "none",
        "Its id in the program of origin; two notes with one are the same."),
      .bytes(\.bytes),
    ], knownBy: [\.id, \.created, \.ayat], made: \.created, changed: \.changed)
}

/// `notes.yaml`: what a person wrote about ayat.
public struct NotesFile: KeyedFile {
  /// The readable categories, in the order of the file.
  public var categories: [NoteCategory] = []
  /// The readable notes, in the order of the file.
  public var notes: [PersonalNote] = []

  static let keys = Keys<Self>(
    file: "notes.yaml", "A person's notes about ayat.",
    [
      .list(
        \.categories, "categories", .rows(NoteCategory.keys), absent: "none", "The categories of notes."),
      .list(\.notes, "notes", .blocks(PersonalNote.keys), required: true, "The notes, in any order."),
    ])
}

// MARK: - The kind

extension DocumentKind {
  /// A person's notes on ayat.
  public static let notes = DocumentKind(
    "notes", NotesFile.self, at: .file("\(journalName)/notes.yaml"),
    rules: [
      .noSuchPlace { (file: NotesFile) in file.notes.compactMap(\.ayat) }, .unknownCategory,
      .rowListedTwice { (file: NotesFile) in [file.categories.map { ($0.name?.value, $0.bytes) }] },
    ])
}

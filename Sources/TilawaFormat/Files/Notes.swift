public import QuranIndex
public import Timing
import YAMLDocuments

/// What notes are kept under, as `notes.yaml` lists it.
public struct NoteCategory: Sendable {
  /// By which notes name it.
  public var name: Located<String>?
  /// The bytes of the row.
  public var bytes: ByteRange

  static let nameField = Field("name", .text, required: true, "What it is called; notes name it so.")
  static let colorField = Field("color", .color, absent: "none", "How it is shown.")
  static let createdField = Field("created", .timestamp, absent: "unknown", "When it was made.")
  static let declaration = ObjectDeclaration(
    title: "a category", meaning: "What notes are kept under.",
    fields: [nameField, colorField, createdField],
    identity: .keys([nameField.key]), dates: .init(made: createdField.key))
}

/// A row of `notes.yaml`: something a person wrote about ayat.
public struct PersonalNote: Sendable {
  /// Of how many ayat it speaks; nil of none, or of the whole.
  public var ayat: Located<AyahRange>?
  /// What was written.
  public var text: Located<String>?
  /// The name of its category.
  public var category: Located<String>?
  /// When it was written.
  public var created: Located<Timestamp>?
  /// When it was last changed.
  public var changed: Located<Timestamp>?
  /// The bytes of the row.
  public var bytes: ByteRange

  static let ayatField = Field("ayat", .reference, absent: "of no ayat", "What it is about.")
  static let textField = Field("text", .text, required: true, "What was written.")
  static let categoryField = Field("category", .text, absent: "none", "The name of its category.")
  static let createdField = Field("created", .timestamp, absent: "unknown", "When it was written.")
  static let changedField = Field("changed", .timestamp, absent: "as `created`", "When it was last changed.")
  static let idField = Field(
    "id", .identifier, absent: "none",
    "Its id in the program that it comes from; two notes with one are the same.")
  static let declaration = ObjectDeclaration(
    title: "a note", meaning: "Something a person wrote about ayat.",
    fields: [ayatField, textField, categoryField, createdField, changedField, idField],
    identity: .keys([idField.key, createdField.key, ayatField.key]),
    dates: .init(made: createdField.key, changed: changedField.key))
}

/// `notes.yaml`: what a person wrote about ayat.
public struct NotesFile: FileContent {
  /// The readable categories, in the order of the file.
  public var categories: [NoteCategory]
  /// The readable notes, in the order of the file.
  public var notes: [PersonalNote]

  static let version = Field("tilawa", .version, required: true, "Version of the format.")
  static let categoriesField = Field(
    "categories",
    .rows(NoteCategory.declaration) { reader, _ in
      _ = (reader.read(NoteCategory.colorField), reader.read(NoteCategory.createdField))
      return NoteCategory(name: reader.read(NoteCategory.nameField), bytes: ByteRange(reader.node.range))
    }, absent: "none", "What notes may be kept under.")
  static let notesField = Field(
    "notes",
    .blocks(PersonalNote.declaration) { reader in
      _ = reader.read(PersonalNote.idField)
      return PersonalNote(
        ayat: reader.read(PersonalNote.ayatField), text: reader.read(PersonalNote.textField),
        category: reader.read(PersonalNote.categoryField), created: reader.read(PersonalNote.createdField),
        changed: reader.read(PersonalNote.changedField), bytes: ByteRange(reader.node.range))
    }, required: true, "The notes, in any order.")
  static let declaration = ObjectDeclaration(
    title: "notes.yaml", meaning: "What a person wrote about ayat.",
    fields: [version, categoriesField, notesField])

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, Self.version, report) else { return nil }
    categories = reader.read(Self.categoriesField)?.value ?? []
    notes = reader.read(Self.notesField)?.value ?? []
  }
}

// MARK: - The kind

extension DocumentKind {
  /// What a person wrote about ayat.
  public static let notes = DocumentKind(
    "notes", NotesFile.self, at: .file("\(journalName)/notes.yaml"),
    rules: [
      .noSuchPlace { (file: NotesFile) in file.notes.compactMap(\.ayat) }, .unknownCategory,
      .rowListedTwice { (file: NotesFile) in [file.categories.map { ($0.name?.value, $0.bytes) }] },
    ])
}

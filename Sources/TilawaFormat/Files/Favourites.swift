public import QuranIndex
public import Timing
import YAMLDocuments

/// A row of `favourites.yaml`: ayat that a person loves.
public struct Favourite: Sendable {
  /// Which.
  public var ayat: Located<AyahRange>?
  /// Since when they are listed.
  public var created: Located<Timestamp>?
  /// Why.
  public var note: Located<String>?
  /// The bytes of the row.
  public var bytes: ByteRange

  static let ayatField = Field("ayat", .reference, required: true, "Which they are.")
  static let createdField = Field("created", .timestamp, absent: "unknown", "When they were listed.")
  static let noteField = Field("note", .text, absent: "none", "Why.")
  static let declaration = ObjectDeclaration(
    title: "a favourite", meaning: "Ayat that a person loves.", fields: [ayatField, createdField, noteField],
    identity: .keys([ayatField.key]), dates: .init(made: createdField.key))
}

/// `favourites.yaml`: ayat that a person loves.
public struct FavouritesFile: FileContent {
  /// The readable rows, in the order of the file.
  public var rows: [Favourite]

  static let version = Field("tilawa", .version, required: true, "Version of the format.")
  static let rowsField = Field(
    "favourites",
    .rows(Favourite.declaration) { reader, _ in
      Favourite(
        ayat: reader.read(Favourite.ayatField), created: reader.read(Favourite.createdField),
        note: reader.read(Favourite.noteField), bytes: ByteRange(reader.node.range))
    }, required: true, "The rows, in any order.")
  static let declaration = ObjectDeclaration(
    title: "favourites.yaml", meaning: "Ayat that a person loves.", fields: [version, rowsField])

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, Self.version, report) else { return nil }
    rows = reader.read(Self.rowsField)?.value ?? []
  }
}

// MARK: - The kind

extension DocumentKind {
  /// Ayat that a person loves.
  public static let favourites = DocumentKind(
    "favourites", FavouritesFile.self, at: .file("\(journalName)/favourites.yaml"),
    rules: [
      .noSuchPlace { (file: FavouritesFile) in file.rows.compactMap(\.ayat) },
      .rowListedTwice { (file: FavouritesFile) in [file.rows.map { ($0.ayat?.value.description, $0.bytes) }]
      },
    ])
}

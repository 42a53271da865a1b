public import TilawaBase
public import TilawaQuran
import TilawaYAML

/// A row of `favourites.yaml`: ayat that a person loves.
public struct Favourite: Keyed {
  /// The ayat.
  public var ayat: Located<AyahRange>?
  /// Since when they are listed.
  public var created: Located<Timestamp>?
  /// The reason for the choice.
  public var note: Located<String>?
  /// The bytes of the row.
  public var bytes = ByteRange(0..<0)

  static let keys = Keys<Self>(
    "a favourite", "Favourite ayat.",
    [
      .key(\.ayat, "ayat", .reference, required: true, "The ayat."),
      .key(\.created, "created", .timestamp, absent: "unknown", "Date on which they were added."),
      .key(\.note, "note", .text, absent: "none", "Why."),
      .bytes(\.bytes),
    ], knownBy: [\.ayat], made: \.created)
}

/// `favourites.yaml`: ayat that a person loves.
public struct FavouritesFile: KeyedFile {
  /// The readable rows, in the order of the file.
  public var rows: [Favourite] = []

  static let keys = Keys<Self>(
    file: "favourites.yaml", "Favourite ayat.",
    [.list(\.rows, "favourites", .rows(Favourite.keys), required: true, "The rows, in any order.")])
}

// MARK: - The kind

extension DocumentKind {
  /// Favourite ayat.
  public static let favourites = DocumentKind(
    "favourites", FavouritesFile.self, at: .file("\(journalName)/favourites.yaml"),
    rules: [
      .noSuchPlace { (file: FavouritesFile) in file.rows.compactMap(\.ayat) },
      .rowListedTwice { (file: FavouritesFile) in [file.rows.map { ($0.ayat?.value.description, $0.bytes) }]
      },
    ])
}

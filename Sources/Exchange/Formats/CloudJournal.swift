import TilawaFormat
import TilawaQuran

/// Records of an app that are rows of a journal: which, and what each of their attributes is called there.
struct CloudJournal: Sendable {
  /// What is said in an attribute.
  enum Value: Sendable {
    case text, date, flag, color
    /// From 0 to 1; also in hundredths.
    case share
    /// The number of a word.
    case word
  }

  /// By what a row says where it belongs.
  enum Place: Sendable {
    case none
    /// `surahNumber` and `verseNumber` are the key `ayat` or `ayah`; a note may be of none.
    case ayah(key: String, isRequired: Bool)
    /// `surahNumber` is the key `surah`.
    case surah
  }

  /// An attribute of the record, and the key of the row.
  struct Field: Sendable {
    let theirs: String
    let ours: String
    let value: Value
    var isRequired = false

    init(_ theirs: String, _ ours: String, _ value: Value = .text, isRequired: Bool = false) {
      (self.theirs, self.ours, self.value, self.isRequired) = (theirs, ours, value, isRequired)
    }
  }

  /// Of the record, without the prefix.
  let entity: String
  let kind: DocumentKind
  /// The list that its rows are in.
  let list: String
  let place: Place
  let fields: [Field]

  /// What an app keeps beside a row although it stands in a text, by the keys that keep it here.
  static let arabicKey = "x-cloud-arabic"
  static let englishKey = "x-cloud-english"
  private static let arabic = Field("arabicText", arabicKey)
  private static let english = Field("englishTranslation", englishKey)

  /// The entities; categories come before the notes that name them.
  static let all: [CloudJournal] = [
    CloudJournal(
      entity: "NoteCategory", kind: .notes, list: "categories", place: .none,
      fields: [
        Field("name", "name", isRequired: true), Field("colorHex", "color", .color),
        Field("createdAt", "created", .date),
      ]),
    CloudJournal(
      entity: "QuranNote", kind: .notes, list: "notes", place: .ayah(key: "ayat", isRequired: false),
      fields: [
        Field("userNote", "text", isRequired: true), Field("createdAt", "created", .date),
        Field("updatedAt", "changed", .date), arabic, english,
      ]),
    CloudJournal(
      entity: "FavoriteVerse", kind: .favourites, list: "favourites",
      place: .ayah(key: "ayat", isRequired: true),
      fields: [Field("addedAt", "created", .date), arabic, english]),
    CloudJournal(
      entity: "MemorizedVerse", kind: .memorised, list: "memorised",
      place: .ayah(key: "ayat", isRequired: true),
      fields: [Field("memorizedAt", "since", .date), arabic]),
    CloudJournal(
      entity: "ReadingProgress", kind: .reading, list: "progress", place: .surah,
      fields: [Field("progressPercentage", "progress", .share), Field("lastReadAt", "at", .date)]),
    CloudJournal(
      entity: "VerseViewProgress", kind: .reading, list: "viewed",
      place: .ayah(key: "ayat", isRequired: true), fields: [Field("viewedAt", "at", .date)]),
    CloudJournal(
      entity: "SavedWord", kind: .vocabulary, list: "vocabulary",
      place: .ayah(key: "ayah", isRequired: false),
      fields: [
        Field("arabicWord", "arabic", isRequired: true), Field("englishTranslation", "meaning"),
        Field("wordPosition", "word", .word), Field("savedAt", "saved", .date), Field("notes", "note"),
        Field("mastered", "mastered", .flag),
      ]),
  ]

  /// The list as its file declares it.
  var declared: DocumentList? { kind.lists.first { $0.key == list } }
}

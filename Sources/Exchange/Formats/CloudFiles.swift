import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaYAML

/// Records of an app that are files of a library: which, and what each of their attributes is called there.
struct CloudFile: Sendable {
  /// By what a row says where it belongs.
  enum Place: Hashable, Sendable {
    case none
    /// `surahNumber` and `verseNumber` are the key `ayat` or `ayah`; a note may be of none.
    case ayah(key: String, isRequired: Bool)
    /// `surahNumber` is the key `surah`.
    case surah
    /// An ayah or a printed page.
    case bookmark
    /// From an ayah to another, or printed pages; what isn't used has no place.
    case passage
  }

  /// Attributes of the record, and the key that has what they say.
  struct Field: Sendable {
    let key: String
    let isRequired: Bool
    /// For messages.
    let name: String
    /// Takes the value from a record.
    let read: @Sendable (inout CloudRecord) -> YAMLValue?
    /// Returns the attributes for a scalar, or nil if records cannot carry it.
    let write: @Sendable (String) -> [CloudAttribute]?

    /// The first name is the one to write, others are of an earlier age of the app.
    init<Value>(_ names: String..., as key: String, _ kind: CloudKind<Value>, isRequired: Bool = false) {
      (self.key, self.isRequired, name) = (key, isRequired, names[0])
      read = { $0.take(names, kind.read).map(kind.yaml) }
      write = { text in kind.parse(text).map { [(names[0], kind.write($0))] } }
    }

    /// The field for what follows the last repeat: an action, and a count of ayat or pages if the action
    /// needs one.
    fileprivate init(afterLast key: String) {
      (self.key, isRequired, name) = (key, false, "afterRepeatAction")
      let (action, ayat, pages) = (name, "afterRepeatContinueAyaatCount", "afterRepeatContinuePagesCount")
      read = { record in
        func count(_ key: String, _ unit: String) -> AfterLast? {
          record.take([key]) { value, _ in value.integer.flatMap { AfterLast("\($0) \(unit)") } }
        }
        let value: AfterLast? =
          switch record.peek(action, \.string) {
          case "stop": .stop
          case "continueAyaat": count(ayat, "ayat")
          case "continuePages": count(pages, "pages")
          default: nil
          }
        if value != nil { record.passOver(action) }
        return value.map { .text($0.description) }
      }
      write = { text in
        switch AfterLast(text) {
        case .stop: [(action, .text("stop"))]
        case .ayat(let count): [(action, .text("continueAyaat")), (ayat, .integer(count))]
        case .pages(let count): [(action, .text("continuePages")), (pages, .integer(count))]
        case nil: nil
        }
      }
    }
  }

  /// Of the record, without the prefix.
  let entity: String
  let kind: DocumentKind
  /// The list that its rows are in; empty where the file has none.
  let list: String
  let place: Place
  let fields: [Field]

  /// Its name in messages.
  var name: String { list.isEmpty ? kind.name : list }

  /// The keys under which texts that the app keeps in a row are kept here, although a text file contains them
  /// too.
  static let arabicKey = "x-cloud-arabic"
  static let englishKey = "x-cloud-english"
  private static let arabic = Field("arabicText", as: arabicKey, .text)
  private static let english = Field("englishTranslation", as: englishKey, .text)

  /// The settings of playback.
  static let playback = CloudFile(
    entity: "PlaybackSettings", kind: .playback, list: "", place: .passage,
    fields: [
      Field("connectionAyahBefore", as: "connect_before", .integer(0...286)),
      Field("connectionAyahAfter", as: "connect_after", .integer(0...286)),
      Field("playbackSpeed", as: "speed", .speed),
      Field("gapBetweenAyaatMs", as: "gap", .milliseconds(0...3000)),
      Field("ayahRepeatCount", as: "ayah_repeats", .repeats),
      Field("rangeRepeatCount", as: "range_repeats", .repeats), Field(afterLast: "after_last"),
      Field("selectedRiwayah", as: "riwayah", .riwayah),
      Field("showWordByWordHighlight", as: "show_words", .flag),
      Field("showRepetitionCounter", as: "show_repetition", .flag),
      Field("showReciterName", as: "show_reciter", .flag),
    ])

  /// Those of lists; categories come before the notes that name them.
  static let lists: [CloudFile] = [
    CloudFile(
      entity: "UserBookmark", kind: .bookmarks, list: "bookmarks", place: .bookmark,
      fields: [
        Field("label", as: "label", .text), Field("colorHex", as: "color", .color),
        // The model supports only digits, the app's second version words.
        Field("color", as: "color", .colorName), Field("createdAt", as: "created", .date),
      ]),
    CloudFile(
      entity: "NoteCategory", kind: .notes, list: "categories", place: .none,
      fields: [
        Field("name", as: "name", .text, isRequired: true), Field("colorHex", as: "color", .color),
        Field("createdAt", as: "created", .date),
      ]),
    CloudFile(
      entity: "QuranNote", kind: .notes, list: "notes", place: .ayah(key: "ayat", isRequired: false),
      fields: [
        Field("userNote", as: "text", .text, isRequired: true), Field("createdAt", as: "created", .date),
        Field("updatedAt", as: "changed", .date), arabic, english,
      ]),
    CloudFile(
      entity: "FavoriteVerse", kind: .favourites, list: "favourites",
      place: .ayah(key: "ayat", isRequired: true),
      fields: [Field("addedAt", as: "created", .date), arabic, english]),
    CloudFile(
      entity: "MemorizedVerse", kind: .memorised, list: "memorised",
      place: .ayah(key: "ayat", isRequired: true), fields: [Field("memorizedAt", as: "since", .date), arabic]),
    CloudFile(
      entity: "ReadingProgress", kind: .reading, list: "progress", place: .surah,
      fields: [Field("progressPercentage", as: "progress", .share), Field("lastReadAt", as: "at", .date)]),
    CloudFile(
      entity: "VerseViewProgress", kind: .reading, list: "viewed",
      place: .ayah(key: "ayat", isRequired: true), fields: [Field("viewedAt", as: "at", .date)]),
    CloudFile(
      entity: "SavedWord", kind: .vocabulary, list: "vocabulary",
      place: .ayah(key: "ayah", isRequired: false),
      fields: [
        Field("arabicWord", as: "arabic", .text, isRequired: true),
        Field("englishTranslation", as: "meaning", .text),
        Field("wordPosition", as: "word", .integer(0...999)),
        Field("savedAt", as: "saved", .date), Field("notes", as: "note", .text),
        Field("mastered", as: "mastered", .flag),
      ]),
  ]
}

import Synchronization

extension DocumentKind {
  /// Every kind of the format, in the order of the pages of `spec/`.
  public static let builtIn: [DocumentKind] = [
    .recording, .reciter, .markers, .segments, .words,
    .playback, .texts, .bookmarks, .listening, .notes, .favourites, .memorised, .reading, .vocabulary,
  ]

  /// `recording.yaml`.
  public static let recording = DocumentKind("recording", Recording.self, at: .bundle)
  /// `reciter.yaml`.
  public static let reciter = DocumentKind(
    "reciter", Reciter.self, at: .bundle, .folder(ReciterFile.folderName))
  /// `markers.yaml`.
  public static let markers = DocumentKind("markers", MarkersFile.self, at: .bundle)
  /// `segments.yaml`.
  public static let segments = DocumentKind("segments", SegmentsFile.self, at: .bundle)
  /// `words.yaml`.
  public static let words = DocumentKind("words", WordsFile.self, at: .bundle)

  /// How a person likes to listen.
  public static let playback = DocumentKind(
    "playback", Playback.self, at: .file("playback.yaml"),
    rules: [
      .noSuchRange, .profileListedTwice, .noSuchProfile, .reciterListedTwice, .everyReciterDisabled,
      .neverReached,
      .listedReciterUnknown,
    ])
  /// What is recited, in words.
  public static let texts = DocumentKind(
    "texts", TextsFile.self, at: .file("texts/texts.yaml"),
    rules: [.textListedTwice, .textFileMissing, .textLineAstray, .ayahWithoutText, .textWordsDiffer])
  /// Places to come back to.
  public static let bookmarks = DocumentKind(
    "bookmarks", BookmarksFile.self, at: .file("\(journalName)/bookmarks.yaml"),
    rules: [.noSuchBookmarkedPlace, .bookmarkListedTwice])
  /// How far somebody has listened.
  public static let listening = DocumentKind(
    "listening", Listening.self, at: .file("\(journalName)/listening.yaml"),
    rules: [.noSuchHeardPlace])
  /// What a person wrote about ayat.
  public static let notes = DocumentKind(
    "notes", NotesFile.self, at: .file("\(journalName)/notes.yaml"),
    rules: [.noSuchNotedPlace, .unknownCategory, .categoryListedTwice])
  /// Ayat that a person loves.
  public static let favourites = DocumentKind(
    "favourites", FavouritesFile.self, at: .file("\(journalName)/favourites.yaml"),
    rules: [.noSuchFavourite, .favouriteListedTwice])
  /// Ayat that a person knows by heart.
  public static let memorised = DocumentKind(
    "memorised", MemorisedFile.self, at: .file("\(journalName)/memorised.yaml"),
    rules: [.noSuchMemorisedPlace, .memorisedListedTwice])
  /// How far somebody has read.
  public static let reading = DocumentKind(
    "reading", ReadingFile.self, at: .file("\(journalName)/reading.yaml"),
    rules: [.noSuchViewedPlace, .readingListedTwice])
  /// Words that a person learns.
  public static let vocabulary = DocumentKind(
    "vocabulary", VocabularyFile.self, at: .file("\(journalName)/vocabulary.yaml"),
    rules: [.noSuchWordPlace, .wordListedTwice])
}

extension DocumentKind {
  private static let registered = Mutex<[DocumentKind]>([])

  /// The kinds of the format, and those that were registered.
  public static var all: [DocumentKind] {
    let more = registered.withLock { $0 }
    return more.isEmpty ? builtIn : builtIn + more
  }

  /// Those that lie in a library, outside its bundles and its reciters.
  public static var ofLibraries: [DocumentKind] { all.filter { !$0.isOfBundles } }

  /// The kind of that name.
  public init?(named name: String) {
    guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  /// Makes another kind known to everything that follows from kinds; one of that name is replaced.
  package static func register(_ kind: DocumentKind) {
    registered.withLock { kinds in
      kinds.removeAll { $0 == kind }
      kinds.append(kind)
    }
  }
}

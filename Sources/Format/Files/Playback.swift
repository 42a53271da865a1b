public import TilawaBase
public import TilawaQuran
import TilawaYAML

/// What one mapping of `playback.yaml` says of how to listen; what it doesn't say is left to others.
public struct PlaybackKeys: Sendable {
  /// What to play.
  public var ayat: Located<AyahRange>?
  /// What to play, by printed pages.
  public var pages: Located<PageRun>?
  /// Ayat before the passage that lead into it.
  public var connectBefore: Located<Int>?
  /// Ayat after the passage that lead out of it.
  public var connectAfter: Located<Int>?
  /// How fast.
  public var speed: Located<PlaybackSpeed>?
  /// Silence between what is heard.
  public var gap: Located<Milliseconds>?
  /// How often each ayah is heard before the next.
  public var ayahRepeats: Located<Repeats>?
  /// How often the passage is heard.
  public var rangeRepeats: Located<Repeats>?
  /// What follows the last repeat.
  public var afterLast: Located<AfterLast>?
  /// In which riwayah.
  public var riwayah: Located<Riwayah>?
  /// How the ayat are counted.
  public var numbering: Located<CountingSystem>?
  /// Whom to play, the preferred first.
  public var reciters: Located<[ListedReciter]>?
  /// Whether a surah's first ayah has the basmalah before it.
  public var basmalah: Located<Bool>?
  /// What becomes of ayat that are missing.
  public var missing: Located<MissingAyat>?
  /// Whether the passage is learned by heart, and how.
  public var memorisation: Located<Memorisation>?
  /// Whether a player marks words.
  public var showsWords: Located<Bool>?
  /// Whether a player shows which repetition is heard.
  public var showsRepetition: Located<Bool>?
  /// Whether a player names the reciter.
  public var showsReciter: Located<Bool>?
  /// Whether something is written for the count that can't be told.
  public private(set) var isCountInDoubt: Bool
}

/// A reciter of a list.
public struct ListedReciter: Sendable {
  /// As bundles and reciter files have it.
  public var id: Located<String>?
  /// Whether they are played, where that is said.
  public var enabled: Located<Bool>?
  /// Whether they are played.
  public var isEnabled: Bool { enabled?.value ?? true }
}

/// Settings under a name.
public struct PlaybackProfile: Sendable {
  /// What it is called.
  public var name: Located<String>?
  /// What it says otherwise than the file.
  public var keys: PlaybackKeys
}

/// `playback.yaml`: how a person likes to listen.
public struct Playback: Sendable {
  /// What holds for every profile that doesn't say otherwise.
  public var keys: PlaybackKeys
  /// The profile that is meant where none is named.
  public var defaultProfile: Located<String>?
  /// In the order of the file.
  public var profiles: [PlaybackProfile]

  /// The first profile of that name.
  public func profile(named name: String) -> PlaybackProfile? { profiles.first { $0.name?.value == name } }
}

extension ListedReciter {
  static let id = Field("id", .identifier, required: true, "Id of the reciter.")
  static let enabled = Field("enabled", .flag, absent: "true", "Whether this reciter is played.")
  static let declaration = ObjectDeclaration(
    title: "a reciter of the list", meaning: "Somebody to listen to.", fields: [id, enabled],
    identity: .keys([id.key]))
}

extension Memorisation {
  static let each = Field("each", .integer(1...100), absent: "3", "How often each ayah is heard by itself.")
  static let window = Field(
    "window", .integer(2...100), absent: "2",
    "Of how many ayat a window is; the next one begins an ayah later.")
  static let windowRepeats = Field(
    "window_repeats", .integer(1...100), absent: "2", "How often each window is heard.")
  static let declaration = ObjectDeclaration(
    title: "memorise", meaning: "Learning by heart.", fields: [each, window, windowRepeats])

  static let type = FieldType<Memorisation>(
    noun: "a mapping that says how to learn by heart", schema: .object([]),
    read: { node, report in
      guard let reader = ObjectReader(node, as: declaration, report: report) else { return nil }
      let usual = Memorisation()
      return Memorisation(
        each: reader.read(each)?.value ?? usual.each, window: reader.read(window)?.value ?? usual.window,
        windowRepeats: reader.read(windowRepeats)?.value ?? usual.windowRepeats)
    }, nested: declaration)
}

extension PlaybackKeys {
  static let ayatField = Field("ayat", .reference, absent: "asked for", "What is played, as a run of ayat.")
  static let pagesField = Field(
    "pages", .pages, absent: "asked for", "What is played, as printed pages: the ayat that begin on them.")
  static let connectBeforeField = Field(
    "connect_before", .integer(0...286), absent: "0", "Ayat before the passage that lead into it.")
  static let connectAfterField = Field(
    "connect_after", .integer(0...286), absent: "0", "Ayat after the passage that lead out of it.")
  static let speedField = Field(
    "speed", .speed, absent: "1.0", "How fast it is played, the pitch kept; 2.0 takes half the time.")
  static let gapField = Field(
    "gap", .time(upTo: 3000), absent: "0.000", "Silence between one ayah and the next, whatever the speed.")
  static let ayahRepeatsField = Field(
    "ayah_repeats", .repeats, absent: "1", "How often each ayah is heard before the next.")
  static let rangeRepeatsField = Field(
    "range_repeats", .repeats, absent: "1", "How often the passage is heard.")
  static let afterLastField = Field(
    "after_last", .afterLast, absent: "stop", "What follows when the last repeat is over.")
  static let riwayahField = Field("riwayah", .riwayah, absent: "hafs", "No other is ever played.")
  static let numberingField = Field("numbering", .counting, absent: "kufi", "How `ayat` are counted.")
  static let recitersField = Field(
    "reciters",
    .rows(ListedReciter.declaration) { reader, _ in
      ListedReciter(
        id: reader.read(ListedReciter.id), enabled: reader.read(ListedReciter.enabled))
    }, absent: "all, equally", "Whom to play, the preferred first; nobody else is.")
  static let basmalahField = Field(
    "basmalah", .flag, absent: "true", "Whether a surah's first ayah has the basmalah before it.")
  static let missingField = Field(
    "missing",
    FieldType<MissingAyat>.choice("continue, fill or cancel") { choice in
      switch choice {
      case .continue: "a silence takes their place"
      case .fill: "any reciter of the same riwayah takes their place"
      case .cancel: "nothing is played"
      }
    }, absent: "continue", "What becomes of ayat that no recording has.")
  static let memoriseField = Field(
    "memorise", Memorisation.type, absent: "it is only heard",
    "Each ayah by itself and windows of ayat come before the passage.")
  static let showsWordsField = Field(
    "show_words", .flag, absent: "true", "Whether a player marks the word that is recited.")
  static let showsRepetitionField = Field(
    "show_repetition", .flag, absent: "true", "Whether a player shows which repetition is heard.")
  static let showsReciterField = Field(
    "show_reciter", .flag, absent: "true", "Whether a player names the reciter.")

  static let fields: [any AnyField] = [
    ayatField, pagesField, connectBeforeField, connectAfterField, speedField, gapField, ayahRepeatsField,
    rangeRepeatsField, afterLastField, riwayahField, numberingField, recitersField, basmalahField,
    missingField,
    memoriseField, showsWordsField, showsRepetitionField, showsReciterField,
  ]

  init(_ reader: ObjectReader) {
    ayat = reader.read(Self.ayatField)
    pages = reader.read(Self.pagesField)
    connectBefore = reader.read(Self.connectBeforeField)
    connectAfter = reader.read(Self.connectAfterField)
    speed = reader.read(Self.speedField)
    gap = reader.read(Self.gapField)
    ayahRepeats = reader.read(Self.ayahRepeatsField)
    rangeRepeats = reader.read(Self.rangeRepeatsField)
    afterLast = reader.read(Self.afterLastField)
    riwayah = reader.read(Self.riwayahField)
    numbering = reader.read(Self.numberingField)
    reciters = reader.read(Self.recitersField)
    basmalah = reader.read(Self.basmalahField)
    missing = reader.read(Self.missingField)
    memorisation = reader.read(Self.memoriseField)
    showsWords = reader.read(Self.showsWordsField)
    showsRepetition = reader.read(Self.showsRepetitionField)
    showsReciter = reader.read(Self.showsReciterField)
    isCountInDoubt = !reader.doubts([(Self.numberingField, numbering != nil)]).isEmpty
  }
}

extension PlaybackProfile {
  static let nameField = Field("name", .text, required: true, "What the profile is called.")
  static let declaration = ObjectDeclaration(
    title: "a profile", meaning: "Settings under a name.", fields: [nameField] + PlaybackKeys.fields,
    choice: .atMostOne(PlaybackKeys.ayatField.key, PlaybackKeys.pagesField.key),
    choiceRule: FormatRules.oneOfTwo, identity: .keys([nameField.key]))
}

extension Playback {
  static let version = Field("tilawa", .version, required: true, "Version of the format.")
  static let defaultProfileField = Field(
    "default_profile", .text, absent: "none", "Name of the profile that is meant where none is named.")
  static let profilesField = Field(
    "profiles",
    .blocks(PlaybackProfile.declaration) { reader in
      PlaybackProfile(name: reader.read(PlaybackProfile.nameField), keys: PlaybackKeys(reader))
    }, absent: "none", "Settings under names; what a profile doesn't say the keys above say.")

  static let declaration = ObjectDeclaration(
    title: "playback.yaml", meaning: "How a person likes to listen.",
    fields: [version] + PlaybackKeys.fields + [defaultProfileField, profilesField],
    choice: .atMostOne(PlaybackKeys.ayatField.key, PlaybackKeys.pagesField.key),
    choiceRule: FormatRules.oneOfTwo)

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, Self.version, report) else { return nil }
    keys = PlaybackKeys(reader)
    defaultProfile = reader.read(Self.defaultProfileField)
    profiles = reader.read(Self.profilesField)?.value ?? []
  }
}

extension Playback: FileContent {}

extension BundleFile<Playback> {
  /// Reads `playback.yaml` from its text.
  public init(playback source: SourceText) { self = .reading(source) }
}

// MARK: - The kind

extension DocumentKind {
  /// How a person likes to listen.
  public static let playback = DocumentKind(
    "playback", Playback.self, at: .file("playback.yaml"),
    rules: [
      .noSuchRange, .profileListedTwice, .noSuchProfile, .reciterListedTwice, .everyReciterDisabled,
      .neverReached, .listedReciterUnknown,
    ])
}

extension LibraryFiles {
  /// `playback.yaml`.
  public var playback: BundleFile<Playback>? { document(.playback)?.values(Playback.self) }
}

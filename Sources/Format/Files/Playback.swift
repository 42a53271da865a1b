public import TilawaBase
public import TilawaQuran
import TilawaYAML

/// The settings for listening in one mapping of `playback.yaml`. Settings that it lacks come from elsewhere.
public struct PlaybackKeys: Sendable {
  /// The ayat to play.
  public var ayat: Located<AyahRange>?
  /// The printed pages to play.
  public var pages: Located<PageRun>?
  /// Ayat before the passage that lead into it.
  public var connectBefore: Located<Int>?
  /// Ayat after the passage that lead out of it.
  public var connectAfter: Located<Int>?
  /// The speed.
  public var speed: Located<PlaybackSpeed>?
  /// Silence between what is heard.
  public var gap: Located<Milliseconds>?
  /// Silence after each ayah, relative to the time for which it was heard.
  public var ayahPause: Located<PauseFactor>?
  /// Silence after each set of repeats.
  public var setPause: Located<Milliseconds>?
  /// The number of times each ayah is heard before the next.
  public var ayahRepeats: Located<Repeats>?
  /// The number of times the passage is heard.
  public var rangeRepeats: Located<Repeats>?
  /// The continuation after the last repeat.
  public var afterLast: Located<AfterLast>?
  /// The riwayah.
  public var riwayah: Located<Riwayah>?
  /// The counting system of the ayat.
  public var numbering: Located<CountingSystem>?
  /// The reciters to play, the preferred first.
  public var reciters: Located<[ListedReciter]>?
  /// True if a surah's first ayah has the basmalah before it.
  public var basmalah: Located<Bool>?
  /// The treatment of ayat that are missing.
  public var missing: Located<MissingAyat>?
  /// The exercise for learning the passage by heart, if it is to be learned.
  public var memorisation: Located<Memorisation>?
  /// True if a player marks words.
  public var showsWords: Located<Bool>?
  /// True if a player shows which repetition is heard.
  public var showsRepetition: Located<Bool>?
  /// True if a player names the reciter.
  public var showsReciter: Located<Bool>?
  /// The key of the counting system and its place, if a value is written there that can't be determined.
  var doubts: [String: ByteRange] = [:]

  /// True if a counting system is given and can't be determined.
  public var isCountInDoubt: Bool { !doubts.isEmpty }
}

/// A reciter of a list.
public struct ListedReciter: Sendable {
  /// As bundles and reciter files have it.
  public var id: Located<String>?
  /// True if the reciter is played; nil if the file doesn't say.
  public var enabled: Located<Bool>?
  /// True if the reciter is played, also if the file doesn't say.
  public var isEnabled: Bool { enabled?.value ?? true }
}

/// Named settings.
public struct PlaybackProfile: Sendable {
  /// The name of the profile.
  public var name: Located<String>?
  /// The settings that override those of the file.
  public var keys: PlaybackKeys
}

/// `playback.yaml`: how a person likes to listen.
public struct Playback: Sendable {
  /// The settings for every profile that doesn't override them.
  public var keys: PlaybackKeys
  /// The profile that is meant where none is named.
  public var defaultProfile: Located<String>?
  /// In the order of the file.
  public var profiles: [PlaybackProfile]

  /// The first profile of that name.
  public func profile(named name: String) -> PlaybackProfile? { profiles.first { $0.name?.value == name } }
}

extension ListedReciter: Keyed {
  static let keys = Keys<Self>(
    "a reciter of the list", "A reciter to play.",
    [
      .key(
        \.id, "id", .identifier, required: true, "Id of the reciter."),
      .key(
        \.enabled, "enabled", .flag, absent: "true", "True if this reciter is played."),
    ], knownBy: [\.id])
}

extension Memorisation: Keyed {
  init() { self.init(each: 3) }

  static let keys = Keys<Self>(
    "memorise", "Settings for memorising.",
    [
      .usual(
        \.each, "each", .integer(1...100), absent: "3", "Number of times each ayah is played by itself."),
      .usual(
        \.window, "window", .integer(2...100), absent: "2",
        "Number of ayat in a window; the next one begins an ayah later."),
      .usual(
        \.windowRepeats, "window_repeats", .integer(1...100), absent: "2",
        "Number of times each window is played."),
      .usual(
        \.isCumulative, "cumulative", .flag, absent: "false",
        "True if each ayah is followed by all from the first to it; `window` is ignored then."),
    ])
}

extension PlaybackKeys: Keyed {
  /// They stand in the file, and in each of its profiles.
  static let keys = Keys<Self>(
    "settings", "Settings for playback.",
    [
      .key(
        \.ayat, "ayat", .reference, absent: "asked for", "The ayat to play, as a run."),
      .key(
        \.pages, "pages", .pages, absent: "asked for",
        "The printed pages to play: the ayat that begin on them."),
      .key(
        \.connectBefore, "connect_before", .integer(0...286), absent: "0",
        "Ayat before the passage that lead into it."),
      .key(
        \.connectAfter, "connect_after", .integer(0...286), absent: "0",
        "Ayat after the passage that lead out of it."),
      .key(
        \.speed, "speed", .speed, absent: "1.0",
        "Speed of playback, with the pitch unchanged; 2.0 takes half the time."),
      .key(
        \.gap, "gap", .time(upTo: 3000), absent: "0.000",
        "Silence between one ayah and the next, whatever the speed."),
      .key(
        \.ayahPause, "ayah_pause", .pauseFactor, absent: "0",
        "Silence after each ayah, as a multiple of the time it was heard."),
      .key(
        \.setPause, "set_pause", .time(upTo: 60_000), absent: "0.000",
        "Silence after the repeats of an ayah, after a window, and after the passage."),
      .key(
        \.ayahRepeats, "ayah_repeats", .repeats, absent: "1",
        "Number of times each ayah is played before the next."),
      .key(
        \.rangeRepeats, "range_repeats", .repeats, absent: "1", "Number of times the passage is played."),
      .key(
        \.afterLast, "after_last", .afterLast, absent: "stop", "What to play after the last repeat."),
      .key(
        \.riwayah, "riwayah", .riwayah, absent: "hafs", "The only riwayah that is played."),
      .key(
        \.numbering, "numbering", .counting, absent: "kufi", "The numbering of `ayat`."),
      .key(
        \.reciters, "reciters", .rows(ListedReciter.keys), absent: "all, equally",
        "The only reciters to play, the preferred first."),
      .key(
        \.basmalah, "basmalah", .flag, absent: "true",
        "True if the basmalah is played before a surah's first ayah."),
      .key(
        \.missing, "missing",
        .choice("continue, fill or cancel") { choice in
          switch choice {
          case .continue: "a silence takes their place"
          case .fill: "any reciter of the same riwayah takes their place"
          case .cancel: "nothing is played"
          }
        }, absent: "continue", "What to do about ayat that no recording contains."),
      .key(
        \.memorisation, "memorise", .mapping("a mapping with settings for memorising", Memorisation.keys),
        absent: "no memorising",
        "Each ayah by itself and windows of ayat are played before the passage."),
      .key(
        \.showsWords, "show_words", .flag, absent: "true",
        "True if a player highlights the word being recited."),
      .key(
        \.showsRepetition, "show_repetition", .flag, absent: "true",
        "True if a player shows the number of the repetition."),
      .key(
        \.showsReciter, "show_reciter", .flag, absent: "true", "True if a player shows the reciter's name."),
      .doubt(in: \.doubts, "numbering", of: \.numbering),
    ])
}

extension PlaybackProfile: Keyed {
  init() { keys = PlaybackKeys() }

  static let keys = Keys<Self>(
    "a profile", "Named settings.",
    [.key(\.name, "name", .text, required: true, "Name of the profile.")]
      + PlaybackKeys.keys.entries(of: \.keys),
    choice: .atMostOne("ayat", "pages"), knownBy: [\.name])
}

extension Playback: KeyedFile {
  init() { (keys, profiles) = (PlaybackKeys(), []) }

  static let keys: Keys<Playback> = Keys(
    file: "playback.yaml", "A person's settings for playback.",
    PlaybackKeys.keys.entries(of: \.keys) + [
      .key(
        \.defaultProfile, "default_profile", .text, absent: "none",
        "Name of the profile to use if none is named."),
      .list(
        \.profiles, "profiles", .blocks(PlaybackProfile.keys), absent: "none",
        "Named settings; keys that a profile lacks are taken from above."),
    ], choice: .atMostOne("ayat", "pages"))
}

extension BundleFile<Playback> {
  /// Reads `playback.yaml` from its text.
  public init(playback source: SourceText) { self = .reading(source) }
}

// MARK: - The kind

extension DocumentKind {
  /// A person's settings for listening.
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

public import Audio
public import QuranIndex
public import Timing

/// What a reader is told besides the bytes.
public struct ReadingOptions: Sendable {
  /// What a number without a sign of its unit means.
  public enum Unit: String, Sendable, CaseIterable {
    case seconds = "s"
    case milliseconds = "ms"
  }

  /// How old files without a mark of their encoding are read.
  public enum Encoding: String, Sendable, CaseIterable {
    case utf8 = "utf-8"
    case latin1 = "latin-1"
    case windows1252 = "windows-1252"
    case windows1256 = "windows-1256"
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"
  }

  /// The count that the source numbers ayat by; nil when nobody has said.
  public var numbering: CountingSystem?
  /// The count of the bundle into which it goes, to which other numbers are mapped; nil for a new one.
  public var target: CountingSystem?
  /// How long the audio plays, when that is known.
  public var duration: Milliseconds?
  /// Of bare numbers.
  public var unit: Unit?
  /// Of files that aren't UTF-8 or UTF-16 by their mark.
  public var encoding: Encoding?
  /// The tier, track or column that holds the ayat, where a format has several.
  public var tier: String?
  /// What is recited, when the user has said so.
  public var passage: [AyahRange] = []
  /// Addresses of the audio of a set, with `{surah3}` or `{surah}`, and of files of ayat with `{ayah3}` or `{ayah}`.
  public var audioAddresses: String?
  /// Where the audio of a set is.
  public var audioFolder: AudioFolder?
  /// Whether stretches become markers at their starts.
  public var asMarkers = false
  /// Whether keys that have no place here are kept as `x-` keys.
  public var keepsUnknown = false

  /// Nothing said.
  public init() {}
}

/// How a writer is to write.
public struct WritingOptions: Sendable {
  /// What a label says.
  public enum Labels: String, Sendable, CaseIterable {
    /// The reference alone.
    case bare
    /// All that a label can say.
    case full
  }

  /// What a label says.
  public var labels = Labels.bare
  /// Whether words are written where that is a matter of choice.
  public var words = false
  /// Path of the audio from where the file will lie; nil when there is none.
  public var audioPath: String?
  /// How audio that is cut is encoded.
  public var audioEncoding = AudioEncoding.mp3
  /// Absolute path of the audio, for formats that cut it.
  public var audioFile: String?

  /// Bare labels.
  public init() {}
}

package import TilawaBase
package import TilawaQuran
package import TilawaSound

/// What a reader is told besides the bytes.
package struct ReadingOptions: Sendable {
  /// The count that the source numbers ayat by; nil when nobody has said.
  package var numbering: CountingSystem?
  /// The count of the bundle into which it goes, to which other numbers are mapped; nil for a new one.
  package var target: CountingSystem?
  /// How long the audio plays, when that is known.
  package var duration: Milliseconds?
  /// The time at which players of the audio let its sound begin.
  package var soundStart: Milliseconds = .zero
  /// Of bare numbers.
  package var unit: DecimalTime.Unit?
  /// Of files that aren't UTF-8 or UTF-16 by their mark.
  package var encoding: TextEncoding?
  /// The tier, track or column that holds the ayat, where a format has several.
  package var tier: String?
  /// What is recited, when the user has said so.
  package var passage: [AyahRange] = []
  /// Addresses of the audio of a set, with `{surah3}` or `{surah}`, and of files of ayat with `{ayah3}` or `{ayah}`.
  package var audioAddresses: String?
  /// Where the audio of a set is.
  package var audioFolder: AudioFolder?
  /// Whether stretches become markers at their starts.
  package var asMarkers = false
  /// Whether keys that have no place here are kept as `x-` keys.
  package var keepsUnknown = false

  /// Nothing said.
  package init() {}
}

/// How a writer is to write.
package struct WritingOptions: Sendable {
  /// What a label says.
  package enum Labels: String, Sendable, CaseIterable {
    /// The reference alone.
    case bare
    /// All that a label can say.
    case full
  }

  /// What a label says.
  package var labels = Labels.bare
  /// Whether words are written where that is a matter of choice.
  package var words = false
  /// Path of the audio from where the file will lie; nil when there is none.
  package var audioPath: String?
  /// How audio that is cut is encoded.
  package var audioEncoding = AudioEncoding.mp3
  /// Absolute path of the audio, for formats that cut it.
  package var audioFile: String?

  /// Whether tables begin with a byte order mark, by which Excel knows UTF-8.
  package var hasMark = false
  /// Whether fields that spreadsheets would compute get an apostrophe in front, and become text.
  package var guardsFormulas = false
  /// The file of this format that is there, of which only what is written anew changes.
  package var existing: ForeignSource?
  /// The text that subtitles show in the place of labels; nil for labels.
  package var captions: CaptionText?

  /// Bare labels.
  package init() {}
}

/// What a user may say of a foreign file so that more of it finds its place; see `ReadingOptions`.
extension Diagnostic.Remedy {
  /// What has no place is kept under keys of the user's own.
  package static let keepingUnknown = Self("keeping-unknown")
  /// The audio is named, whose length tells where the last row ends.
  package static let audio = Self("audio")
  /// The folder with the files of ayat is named, which tell how long they are.
  package static let audioFolder = Self("audio-folder")
  /// The encoding of the text is named.
  package static let encoding = Self("encoding")
  /// The tier with the ayat is named.
  package static let tier = Self("tier")
}

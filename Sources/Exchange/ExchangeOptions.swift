package import TilawaBase
package import TilawaQuran
package import TilawaSound

/// The options of a reader.
package struct ReadingOptions: Sendable {
  /// The count that the source numbers ayat by; nil when nobody has said.
  package var numbering: CountingSystem?
  /// The count of the bundle into which it goes, to which other numbers are mapped; nil for a new one.
  package var target: CountingSystem?
  /// The duration of the audio, if known.
  package var duration: Milliseconds?
  /// The time at which players of the audio let its sound begin.
  package var soundStart: Milliseconds = .zero
  /// Of bare numbers.
  package var unit: DecimalTime.Unit?
  /// Of files that aren't UTF-8 or UTF-16 by their mark.
  package var encoding: TextEncoding?
  /// The tier, track or column that holds the ayat, where a format has several.
  package var tier: String?
  /// The recited passage, if the user has given one.
  package var passage: [AyahRange] = []
  /// Addresses of the audio of a set, with `{surah3}` or `{surah}`, and of files of ayat with `{ayah3}` or `{ayah}`.
  package var audioAddresses: String?
  /// Where the audio of a set is.
  package var audioFolder: AudioFolder?
  /// True if segments become markers at their starts.
  package var asMarkers = false
  /// True if keys that have no counterpart here are kept as `x-` keys.
  package var keepsUnknown = false

  /// Nothing said.
  package init() {}
}

/// The options of a writer.
package struct WritingOptions: Sendable {
  /// The content of a label.
  package enum Labels: String, Sendable, CaseIterable {
    /// The reference alone.
    case bare
    /// All that a label can say.
    case full
  }

  /// The content of labels.
  package var labels = Labels.bare
  /// True if words are written where they are optional.
  package var words = false
  /// Path of the audio from where the file will lie; nil when there is none.
  package var audioPath: String?
  /// The encoding of audio that is cut.
  package var audioEncoding = AudioEncoding.mp3
  /// Absolute path of the audio, for formats that cut it.
  package var audioFile: String?

  /// True if tables begin with a byte order mark, by which Excel recognises UTF-8.
  package var hasMark = false
  /// True if fields that spreadsheets would evaluate get a leading apostrophe, which makes them text.
  package var guardsFormulas = false
  /// The file of this format that is there, of which only what is written anew changes.
  package var existing: ForeignSource?
  /// The text that subtitles show in the place of labels; nil for labels.
  package var captions: CaptionText?

  /// Bare labels.
  package init() {}
}

/// Options that let more of a foreign file be imported; see `ReadingOptions`.
extension Diagnostic.Remedy {
  /// Keeps values without a counterpart under keys of the user's own.
  package static let keepingUnknown = Self("keeping-unknown")
  /// Names the audio, whose length is the end of the last row.
  package static let audio = Self("audio")
  /// Names the folder with the files of ayat, whose lengths are read.
  package static let audioFolder = Self("audio-folder")
  /// The encoding of the text is named.
  package static let encoding = Self("encoding")
  /// The tier with the ayat is named.
  package static let tier = Self("tier")
}

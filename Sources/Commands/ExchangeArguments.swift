import ArgumentParser
import Audio
package import Exchange
import QuranIndex

/// What a user can say of how foreign files are read and written.
struct ExchangeArguments: ParsableArguments {
  @Option(help: "What labels say: bare (the reference), or full (everything).") var label:
    WritingOptions.Labels = .bare

  @Flag(help: "Write words, too, where that is a matter of choice.") var words = false

  @Option(
    help: .init(
      "The audio: a file, or for a set a folder of files. It is copied into new bundles.",
      valueName: "file or dir"))
  var audio: String?

  @Option(
    help: .init("Where the audio of a set is: https://example.com/{surah3}.mp3.", valueName: "pattern"))
  var audioUrl: String?

  @Option(help: .init("How audio that is cut is encoded: mp3, opus, ogg, flac, wav.", valueName: "format"))
  var audioFormat: AudioEncoding = .mp3

  @Option(help: "What whole numbers count, where nothing tells: s or ms.") var unit: DecimalTime.Unit?

  @Option(
    help:
      "How text is read that is neither UTF-8 nor marked: windows-1256, windows-1252, latin-1, utf-16le, utf-16be."
  )
  var encoding: TextEncoding?

  @Option(help: .init("Which tier, track or list holds the ayat.", valueName: "name")) var tier: String?

  @Flag(help: "Make markers of all rows that are read.") var asMarkers = false

  @Flag(help: "Keep what has no place in a bundle as x- keys.") var keepUnknown = false

  /// For readers.
  var reading: ReadingOptions {
    var options = ReadingOptions()
    options.unit = unit
    options.encoding = encoding
    options.audioAddresses = audioUrl
    options.tier = tier
    options.asMarkers = asMarkers
    options.keepsUnknown = keepUnknown
    return options
  }

  /// For writers.
  var writing: WritingOptions {
    var options = WritingOptions()
    options.labels = label
    options.words = words
    options.audioEncoding = audioFormat
    return options
  }
}

// Which words are understood is what the cases are called.
extension WritingOptions.Labels: ExpressibleByArgument {}
extension DecimalTime.Unit: ExpressibleByArgument {}
extension TextEncoding: ExpressibleByArgument {}

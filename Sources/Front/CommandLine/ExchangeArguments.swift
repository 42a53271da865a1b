import ArgumentParser
package import TilawaExchange
import TilawaQuran
import TilawaSound

/// What a user can say of how foreign files are read and written.
struct ExchangeArguments: ParsableArguments {
  @Option(help: "What labels hold: bare (the ayah), or full (everything).") var label: WritingOptions.Labels =
    .bare

  @Flag(help: "Also write words, where the format leaves the choice.") var words = false

  @Option(
    help: .init(
      "The audio: a file, or a folder of files for a set. It is copied into new bundles.",
      valueName: "file or dir"))
  var audio: String?

  @Option(
    help: .init("Address of the audio of a set: https://example.com/{surah3}.mp3.", valueName: "pattern"))
  var audioUrl: String?

  @Option(help: .init("Encoding of audio that is cut: mp3, opus, ogg, flac, wav.", valueName: "format"))
  var audioFormat: AudioEncoding = .mp3

  @Option(help: "Unit of whole numbers where the file doesn't say: s or ms.") var unit: DecimalTime.Unit?

  @Option(
    help:
      "Encoding of text that is neither UTF-8 nor marked, such as \(TextEncoding.common.dropFirst().joined(separator: ", ")); any that iconv knows."
  )
  var encoding: TextEncoding?

  @Option(help: .init("The tier, track or list that holds the ayat.", valueName: "name")) var tier: String?

  @Flag(help: "Tables begin with a byte order mark, by which Excel knows UTF-8.") var bom = false

  @Flag(help: "In tables, put an apostrophe before what a spreadsheet would compute (=, +, -, @).")
  var guardFormulas = false

  @Flag(help: "Turn all rows into markers.") var asMarkers = false

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
    options.hasMark = bom
    options.guardsFormulas = guardFormulas
    return options
  }
}

// Which words are understood is what the cases are called.
extension WritingOptions.Labels: ExpressibleByArgument {}
extension DecimalTime.Unit: ExpressibleByArgument {}
extension TextEncoding: ExpressibleByArgument {
  /// What `iconv --list` has, in any case.
  init?(argument: String) { self.init(argument) }

  static var allValueStrings: [String] { common }
}

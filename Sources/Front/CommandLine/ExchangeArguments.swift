import ArgumentParser
package import TilawaExchange
import TilawaQuran
import TilawaSound

/// Options for reading and writing foreign files.
struct ExchangeArguments: ParsableArguments {
  @Option(help: "Put the ayah (bare) or everything (full) in labels.") var label: WritingOptions.Labels =
    .bare

  @Flag(help: "Also write words where the format allows either.") var words = false

  @Option(
    help: .init(
      "Copy this audio into new bundles.",
      valueName: "file or dir"))
  var audio: String?

  @Option(
    help: .init("Audio of a set: https://example.com/{surah3}.mp3.", valueName: "pattern"))
  var audioUrl: String?

  @Option(help: .init("Encode audio that is cut in this format.", valueName: "format"))
  var audioFormat: AudioEncoding = .mp3

  @Option(help: "Read whole numbers in this unit if the file has none.") var unit: DecimalTime.Unit?

  @Option(
    help: "Read other text than UTF-8 in this iconv encoding.")
  var encoding: TextEncoding?

  @Option(help: .init("The tier, track or list that contains the ayat.", valueName: "name")) var tier: String?

  @Flag(help: "Begin tables with a byte order mark, for Excel.") var bom = false

  @Flag(help: "Put an apostrophe before formulas in tables.")
  var guardFormulas = false

  @Flag(help: "Turn all rows into markers.") var asMarkers = false

  @Flag(help: "Keep unknown data as x- keys.") var keepUnknown = false

  /// The options for readers.
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

  /// The options for writers.
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

// The words that are accepted are the names of the cases.
extension WritingOptions.Labels: ExpressibleByArgument {}
extension DecimalTime.Unit: ExpressibleByArgument {}
extension TextEncoding: ExpressibleByArgument {
  /// Accepts the names in `iconv --list`, in any case.
  init?(argument: String) { self.init(argument) }

  static var allValueStrings: [String] { common }
}

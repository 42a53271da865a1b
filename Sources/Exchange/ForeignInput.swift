import TilawaBase
import TilawaFormat
import TilawaQuran

/// A foreign file on its way in: what the user said of it, and where findings go.
package struct ForeignInput {
  let source: ForeignSource
  let options: ReadingOptions
  let report: ExchangeReport
  /// The elements that cannot be imported, which are reported when everything has been read.
  let unplaced: UnplacedElements

  init(_ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport) {
    (self.source, self.options, self.report) = (source, options, report)
    unplaced = UnplacedElements(options)
  }

  /// Returns another file's input with the same options and report.
  func with(_ other: ForeignSource) -> ForeignInput { ForeignInput(other, options, report) }

  /// The place of the file as a whole.
  var place: Place { source.place }

  /// As the user would write it.
  var name: String { source.shownPath }

  /// The count that ayat are numbered by.
  var counting: CountingSystem { options.numbering ?? .kufi }

  /// The file as text, in the encoding that the user named.
  func text() throws(ExchangeFailure) -> SourceText { try source.text(options.encoding) }

  /// The lines of the text that aren't blank.
  func lines() throws(ExchangeFailure) -> [TextLines.Line] { TextLines(try text()).filter { !$0.isBlank } }

  /// Adds a finding; see `ExchangeReport`.
  func add(_ rule: RuleID, _ message: String, at place: Place, unless remedy: Diagnostic.Remedy? = nil) {
    report.add(rule, message, at: place, unless: remedy)
  }

  /// Adds that a row can't be read.
  func fault(_ message: String, at place: Place) { report.add(.unreadableRow, message, at: place) }

  /// Why the file can't be read at all; the message goes on behind its name.
  func failure(_ message: String) -> ExchangeFailure { ExchangeFailure("\(name) \(message)", at: place) }
}

extension AnnotatedRecording {
  /// A recording of which nothing is known but by what count its ayat are numbered, where the user says so.
  init(_ input: ForeignInput) {
    self.init()
    facts.numbering = input.options.numbering
  }
}

/// Reads a recording from a file, step by step.
protocol RecordingReader: SendableMetatype {
  init(_ input: ForeignInput) throws
  mutating func read() throws -> AnnotatedRecording
}

/// The reader of a format whose files hold one recording each.
func single<Reader: RecordingReader>(
  _: Reader.Type
) -> @Sendable (ForeignInput) throws -> RecordingCollection {
  single { input in
    var reader = try Reader(input)
    return try reader.read()
  }
}

/// Makes a reader of a format whose files contain one recording each from a function.
func single(
  _ read: @escaping @Sendable (ForeignInput) throws -> AnnotatedRecording
) -> @Sendable (ForeignInput) throws -> RecordingCollection {
  { RecordingCollection([try read($0)]) }
}

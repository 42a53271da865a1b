package import TilawaBase
package import TilawaExchange
package import TilawaFormat

/// The result of converting one item.
package struct ConversionResult: Sendable {
  package var output: String
  package var format: String
  package var rows: Int
  package var markers: Int
  package var words: Int
  package var losses = Losses()
  package var findings: [Diagnostic] = []
  package var changes: BundleDiff?

  init(_ output: String, _ format: ForeignFormat, _ recordings: [AnnotatedRecording]) {
    self.output = output
    self.format = format.name
    rows = recordings.reduce(0) { $0 + $1.segments.count }
    markers = recordings.reduce(0) { $0 + $1.markers.count }
    words = recordings.reduce(0) { $0 + $1.words.count }
  }

  /// A summary such as `7 segments, 2 markers`.
  package var summary: String {
    let parts = [(rows, "segment"), (markers, "marker"), (words, "word")].filter { $0.0 > 0 }
      .map { counted($0.0, $0.1) }
    return parts.isEmpty ? "no rows" : parts.joined(separator: ", ")
  }
}

/// The content of a foreign file.
struct ForeignReading: Sendable {
  let source: ForeignSource
  let format: ForeignFormat
  let collection: RecordingCollection
  let findings: [Diagnostic]
  /// True if rows or whole records were left out.
  let leavesOut: Bool

  /// True if rows can't be read.
  var hasErrors: Bool { findings.contains { $0.severity == .error } }
  /// True if there are findings that a strict request doesn't accept.
  var hasWarnings: Bool { findings.contains { $0.severity != .note } }
}

extension ConversionRequest {
  /// Reads a foreign file.
  func read(_ given: String, _ options: ReadingOptions, in workplace: Workplace) throws -> ForeignReading {
    let file =
      given == "-"
      ? ForeignSource(shownAs: "<stdin>", bytes: try standardInput())
      : try ForeignSource(readingAt: workplace.path(given), shownAs: given)
    let source = try file.unpacked()
    let format = try from ?? ForeignFormat.detected(source)
    let report = ExchangeReport()
    let collection = try RecordingCollection(reading: source, as: format, options, report)
    return ForeignReading(
      source: source, format: format, collection: collection, findings: report.diagnostics.inOrder(),
      leavesOut: report.hasErrors || report.leavesOut)
  }
}

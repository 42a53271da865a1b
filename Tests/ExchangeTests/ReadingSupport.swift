import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaQuran

/// The result of reading a text: the recordings, and the codes of the findings.
struct ReadText {
  let recordings: [AnnotatedRecording]
  let diagnostics: [Diagnostic]

  /// `1:1 4.200-9.050`, a line a row.
  var rows: [String] {
    recordings.flatMap(\.segments).map { "\($0.label) \($0.row.start)-\($0.row.end)" }
  }
  /// `1:1 4.200`, a line a marker; notes in brackets.
  var markers: [String] {
    recordings.flatMap(\.markers).map { marker in
      "\(marker.row.ayah?.description ?? marker.row.skip ?? "-") \(marker.row.at)"
        + (marker.row.note.map { " [\($0)]" } ?? "")
    }
  }
  /// `1:1:2 5.000-5.900`, a line a word.
  var words: [String] {
    recordings.flatMap(\.words).map { "\($0.label) \($0.row.start)-\($0.row.end)" }
  }
  /// The codes of what was found, sorted.
  var codes: [String] { diagnostics.map(\.rule.code).sorted() }
  /// The messages, in the order of the text.
  var messages: [String] { diagnostics.inOrder().map(\.message) }
}

/// Reads bytes in the format of that name. Without a name, the format is detected.
func read(
  _ bytes: [UInt8], as name: String? = nil, duration: Int64? = nil,
  _ change: (inout ReadingOptions) -> Void = { _ in }
) throws -> ReadText {
  let source = ForeignSource(shownAs: "file", bytes: bytes)
  let format = try name.flatMap { ForeignFormat.named($0) } ?? ForeignFormat.detected(source)
  let report = ExchangeReport()
  var options = ReadingOptions()
  options.duration = duration.map { Milliseconds($0) }
  change(&options)
  let collection = try RecordingCollection(reading: source, as: format, options, report)
  return ReadText(recordings: collection.recordings, diagnostics: report.diagnostics)
}

/// Reads a text in the format of that name. Without a name, the format is detected.
func read(
  _ text: String, as name: String? = nil, duration: Int64? = nil,
  _ change: (inout ReadingOptions) -> Void = { _ in }
) throws -> ReadText {
  try read(Array(text.utf8), as: name, duration: duration, change)
}

/// Returns the reason why reading failed; nil if it succeeded.
func refusal(_ text: String, as name: String? = nil) -> ExchangeFailure? {
  do {
    _ = try read(text, as: name)
    return nil
  } catch {
    return error as? ExchangeFailure
  }
}

/// A text in UTF-16 behind its mark.
func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
  (bigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE])
    + text.utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return bigEndian ? [high, low] : [low, high]
    }
}

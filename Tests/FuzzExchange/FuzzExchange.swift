import Exchange
import Timing

/// What libFuzzer calls with bytes of its own making: every reader must take them and come back.
///
/// Built by `Tests/fuzz` only, with `-sanitize=fuzzer`. Files are told by their bytes; the length of others picks a format.
func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let source = ForeignSource(shownAs: "fuzz", bytes: bytes)
  let readable = ForeignFormat.all.filter { $0.read != nil }
  let format = (try? ForeignFormat.detected(source)) ?? readable[count % readable.count]
  var options = ReadingOptions()
  if count % 3 == 0 { options.duration = Milliseconds(45_000) }
  options.unit = .milliseconds
  options.keepsUnknown = count % 2 == 0
  guard let collection = try? RecordingCollection(reading: source, as: format, options, ExchangeReport())
  else {
    return 0
  }
  // What was read can be written again, in any format.
  for recording in collection.recordings.prefix(2) {
    _ = recording.bundleTexts
    for case .file(let write) in readable.map(\.write) { _ = try? write(recording, WritingOptions()) }
  }
  return 0
}

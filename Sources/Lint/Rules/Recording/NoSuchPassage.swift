import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The passage names ayat that the bundle's count doesn't have, or runs backwards.
  static let noSuchPassage = Rule("R505", "no-such-passage", .error) { bundle, report in
    guard let counting = bundle.counting else { return }
    let recording = bundle.recording
    for part in (recording?.passage?.value ?? []) + (recording?.passageHeard?.value ?? []) {
      if let absence = counting.absence(in: part.value) {
        report.add(absence, at: bundle.place(inRecording: part))
      } else if !part.value.isForward {
        report.add(
          "\"\(part.value)\" runs backwards; write \"\(AyahRange(part.value.last, part.value.first))\"",
          at: bundle.place(inRecording: part))
      }
    }
  }
}

import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A tool for large files keeps the audio elsewhere.
  static let audioPointer = Rule("A704", "audio-pointer", .note) { bundle, report in
    guard case .pointer(let pointer) = bundle.audioPresence, let file = bundle.audio?.file else { return }
    report.add(
      "\(file.value) is \(pointer.noun); `\(pointer.fetchCommand)` fetches the audio",
      at: bundle.place(inRecording: file))
  }
}

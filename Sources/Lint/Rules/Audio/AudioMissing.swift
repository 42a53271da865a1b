import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The audio isn't where the recording says; all but hearing works without it.
  static let audioMissing = Rule("A703", "audio-missing", .warning) { bundle, report in
    guard let file = bundle.audio?.file else { return }
    switch bundle.audioPresence {
    case .missing(let found?):
      report.add(
        "there is no \"\(file.value)\", but \"\(found)\"; names must agree in every letter",
        at: bundle.place(inRecording: file))
    case .missing(nil):
      let cure = bundle.audio?.url == nil ? "" : "; tilawa audio fetch downloads it from its address"
      report.add(
        "there is no \"\(file.value)\" in the bundle\(cure)", at: bundle.place(inRecording: file))
    case .notAFile:
      report.add("\"\(file.value)\" is no file", at: bundle.place(inRecording: file))
    default: break
    }
  }
}

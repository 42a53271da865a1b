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
        "\"\(file.value)\" not found, but \"\(found)\" exists; names must match exactly",
        at: bundle.place(inRecording: file))
    case .missing(nil):
      let cure = bundle.audio?.url == nil ? "" : "; `tilawa audio fetch` downloads it"
      report.add(
        "\"\(file.value)\" not found in the bundle\(cure)", at: bundle.place(inRecording: file))
    case .notAFile:
      report.add("\"\(file.value)\" is not a file", at: bundle.place(inRecording: file))
    default: break
    }
  }
}

import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// Audio elsewhere doesn't travel with the bundle, and a path from a stranger must not reach into one's
  /// files.
  static let audioOutsideBundle = Rule("A701", "audio-outside-bundle", .error) { bundle, report in
    guard bundle.audioPresence == .outside, let file = bundle.audio?.file else { return }
    report.add(
      file.value.holds("\\")
        ? "\"\(file.value)\" has a backslash; use \"/\" between the parts of a path"
        : "\"\(file.value)\" is outside the bundle; put the audio into the bundle and use a path inside it",
      at: bundle.place(inRecording: file))
  }
}

import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The bundle is sent without what the link leads to, and one from a stranger must not reach into one's files.
  static let audioLinkOutside = Rule("A702", "audio-link-outside", .error) { bundle, report in
    guard case .linkOutside(let target) = bundle.audioPresence, let file = bundle.audio?.file else { return }
    report.add(
      "\(file.value) is reached by a link to \"\(target)\", outside the bundle; put the audio itself here, or write audio.external: true",
      at: bundle.place(inRecording: file))
  }
}

import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// One recording annotated in two places.
  static let sameAudio = Rule(
    "L803", "same-audio", .warning,
    library: {
      var known: [String: KnownPlace] = [:]
      return { bundle, report in
        guard let sha256 = bundle.audio?.sha256 else { return }
        guard let other = known[sha256.value] else {
          known[sha256.value] = KnownPlace(bundle.bundle, .recording, sha256)
          return
        }
        report.add(
          "\(other.bundle) has the same audio; keep the annotation in one place",
          at: bundle.place(inRecording: sha256), notes: [.init("first named here", at: other.place)])
      }
    })
}

import Diagnostics
import Timing
import QuranIndex
import TilawaFormat

extension Rule {
  /// One recording annotated in two places.
  static let sameAudio = Rule("L803", "same-audio", .warning) { bundles, report in
    var known: [String: CheckedBundle] = [:]
    for bundle in bundles {
      guard let sha256 = bundle.audio?.sha256 else { continue }
      guard let other = known[sha256.value], let first = other.audio?.sha256 else {
        known[sha256.value] = bundle
        continue
      }
      report.add(
        "\(other.bundle.shownPath) holds the same audio; keep the annotation in one place",
        at: bundle.place(inRecording: sha256),
        notes: [.init("first named here", at: other.place(inRecording: first))])
    }
  }
}

import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// Two different recordings have the same id.
  static let duplicateID = Rule(
    "L801", "duplicate-id", .error,
    library: {
      var known: [String: [(sha256: String?, place: KnownPlace)]] = [:]
      return { bundle, report in
        guard let id = bundle.recording?.id else { return }
        let sha256 = bundle.audio?.sha256?.value
        // Copies of one recording may share its id; a few different ones are enough to report.
        let others = known[id.value] ?? []
        let other = others.first { sha256 == nil || $0.sha256 != sha256 }
        if sha256 == nil || !others.contains(where: { $0.sha256 == sha256 }), others.count < 9 {
          known[id.value] = others + [(sha256, KnownPlace(bundle.bundle, .recording, id))]
        }
        guard let other else { return }
        report.add(
          "the id \"\(id.value)\" is also used by \(other.place.bundle); change one of them",
          at: bundle.place(inRecording: id), notes: [.init("first used here", at: other.place.place)])
      }
    })
}

import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The `reciter.yaml` that travels with the recording is of somebody else.
  static let reciterMismatch = Rule("R507", "reciter-mismatch", .warning) { bundle, report in
    guard let reciter = bundle.recording?.reciter, let id = bundle.reciter?.id, reciter.value != id.value
    else { return }
    report.add(
      "the reciter is \"\(reciter.value)\" here, but \"\(id.value)\" in reciter.yaml",
      at: bundle.place(inRecording: reciter),
      notes: [.init("the id in reciter.yaml is here", at: bundle.place(inReciter: id))])
  }
}

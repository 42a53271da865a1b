import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A recording can't have been imported before it was made.
  static let importedBeforeRecorded = Rule("R504", "imported-before-recorded", .warning) { bundle, report in
    guard let imported = bundle.recording?.importedAt, let recorded = bundle.recording?.recordedAt else {
      return
    }
    let isEarlier =
      imported.value.hasTime && recorded.value.hasTime
      ? imported.value.seconds < recorded.value.seconds
      : imported.value.text.prefix(10) < recorded.value.text.prefix(10)
    guard isEarlier else { return }
    report.add(
      "imported at \(imported.value.text), before it was recorded at \(recorded.value.text)",
      at: bundle.place(inRecording: imported),
      notes: [.init("recorded_at is here", at: bundle.place(inRecording: recorded))])
  }
}

import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// Nothing says in which riwayah the rows are recited, so no session ever serves them.
  static let riwayahMissing = Rule("R501", "riwayah-missing", .warning) { bundle, report in
    guard bundle.isRecordingWhole, bundle.bundle.reciter?.hasErrors != true,
      case .unsaid = bundle.bundle.statedRiwayah,
      bundle.segments.rows.contains(where: { $0.ayah != nil && $0.riwayah == nil })
    else { return }
    report.add(
      "the recording has no riwayah, so no session plays it; add \"riwayah\"", at: bundle.recordingPlace)
  }
}

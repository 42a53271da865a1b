import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The numbers are read by the Kufi count, but may have been copied from a mushaf that counts otherwise.
  static let numberingUnstated = Rule("R502", "numbering-unstated", .note) { bundle, report in
    guard bundle.isRecordingWhole, let recording = bundle.recording, recording.numbering == nil,
      let riwayah = recording.riwayah ?? bundle.reciter?.riwayah, riwayah.value.counting != .kufi,
      !(bundle.segments.rows.isEmpty && bundle.markers.rows.isEmpty)
    else { return }
    report.add(
      "mushafs of \(riwayah.value.rawValue) use the count \(riwayah.value.counting.rawValue), this bundle uses kufi; "
        + "state the count in \"numbering\"",
      at: recording.riwayah.map { bundle.place(inRecording: $0) } ?? bundle.recordingPlace)
  }
}

import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The recording is in another riwayah than its reciter usually recites.
  static let riwayahMismatch = Rule("R508", "riwayah-mismatch", .note) { bundle, report in
    guard let riwayah = bundle.recording?.riwayah, let usual = bundle.reciter?.riwayah,
      riwayah.value != usual.value
    else { return }
    report.add(
      "the recording is in \(riwayah.value.rawValue), but reciter.yaml has \(usual.value.rawValue)",
      at: bundle.place(inRecording: riwayah),
      notes: [.init("the riwayah in reciter.yaml is here", at: bundle.place(inReciter: usual))])
  }
}

import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The audio can be fetched from an address, but a checksum to verify it as this recording is missing.
  static let urlWithoutChecksum = Rule("A710", "url-without-checksum", .warning) { bundle, report in
    guard let audio = bundle.audio, let url = audio.url, audio.sha256 == nil else { return }
    report.add(
      "audio.url without audio.sha256: downloads cannot be verified; "
        + "`tilawa audio checksum --update` writes the checksum",
      at: bundle.place(inRecording: url))
  }
}

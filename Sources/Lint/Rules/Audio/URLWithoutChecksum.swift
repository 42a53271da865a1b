import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The audio can be fetched from an address, but a checksum to verify it as this recording is missing.
  static let urlWithoutChecksum = Rule("A710", "url-without-checksum", .warning) { bundle, report in
    guard let audio = bundle.audio, let url = audio.url, audio.sha256 == nil else { return }
    report.add(
      "the audio has an address and no sha256, so nobody can tell whether what comes from there is this recording; "
        + "tilawa audio checksum --update writes it",
      at: bundle.place(inRecording: url))
  }
}

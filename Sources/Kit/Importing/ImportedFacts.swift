package import TilawaBase
package import TilawaFormat
import TilawaSound

extension RecordingDraft.Audio {
  /// Creates the description in `recording.yaml` of a file that was examined.
  package init(file: String, _ properties: AudioProperties, _ digest: FileDigest) {
    self.init(file: file)
    sha256 = digest.sha256
    bytes = digest.bytes
    duration = properties.duration
    sampleRate = properties.sampleRate
    channels = properties.channels
    format = properties.format
  }
}

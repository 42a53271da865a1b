import TilawaBase
import TilawaFormat
import TilawaYAML

/// Audio that was encoded anew for an archive, at the same positions, and the audio that it was made from.
enum AudioCopy {
  /// The key of `audio` with the checksum of the original.
  static let key = "x-copy-of"

  /// Returns the checksum of the original that a `recording.yaml` names: that of which its audio is a copy,
  /// or else that of its audio; nil if it names neither.
  static func original(in recording: SourceText?) -> String? {
    let audio = recording.flatMap { YAMLDocument(parsing: $0).root?[FileKey.audio] }
    let sum = audio?[key]?.scalar?.value ?? audio?[AudioKey.sha256]?.scalar?.value
    return sum?.lowercased()
  }

  /// Returns true if two versions name different audio that was made from the same original, or one from the
  /// other.
  static func isCopy(_ one: BundleVersion, of other: BundleVersion) -> Bool {
    guard let sum = one.audioChecksum?.lowercased(), sum != other.audioChecksum?.lowercased(),
      let original = original(in: one.files[.recording])
    else { return false }
    return original == Self.original(in: other.files[.recording])
  }
}

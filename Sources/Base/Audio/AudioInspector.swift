/// Reads the properties of audio files for code that doesn't decode audio, such as the linter and the
/// library.
///
/// `SoundInspector` implements it.
public protocol AudioInspector: Sendable {
  /// Returns the properties of the file's audio. Starts no program if `isReadHere` is true.
  ///
  /// Throws `needsProgram` if only an external program can decode the file.
  func properties(ofFileAt path: String, isReadHere: Bool) throws(AudioError) -> AudioProperties
}

/// What is asked of audio files by those who decode none themselves, such as the linter and the library; `SoundInspector` answers it.
public protocol AudioInspector: Sendable {
  /// What the file's audio is like; starts no program when `isReadHere`.
  ///
  /// Throws `needsProgram` of what only a program decodes.
  func properties(ofFileAt path: String, isReadHere: Bool) throws(AudioError) -> AudioProperties
}

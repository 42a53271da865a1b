public import TilawaBase

/// Looks into audio files with the libraries that decode them.
public struct SoundInspector: AudioInspector {
  /// Creates an inspector, which keeps no state.
  public init() {}

  /// Reads headers, and of some forms all of the file; see ``AudioProbe``.
  public func properties(ofFileAt path: String, isReadHere: Bool) throws(AudioError) -> AudioProperties {
    try AudioProbe.properties(ofFileAt: path, isReadHere: isReadHere)
  }
}

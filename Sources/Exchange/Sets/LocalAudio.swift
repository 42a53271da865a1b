package import TilawaSound

/// Local audio that is to become the audio of a new bundle.
package enum LocalAudio: Sendable {
  /// A file as it is.
  case file(String)
  /// Files one after the other, with nothing in between.
  case joined(AudioJoin)
}

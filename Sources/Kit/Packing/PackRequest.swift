/// A request to pack bundles: which of them, and what of each.
package struct PackRequest: Sendable {
  /// The treatment of the audio.
  package enum Audio: Hashable, Sendable {
    /// The audio is packed unchanged.
    case asItIs
    /// The audio is left out. Its checksum is packed, so that the receiver's own copy can be recognised.
    case leftOut
    /// A copy is packed, encoded as Opus with this bitrate in bits per second. The rows stay unchanged.
    case opus(bitrate: Int)
  }

  /// Bundles, or folders that contain bundles, as the user named them.
  package var paths: [String]
  package var audio = Audio.asItIs
  /// True if remarks, places, former file names and custom keys are left out.
  package var stripsPersonal = false
  /// True if audio outside its bundle, or elsewhere in it, is packed if a link leads to it.
  package var followsLinks = false
  /// True if bundles in folders are packed even if ignore files name them.
  package var takesIgnored = false

  package init(_ paths: [String]) { self.paths = paths }
}

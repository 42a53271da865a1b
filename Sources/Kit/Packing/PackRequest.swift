/// What of bundles goes to others.
package struct PackRequest: Sendable {
  /// What becomes of the audio.
  package enum Audio: Hashable, Sendable {
    /// It goes along as it is.
    case asItIs
    /// It stays; its checksum goes, so that the receiver's own copy is known to fit.
    case leftOut
    /// A copy goes that was encoded anew as Opus with so many bits a second; the rows stay as they are.
    case opus(bitrate: Int)
  }

  /// Bundles, or folders that hold bundles, as the user named them.
  package var paths: [String]
  package var audio = Audio.asItIs
  /// Whether remarks, places, former file names and keys of one's own stay.
  package var stripsPersonal = false
  /// Whether audio goes that lies outside of its bundle, or elsewhere in it, where a link leads to it.
  package var followsLinks = false
  /// Whether bundles in folders go that ignore files leave out.
  package var takesIgnored = false

  package init(_ paths: [String]) { self.paths = paths }
}

package import TilawaLibrary

/// What is published, and how.
package struct PublishRequest: Sendable {
  /// The library's folder, as the user gave it.
  package var library: String
  /// The folder of the site, as the user gave it.
  package var site: String
  /// What becomes of the audio.
  package var audio = PublishedRoot.AudioUse.reference
  /// What the library is called.
  package var title: String?
  /// Where the library's folder lies on the web, for audio that names no address.
  package var baseURL: String?
  /// Whether notes and places are published.
  package var includesNotes = false
  /// Whether bundles are published that ignore files pass over.
  package var takesIgnored = false
  /// Whether audio is published that is a link out of its bundle; what a bundle says of that doesn't count.
  package var followsLinks = false
  /// Whether nothing that was noted of an earlier time is believed.
  package var isFresh = false
  /// For how long after a change, in nanoseconds, a file could change again with the same times.
  package var settling: Int64 = 2_000_000_000
  /// The file of a key that signs the root, as the user gave it.
  package var key: String?
  /// Whether ssh-keygen may ask for a passphrase.
  package var mayAsk = false

  /// With nothing but its places.
  package init(library: String, site: String) { (self.library, self.site) = (library, site) }
}

package import TilawaLibrary

/// A request to publish a library.
package struct PublishRequest: Sendable {
  /// The library's folder, as the user gave it.
  package var library: String
  /// The folder of the site, as the user gave it.
  package var site: String
  /// The treatment of the audio.
  package var audio = PublishedRoot.AudioUse.reference
  /// The title of the library.
  package var title: String?
  /// The URL of the library's folder, for audio without a URL of its own.
  package var baseURL: String?
  /// True if notes and places are published.
  package var includesNotes = false
  /// True if bundles are published even if ignore files name them.
  package var takesIgnored = false
  /// True if audio is published that is a link out of its bundle. The bundle's own statement about the link
  /// is not considered.
  package var followsLinks = false
  /// True if notes of an earlier time are ignored.
  package var isFresh = false
  /// The time in nanoseconds after a change during which a file could change again without a change of its
  /// times.
  package var settling: Int64 = 2_000_000_000
  /// The path of the key that signs the root, as the user gave it.
  package var key: String?
  /// True if ssh-keygen may ask for a passphrase.
  package var mayAsk = false

  /// Creates a request with default options.
  package init(library: String, site: String) { (self.library, self.site) = (library, site) }
}

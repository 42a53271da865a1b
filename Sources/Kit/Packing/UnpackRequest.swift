package import TilawaArchives
package import TilawaRemote

/// An archive of a stranger or a friend, and what is to become of the bundles in it.
package struct UnpackRequest {
  /// Where the archive is.
  package enum Source {
    /// A file, as the user named it.
    case file(String)
    /// A stream; the closure gives more of it each time, at most so many bytes, and nothing at its end.
    case stream((Int) throws -> [UInt8])
    /// An address.
    case address(String)
  }

  /// Whose signature is asked for.
  package struct Signers: Sendable {
    /// A file as `ssh-keygen` has it, as the user named it.
    package var allowed: String
    /// Where the signature is, as the user named it; nil for beside the archive.
    package var signature: String?

    package init(allowed: String, signature: String? = nil) {
      (self.allowed, self.signature) = (allowed, signature)
    }
  }

  /// What becomes of a bundle that is there already, other than the one that came.
  package enum Meeting: Hashable, Sendable {
    /// It is an obstacle.
    case refused
    /// What came takes its place.
    case replacing
    /// What came is merged into it.
    case merging
  }

  package var source: Source
  /// The folder for the bundles, as the user named it.
  package var folder: String
  package var meeting = Meeting.refused
  /// Whether rows are merged although the audio is another file: one that was made of the same recording.
  package var takesOtherAudio = false
  package var limits = ArchiveLimits()
  /// Who may have signed it; nil where that isn't asked.
  package var signers: Signers?
  /// How an address is asked.
  package var fetching: FetchOptions

  /// By an encrypted connection alone, unless `fetching` is changed.
  package init(_ source: Source, into folder: String) {
    (self.source, self.folder) = (source, folder)
    fetching = FetchOptions()
    fetching.requiresHTTPS = true
  }
}

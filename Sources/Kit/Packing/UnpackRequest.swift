package import TilawaArchives
package import TilawaRemote

/// A request to unpack an archive and put its bundles in a folder.
package struct UnpackRequest {
  /// The source of the archive.
  package enum Source {
    /// A file, as the user named it.
    case file(String)
    /// A stream. The closure returns the next bytes, at most the given number, and none at its end.
    case stream((Int) throws -> [UInt8])
    /// A URL.
    case address(String)
  }

  /// The signers that are accepted.
  package struct Signers: Sendable {
    /// A file of allowed signers in the format of `ssh-keygen`, as the user named it.
    package var allowed: String
    /// The path of the signature, as the user named it, or nil if it lies beside the archive.
    package var signature: String?

    package init(allowed: String, signature: String? = nil) {
      (self.allowed, self.signature) = (allowed, signature)
    }
  }

  /// The treatment of a bundle if another one is already there.
  package enum Meeting: Hashable, Sendable {
    /// The archive is not unpacked.
    case refused
    /// The bundle that came replaces the existing one.
    case replacing
    /// The bundle that came is merged into the existing one.
    case merging
  }

  package var source: Source
  /// The folder for the bundles, as the user named it.
  package var folder: String
  package var meeting = Meeting.refused
  /// True if rows are merged although the audio is another file, made of the same recording.
  package var takesOtherAudio = false
  package var limits = ArchiveLimits()
  /// The accepted signers, or nil if no signature is required.
  package var signers: Signers?
  /// The options for downloading from a URL.
  package var fetching: FetchOptions

  /// Creates a request that accepts only encrypted connections, unless `fetching` is changed.
  package init(_ source: Source, into folder: String) {
    (self.source, self.folder) = (source, folder)
    fetching = FetchOptions()
    fetching.requiresHTTPS = true
  }
}

package import TilawaBase

/// A file on its way into an archive.
package struct PackedItem: Sendable {
  /// Where its bytes are.
  package enum Content: Sendable {
    case bytes([UInt8])
    /// A regular file at this path, which is read where it is.
    case file(String)
  }

  /// In the archive, `/` between its parts.
  package let name: String
  /// Its bytes.
  package let content: Content
  /// The SHA-256 that they must have; nil for any.
  package let sha256: String?

  package init(_ name: String, _ content: Content, sha256: String? = nil) {
    (self.name, self.content, self.sha256) = (name, content, sha256)
  }

  /// Throws when what was read has another checksum than it must have.
  package func require(_ digest: FileDigest) throws(FileError) {
    guard let sha256, !digest.sha256.isExactly(sha256.lowercased()) else { return }
    throw FileError(
      "pack", name, because: "its checksum is \(digest.sha256), but recording.yaml has \(sha256)")
  }
}

/// Which archive is written.
package enum ArchiveFormat: String, CaseIterable, Sendable {
  /// A zip file whose files are stored as they are.
  case zip
  /// A tar file, as it is.
  case tar
  /// A tar file compressed with zstd.
  case tarZstd = "tar.zst"

  /// The format that a file's name requires by its extension; nil if it has none of theirs.
  package init?(fileName: String) {
    let name = fileName.lowercased()
    let found = Self.allCases.first { name.utf8.reversed().starts(with: ".\($0.rawValue)".utf8.reversed()) }
    guard let found else { return nil }
    self = found
  }
}

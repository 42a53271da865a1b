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

  package init(_ name: String, _ content: Content) { (self.name, self.content) = (name, content) }
}

/// Which archive is written.
package enum ArchiveFormat: String, CaseIterable, Sendable {
  /// A zip file whose files are stored as they are.
  case zip
  /// A tar file, as it is.
  case tar
  /// A tar file compressed with zstd.
  case tarZstd = "tar.zst"

  /// That which a file's name asks for by its ending.
  package init?(fileName: String) {
    let name = fileName.lowercased()
    let found = Self.allCases.first { name.utf8.reversed().starts(with: ".\($0.rawValue)".utf8.reversed()) }
    guard let found else { return nil }
    self = found
  }
}

package import TilawaBase

/// The checksums of the files of an archive, in the form that `sha256sum -c` reads.
package struct Manifest: Sendable {
  /// The name of the manifest at the top of an archive.
  package static let name = "MANIFEST.sha256"

  /// SHA-256 in 64 lower-case hexadecimal digits by the files' names.
  package private(set) var digests: [ExactText: String] = [:]

  package init() {}

  /// Notes a file.
  package mutating func add(_ path: String, _ digest: FileDigest) { digests[ExactText(path)] = digest.sha256 }

  /// A line for each file, in the order of their names' bytes.
  package var bytes: [UInt8] {
    digests.sorted { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }
      .flatMap { Array("\($0.value)  \($0.key.text)\n".utf8) }
  }

  /// Reads one. Throws when a line is none of a checksum and a name, or a name stands twice.
  package init(reading bytes: [UInt8]) throws(ArchiveRefusal) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ArchiveRefusal(.badManifest, Self.name, "is not UTF-8")
    }
    for (index, line) in text.lines.enumerated() where !line.isEmpty {
      // Two blanks, or a blank and a star for a file read as it is.
      guard let (sum, rest) = line.cut(at: " "), sum.utf8.count == 64, sum.utf8.allSatisfy(Self.isHex),
        let name = rest.after(" ") ?? rest.after("*"), !name.isEmpty
      else { throw ArchiveRefusal(.badManifest, Self.name, "has no checksum and name in line \(index + 1)") }
      let path = String(name.after("./") ?? name)
      guard digests.updateValue(sum.lowercased(), forKey: ExactText(path)) == nil else {
        throw ArchiveRefusal(.badManifest, Self.name, "names \"\(path)\" twice")
      }
    }
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...102).contains(byte | 0x20)
  }

  /// Throws when a file isn't what it says, isn't in it, or isn't there.
  package func check(_ files: [String: FileDigest]) throws(ArchiveRefusal) {
    let known = Dictionary(files.map { (ExactText($0.key), $0.value) }) { first, _ in first }
    for (name, digest) in known.sorted(by: { $0.key.text < $1.key.text }) {
      guard let sum = digests[name] else {
        throw ArchiveRefusal(.notInManifest, name.text, "is not in \(Self.name)")
      }
      guard sum == digest.sha256 else {
        throw ArchiveRefusal(.wrongChecksum, name.text, "does not have the checksum in \(Self.name)")
      }
    }
    let missing = digests.keys.filter { known[$0] == nil }.map(\.text).min()
    if let missing {
      throw ArchiveRefusal(.missingFile, missing, "is in \(Self.name) but not in the archive")
    }
  }
}

/// The files in a zip file, each read on request. The whole archive is checked beforehand, except for the
/// compressed data.
package final class ZipFiles {
  /// A file in it.
  package struct Entry {
    /// As the archive has it, `/` between its parts.
    package let name: String
    fileprivate let index: Int
    fileprivate let size: Int64
  }

  /// In the order in which they lie there; folders are left out.
  package let entries: [Entry]
  private let reader: ZipReader
  private let limits: ArchiveLimits
  private var left: Int64

  /// Returns true if a file begins like a zip file.
  package static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

  /// All that is read of it together is at most what `limits` say.
  package init(_ bytes: [UInt8], _ limits: ArchiveLimits) throws(ArchiveRefusal) {
    reader = try ZipReader(bytes, limits)
    self.limits = limits
    left = limits.bytes
    entries = reader.entries.enumerated().compactMap { index, entry in
      entry.isFolder ? nil : Entry(name: entry.name.shownName, index: index, size: entry.size)
    }
    while try reader.next() != nil {}
  }

  /// Returns the content of a file of at most `most` bytes.
  package func contents(of entry: Entry, atMost most: Int) throws(ArchiveRefusal) -> [UInt8] {
    guard entry.size <= most else {
      throw ArchiveRefusal(.tooLarge, entry.name, "has \(entry.size) bytes; at most \(most) are allowed")
    }
    guard entry.size <= left else {
      throw ArchiveRefusal(
        .tooLarge, entry.name,
        "would bring the unpacked total over \(limits.bytes) bytes")
    }
    left -= entry.size
    try reader.go(to: entry.index)
    var bytes: [UInt8] = []
    while case let part = try reader.read(), !part.isEmpty { bytes += part }
    return bytes
  }
}

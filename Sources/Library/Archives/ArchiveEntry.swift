/// Something in an archive, as its header has it.
struct ArchiveEntry {
  /// As they stand there; nothing is known of them yet.
  let name: [UInt8]
  let isFolder: Bool
  /// Of the content, unpacked, as the archive says.
  let size: Int64
}

/// The entries of an archive, one after the other.
protocol ArchiveReader: AnyObject {
  /// The next entry, whatever is left of the one before; nil behind the last.
  func next() throws(ArchiveRefusal) -> ArchiveEntry?
  /// Returns more of the content of the entry that was returned last. The result is empty at its end, where
  /// its size and checksum have been verified.
  func read() throws(ArchiveRefusal) -> [UInt8]
}

extension [UInt8] {
  /// A name as it can be shown, whatever it is.
  var shownName: String { String(decoding: self, as: UTF8.self) }
}

import TilawaBase
import TilawaCLibraries

/// The bytes of an item, read in pieces.
struct PackedContent {
  /// The number of bytes.
  let size: Int64
  private let bytes: [UInt8]
  private let file: FileParts?
  private let path: String

  init(_ item: PackedItem) throws(FileError) {
    switch item.content {
    case .bytes(let bytes):
      (self.bytes, file, path) = (bytes, nil, item.name)
      size = Int64(bytes.count)
    case .file(let path):
      let file = try FileParts(of: path)
      (bytes, self.file, self.path) = ([], file, path)
      size = file.size
    }
  }

  /// Hands them over in order. Throws when there are other bytes than there were when it was opened.
  func pieces(_ take: (UnsafeRawBufferPointer) throws(FileError) -> Void) throws(FileError) {
    guard let file else { return try Self.hand(bytes, take) }
    var done: Int64 = 0
    while true {
      // One byte more than there should be shows that it has grown.
      let part = try file.bytes(from: done, atMost: Int(min(1 << 20, size - done + 1)))
      done += Int64(part.count)
      guard done <= size else { throw changed }
      if part.isEmpty { break }
      try Self.hand(part, take)
    }
    guard done == size else { throw changed }
  }

  /// Its CRC-32.
  func checksum() throws(FileError) -> UInt32 {
    var sum: UInt32 = 0
    try pieces { part throws(FileError) in sum = part.crc(after: sum) }
    return sum
  }

  /// The error for a file that was changed meanwhile.
  var changed: FileError {
    FileError(
      "read", path, because: "another program changed it while it was packed; nothing was written; try again")
  }

  private static func hand(
    _ bytes: [UInt8], _ take: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    try bytes.span.withUnsafeBytes { (buffer) throws(FileError) in try take(buffer) }
  }
}

extension UnsafeRawBufferPointer {
  /// The CRC-32 of bytes that have `sum`, and these behind them.
  func crc(after sum: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32_z(UInt(sum), bindMemory(to: UInt8.self).baseAddress, count))
  }
}

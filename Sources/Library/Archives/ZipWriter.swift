import TilawaBase

/// Writes a zip file (APPNOTE 6.3) whose files are stored without compression, with their checksums before
/// them, so that it can also be read as a stream.
///
/// Every file has the mode 0644 and the earliest time that the format supports, 1980-01-01. Files that are
/// larger than four gigabytes, or lie beyond that offset, have the fields of zip64.
final class ZipWriter: ArchiveWriter {
  private let output: ArchiveOutput
  private var list: [UInt8] = []
  private var count: UInt64 = 0

  init(to output: ArchiveOutput) { self.output = output }

  private static let most: UInt64 = 0xFFFF_FFFF

  func add(
    _ name: String, _ content: PackedContent, _ seen: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    let (start, size) = (UInt64(output.size), UInt64(content.size))
    // Where the header can't be changed afterwards the file is read twice.
    let known = output.isChangeable ? nil : try content.checksum()
    try output.append(Self.header(name, size, checksum: known ?? 0))
    var sum: UInt32 = 0
    try content.pieces { part throws(FileError) in
      sum = part.crc(after: sum)
      try output.append(part)
      try seen(part)
    }
    if let known, known != sum { throw content.changed }
    var patch: [UInt8] = []
    patch.add(sum)
    if known == nil { try output.change(patch, at: Int64(start) + 14) }
    note(name, size, sum, start)
    count += 1
  }

  private static func header(_ name: String, _ size: UInt64, checksum: UInt32) -> [UInt8] {
    let isLarge = size >= most
    var bytes: [UInt8] = []
    bytes.add(UInt32(0x0403_4B50))
    addFacts(&bytes, needs: isLarge ? 45 : 20, checksum, size, name)
    bytes.add(UInt16(isLarge ? 20 : 0))
    bytes += name.utf8
    if isLarge {
      bytes.add(UInt16(1))
      bytes.add(UInt16(16))
      bytes.add(size)
      bytes.add(size)
    }
    return bytes
  }

  /// Adds the fields that a file's header and its entry in the list have in common.
  private static func addFacts(
    _ bytes: inout [UInt8], needs version: UInt16, _ checksum: UInt32, _ size: UInt64, _ name: String
  ) {
    bytes.add(version)
    // The name is UTF-8.
    bytes.add(UInt16(1 << 11))
    // Stored.
    bytes.add(UInt16(0))
    // 1980-01-01, midnight.
    bytes.add(UInt16(0))
    bytes.add(UInt16(0x21))
    bytes.add(checksum)
    bytes.add(UInt32(min(size, most)))
    bytes.add(UInt32(min(size, most)))
    bytes.add(UInt16(name.utf8.count))
  }

  private func note(_ name: String, _ size: UInt64, _ sum: UInt32, _ start: UInt64) {
    var extra: [UInt8] = []
    if size >= Self.most {
      extra.add(size)
      extra.add(size)
    }
    if start >= Self.most { extra.add(start) }
    let isLarge = !extra.isEmpty
    list.add(UInt32(0x0201_4B50))
    // Made on a Unix, so that the mode counts.
    list.add(UInt16(3 << 8 | (isLarge ? 45 : 20)))
    Self.addFacts(&list, needs: isLarge ? 45 : 20, sum, size, name)
    list.add(UInt16(isLarge ? extra.count + 4 : 0))
    // No comment, the first part, nothing said of text.
    for _ in 0..<3 { list.add(UInt16(0)) }
    list.add(UInt32(0o100644) << 16)
    list.add(UInt32(min(start, Self.most)))
    list += name.utf8
    guard isLarge else { return }
    list.add(UInt16(1))
    list.add(UInt16(extra.count))
    list += extra
  }

  func finish() throws(FileError) {
    let (start, size) = (UInt64(output.size), UInt64(list.count))
    if count >= 0xFFFF || start >= Self.most || size >= Self.most {
      let end = start + size
      list.add(UInt32(0x0606_4B50))
      list.add(UInt64(44))
      list.add(UInt16(3 << 8 | 45))
      list.add(UInt16(45))
      list.add(UInt32(0))
      list.add(UInt32(0))
      for number in [count, count, size, start] { list.add(number) }
      list.add(UInt32(0x0706_4B50))
      list.add(UInt32(0))
      list.add(end)
      list.add(UInt32(1))
    }
    list.add(UInt32(0x0605_4B50))
    list.add(UInt16(0))
    list.add(UInt16(0))
    list.add(UInt16(min(count, 0xFFFF)))
    list.add(UInt16(min(count, 0xFFFF)))
    list.add(UInt32(min(size, Self.most)))
    list.add(UInt32(min(start, Self.most)))
    list.add(UInt16(0))
    try output.append(list)
  }
}

import CZlib

/// The files in a zip archive (PKWARE APPNOTE 6.3), stored or deflated.
struct ZipArchive {
  /// A file in it.
  struct Entry {
    /// As the archive has it, `/` between its parts.
    let name: String
    fileprivate let method: UInt16
    fileprivate let isEncrypted: Bool
    fileprivate let checksum: UInt32
    fileprivate let packed: Int
    fileprivate let size: Int
    fileprivate let header: Int
  }

  /// In the order of its directory; folders are left out.
  let entries: [Entry]
  private let bytes: [UInt8]

  /// Whether a file begins as an archive does.
  static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

  /// Reads the directory; nil when there is none, or one that doesn't fit the file.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    // The end of the directory has up to 65535 bytes of remarks behind it.
    var place = bytes.count - 22
    let first = max(0, place - 65535)
    while place >= first, Self.long(bytes, place) != 0x0605_4B50 { place -= 1 }
    guard place >= first else { return nil }
    let count = Int(Self.short(bytes, place + 10))
    var offset = Int(Self.long(bytes, place + 16))
    var entries: [Entry] = []
    for _ in 0..<count {
      guard offset + 46 <= bytes.count, Self.long(bytes, offset) == 0x0201_4B50 else { return nil }
      let length = Int(Self.short(bytes, offset + 28))
      let rest = Int(Self.short(bytes, offset + 30)) + Int(Self.short(bytes, offset + 32))
      guard offset + 46 + length <= bytes.count else { return nil }
      let name = String(decoding: bytes[offset + 46..<offset + 46 + length], as: UTF8.self)
      if !name.hasSuffix("/") {
        entries.append(
          Entry(
            name: name, method: Self.short(bytes, offset + 10),
            isEncrypted: Self.short(bytes, offset + 8) & 1 == 1,
            checksum: Self.long(bytes, offset + 16), packed: Int(Self.long(bytes, offset + 20)),
            size: Int(Self.long(bytes, offset + 24)), header: Int(Self.long(bytes, offset + 42))))
      }
      offset += 46 + length + rest
    }
    self.entries = entries
  }

  /// What a file holds, at most `most` bytes.
  func contents(of entry: Entry, atMost most: Int) throws(ExchangeFailure) -> [UInt8] {
    func fault(_ reason: String) -> ExchangeFailure {
      ExchangeFailure("\(entry.name) in the archive \(reason)")
    }
    guard !entry.isEncrypted else { throw fault("is encrypted") }
    guard entry.size <= most else { throw fault("has \(entry.size) bytes, and \(most) are the most") }
    guard entry.header + 30 <= bytes.count, Self.long(bytes, entry.header) == 0x0403_4B50 else {
      throw fault("isn't where the archive says")
    }
    let start =
      entry.header + 30 + Int(Self.short(bytes, entry.header + 26))
      + Int(Self.short(bytes, entry.header + 28))
    guard start + entry.packed <= bytes.count else { throw fault("breaks off") }
    let packed = bytes[start..<start + entry.packed]
    let contents: [UInt8]?
    switch entry.method {
    case 0: contents = Array(packed)
    case 8: contents = Self.inflated(packed, to: entry.size)
    default: throw fault("is packed in a way (\(entry.method)) that isn't known here")
    }
    guard let contents, contents.count == entry.size,
      UInt32(truncatingIfNeeded: crc32(0, contents, UInt32(contents.count))) == entry.checksum
    else { throw fault("is damaged") }
    return contents
  }

  private static func inflated(_ packed: ArraySlice<UInt8>, to size: Int) -> [UInt8]? {
    // Deflate can't pack tighter than this, so a small file can't ask for much memory.
    guard size <= packed.count * 1032 + 64 else { return nil }
    var input = Array(packed)
    return [UInt8](unsafeUninitializedCapacity: max(size, 1)) { output, count in
      count = 0
      input.withUnsafeMutableBufferPointer { input in
        var stream = z_stream()
        guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
          return
        }
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(size)
        if inflate(&stream, Z_FINISH) == Z_STREAM_END { count = Int(stream.total_out) }
        inflateEnd(&stream)
      }
    }
  }

  private static func short(_ bytes: [UInt8], _ offset: Int) -> UInt16 {
    guard offset >= 0, offset + 2 <= bytes.count else { return 0 }
    return UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
  }

  private static func long(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    UInt32(short(bytes, offset)) | UInt32(short(bytes, offset + 2)) << 16
  }
}

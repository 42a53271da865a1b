public import TilawaBase
internal import TilawaCLibraries

/// Ogg files that come out the same twice.
///
/// Encoders give each file a number by chance, which stands in all of its pages.
public enum OggSerial {
  /// Copies a file of one stream with this number in its pages. Throws when it has no pages as they should be.
  public static func copy(_ path: String, to target: String, serial: UInt32) throws(FileError) {
    let (file, new) = (try FileParts(of: path), try NewFile(making: target))
    var sync = ogg_sync_state()
    ogg_sync_init(&sync)
    defer { ogg_sync_clear(&sync) }
    var done: Int64 = 0
    while true {
      let part = try file.bytes(from: done, atMost: 1 << 16)
      done += Int64(part.count)
      if part.isEmpty { break }
      guard let buffer = ogg_sync_buffer(&sync, part.count) else { throw notOgg(path) }
      part.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(start: buffer, count: $0.count).copyMemory(from: $0)
      }
      guard ogg_sync_wrote(&sync, part.count) == 0 else { throw notOgg(path) }
      var page = ogg_page()
      while true {
        let found = ogg_sync_pageout(&sync, &page)
        if found == 0 { break }
        guard found == 1, let header = page.header, page.header_len >= 27 else { throw notOgg(path) }
        for offset in 0..<4 { header[14 + offset] = UInt8(truncatingIfNeeded: serial >> UInt32(8 * offset)) }
        ogg_page_checksum_set(&page)
        try new.append(UnsafeRawBufferPointer(start: page.header, count: page.header_len))
        try new.append(UnsafeRawBufferPointer(start: page.body, count: page.body_len))
      }
    }
    guard new.size == file.size else { throw notOgg(path) }
    try new.sync()
  }

  private static func notOgg(_ path: String) -> FileError {
    FileError("read", path, because: "its Ogg pages are damaged")
  }
}

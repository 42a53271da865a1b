internal import COpusfile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Puts a cover among the comments of a finished Ogg file, which neither libsndfile nor ffmpeg has a call for.
///
/// The comments are the second packet of Vorbis and of Opus. With a picture they take many pages more, so all pages behind them
/// are numbered anew, and summed; the packets of sound stay as they are.
enum OggCover {
  /// Rewrites the file in place; half done when it throws, as any other write that fails.
  static func insert(_ picture: CoverPicture, intoFileAt path: String) throws(AudioError) {
    let file = try GrowingFile(path)
    var pages = CoveredPages(picture.oggComment)
    defer { pages.clear() }
    while let bytes = try file.read() {
      guard let rewritten = pages.take(bytes) else { throw notOgg(path) }
      try file.write(rewritten)
    }
    guard pages.isWhole else { throw notOgg(path) }
    try file.finish()
  }

  private static func notOgg(_ path: String) -> AudioError {
    AudioError(
      kind: .unwritable, path: path, message: "the cover can't be added: its pages aren't as they should be")
  }
}

/// The pages of a file of one stream on their way through libogg, with one comment more.
private struct CoveredPages {
  private let comment: [UInt8]
  private var sync = ogg_sync_state()
  private var incoming = ogg_stream_state()
  /// The packets before the sound, as far as they are known.
  private var headers: [[UInt8]] = []
  private var headerCount = 0
  /// By how much the numbers of pages of sound grow; nil until they begin.
  private var shift: Int?
  private var pagesRead = 0

  init(_ comment: [UInt8]) {
    self.comment = comment
    ogg_sync_init(&sync)
  }

  /// Gives back what libogg has allocated.
  mutating func clear() {
    ogg_sync_clear(&sync)
    if pagesRead > 0 { ogg_stream_clear(&incoming) }
  }

  /// Whether all packets before the sound were found.
  var isWhole: Bool { shift != nil }

  /// What stands in the place of `bytes`, as far as they are whole pages; nil when they are no pages.
  mutating func take(_ bytes: [UInt8]) -> [UInt8]? {
    guard let buffer = ogg_sync_buffer(&sync, bytes.count) else { return nil }
    bytes.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(start: buffer, count: $0.count).copyMemory(from: $0)
    }
    guard ogg_sync_wrote(&sync, bytes.count) == 0 else { return nil }
    var result: [UInt8] = []
    var page = ogg_page()
    while true {
      let found = ogg_sync_pageout(&sync, &page)
      if found == 0 { return result }
      guard found == 1, let rewritten = shift == nil ? header(&page) : sound(&page) else { return nil }
      result += rewritten
    }
  }

  /// All headers, once the last of them is there.
  private mutating func header(_ page: inout ogg_page) -> [UInt8]? {
    if pagesRead == 0 { ogg_stream_init(&incoming, ogg_page_serialno(&page)) }
    pagesRead += 1
    guard ogg_stream_pagein(&incoming, &page) == 0 else { return nil }
    var packet = ogg_packet()
    while ogg_stream_packetout(&incoming, &packet) == 1 {
      headers.append(Array(UnsafeBufferPointer(start: packet.packet, count: packet.bytes)))
    }
    if let first = headers.first, headerCount == 0 {
      headerCount = first.starts(with: "OpusHead".utf8) ? 2 : first.starts(with: "\u{1}vorbis".utf8) ? 3 : 0
      guard headerCount > 0 else { return nil }
    }
    guard headerCount > 0, headers.count >= headerCount else { return [] }
    guard headers.count == headerCount, addComment() else { return nil }
    let (bytes, count) = written(ogg_page_serialno(&page))
    shift = count - pagesRead
    return bytes
  }

  /// Before those that are there already, behind the name of the encoder and their number; false when that isn't told.
  private mutating func addComment() -> Bool {
    var packet = headers[1]
    func number(at place: Int) -> Int? {
      guard place + 4 <= packet.count else { return nil }
      return (0..<4).reduce(0) { $0 | Int(packet[place + $1]) << (8 * $1) }
    }
    // "OpusTags", or a kind and "vorbis".
    let vendor = headerCount == 2 ? 8 : 7
    guard let length = number(at: vendor), let count = number(at: vendor + 4 + length) else { return false }
    let place = vendor + 4 + length
    packet.replaceSubrange(
      place..<place + 4, with: Self.littleEndian(count + 1) + Self.littleEndian(comment.count) + comment)
    headers[1] = packet
    return true
  }

  private static func littleEndian(_ number: Int) -> [UInt8] {
    UInt32(truncatingIfNeeded: number).bigEndianBytes.reversed()
  }

  /// The headers as pages, the first by itself, and how many pages these are.
  private func written(_ serial: Int32) -> (bytes: [UInt8], pages: Int) {
    var stream = ogg_stream_state()
    ogg_stream_init(&stream, serial)
    defer { ogg_stream_clear(&stream) }
    var (bytes, pages) = ([UInt8](), 0)
    var page = ogg_page()
    for (index, header) in headers.enumerated() {
      var header = header
      header.withUnsafeMutableBufferPointer { buffer in
        var packet = ogg_packet()
        (packet.packet, packet.bytes) = (buffer.baseAddress, buffer.count)
        (packet.b_o_s, packet.packetno) = (index == 0 ? 1 : 0, Int64(index))
        // libogg copies it.
        ogg_stream_packetin(&stream, &packet)
      }
      guard index == 0 || index == headers.count - 1 else { continue }
      while ogg_stream_flush(&stream, &page) != 0 {
        bytes += Self.bytes(of: page)
        pages += 1
      }
    }
    return (bytes, pages)
  }

  /// A page of sound under its new number.
  private func sound(_ page: inout ogg_page) -> [UInt8]? {
    guard let shift, let header = page.header, page.header_len >= 27 else { return nil }
    let number = UInt32(truncatingIfNeeded: Int(ogg_page_pageno(&page)) + shift)
    for (offset, byte) in number.bigEndianBytes.reversed().enumerated() { header[18 + offset] = byte }
    ogg_page_checksum_set(&page)
    return Self.bytes(of: page)
  }

  private static func bytes(of page: ogg_page) -> [UInt8] {
    Array(UnsafeBufferPointer(start: page.header, count: page.header_len))
      + Array(UnsafeBufferPointer(start: page.body, count: page.body_len))
  }
}

/// A file that becomes longer while it is rewritten from its start; what isn't read yet is never written over.
private final class GrowingFile {
  private let path: String
  private let descriptor: Int32
  private var position = 0
  private var written = 0
  /// What waits until its place is read, behind what was written of it.
  private var waiting: [UInt8] = []
  private var done = 0

  init(_ path: String) throws(AudioError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.fault(path) }
  }

  deinit { close(descriptor) }

  /// The next bytes; nil at the end of what the file was.
  func read() throws(AudioError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = pread(descriptor, &bytes, bytes.count, off_t(position))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.fault(path) }
      position += count
      return count == 0 ? nil : Array(bytes[..<count])
    }
  }

  /// Writes behind what was written.
  func write(_ bytes: [UInt8]) throws(AudioError) {
    waiting += bytes
    try put(min(waiting.count - done, position - written))
  }

  /// Writes the rest, and waits until all stands on the disk.
  func finish() throws(AudioError) {
    try put(waiting.count - done)
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw Self.fault(path) }
  }

  private func put(_ count: Int) throws(AudioError) {
    let end = done + count
    while done < end {
      let more = waiting[done..<end].withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(written))
      }
      if more < 0, errno == EINTR { continue }
      guard more > 0 else { throw Self.fault(path) }
      done += more
      written += more
    }
    // Seldom, since the rest moves.
    guard done > waiting.count / 2 else { return }
    waiting.removeFirst(done)
    done = 0
  }

  private static func fault(_ path: String) -> AudioError {
    AudioError(
      kind: .unwritable, path: path, message: "the cover can't be added: \(systemMessage(errno))")
  }
}

import TilawaBase
internal import TilawaCLibraries

/// Puts comments, such as a cover or chapters, into a finished Ogg file. Neither libsndfile nor ffmpeg has a
/// call for it.
///
/// The comments are the second packet of Vorbis and of Opus. With a picture they take many pages more, so all
/// pages behind them get new numbers and checksums; the packets of sound stay as they are.
enum OggComments {
  /// Rewrites the file in place; half done when it throws, as any other write that fails.
  static func insert(_ comments: [[UInt8]], intoFileAt path: String) throws(AudioError) {
    let file = try GrowingFile(path)
    var pages = CommentedPages(comments)
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
      kind: .unwritable, path: path, message: "cannot append to it: its Ogg pages are damaged"
    )
  }
}

/// The pages of a file of one stream on their way through libogg, with more comments.
private struct CommentedPages {
  private let comments: [[UInt8]]
  private var sync = ogg_sync_state()
  private var incoming = ogg_stream_state()
  /// The packets before the sound, as far as they are known.
  private var headers: [[UInt8]] = []
  private var headerCount = 0
  /// By how much the numbers of pages of sound grow; nil until they begin.
  private var shift: Int?
  private var pagesRead = 0

  init(_ comments: [[UInt8]]) {
    self.comments = comments
    ogg_sync_init(&sync)
  }

  /// Frees the memory that libogg has allocated.
  mutating func clear() {
    ogg_sync_clear(&sync)
    if pagesRead > 0 { ogg_stream_clear(&incoming) }
  }

  /// True if all packets before the sound were found.
  var isWhole: Bool { shift != nil }

  /// Returns the replacement for `bytes`, as far as they are whole pages; nil if they are not pages.
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
    guard headers.count == headerCount, addComments() else { return nil }
    let (bytes, count) = written(ogg_page_serialno(&page))
    shift = count - pagesRead
    return bytes
  }

  /// Adds the comments before those that are already there, behind the name of the encoder and the number of
  /// comments.
  ///
  /// Returns false if the number can't be read.
  private mutating func addComments() -> Bool {
    var packet = headers[1]
    func number(at place: Int) -> Int? {
      guard place + 4 <= packet.count else { return nil }
      return (0..<4).reduce(0) { $0 | Int(packet[place + $1]) << (8 * $1) }
    }
    // "OpusTags", or a kind and "vorbis".
    let vendor = headerCount == 2 ? 8 : 7
    guard let length = number(at: vendor), let count = number(at: vendor + 4 + length) else { return false }
    let place = vendor + 4 + length
    let more = comments.flatMap { Self.littleEndian($0.count) + $0 }
    packet.replaceSubrange(place..<place + 4, with: Self.littleEndian(count + comments.count) + more)
    headers[1] = packet
    return true
  }

  private static func littleEndian(_ number: Int) -> [UInt8] {
    UInt32(truncatingIfNeeded: number).littleEndianBytes
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

/// Cuts a stream of bytes into the messages of the Language Server Protocol: a header with `Content-Length`, an empty
/// line, and so many bytes.
///
/// Anything else is reported and passed over; the stream goes on with the next header. Memory is bounded by
/// the longest message that is taken.
struct MessageFraming {
  /// A piece of the stream.
  enum Piece: Equatable {
    /// The content of a message.
    case message([UInt8])
    /// A description of what was there instead.
    case fault(String)
  }

  /// The longest content that is taken, in bytes: the largest file that is read, with every byte escaped, is smaller.
  let longest: Int
  /// The longest header; those of editors have some forty bytes.
  static let longestHeader = 8192
  private static let mark = Array("content-length:".utf8)

  private var buffer: [UInt8] = []
  private var start = 0
  /// The length in bytes of the message whose header was read; nil before a header.
  private var length: Int?
  /// The number of bytes of a message that is too long that are still to come.
  private var passedOver = 0
  /// True while searching for a header in other bytes.
  private var isLost = false

  /// Nothing read yet.
  init(longest: Int = 512 << 20) { self.longest = longest }

  /// Takes what has come.
  mutating func take(_ bytes: [UInt8]) {
    if start > 0, start == buffer.count || start > 1 << 16 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer += bytes
  }

  /// True if something has begun and not ended.
  var isBroken: Bool { start < buffer.count || length != nil || passedOver > 0 }

  /// The next piece; nil when more has to come first.
  mutating func next() -> Piece? {
    while true {
      if passedOver > 0 {
        let here = min(passedOver, buffer.count - start)
        passedOver -= here
        start += here
        if passedOver > 0 { return nil }
      }
      if let length {
        guard buffer.count - start >= length else { return nil }
        defer {
          start += length
          self.length = nil
        }
        return .message(Array(buffer[start..<start + length]))
      }
      if isLost, !findHeader() { return nil }
      guard let end = endOfHeader(), end.lowerBound - start <= Self.longestHeader else {
        guard buffer.count - start > Self.longestHeader else { return nil }
        return lose("a header has more than \(Self.longestHeader) bytes")
      }
      let header = buffer[start..<end.lowerBound]
      guard let length = Self.length(in: header) else {
        return lose("a header has no numeric Content-Length")
      }
      start = end.upperBound
      guard length <= longest else {
        passedOver = length
        return .fault("a message of \(length) bytes is too long (at most \(longest))")
      }
      self.length = length
    }
  }

  /// Passes over what can't be read, up to where the next header may begin.
  private mutating func lose(_ reason: String) -> Piece? {
    start = min(start + 1, buffer.count)
    let told = isLost
    isLost = true
    return told ? next() : .fault(reason)
  }

  /// Goes on to the next `Content-Length:`; false when none is there yet.
  private mutating func findHeader() -> Bool {
    var index = start
    while index + Self.mark.count <= buffer.count {
      if Self.mark.indices.allSatisfy({ lower(buffer[index + $0]) == Self.mark[$0] }) {
        start = index
        isLost = false
        return true
      }
      index += 1
    }
    start = index
    return false
  }

  /// The empty line behind the header: after CR LF, or after a lone LF, which some scripts write.
  private func endOfHeader() -> Range<Int>? {
    var index = start
    let limit = min(buffer.count, start + Self.longestHeader + 4)
    while index < limit {
      if buffer[index] == 10 {
        if index + 1 < buffer.count, buffer[index + 1] == 10 { return index..<index + 2 }
        if index + 2 < buffer.count, buffer[index + 1] == 13, buffer[index + 2] == 10 {
          return index..<index + 3
        }
      }
      index += 1
    }
    return nil
  }

  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    var found: Int?
    for line in header.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      guard line.count > mark.count, zip(line, mark).allSatisfy({ lower($0) == $1 }) else { continue }
      let digits = line.dropFirst(mark.count).drop { $0 == 32 || $0 == 9 }
      let number = digits.prefix { (48...57).contains($0) }
      let rest = digits.dropFirst(number.count)
      guard !number.isEmpty, number.count <= 15, rest.allSatisfy({ $0 == 32 || $0 == 9 }) else { return nil }
      found = number.reduce(0) { $0 * 10 + Int($1 - 48) }
    }
    return found
  }

  /// A message as it is sent.
  static func framed(_ content: String) -> [UInt8] {
    let bytes = Array(content.utf8)
    return Array("Content-Length: \(bytes.count)\r\n\r\n".utf8) + bytes
  }
}

private func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }

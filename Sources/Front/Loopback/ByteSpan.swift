import TilawaBase

/// Which bytes of something a browser wants.
struct ByteSpan {
  /// 200 for all of it, 206 for a part, 416 for what isn't there.
  let status: Int
  /// The range of bytes that is sent.
  let bytes: Range<Int64>
  /// The value of the Content-Range header.
  let contentRange: String?

  /// Reads a `Range` as RFC 9110 has it: one range; of several, or none that can be read, nothing is sent.
  static func wanted(_ range: String?, of length: Int64) -> ByteSpan {
    guard let range else { return ByteSpan(status: 200, bytes: 0..<length, contentRange: nil) }
    guard let bytes = parsed(range, length), !bytes.isEmpty else {
      return ByteSpan(status: 416, bytes: 0..<0, contentRange: "bytes */\(length)")
    }
    return ByteSpan(
      status: 206, bytes: bytes, contentRange: "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(length)")
  }

  private static func parsed(_ text: String, _ length: Int64) -> Range<Int64>? {
    guard let list = text.after("bytes=") else { return nil }
    let ends = list.fields(by: "-")
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
      return nil
    }
    switch (Int64(ends[0]), Int64(ends[1])) {
    case (let first?, let last?):
      return first <= last && first < length ? first..<min(last, length - 1) + 1 : nil
    case (let first?, nil): return ends[1].isEmpty && first < length ? first..<length : nil
    case (nil, let count?): return ends[0].isEmpty && count > 0 ? max(0, length - count)..<length : nil
    case (nil, nil): return nil
    }
  }
}

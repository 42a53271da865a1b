import TilawaLibrary

/// A file that is taken into memory, of a size that is known to be bearable before it comes.
final class SmallFile: AnswerReceiver {
  private(set) var head = AnswerHead()
  private(set) var bytes: [UInt8] = []
  private let limit: Int

  /// `limit` counts what is handed on, whatever it was compressed to on the way.
  init(atMost limit: Int) { self.limit = limit }

  func take(header line: UnsafeRawBufferPointer) { head.take(line) }

  func take(body part: UnsafeRawBufferPointer) throws(FetchError) {
    // An error page is not part of the file.
    guard head.status == 200 else { return }
    if bytes.isEmpty, !head.isEncoded, let length = head.length, length > limit {
      throw FetchError("it has \(length) bytes; at most \(limit) are allowed", .changed)
    }
    guard bytes.count + part.count <= limit else {
      throw FetchError("it is larger than \(limit) bytes", .changed)
    }
    bytes += part
  }
}

import TilawaBase
import TilawaLibrary

/// One file on its way here.
final class Download: AnswerReceiver {
  private let part: PartialFile
  private let options: FetchOptions
  private let expected: ExpectedAudio?
  private let rule: NetworkRule?
  private var head = AnswerHead()
  /// The size of the whole file in bytes, if the server has declared it.
  private(set) var total: Int64?
  private var hasBegun = false

  init(
    to part: PartialFile, _ options: FetchOptions, expecting expected: ExpectedAudio? = nil,
    by rule: NetworkRule? = nil
  ) {
    self.rule = rule
    self.part = part
    self.expected = expected
    self.options = options
  }

  /// Asks once for what is missing. When it returns, all is there that was promised.
  func attempt(
    _ address: String, over connection: Connection, within milliseconds: Int
  ) throws(FetchError) {
    head = AnswerHead()
    total = nil
    hasBegun = false
    // Without a value that identifies an unchanged file, its halves may not fit together.
    let note = part.size > 0 ? part.note : nil
    if part.size > 0, note == nil { try writing { () throws(FileError) in try part.clear() } }
    let offset = part.size
    let headers = note.map { ["Range: bytes=\(offset)-", "If-Range: \($0)"] } ?? []
    try connection.fetch(address, headers: headers, within: milliseconds, by: rule, into: self)
    if head.status == 416 {
      // Nothing lies behind the last byte when all of it is here.
      guard let range = head.unsatisfied, range == part.size, range > 0 else {
        try writing { () throws(FileError) in try part.clear() }
        throw FetchError(
          "the server's file is shorter than the part already downloaded", .worthAnotherTry(afterSeconds: nil)
        )
      }
      return
    }
    if !hasBegun { try begin() }
    if let total, part.size != total {
      throw FetchError(
        "incomplete: \(part.size) of \(total) bytes received", .worthAnotherTry(afterSeconds: nil))
    }
    guard part.size > 0 else { throw FetchError("the file is empty") }
  }

  func take(header line: UnsafeRawBufferPointer) { head.take(line) }

  func take(body bytes: UnsafeRawBufferPointer) throws(FetchError) {
    // An error page is not part of the file.
    guard head.status == 200 || head.status == 206 else { return }
    if !hasBegun { try begin() }
    let size = part.size + Int64(bytes.count)
    if let total, size > total {
      try writing { () throws(FileError) in try part.clear() }
      throw FetchError("more than the announced \(total) bytes received", .worthAnotherTry(afterSeconds: nil))
    }
    if size > options.maximumBytes { throw tooLarge(size) }
    try writing { () throws(FileError) in try part.append(bytes) }
  }

  /// Decides from the head where the body belongs.
  private func begin() throws(FetchError) {
    hasBegun = true
    if head.status == 206 {
      guard let range = head.range, range.start == part.size, range.total >= range.start else {
        try writing { () throws(FileError) in try part.clear() }
        throw FetchError(
          "the server sent a part that was not requested", .worthAnotherTry(afterSeconds: nil))
      }
      total = range.total
    } else {
      if part.size > 0 { try writing { () throws(FileError) in try part.clear() } }
      total = head.length
    }
    if let total, total > options.maximumBytes { throw tooLarge(total) }
    if let total, let difference = expected?.difference(announced: total) { throw FetchError(difference) }
    let validator = head.validator
    try writing { () throws(FileError) in try part.setNote(validator) }
  }

  private func tooLarge(_ bytes: Int64) -> FetchError {
    FetchError("it has at least \(bytes) bytes; at most \(options.maximumBytes) are allowed")
  }

  private func writing(_ work: () throws(FileError) -> Void) throws(FetchError) {
    do { try work() } catch { throw FetchError(error.description) }
  }
}

/// The head of a server's last answer; those of redirects are forgotten.
struct AnswerHead {
  /// 200 for an answer of another protocol than HTTP, which has no status.
  private(set) var status = 200
  private var fields: [String: String] = [:]

  /// Takes a line with its line end.
  mutating func take(_ line: UnsafeRawBufferPointer) {
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      fields = [:]
      status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      return
    }
    guard let colon = text.firstIndex(of: ":") else { return }
    let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    fields[text[..<colon].lowercased()] = String(value.prefix { !$0.isNewline })
  }

  /// How many bytes the body should have.
  var length: Int64? { fields["content-length"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil } }

  /// Of a part of a file: where it begins, and how long the whole file is.
  var range: (start: Int64, total: Int64)? {
    guard let text = fields["content-range"], text.hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst(6).split(separator: "/")
    guard parts.count == 2, let total = Int64(parts[1]),
      let start = Int64(parts[0].prefix { $0 != "-" })
    else { return nil }
    return (start, total)
  }

  /// How long the file is, when the part that was asked for lies behind its end.
  var unsatisfied: Int64? {
    fields["content-range"].flatMap { $0.hasPrefix("bytes */") ? Int64($0.dropFirst(8)) : nil }
  }

  /// What tells that the file is still the same: a strong tag, else a date.
  var validator: String? {
    if let tag = fields["etag"], tag.hasPrefix("\"") { return tag }
    return fields["last-modified"]
  }
}

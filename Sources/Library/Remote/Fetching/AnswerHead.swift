import TilawaBase

/// The head of a server's last answer; those of redirects are forgotten.
struct AnswerHead {
  /// 200 for an answer of another protocol than HTTP, which has no status.
  private(set) var status = 200
  private var fields: [String: String] = [:]

  /// Takes a line with its line end.
  mutating func take(_ line: UnsafeRawBufferPointer) {
    let text = String(decoding: line, as: UTF8.self)
    if text.begins(with: "HTTP/") {
      fields = [:]
      status = text.words(by: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      return
    }
    guard let (name, value) = text.cut(at: ":") else { return }
    fields[name.lowercased()] = value.trimmed(of: " \t\r\n")
  }

  /// The declared size of the body in bytes.
  var length: Int64? { fields["content-length"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil } }

  /// Of a part of a file: where it begins, and how long the whole file is.
  var range: (start: Int64, total: Int64)? {
    guard let (part, whole) = fields["content-range"]?.after("bytes ")?.cut(at: "/"),
      let total = Int64(whole), let start = Int64(part.fields(by: "-")[0])
    else { return nil }
    return (start, total)
  }

  /// The size of the file, if the requested part begins beyond its end.
  var unsatisfied: Int64? {
    fields["content-range"]?.after("bytes */").flatMap { Int64($0) }
  }

  /// True if the body is encoded in another form than the file's own.
  var isEncoded: Bool { fields["content-encoding"].map { $0 != "identity" } ?? false }

  /// `text/html` and the like, without what follows it.
  var kind: String? { fields["content-type"].map { $0.fields(by: ";")[0].trimmed.lowercased() } }

  /// The header line by which the server sends the file only if it has changed; nil if the answer contains no
  /// tag or date for it.
  var condition: String? {
    func line(_ name: String, _ value: String?) -> String? {
      guard let value, !value.isEmpty, value.utf8.count <= 512,
        value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
      else { return nil }
      return "\(name): \(value)"
    }
    return line("If-None-Match", fields["etag"]) ?? line("If-Modified-Since", fields["last-modified"])
  }

  /// The value that identifies an unchanged file: a strong tag, else a date.
  var validator: String? {
    if let tag = fields["etag"], tag.begins(with: "\"") { return tag }
    return fields["last-modified"]
  }
}

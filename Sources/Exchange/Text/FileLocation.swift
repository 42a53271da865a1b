import TilawaBase
import TilawaFormat

/// Percent-encoding of paths in addresses.
enum PercentEncoding {
  /// A path as an address; a whole address stays as it is.
  static func encoded(_ path: String) -> String {
    path.range(ofText: "://") != nil ? path : (path.begins(with: "/") ? "file://" : "") + escaped(path)
  }

  /// Returns the path with letters, digits, `signs` and characters without a meaning in addresses unchanged,
  /// and the bytes of all others in hexadecimal.
  static func escaped(_ path: String, keeping signs: String = "") -> String {
    var result = ""
    for byte in path.utf8 {
      let isPlain =
        (48...57).contains(byte) || (97...122).contains(byte | 0x20) || "-._~/".utf8.contains(byte)
      if isPlain || signs.utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }

  /// Returns the text with percent encoding removed, or nil if the result is not UTF-8.
  static func decoded(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }
}

extension RecordingDraft.Audio {
  /// Reads an entry of a list without escapes: the last part of a path, or an address of the web.
  init(path: String) {
    if path.begins(with: "http://") || path.begins(with: "https://") {
      self.init(location: path)
    } else {
      self.init(file: path.words(by: "/\\").last.map(String.init) ?? "")
    }
  }

  /// Reads an address or a path of another program. The file is its last part, and an address of the web is
  /// kept.
  init(location: String) {
    let isRemote = location.begins(with: "http://") || location.begins(with: "https://")
    let path = isRemote ? String(location.fields(by: "?#", atMost: 2)[0]) : location
    let plain =
      isRemote || location.begins(with: "file:") || location.holds("%")
      ? PercentEncoding.decoded(path) ?? path : path
    let parts = plain.words(by: "/\\")
    self.init(file: parts.last.map(String.init) ?? "")
    if isRemote { url = location }
  }
}

/// The media type of an audio file, for formats that require it.
enum AudioMediaType {
  /// By the extension of its name.
  static func of(_ file: String) -> String {
    switch file.words(by: ".").last?.lowercased() {
    case "wav": "audio/x-wav"
    case "mp3": "audio/mpeg"
    case "m4a", "mp4", "aac": "audio/mp4"
    case "flac": "audio/flac"
    case "ogg", "oga": "audio/ogg"
    case "opus": "audio/opus"
    case "webm": "audio/webm"
    default: "audio/*"
    }
  }
}

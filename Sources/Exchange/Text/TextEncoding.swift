import TilawaBase
import TilawaCSystem

/// How old files without a mark of their encoding are read: any encoding that the system's iconv knows.
package struct TextEncoding: Sendable, Hashable {
  /// In lower case.
  package let name: String

  /// An encoding by a name that iconv knows, or that people use; nil for any other.
  package init?(_ name: String) {
    let name = name.lowercased()
    // Behind a slash iconv takes orders, and without a name it takes what the environment says.
    guard (1...60).contains(name.utf8.count), name.utf8.allSatisfy(Self.isOfName) else { return nil }
    self.name = name
    guard self == .utf8 || self == .latin1 || isKnown else { return nil }
  }

  private init(known name: String) { self.name = name }

  /// UTF-8.
  package static let utf8 = TextEncoding(known: "utf-8")
  /// ISO 8859-1, each byte the character of its number.
  package static let latin1 = TextEncoding(known: "latin-1")

  /// Those that such files are mostly in, for messages and completions.
  package static let common = [
    "utf-8", "latin-1", "windows-1250", "windows-1251", "windows-1252", "windows-1256", "iso-8859-6",
    "iso-8859-9",
    "utf-16le", "utf-16be", "utf-32le", "utf-32be",
  ]

  /// The text of bytes in this encoding, or in UTF-8; nil where they are neither.
  package func text(of bytes: [UInt8]) -> String? {
    TextDecoding.decoded(bytes, fallback: self, isWhole: true)
  }

  /// What iconv calls it.
  var systemName: String {
    if self == .latin1 { return "ISO-8859-1" }
    return name.uppercased()
  }

  private var isKnown: Bool {
    guard let conversion = iconv_to_utf8(systemName) else { return false }
    iconv_end(conversion)
    return true
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || "-_.:+".utf8.contains(byte)
  }
}

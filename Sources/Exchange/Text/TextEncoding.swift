/// How old files without a mark of their encoding are read.
package enum TextEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case latin1 = "latin-1"
  case windows1250 = "windows-1250"
  case windows1251 = "windows-1251"
  case windows1252 = "windows-1252"
  case windows1256 = "windows-1256"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  case utf32LittleEndian = "utf-32le"
  case utf32BigEndian = "utf-32be"
}

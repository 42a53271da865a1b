import TilawaBase

/// Writes a tar file (POSIX ustar, with pax extended headers for values that don't fit into it).
///
/// Every file has the mode 0644, belongs to nobody and was changed at the first second of 1970.
final class TarWriter: ArchiveWriter {
  private let append: (UnsafeRawBufferPointer) throws(FileError) -> Void

  init(_ append: @escaping (UnsafeRawBufferPointer) throws(FileError) -> Void) { self.append = append }

  func add(
    _ name: String, _ content: PackedContent, _ seen: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    // Eleven octal digits.
    let isLarge = content.size >= 1 << 33
    let isPlain = name.utf8.count <= 100 && name.utf8.allSatisfy { $0 < 128 }
    var records: [UInt8] = []
    if !isPlain { records += Self.record("path", name) }
    if isLarge { records += Self.record("size", "\(content.size)") }
    if !records.isEmpty {
      try append(Self.header("PaxHeader", kind: "x", size: Int64(records.count)))
      try append(records)
      try pad(Int64(records.count))
    }
    // Readers without support for extended headers get the values that fit.
    let short = isPlain ? name : "file"
    try append(Self.header(short, kind: "0", size: isLarge ? 0 : content.size))
    try content.pieces { part throws(FileError) in
      try append(part)
      try seen(part)
    }
    try pad(content.size)
  }

  func finish() throws(FileError) { try append([UInt8](repeating: 0, count: 1024)) }

  private func append(_ bytes: [UInt8]) throws(FileError) {
    try bytes.span.withUnsafeBytes { (buffer) throws(FileError) in try append(buffer) }
  }

  private func pad(_ size: Int64) throws(FileError) {
    let rest = Int(size % 512)
    if rest > 0 { try append([UInt8](repeating: 0, count: 512 - rest)) }
  }

  private static func header(_ name: String, kind: Unicode.Scalar, size: Int64) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at place: Int) {
      for (offset, byte) in text.utf8.enumerated() { bytes[place + offset] = byte }
    }
    put(name, at: 0)
    put("0000644", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(octal(size, 11), at: 124)
    put("00000000000", at: 136)
    put("        ", at: 148)
    put(String(kind), at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    put("0000000", at: 329)
    put("0000000", at: 337)
    let sum = bytes.reduce(0) { $0 + Int64($1) }
    put(octal(sum, 6) + "\0 ", at: 148)
    return bytes
  }

  private static func octal(_ number: Int64, _ digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// `27 path=…` and an end of the line; the number counts itself.
  private static func record(_ key: String, _ value: String) -> [UInt8] {
    let rest = " \(key)=\(value)\n"
    var count = rest.utf8.count
    while "\(count)".utf8.count + rest.utf8.count != count { count = "\(count)".utf8.count + rest.utf8.count }
    return Array("\(count)\(rest)".utf8)
  }
}

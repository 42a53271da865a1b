import TilawaBase

/// Reads tar files: ustar, its predecessor, and the long names of pax and GNU. Links, devices and files with
/// holes are refused.
///
/// libarchive 3.6.2 doesn't expose everything that must be refused. Of 110 attacks
/// (`Tests/Trials/hostile/archives`) it exposes 22. Its caller could judge names and count bytes, but could
/// not detect the following: an unknown kind or a file with holes that is presented as a plain file; a name
/// that ended at its first zero byte; two names for a file, or one for all; a wrong checksum of gzip.
final class TarReader: ArchiveReader {
  private let stream: any ByteStream
  private let limits: ArchiveLimits
  private var buffer: [UInt8] = []
  private var used = 0
  /// Of the entry that was given last.
  private var name: [UInt8] = []
  private var left: Int64 = 0
  private var padding: Int64 = 0

  init(_ stream: any ByteStream, _ limits: ArchiveLimits) {
    self.stream = stream
    self.limits = limits
  }

  /// Returns true if a block looks like the beginning of a tar file.
  static func isHeader(_ block: [UInt8]) -> Bool {
    block.count >= 512 && block[0] != 0 && hasRightSum(block[..<512])
  }

  func next() throws(ArchiveRefusal) -> ArchiveEntry? {
    while try !read().isEmpty {}
    var facts = TarFacts()
    var extraCount = 0
    while true {
      let header = try take(512)
      guard !header.allSatisfy({ $0 == 0 }) else {
        guard facts.isEmpty else { throw breaksOff }
        try end()
        return nil
      }
      guard Self.hasRightSum(header[...]) else {
        throw ArchiveRefusal(.damaged, name.isEmpty ? nil : name.shownName, "is followed by a damaged header")
      }
      let kind = Unicode.Scalar(header[156])
      let ownSize = try Self.number(header[124..<136], of: Self.name(header))
      let size = ["x", "g", "L"].contains(kind) ? ownSize : facts.size ?? ownSize
      switch kind {
      case "x", "g", "L":
        extraCount += 1
        guard extraCount <= 8, size <= 1 << 20 else {
          throw ArchiveRefusal(.tooLarge, Self.name(header).shownName, "has a header of \(size) bytes")
        }
        let text = try take(Int(size))
        _ = try take(Int((512 - size % 512) % 512))
        if kind == "L" {
          try facts.setName(Array(text.prefix { $0 != 0 }))
        } else {
          try facts.take(Self.records(text), isForAll: kind == "g", Self.name(header))
        }
      default:
        name = facts.name ?? Self.name(header)
        try Self.requirePlain(kind, name)
        // A size may differ from the header's only if the header can't represent it.
        if let said = facts.size, said < 1 << 33, said != ownSize {
          throw ArchiveRefusal(.twoLists, name.shownName, "has two sizes, \(ownSize) and \(said)")
        }
        // Before ustar a folder was a file whose name ends with a slash.
        let isFolder = kind == "5" || name.last == UInt8(ascii: "/")
        // Some programs would look for its content behind it, and others for the next file.
        guard !isFolder || kind == "5" || size == 0 else {
          throw ArchiveRefusal(.lyingSize, name.shownName, "is a folder with a size")
        }
        (left, padding) = (isFolder ? 0 : size, isFolder ? 0 : (512 - size % 512) % 512)
        return ArchiveEntry(name: name, isFolder: isFolder, size: left)
      }
    }
  }

  func read() throws(ArchiveRefusal) -> [UInt8] {
    guard left > 0 else {
      if padding > 0 {
        _ = try take(Int(padding))
        padding = 0
      }
      return []
    }
    if used == buffer.count { try fill() }
    let count = Int(min(left, Int64(buffer.count - used)))
    let part = Array(buffer[used..<(used + count)])
    used += count
    left -= Int64(count)
    return part
  }

  // MARK: - What the headers say

  private static func requirePlain(_ kind: Unicode.Scalar, _ name: [UInt8]) throws(ArchiveRefusal) {
    switch kind {
    case "0", "7", "5", "\0": return
    case "1": throw ArchiveRefusal(.hardLink, name.shownName, "is a hard link")
    case "2", "K": throw ArchiveRefusal(.link, name.shownName, "is a link")
    case "3", "4", "6": throw ArchiveRefusal(.device, name.shownName, "is a device or a pipe")
    case "S": throw ArchiveRefusal(.sparseFile, name.shownName, "is a sparse file")
    case "M": throw ArchiveRefusal(.inPieces, name.shownName, "is part of a split file")
    default: throw ArchiveRefusal(.unknownKind, name.shownName, "has a type that bundles do not contain")
    }
  }

  private static func name(_ header: [UInt8]) -> [UInt8] {
    let name = header[..<100].prefix { $0 != 0 }
    guard header[257..<263].elementsEqual("ustar\0".utf8) else { return Array(name) }
    let folder = header[345..<500].prefix { $0 != 0 }
    return folder.isEmpty ? Array(name) : Array(folder) + [UInt8(ascii: "/")] + Array(name)
  }

  /// Octal digits, or, with the highest bit set, the number itself.
  private static func number(_ field: ArraySlice<UInt8>, of name: [UInt8]) throws(ArchiveRefusal) -> Int64 {
    let bad = ArchiveRefusal(.lyingSize, name.shownName, "has an invalid size")
    guard let first = field.first else { throw bad }
    if first & 0x80 != 0 {
      guard first == 0x80, field.dropFirst().dropLast(8).allSatisfy({ $0 == 0 }),
        let low = Int64(exactly: field.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
      else { throw bad }
      return low
    }
    let digits = field.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != 0 && $0 != UInt8(ascii: " ") }
    guard digits.count <= 12, digits.allSatisfy({ (48...55).contains($0) }) else { throw bad }
    return digits.reduce(0) { $0 << 3 | Int64($1 - 48) }
  }

  /// Lines of `LENGTH KEY=VALUE`, the length being that of the line.
  private static func records(_ bytes: [UInt8]) throws(ArchiveRefusal) -> [(key: String, value: [UInt8])] {
    var records: [(key: String, value: [UInt8])] = []
    var rest = bytes[...]
    while let first = rest.first, first != 0 {
      let digits = rest.prefix { (48...57).contains($0) }
      guard digits.count <= 7, let length = Int(String(decoding: digits, as: UTF8.self)),
        length > digits.count + 1, length <= rest.count
      else { throw ArchiveRefusal(.damaged, nil, "has a damaged extended header") }
      let line = rest.prefix(length).dropFirst(digits.count + 1)
      guard let sign = line.firstIndex(of: UInt8(ascii: "=")), line.last == UInt8(ascii: "\n") else {
        throw ArchiveRefusal(.damaged, nil, "has a damaged extended header")
      }
      records.append((String(decoding: line[..<sign], as: UTF8.self), Array(line[(sign + 1)...].dropLast())))
      rest = rest.dropFirst(length)
    }
    return records
  }

  /// Returns true if the sum of the header's bytes is the one that it declares, with the bytes of that field
  /// counted as blanks.
  private static func hasRightSum(_ header: ArraySlice<UInt8>) -> Bool {
    let place = (header.startIndex + 148)..<(header.startIndex + 156)
    guard let said = try? number(header[place], of: []) else { return false }
    var (sum, signed): (Int64, Int64) = (0, 0)
    for index in header.indices {
      let byte = place.contains(index) ? UInt8(ascii: " ") : header[index]
      sum += Int64(byte)
      // Some old programs count bytes as signed.
      signed += Int64(Int8(bitPattern: byte))
    }
    return said == sum || said == signed
  }

  // MARK: - Bytes

  /// Only zeros come behind the end, as programs write that fill their blocks.
  private func end() throws(ArchiveRefusal) {
    var zeros: Int64 = 0
    while true {
      guard buffer[used...].allSatisfy({ $0 == 0 }) else {
        throw ArchiveRefusal(.somethingBehind, nil, "has data after its end")
      }
      zeros += Int64(buffer.count - used)
      guard zeros <= 1 << 24 else { throw ArchiveRefusal(.bomb, nil, "has only zeros after its end") }
      (buffer, used) = (try stream.read(), 0)
      if buffer.isEmpty { return }
    }
  }

  private func take(_ count: Int) throws(ArchiveRefusal) -> [UInt8] {
    var result: [UInt8] = []
    while result.count < count {
      if used == buffer.count { try fill() }
      let part = buffer[used..<min(buffer.count, used + count - result.count)]
      result += part
      used += part.count
    }
    return result
  }

  private func fill() throws(ArchiveRefusal) {
    (buffer, used) = (try stream.read(), 0)
    if buffer.isEmpty { throw breaksOff }
  }

  private var breaksOff: ArchiveRefusal {
    name.isEmpty
      ? ArchiveRefusal(.brokenOff, nil, "is cut short")
      : ArchiveRefusal(.brokenOff, name.shownName, "is at or after the point where the archive is cut short")
  }
}

/// The facts about a file in the headers before its own; each may be given once.
private struct TarFacts {
  private(set) var name: [UInt8]?
  private(set) var size: Int64?
  private var isExtended = false

  var isEmpty: Bool { name == nil && !isExtended }

  /// Throws where it has one: programs differ in which they take.
  mutating func setName(_ new: [UInt8]) throws(ArchiveRefusal) {
    if let name { throw ArchiveRefusal(.twoLists, name.shownName, "has two different names") }
    name = new
  }

  /// Takes the records of an extended header that is called `header`.
  mutating func take(
    _ records: [(key: String, value: [UInt8])], isForAll: Bool, _ header: [UInt8]
  ) throws(ArchiveRefusal) {
    guard isForAll || !isExtended else {
      throw ArchiveRefusal(.twoLists, header.shownName, "is a second extended header of one file")
    }
    isExtended = isExtended || !isForAll
    for (key, value) in records {
      if key.begins(with: "GNU.sparse.") {
        throw ArchiveRefusal(.sparseFile, header.shownName, "is a sparse file")
      }
      guard key == "path" || key == "size" else { continue }
      guard !isForAll else {
        throw ArchiveRefusal(.damaged, nil, "gives all files the same \(key == "path" ? "name" : "size")")
      }
      if key == "path" { try setName(value) } else { try setSize(value) }
    }
  }

  private mutating func setSize(_ text: [UInt8]) throws(ArchiveRefusal) {
    guard size == nil else {
      throw ArchiveRefusal(.twoLists, name?.shownName, "has a file with two sizes")
    }
    guard let number = Int64(String(decoding: text, as: UTF8.self)), number >= 0 else {
      throw ArchiveRefusal(.lyingSize, nil, "has a file with an invalid size")
    }
    size = number
  }
}

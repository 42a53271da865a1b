import TilawaBase

/// The list at the end of a zip file, which says what is in it.
struct ZipList {
  /// A line of the list.
  struct Line {
    let name: [UInt8]
    let flags: UInt64
    let method: UInt64
    let checksum: UInt64
    let packed: Int64
    let size: Int64
    let start: Int64
    let isFolder: Bool
  }

  /// In the order in which they lie in the file.
  let lines: [Line]
  /// Where the list begins, and so the files end.
  let start: Int64

  init(_ file: any ByteParts, _ limits: ArchiveLimits) throws(ArchiveRefusal) {
    let end = try Self.end(file)
    guard end.parts == 0, end.listPart == 0, end.countHere == end.count else {
      throw ArchiveRefusal(.inPieces, nil, "is one part of a split archive")
    }
    guard end.count <= UInt64(limits.entries) else {
      throw ArchiveRefusal(
        .tooManyEntries, nil, "has \(end.count) entries; at most \(limits.entries) are allowed")
    }
    guard end.size <= UInt64(limits.listBytes) else {
      throw ArchiveRefusal(.tooLarge, nil, "has a list of \(end.size) bytes")
    }
    // The list ends where the record behind it begins: something before all, or between, belongs to another archive.
    guard let start = Int64(exactly: end.start), start <= end.place, Int64(end.size) == end.place - start
    else {
      throw ArchiveRefusal(.damaged, nil, "is damaged: its list is not where it should be")
    }
    self.start = start
    let bytes = try file.part(start, Int(end.size))
    guard bytes.count == Int(end.size) else { throw ArchiveRefusal(.brokenOff, nil, "is cut short") }
    var lines: [Line] = []
    var place = 0
    while place < bytes.count {
      guard lines.count < end.count, let line = try Self.line(bytes, &place) else {
        throw ArchiveRefusal(.damaged, nil, "is damaged: its list is not as described")
      }
      lines.append(line)
    }
    guard lines.count == end.count else {
      throw ArchiveRefusal(.damaged, nil, "is damaged: its list has \(lines.count) entries, not \(end.count)")
    }
    self.lines = lines.sorted { $0.start < $1.start }
  }

  /// The record at the end: how many lines there are, and where.
  private struct End {
    var (parts, listPart, countHere, count, size, start): (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
    /// Where the list ends.
    var place: Int64
  }

  /// The maximum number of zeros after the end. bsdtar fills the last block of a pipe with them.
  private static let mostZeros = 1 << 20

  private static func end(_ file: any ByteParts) throws(ArchiveRefusal) -> End {
    let most = Int64(22 + 0xFFFF + mostZeros)
    let from = max(0, file.size - most)
    let tail = try file.part(from, Int(file.size - from))
    // What the record says may end with zeros itself.
    let filled = (tail.lastIndex { $0 != 0 } ?? -1) + 1
    for place in stride(from: min(filled - 1, tail.count - 22), through: 0, by: -1) {
      guard tail.number(at: place, 4) == 0x0605_4B50, let comment = tail.number(at: place + 20, 2),
        case let last = place + 22 + Int(comment), (filled...tail.count).contains(last),
        tail.count - last <= mostZeros
      else { continue }
      let number = { (offset: Int, count: Int) in tail.number(at: place + offset, count) ?? 0 }
      let end = End(
        parts: number(4, 2), listPart: number(6, 2), countHere: number(8, 2), count: number(10, 2),
        size: number(12, 4), start: number(16, 4), place: from + Int64(place))
      guard end.count == 0xFFFF || end.size == 0xFFFF_FFFF || end.start == 0xFFFF_FFFF else { return end }
      return try largeEnd(file, end)
    }
    throw ArchiveRefusal(.brokenOff, nil, "is cut short: the list at the end of the zip file is missing")
  }

  /// That of zip64, which a note right before the other leads to.
  private static func largeEnd(_ file: any ByteParts, _ end: End) throws(ArchiveRefusal) -> End {
    let note = try file.part(max(0, end.place - 20), 20)
    guard note.number(at: 0, 4) == 0x0706_4B50 else { return end }
    guard let place = note.number(at: 8, 8).flatMap({ Int64(exactly: $0) }), place >= 0,
      place + 56 <= end.place - 20
    else { throw ArchiveRefusal(.damaged, nil, "is damaged: its list is not where it should be") }
    let record = try file.part(place, 56)
    let number = { (offset: Int, count: Int) in record.number(at: offset, count) ?? .max }
    guard number(0, 4) == 0x0606_4B50, number(4, 8) <= 1 << 20,
      place + 12 + Int64(number(4, 8)) == end.place - 20
    else { throw ArchiveRefusal(.damaged, nil, "is damaged: its list is not where it should be") }
    return End(
      parts: number(16, 4), listPart: number(20, 4), countHere: number(24, 8), count: number(32, 8),
      size: number(40, 8), start: number(48, 8), place: place)
  }

  private static func line(_ bytes: [UInt8], _ place: inout Int) throws(ArchiveRefusal) -> Line? {
    let begin = place
    let number = { (offset: Int, count: Int) in bytes.number(at: begin + offset, count) }
    guard number(0, 4) == 0x0201_4B50, let nameCount = number(28, 2), let extraCount = number(30, 2),
      let noteCount = number(32, 2), let version = number(4, 2), let flags = number(8, 2),
      let method = number(10, 2), let checksum = number(16, 4), var packed = number(20, 4),
      var size = number(24, 4), let part = number(34, 2), let attributes = number(38, 4),
      var start = number(42, 4)
    else { return nil }
    let (nameEnd, extraEnd) = (begin + 46 + Int(nameCount), begin + 46 + Int(nameCount + extraCount))
    place = extraEnd + Int(noteCount)
    guard place <= bytes.count else { return nil }
    let name = Array(bytes[(begin + 46)..<nameEnd])
    let extra = try ZipExtra(bytes[nameEnd..<extraEnd], of: name)
    guard part == 0 else { throw ArchiveRefusal(.inPieces, nil, "is one part of a split archive") }
    var large = extra.large[...]
    for field in [\Self.Numbers.size, \.packed, \.start] {
      var numbers = Numbers(size: size, packed: packed, start: start)
      guard numbers[keyPath: field] == 0xFFFF_FFFF, let value = large.popFirst() else { continue }
      numbers[keyPath: field] = value
      (size, packed, start) = (numbers.size, numbers.packed, numbers.start)
    }
    if flags & 0x2041 != 0 { throw ArchiveRefusal(.encrypted, name.shownName, "is encrypted") }
    guard method == 0 || method == 8 else {
      throw ArchiveRefusal(
        .unknownCompression, name.shownName, "uses an unsupported compression method (\(method))")
    }
    let isFolder = name.last == UInt8(ascii: "/") || name.last == UInt8(ascii: "\\")
    try requirePlain(name, host: version >> 8, attributes, isFolder: isFolder)
    guard let size = Int64(exactly: size), let packed = Int64(exactly: packed),
      let start = Int64(exactly: start),
      !isFolder || size == 0
    else { throw ArchiveRefusal(.lyingSize, name.shownName, "has an invalid size") }
    return Line(
      name: name, flags: flags, method: method, checksum: checksum, packed: packed, size: size, start: start,
      isFolder: isFolder)
  }

  private struct Numbers { var (size, packed, start): (UInt64, UInt64, UInt64) }

  /// Throws if the mode of a Unix system denotes a link, a device or anything else but a file or folder.
  private static func requirePlain(
    _ name: [UInt8], host: UInt64, _ attributes: UInt64, isFolder: Bool
  ) throws(ArchiveRefusal) {
    guard host == 3 || host == 19 else { return }
    switch attributes >> 28 {
    case 0, 0o10: return
    case 0o4 where isFolder: return
    case 0o12: throw ArchiveRefusal(.link, name.shownName, "is a link")
    case 0o2, 0o6, 0o1, 0o14: throw ArchiveRefusal(.device, name.shownName, "is a device or a pipe")
    default: throw ArchiveRefusal(.unknownKind, name.shownName, "has a type that bundles do not contain")
    }
  }
}

/// The extra fields after a name in a zip file.
struct ZipExtra {
  /// Those of the numbers that four bytes don't hold, in their order.
  private(set) var large: [UInt64] = []

  init(_ bytes: ArraySlice<UInt8>, of name: [UInt8]) throws(ArchiveRefusal) {
    var rest = bytes
    while rest.count >= 4, let id = rest.number(at: 0, 2), let count = rest.number(at: 2, 2),
      rest.count >= 4 + Int(count)
    {
      let field = rest.dropFirst(4).prefix(Int(count))
      if id == 1 {
        large = stride(from: 0, to: field.count - 7, by: 8).compactMap { field.number(at: $0, 8) }
      }
      // Another name for programs that support it: version, checksum of the first, and the name.
      if id == 0x7075, field.count > 5, !field.dropFirst(5).elementsEqual(name) {
        throw ArchiveRefusal(.twoLists, name.shownName, "has two different names")
      }
      rest = rest.dropFirst(4 + Int(count))
    }
  }
}

/// Bytes of which any part can be read.
protocol ByteParts: Sendable {
  /// The number of bytes.
  var size: Int64 { get }
  /// Those from `offset` on, at most `count`; fewer only at the end.
  func part(_ offset: Int64, _ count: Int) throws(ArchiveRefusal) -> [UInt8]
}

extension FileParts: ByteParts {
  func part(_ offset: Int64, _ count: Int) throws(ArchiveRefusal) -> [UInt8] {
    do { return try bytes(from: offset, atMost: count) } catch {
      throw ArchiveRefusal(.damaged, nil, "cannot be read: \(error.reason)")
    }
  }
}

extension [UInt8]: ByteParts {
  var size: Int64 { Int64(count) }

  func part(_ offset: Int64, _ count: Int) -> [UInt8] { Array(dropFirst(Int(offset)).prefix(count)) }
}

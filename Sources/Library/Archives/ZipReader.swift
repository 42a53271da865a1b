import TilawaBase

/// Reads zip files of any size, with stored or deflated files.
///
/// Only the list at the end counts. Programs that read from the front never see it. If anything before, after
/// or between files contradicts the list, some programs would unpack other files than others do, and the
/// archive is refused.
///
/// No library does this. Of 97 attacks on zip files (`Tests/Trials/hostile/archives`), libzip 1.7.3 accepts
/// 59, even with its consistency check (`ZIP_CHECKCONS`), and libarchive 3.6.2 accepts 67. The attacks use
/// not only names, but also files that the list doesn't contain and a file within another. libzip also
/// refuses the zip files that libarchive 3.6.2 itself writes. Unpacking is zlib's.
final class ZipReader: ArchiveReader {
  private let file: any ByteParts
  private let list: ZipList
  private var index = -1
  private var place: Int64 = 0
  private var packedLeft: Int64 = 0
  private var sizeLeft: Int64 = 0
  private var sum: UInt32 = 0
  private var inflation: Inflation?
  /// The file that was read last, where a note may stand behind it.
  private var streamed: ZipList.Line?
  private var needsNote = false
  private var isWhole = true

  init(_ file: any ByteParts, _ limits: ArchiveLimits) throws(ArchiveRefusal) {
    self.file = file
    list = try ZipList(file, limits)
  }

  /// Goes to an entry by its place among `entries`, whose content can then be read.
  func go(to index: Int) throws(ArchiveRefusal) {
    (self.index, place) = (index - 1, list.lines[index].start)
    (streamed, needsNote) = (nil, false)
    _ = try next()
  }

  /// The size of all files together in bytes, according to the list.
  var size: Int64 {
    list.lines.reduce(0) { sum, line in
      let (whole, isTooMuch) = sum.addingReportingOverflow(line.size)
      return isTooMuch ? .max : whole
    }
  }

  /// All entries, before anything of them is read.
  var entries: [ArchiveEntry] { list.lines.map(Self.entry) }

  func next() throws(ArchiveRefusal) -> ArchiveEntry? {
    index += 1
    guard index < list.lines.count else {
      try requireNothing(before: list.start, "the list")
      return nil
    }
    let line = list.lines[index]
    guard line.start >= place else {
      throw ArchiveRefusal(.overlapping, line.name.shownName, "overlaps another file")
    }
    let header = try file.part(line.start, 30)
    let number = { (offset: Int, count: Int) in header.number(at: offset, count) }
    guard number(0, 4) == 0x0403_4B50, let flags = number(6, 2), let nameCount = number(26, 2),
      let extraCount = number(28, 2)
    else { throw ArchiveRefusal(.damaged, line.name.shownName, "is not where the list says") }
    try requireNothing(before: line.start, "\"\(line.name.shownName)\"")
    let names = try file.part(line.start + 30, Int(nameCount + extraCount))
    try compare(header, names, Int(nameCount), flags, line)
    place = line.start + 30 + Int64(nameCount + extraCount)
    guard line.packed <= list.start - place else {
      throw ArchiveRefusal(.overlapping, line.name.shownName, "overlaps the list")
    }
    guard line.method == 8 || line.packed == line.size else {
      throw ArchiveRefusal(.lyingSize, line.name.shownName, "is stored uncompressed but has two sizes")
    }
    (packedLeft, sizeLeft, sum, isWhole) = (line.packed, line.size, 0, false)
    inflation = line.method == 8 ? try Inflation(.bare) : nil
    let start = place
    place += line.packed
    packedPlace = start
    return Self.entry(line)
  }

  private var packedPlace: Int64 = 0

  func read() throws(ArchiveRefusal) -> [UInt8] {
    guard !isWhole, index >= 0, index < list.lines.count else { return [] }
    let line = list.lines[index]
    let part: [UInt8]
    if let inflation { part = try inflated(inflation, line) } else { part = try stored(line) }
    let before = sum
    sum = part.withUnsafeBytes { $0.crc(after: before) }
    guard part.isEmpty else { return part }
    isWhole = true
    guard UInt64(sum) == line.checksum else {
      throw ArchiveRefusal(.wrongChecksum, line.name.shownName, "does not have the checksum in the list")
    }
    return []
  }

  private static func entry(_ line: ZipList.Line) -> ArchiveEntry {
    ArchiveEntry(name: line.name, isFolder: line.isFolder, size: line.size)
  }

  /// Throws if bytes lie between the previous file and `next` that are not the note of a streamed file, or if
  /// a required note is missing. Some programs would read other bytes as a file.
  private func requireNothing(before next: Int64, _ what: String) throws(ArchiveRefusal) {
    let gap = next - place
    guard gap > 0 || needsNote else { return }
    guard isNote(try file.part(place, Int(min(gap, 25)))) else {
      throw ArchiveRefusal(.twoLists, nil, "has data before \(what) that is not in the list")
    }
  }

  /// Returns true if these bytes are the checksum and the sizes of the file that was read last. They follow a
  /// file that was written as a stream, with or without a signature, with sizes of four or eight bytes.
  private func isNote(_ bytes: [UInt8]) -> Bool {
    guard let streamed, [12, 16, 20, 24].contains(bytes.count) else { return false }
    let isSigned = bytes.count % 8 == 0
    let note = bytes.dropFirst(isSigned ? 4 : 0)
    let width = (note.count - 4) / 2
    return (!isSigned || bytes.number(at: 0, 4) == 0x0807_4B50)
      && note.number(at: 0, 4) == streamed.checksum
      && note.number(at: 4, width) == UInt64(streamed.packed)
      && note.number(at: 4 + width, width) == UInt64(streamed.size)
  }

  /// Throws when what stands before a file isn't what stands in the list.
  private func compare(
    _ header: [UInt8], _ names: [UInt8], _ nameCount: Int, _ flags: UInt64, _ line: ZipList.Line
  ) throws(ArchiveRefusal) {
    let two = ArchiveRefusal(.twoLists, line.name.shownName, "does not match its header in the archive")
    guard names.count >= nameCount, names[..<nameCount].elementsEqual(line.name) else { throw two }
    let extra = try ZipExtra(names[nameCount...], of: line.name)
    let number = { (offset: Int, count: Int) in header.number(at: offset, count) }
    guard number(8, 2) == line.method, flags & 0x2041 == 0 else { throw two }
    var large = extra.large[...]
    let size = number(22, 4) == 0xFFFF_FFFF ? large.popFirst() : number(22, 4)
    let packed = number(18, 4) == 0xFFFF_FFFF ? large.popFirst() : number(18, 4)
    let said = [number(14, 4), size, packed]
    let listed = [line.checksum, UInt64(line.size), UInt64(line.packed)]
    let isStreamed = flags & 8 != 0
    // What wasn't known before a file that was written as a stream stands behind it.
    guard zip(said, listed).allSatisfy({ $0 == $1 || isStreamed && ($0 ?? 0) == 0 }) else { throw two }
    streamed = isStreamed ? line : nil
    needsNote = said != listed
  }

  private func stored(_ line: ZipList.Line) throws(ArchiveRefusal) -> [UInt8] {
    guard sizeLeft > 0 else { return [] }
    let part = try packedBytes(1 << 20, line)
    sizeLeft -= Int64(part.count)
    return part
  }

  private func inflated(_ inflation: Inflation, _ line: ZipList.Line) throws(ArchiveRefusal) -> [UInt8] {
    while true {
      // One byte more than there should be shows that the size is a lie.
      let part = try inflation.read(
        atMost: Int(min(1 << 18, sizeLeft + 1)),
        or: ArchiveRefusal(.damaged, line.name.shownName, "is damaged"))
      guard let part else {
        guard packedLeft > 0 else {
          throw ArchiveRefusal(.lyingSize, line.name.shownName, "is shorter than the list says")
        }
        inflation.give(try packedBytes(1 << 16, line))
        continue
      }
      sizeLeft -= Int64(part.count)
      guard sizeLeft >= 0 else {
        throw ArchiveRefusal(.lyingSize, line.name.shownName, "is longer than the list says")
      }
      if part.isEmpty, sizeLeft > 0 {
        throw ArchiveRefusal(.lyingSize, line.name.shownName, "is shorter than the list says")
      }
      if part.isEmpty, packedLeft > 0 || !inflation.leftOver.isEmpty {
        throw ArchiveRefusal(.lyingSize, line.name.shownName, "has data after its end")
      }
      return part
    }
  }

  private func packedBytes(_ count: Int, _ line: ZipList.Line) throws(ArchiveRefusal) -> [UInt8] {
    let part = try file.part(packedPlace, Int(min(Int64(count), packedLeft)))
    guard !part.isEmpty else { throw ArchiveRefusal(.brokenOff, line.name.shownName, "is cut short") }
    packedPlace += Int64(part.count)
    packedLeft -= Int64(part.count)
    return part
  }
}

import Files

/// Zip files: stored or deflated, as large as they may be.
///
/// What the list at the end says holds; where what stands before a file says something else, some programs would unpack
/// another file than others, and nothing is taken.
final class ZipReader: ArchiveReader {
  private let file: FileParts
  private let list: ZipList
  private var index = -1
  private var place: Int64 = 0
  private var packedLeft: Int64 = 0
  private var sizeLeft: Int64 = 0
  private var sum: UInt32 = 0
  private var inflation: Inflation?
  private var isWhole = true

  init(_ file: FileParts, _ limits: ArchiveLimits) throws(ArchiveRefusal) {
    self.file = file
    list = try ZipList(file, limits)
  }

  /// How many bytes all files have, as the list says.
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
    guard index < list.lines.count else { return nil }
    let line = list.lines[index]
    let header = try file.part(line.start, 30)
    let number = { (offset: Int, count: Int) in header.number(at: offset, count) }
    guard line.start >= place else {
      throw ArchiveRefusal(.overlapping, line.name.shownName, "lies where another file lies")
    }
    guard number(0, 4) == 0x0403_4B50, let flags = number(6, 2), let nameCount = number(26, 2),
      let extraCount = number(28, 2)
    else { throw ArchiveRefusal(.damaged, line.name.shownName, "is not where the list says") }
    let names = try file.part(line.start + 30, Int(nameCount + extraCount))
    try compare(header, names, Int(nameCount), flags, line)
    place = line.start + 30 + Int64(nameCount + extraCount)
    guard line.packed <= list.start - place else {
      throw ArchiveRefusal(.overlapping, line.name.shownName, "reaches into the list")
    }
    guard line.method == 8 || line.packed == line.size else {
      throw ArchiveRefusal(.lyingSize, line.name.shownName, "is stored, and has two sizes")
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
      throw ArchiveRefusal(.wrongChecksum, line.name.shownName, "has another checksum than the list says")
    }
    return []
  }

  private static func entry(_ line: ZipList.Line) -> ArchiveEntry {
    ArchiveEntry(name: line.name, isFolder: line.isFolder, size: line.size)
  }

  /// Throws when what stands before a file isn't what stands in the list.
  private func compare(
    _ header: [UInt8], _ names: [UInt8], _ nameCount: Int, _ flags: UInt64, _ line: ZipList.Line
  ) throws(ArchiveRefusal) {
    let two = ArchiveRefusal(.twoLists, line.name.shownName, "is not what stands before it in the archive")
    guard names.count >= nameCount, names[..<nameCount].elementsEqual(line.name) else { throw two }
    let extra = try ZipExtra(names[nameCount...], of: line.name)
    let number = { (offset: Int, count: Int) in header.number(at: offset, count) }
    guard number(8, 2) == line.method, flags & 0x2041 == 0 else { throw two }
    // Behind a file that was written as a stream, not before it.
    guard flags & 8 == 0 else { return }
    var large = extra.large[...]
    let size = number(22, 4) == 0xFFFF_FFFF ? large.popFirst() : number(22, 4)
    let packed = number(18, 4) == 0xFFFF_FFFF ? large.popFirst() : number(18, 4)
    guard number(14, 4) == line.checksum, size == UInt64(line.size), packed == UInt64(line.packed) else {
      throw two
    }
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
        throw ArchiveRefusal(.lyingSize, line.name.shownName, "has something behind its end")
      }
      return part
    }
  }

  private func packedBytes(_ count: Int, _ line: ZipList.Line) throws(ArchiveRefusal) -> [UInt8] {
    let part = try file.part(packedPlace, Int(min(Int64(count), packedLeft)))
    guard !part.isEmpty else { throw ArchiveRefusal(.brokenOff, line.name.shownName, "breaks off") }
    packedPlace += Int64(part.count)
    packedLeft -= Int64(part.count)
    return part
  }
}

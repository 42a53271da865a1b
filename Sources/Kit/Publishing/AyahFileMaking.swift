import TilawaBase
import TilawaLibrary
import TilawaQuran

/// Writes the lines of an ayah to its files.
struct AyahFileMaking {
  private let ayah: Ayah
  private let writer: SiteWriter
  private var parts: [PublishedSurah.Part] = []
  private var bytes: [UInt8] = []
  private var recordings = 0

  init(_ ayah: Ayah, _ writer: SiteWriter) {
    self.ayah = ayah
    self.writer = writer
  }

  /// The sizes in bytes at which a part may end, and at which it must.
  private static let (usual, most) = (1 << 20, 4 << 20)

  /// Adds the next line in order; it begins with its recording's key.
  mutating func add(_ line: some Collection<UInt8>) throws(FileError) {
    if recordings == 0 {
      begin()
    } else {
      bytes.append(UInt8(ascii: ","))
    }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: line)
    recordings += 1
    if bytes.count >= Self.most || bytes.count >= Self.usual && Self.mayEnd(after: line) { try end() }
  }

  /// Returns all files of the ayah; none if it has no lines.
  mutating func finish() throws(FileError) -> [PublishedSurah.Part] {
    if recordings > 0 { try end() }
    return parts
  }

  private mutating func begin() {
    var file = PublishedAyah()
    (file.ayah, file.part) = (ayah, parts.count + 1)
    var head = JSONBytes()
    file.writeHead(to: &head)
    bytes = head.bytes
  }

  private mutating func end() throws(FileError) {
    bytes.append(contentsOf: "\n]}\n".utf8)
    var part = PublishedSurah.Part()
    part.file = try FileDigest.of(bytes)
    part.recordings = recordings
    try writer.write(bytes, to: PublishedAddress.ayah(ayah, part: parts.count + 1))
    parts.append(part)
    bytes.removeAll()
    recordings = 0
  }

  /// Returns true if a part may end after the line. It depends only on the recording, so that a new line
  /// moves few of the lines after it.
  private static func mayEnd(after line: some Collection<UInt8>) -> Bool {
    let key = LineKey.bytes(of: line)
    guard key.count == 32 else { return false }
    let last = key.suffix(3)
    return last.dropFirst().allSatisfy { $0 == UInt8(ascii: "0") } && "048c".utf8.contains(last.first ?? 0)
  }
}

/// The key of the recording with which a line of an ayah's file begins.
enum LineKey {
  private static let before = Array("{\"recording\":\"".utf8)

  /// Returns the key, or nothing if the line begins with something else.
  static func bytes(of line: some Collection<UInt8>) -> [UInt8] {
    guard line.starts(with: before) else { return [] }
    return Array(line.dropFirst(before.count).prefix(32))
  }
}

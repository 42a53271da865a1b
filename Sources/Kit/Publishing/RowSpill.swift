import TilawaBase
import TilawaLibrary

/// The lines of all ayat of a library of any size, which are added bundle by bundle and read ayah by ayah.
///
/// Data that don't fit into memory are in a scratch file, in sections that contain all ayat in sequence.
final class RowSpill {
  /// A line without its bytes, and their place.
  struct Entry: Sendable {
    let isVerified: Bool
    let priority: Int64
    let confidence: Double
    let date: Int64
    /// The index of its bundle in the order of paths.
    let ordinal: UInt32
    let rows: Int
    let held: [HeldAyat]
    let offset: Int64
    let length: Int

    /// Returns true if this line comes first, in the order of ``PublishedRank``. A bundle has only one line
    /// per ayah.
    func comes(before other: Entry) -> Bool {
      if isVerified != other.isVerified { return isVerified }
      if priority != other.priority { return priority > other.priority }
      if confidence != other.confidence { return confidence > other.confidence }
      if date != other.date { return date > other.date }
      return ordinal < other.ordinal
    }
  }

  private let file: ScratchFile
  private let memory: Int
  private var buffers = [[UInt8]](repeating: [], count: AyahSlots.count)
  private var size = 0
  private var end: Int64 = 0
  private var stretches = [[(offset: Int64, length: Int)]](repeating: [], count: AyahSlots.count)
  private var reciters: [HeldBy: UInt32] = [:]
  private var known: [HeldBy] = []

  /// Creates an empty spill that keeps about `memory` bytes before it writes to a scratch file in `folder`.
  init(in folder: String, memory: Int = 96 << 20) throws(FileError) {
    file = try ScratchFile(in: folder)
    self.memory = memory
  }

  /// Adds the lines of a bundle. `ordinal` is its index in the order of paths; bundles may be added in any
  /// order.
  func add(_ lines: [PublishedBundle.Line], ordinal: Int) throws(FileError) {
    for line in lines {
      let before = buffers[line.slot].count
      append(line, ordinal, to: &buffers[line.slot])
      size += buffers[line.slot].count - before
    }
    if size > memory { try flush() }
  }

  private func append(_ line: PublishedBundle.Line, _ ordinal: Int, to buffer: inout [UInt8]) {
    buffer.put(UInt32(line.bytes.count))
    buffer.put(UInt32(line.rows))
    buffer.put(UInt32(ordinal))
    buffer.put(UInt32(line.held.count))
    buffer.put(UInt64(line.rank.isVerified ? 1 : 0))
    buffer.put(UInt64(bitPattern: Int64(line.rank.priority)))
    buffer.put((line.rank.confidence ?? -1).bitPattern)
    buffer.put(UInt64(bitPattern: line.rank.date?.seconds ?? .min))
    for held in line.held {
      buffer.put(number(of: held.by))
      buffer.put(
        UInt32(held.numbers.lowerBound) << 16 | UInt32(held.numbers.upperBound) << 1
          | (held.isVerified ? 1 : 0))
    }
    buffer.append(contentsOf: line.bytes)
  }

  private func number(of by: HeldBy) -> UInt32 {
    if let number = reciters[by] { return number }
    let number = UInt32(known.count)
    reciters[by] = number
    known.append(by)
    return number
  }

  /// Writes the lines in memory. None can be added afterwards.
  func finish() throws(FileError) -> Stored {
    try flush()
    return Stored(file: file, stretches: stretches, known: known)
  }

  private func flush() throws(FileError) {
    var pending: [UInt8] = []
    for slot in buffers.indices where !buffers[slot].isEmpty {
      stretches[slot].append((end, buffers[slot].count))
      end += Int64(buffers[slot].count)
      pending.append(contentsOf: buffers[slot])
      buffers[slot].removeAll(keepingCapacity: false)
      if pending.count > 4 << 20 {
        try file.append(pending)
        pending.removeAll(keepingCapacity: true)
      }
    }
    try file.append(pending)
    size = 0
  }

  /// All lines, which several threads may read.
  struct Stored: Sendable {
    fileprivate let file: ScratchFile
    fileprivate let stretches: [[(offset: Int64, length: Int)]]
    fileprivate let known: [HeldBy]

    /// Returns the lines of an ayah in order; `lines` returns the bytes of each.
    func entries(at slot: Int) throws(FileError) -> (entries: [Entry], lines: Lines) {
      var entries: [Entry] = []
      let total = stretches[slot].reduce(0) { $0 + $1.length }
      var kept: [(offset: Int64, bytes: [UInt8])] = []
      for (offset, length) in stretches[slot] {
        let bytes = try file.bytes(from: offset, count: length)
        guard bytes.count == length else {
          throw FileError("read", "a scratch file", because: "it became shorter")
        }
        read(bytes, at: offset, into: &entries)
        // For ayat that very many recordings contain, only the order is kept. Each line is read again when
        // it is needed.
        if total <= 64 << 20 { kept.append((offset, bytes)) }
      }
      entries.sort { $0.comes(before: $1) }
      return (entries, Lines(file: file, kept: kept))
    }

    private func read(_ bytes: [UInt8], at offset: Int64, into entries: inout [Entry]) {
      var cursor = 0
      while cursor < bytes.count {
        let length = Int(bytes.word(at: cursor))
        let rows = Int(bytes.word(at: cursor + 4))
        let ordinal = bytes.word(at: cursor + 8)
        let count = Int(bytes.word(at: cursor + 12))
        let isVerified = bytes.long(at: cursor + 16) == 1
        let priority = Int64(bitPattern: bytes.long(at: cursor + 24))
        let confidence = Double(bitPattern: bytes.long(at: cursor + 32))
        let date = Int64(bitPattern: bytes.long(at: cursor + 40))
        cursor += 48
        var held: [HeldAyat] = []
        held.reserveCapacity(count)
        for _ in 0..<count {
          let packed = bytes.word(at: cursor + 4)
          held.append(
            HeldAyat(
              by: known[Int(bytes.word(at: cursor))],
              numbers: Int(packed >> 16)...Int(packed >> 1 & 0x7FFF), isVerified: packed & 1 == 1))
          cursor += 8
        }
        entries.append(
          Entry(
            isVerified: isVerified, priority: priority, confidence: confidence, date: date, ordinal: ordinal,
            rows: rows, held: held, offset: offset + Int64(cursor), length: length))
        cursor += length
      }
    }
  }

  /// Reads the bytes of lines.
  struct Lines: Sendable {
    fileprivate let file: ScratchFile
    fileprivate let kept: [(offset: Int64, bytes: [UInt8])]

    func bytes(of entry: Entry) throws(FileError) -> [UInt8] {
      for part in kept.reversed() where part.offset <= entry.offset {
        let start = Int(entry.offset - part.offset)
        if start + entry.length <= part.bytes.count { return Array(part.bytes[start..<start + entry.length]) }
      }
      return try file.bytes(from: entry.offset, count: entry.length)
    }
  }
}

extension [UInt8] {
  fileprivate mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  fileprivate func word(at index: Int) -> UInt32 {
    withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt32.self)) }
  }

  fileprivate func long(at index: Int) -> UInt64 {
    withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt64.self)) }
  }
}

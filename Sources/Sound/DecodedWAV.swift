import Synchronization
public import TilawaBase

/// A recording as a WAV file of 16-bit numbers in one channel that is not stored anywhere.
///
/// Each part is decoded when it is requested, so that every position is exact whatever the format of the
/// recording.
public final class DecodedWAV: Sendable {
  private struct Slot: ~Copyable {
    var reader: AudioReader?
    /// The next frame that it reads.
    var next: Int64 = -1
  }

  private final class Place: Sendable {
    let slot = Mutex(Slot())
  }

  private static let headLength: Int64 = 44

  private let path: String
  private let frames: Int64
  private let head: [UInt8]
  /// The places where decoding can go on. A browser requests some parts at a time, each starting where
  /// another ended.
  private let places = (0..<4).map { _ in Place() }
  private let turn = Atomic<Int>(0)

  /// The length in bytes.
  public let length: Int64

  /// Opens the file. Throws if it can't be read, or if its length can't be determined.
  public init(fileAt path: String) throws(AudioError) {
    let properties = try AudioProbe.properties(ofFileAt: path)
    self.path = path
    frames = properties.frames
    length = Self.headLength + 2 * frames
    head = Self.head(frames: frames, rate: properties.sampleRate)
  }

  /// The bytes from `offset` on, at most `count` and at least one where there are any.
  public func bytes(from offset: Int64, atMost count: Int) throws(AudioError) -> [UInt8] {
    guard offset < Self.headLength else { return try samples(from: offset - Self.headLength, atMost: count) }
    return Array(head.dropFirst(Int(max(0, offset))).prefix(count))
  }

  private func samples(from offset: Int64, atMost count: Int) throws(AudioError) -> [UInt8] {
    let first = offset / 2
    let skipped = Int(offset % 2)
    let wanted = Int(min(Int64((count + skipped + 1) / 2), frames - first))
    guard wanted > 0 else { return [] }
    var bytes = try decoded(first, wanted)
    // A file that breaks off is silent from there on.
    bytes += [UInt8](repeating: 0, count: 2 * wanted - bytes.count)
    return Array(bytes.dropFirst(skipped).prefix(count))
  }

  private func decoded(_ first: Int64, _ count: Int) throws(AudioError) -> [UInt8] {
    for place in places {
      let found = place.slot.withLockIfAvailable { slot in
        slot.next == first ? self.result(first, count, &slot) : nil
      }
      if let found = found ?? nil { return try found.get() }
    }
    let number = turn.add(1, ordering: .relaxed).oldValue
    return try places[number & 3].slot.withLock { self.result(first, count, &$0) }.get()
  }

  private func result(_ first: Int64, _ count: Int, _ slot: inout Slot) -> Result<[UInt8], AudioError> {
    Result { () throws(AudioError) in
      var reader = if let known = slot.reader.take() { known } else { try AudioReader(fileAt: path) }
      if slot.next != first { try reader.seek(toFrame: first) }
      let samples = try reader.readMono(frames: count)
      slot.next = first + Int64(samples.count)
      slot.reader = consume reader
      return [UInt8](unsafeUninitializedCapacity: 2 * samples.count) { buffer, filled in
        for (index, sample) in samples.enumerated() {
          let value = UInt16(bitPattern: Int16(max(-32768, min(32767, (sample * 32768).rounded()))))
          buffer[2 * index] = UInt8(truncatingIfNeeded: value)
          buffer[2 * index + 1] = UInt8(truncatingIfNeeded: value >> 8)
        }
        filled = 2 * samples.count
      }
    }
  }

  private static func head(frames: Int64, rate: Int) -> [UInt8] {
    func four(_ value: Int64) -> [UInt8] {
      let bits = UInt32(clamping: value)
      return (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
    }
    let rate = Int64(rate)
    return Array("RIFF".utf8) + four(36 + 2 * frames) + Array("WAVEfmt ".utf8) + four(16) + [1, 0, 1, 0]
      + four(rate) + four(2 * rate) + [2, 0, 16, 0] + Array("data".utf8) + four(2 * frames)
  }
}

extension [UInt8] {
  /// Adds a number of two bytes, the low one first.
  mutating func add(_ number: UInt16) {
    for shift in [0, 8] { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// Of four bytes.
  mutating func add(_ number: UInt32) {
    for shift in stride(from: 0, to: 32, by: 8) { append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
  }

  /// Of eight bytes.
  mutating func add(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { append(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
  }
}

extension Collection<UInt8> where Index == Int {
  /// The number in `count` bytes at `place`, counted from the first, the low byte first; nil where there are fewer.
  func number(at place: Int, _ count: Int) -> UInt64? {
    guard place >= 0, count <= 8, place + count <= self.count else { return nil }
    return (0..<count).reversed().reduce(0) { $0 << 8 | UInt64(self[startIndex + place + $1]) }
  }
}

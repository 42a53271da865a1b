import TilawaBase
import TilawaQuran

/// The kinds of values that the fast way reads.
enum ScannedValue: Sendable {
  case time, times, reference, ayah, flag, confidence, word, riwayah, cut, text
  case integer(ClosedRange<Int>)

  /// The type of the value that is read.
  var type: Any.Type {
    switch self {
    case .time: Milliseconds.self
    case .times: [Milliseconds].self
    case .reference: AyahRange.self
    case .ayah: Ayah.self
    case .flag: Bool.self
    case .confidence: Double.self
    case .word, .text: String.self
    case .riwayah: Riwayah.self
    case .cut: AyahCut.self
    case .integer: Int.self
    }
  }
}

/// A step that puts the value of a key into a row. Millions of values are read this way. A key path would be
/// followed anew for each, and a closure shared by threads would be reference-counted by all of them.
struct ScanStep: Sendable {
  let value: ScannedValue
  /// The offset of the property in the row. The property is of the value's type, or an optional of that.
  let offset: Int
  let isOptional: Bool

  func scan<Row>(into row: inout Row, _ text: Span<UInt8>, _ cursor: inout Int) -> Bool {
    switch value {
    case .time: put(scanTime(text, &cursor), into: &row)
    case .times: put(scanTimes(text, &cursor), into: &row)
    case .reference: put(scanReference(text, &cursor), into: &row)
    case .ayah: put(scanReference(text, &cursor).flatMap { $0.isSingle ? $0.first : nil }, into: &row)
    case .flag: put(scanFlag(text, &cursor), into: &row)
    case .confidence: put(scanConfidence(text, &cursor), into: &row)
    case .word: put(scanWord(text, &cursor), into: &row)
    case .cut: put(scanWord(text, &cursor).flatMap { AyahCut(rawValue: $0) }, into: &row)
    case .riwayah: put(scanWord(text, &cursor).flatMap { Riwayah(rawValue: $0) }, into: &row)
    case .text: put(scanText(text, &cursor), into: &row)
    case .integer(let range):
      put(scanNumber(text, &cursor).flatMap { range.contains($0) ? $0 : nil }, into: &row)
    }
  }

  private func put<Row, Value>(_ value: Value?, into row: inout Row) -> Bool {
    guard let value else { return false }
    withUnsafeMutablePointer(to: &row) { row in
      let place = UnsafeMutableRawPointer(row).advanced(by: offset)
      if isOptional {
        place.assumingMemoryBound(to: Value?.self).pointee = value
      } else {
        place.assumingMemoryBound(to: Value.self).pointee = value
      }
    }
    return true
  }
}

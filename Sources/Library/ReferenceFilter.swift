import TilawaFormat
import TilawaQuran

/// Rules out, from the bytes of a file and without reading its YAML, that any of its rows contains a
/// requested ayah.
///
/// Any text that the reader takes for a reference is in the file literally, unless it is written with a
/// backslash escape. It has one to three digits on both sides of a colon. If a file has no backslash, and no
/// such text in it touches a requested ayah in any count, neither does any row.
struct ReferenceFilter: Sendable {
  /// The requested ayat in all counts, ordered and disjoint. An ayah is 1000 × surah + number.
  private let wanted: [ClosedRange<Int>]

  init(for ayat: WantedAyat, in counts: [CountingSystem]) {
    let ranges = counts.flatMap { ayat.mapped(in: $0).map(\.range) }
      .map { Self.key($0.first)...Self.key($0.last) }
      .sorted { $0.lowerBound < $1.lowerBound }
    wanted = ranges.reduce(into: []) { result, range in
      if let last = result.last, range.lowerBound <= last.upperBound + 1 {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
  }

  /// Returns true if a row of the file contains a requested ayah in any count, or a row that can't be read
  /// may contain one.
  func mayHold(_ file: BundleFile<SegmentsFile>) -> Bool {
    guard let content = file.content else { return true }
    return (content.rows + content.faultyRows).contains { row in
      row.ayah.map { touches(Self.key($0.first), Self.key($0.last)) } ?? false
    }
  }

  /// False only when no row of the file can.
  func mayHold(_ bytes: [UInt8]) -> Bool {
    let text = bytes.span
    for index in text.indices {
      let byte = text[index]
      if byte == UInt8(ascii: ":") {
        // Most colons end a key and have a blank behind them.
        guard index + 1 < text.count, isDigit(text[index + 1]) else { continue }
        if touches(around: index, in: text) { return true }
      } else if byte == UInt8(ascii: "\\") {
        return true
      }
    }
    return false
  }

  /// Returns true if the colon at `colon` is the first of a reference to requested ayat.
  private func touches(around colon: Int, in text: Span<UInt8>) -> Bool {
    var start = colon
    while start > 0, colon - start < 3, isDigit(text[start - 1]) { start -= 1 }
    var cursor = start
    guard let surah = number(text, &cursor) else { return false }
    cursor = colon + 1
    guard let ayah = number(text, &cursor) else { return false }
    let first = surah * 1000 + ayah
    guard cursor < text.count, text[cursor] == UInt8(ascii: "-") else { return touches(first, first) }
    cursor += 1
    guard let next = number(text, &cursor) else { return touches(first, first) }
    guard cursor < text.count, text[cursor] == UInt8(ascii: ":") else {
      return touches(first, surah * 1000 + next)
    }
    cursor += 1
    return touches(first, next * 1000 + (number(text, &cursor) ?? 0))
  }

  private func touches(_ a: Int, _ b: Int) -> Bool {
    let first = min(a, b)
    let last = max(a, b)
    var low = 0
    var high = wanted.count
    while low < high {
      let middle = (low + high) / 2
      if wanted[middle].upperBound < first { low = middle + 1 } else { high = middle }
    }
    return low < wanted.count && wanted[low].lowerBound <= last
  }

  private static func key(_ ayah: Ayah) -> Int { ayah.surah * 1000 + ayah.number }
}

/// One to three digits.
private func number(_ text: Span<UInt8>, _ cursor: inout Int) -> Int? {
  let start = cursor
  var value = 0
  while cursor < text.count, cursor - start < 3, isDigit(text[cursor]) {
    value = value * 10 + Int(text[cursor] - UInt8(ascii: "0"))
    cursor += 1
  }
  return cursor > start ? value : nil
}

private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

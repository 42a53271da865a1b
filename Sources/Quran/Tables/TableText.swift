/// Returns the numbers of a table kept as text, in their order. Anything that isn't a digit separates them.
///
/// Tables are text because a large array literal takes the compiler seconds, and because text costs nothing
/// until it is used.
func numbers<Number: FixedWidthInteger>(in table: StaticString, as type: Number.Type) -> [Number] {
  table.withUTF8Buffer { bytes in
    var result: [Number] = []
    result.reserveCapacity(bytes.count / 2)
    var value: Number = 0
    var isInside = false
    for byte in bytes {
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        value = value * 10 + Number(truncatingIfNeeded: byte - UInt8(ascii: "0"))
        isInside = true
      } else if isInside {
        result.append(value)
        value = 0
        isInside = false
      }
    }
    if isInside { result.append(value) }
    return result
  }
}

/// The `surah:ayah` pairs of a table.
func ayat(in table: StaticString) -> [Ayah] {
  let parts = numbers(in: table, as: Int.self)
  return stride(from: 0, to: parts.count - 1, by: 2).map { Ayah(parts[$0], parts[$0 + 1]) }
}

/// The lines of a table, each divided at its `|`.
func rows(in table: StaticString) -> [[String]] {
  String(describing: table).utf8.split(separator: UInt8(ascii: "\n")).map { line in
    line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the number of leading elements that satisfy a condition, which no element may satisfy after the
  /// first that fails it.
  func partitionPoint(where holds: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - startIndex
  }
}

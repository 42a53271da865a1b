/// The places at which the rows of a block sequence begin. libyaml reports the places of their values, not of
/// their dashes.
enum BlockRows {
  /// The dash of each item.
  static func starts(of items: [YAMLNode], _ range: Range<Int>, _ bytes: [UInt8]) -> [Int] {
    items.indices.map { start(of: $0, in: items, range, bytes) }
  }

  /// The dash of item `index` of a block sequence that stands on `range`.
  static func start(of index: Int, in items: [YAMLNode], _ range: Range<Int>, _ bytes: [UInt8]) -> Int {
    guard index > 0 else { return range.lowerBound }
    var offset = items[index - 1].range.upperBound
    let limit = items[index].range.lowerBound
    while offset < limit {
      switch bytes[offset] {
      case UInt8(ascii: "-"):
        return offset
      case UInt8(ascii: "#"):
        while offset < limit, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
      default:
        offset += 1
      }
    }
    return limit
  }
}

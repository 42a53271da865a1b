/// The surroundings of a node, which determine how another value can be written in its place.
struct Surroundings {
  let node: YAMLNode
  /// True if any collection around the node is written with braces or brackets.
  var isInFlow = false
  /// The column of the pair or row that it is the value of; -2 for the root, so that its content would
  /// stand in column 0.
  var column = -2
  /// True if the node is the value of a key.
  var isMappingValue = false
  /// True if the node is a key itself.
  var isKey = false
  /// The key whose value it is.
  var key: YAMLNode?
  /// The end of the key whose value it is.
  var keyEnd: Int? { key?.range.upperBound }

  /// Finds the node of `layout`'s document that stands on `range`.
  init?(of range: Range<Int>, in layout: TextLayout) {
    guard var node = layout.document.root else { return nil }
    while node.range != range {
      let isFlow = node.isFlow
      switch node.content {
      case .scalar:
        return nil
      case .mapping(let pairs):
        guard let index = Self.last(pairs.count, { pairs[$0].key.range.lowerBound <= range.lowerBound })
        else { return nil }
        let pair = pairs[index]
        let isKey = pair.key.range.upperBound > range.lowerBound
        node = isKey ? pair.key : pair.value
        self.isKey = isKey && node.range == range
        isMappingValue = !isKey
        key = isKey ? nil : pair.key
        if !isFlow { column = layout.column(pair.key.range.lowerBound) }
      case .sequence(let items):
        guard let index = Self.last(items.count, { items[$0].range.lowerBound <= range.lowerBound })
        else { return nil }
        isMappingValue = false
        isKey = false
        key = nil
        if !isFlow { column = layout.column(BlockRows.start(of: index, in: items, node.range, layout.bytes)) }
        node = items[index]
      }
      isInFlow = isInFlow || isFlow
    }
    self.node = node
  }

  /// The last index for which `isBefore` holds, given that it holds for a first stretch.
  private static func last(_ count: Int, _ isBefore: (Int) -> Bool) -> Int? {
    var low = -1
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if isBefore(middle) { low = middle } else { high = middle }
    }
    return low >= 0 ? low : nil
  }
}

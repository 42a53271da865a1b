import TilawaBase

/// A collection whose end has not been read yet.
struct OpenCollection {
  let isMapping: Bool
  let isFlow: Bool
  let start: Int
  /// Of its first entry, from 0.
  let column: Int
  var pairs: [YAMLPair] = []
  var items: [YAMLNode] = []
  /// The key whose value comes next.
  var key: YAMLNode?
  /// True if the key that comes next follows a question mark.
  var isKeyExplicit = false
  /// Kept once there are too many pairs to look through.
  private var seen: [ExactText: Int] = [:]

  init(isMapping: Bool, isFlow: Bool, start: Int, column: Int) {
    self.isMapping = isMapping
    self.isFlow = isFlow
    self.start = start
    self.column = column
  }

  /// The first key of this name among the pairs. When there is none, one is about to be added.
  mutating func key(named name: String) -> YAMLNode? {
    if pairs.count < 12 { return pairs.first { $0.key.scalar?.value.isExactly(name) == true }?.key }
    if seen.isEmpty {
      for (index, pair) in pairs.enumerated().reversed() {
        if let name = pair.key.scalar?.value { seen[ExactText(name)] = index }
      }
    }
    guard let first = seen[ExactText(name)] else {
      seen[ExactText(name)] = pairs.count
      return nil
    }
    return pairs[first].key
  }
}

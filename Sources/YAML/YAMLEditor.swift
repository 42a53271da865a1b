public import TilawaBase

/// Collects changes to a document and turns them into edits of its text that touch only the lines they must.
///
/// Nodes are those of the document as it was parsed. Operations on one collection compose: indices count
/// its rows as they are after the operations before. What is done to a node that is replaced, or to
/// anything inside it, is lost; what is done inside a row that is moved moves with it.
public struct YAMLEditor: Sendable {
  /// The document that is edited.
  public let document: YAMLDocument

  let layout: TextLayout
  var replaced: [Range<Int>: YAMLValue] = [:]
  var changed: [Range<Int>: ChangedCollection] = [:]

  /// Nothing changed yet.
  public init(_ document: YAMLDocument) {
    self.document = document
    layout = TextLayout(of: document)
  }

  /// Puts `value` in the place of `node`. The comments around it stay.
  public mutating func replace(_ node: YAMLNode, with value: YAMLValue) {
    replaced[node.range] = value
  }

  /// Gives `key` the value: in its place when the mapping has it, else after the last present of the keys
  /// `after`, or at the end. A `mapping` that is an empty scalar counts as empty.
  public mutating func set(
    _ key: String, to value: YAMLValue, in mapping: YAMLNode, after: [String] = []
  ) {
    var entries = entries(of: mapping)
    let name = { (entry: ChangedCollection.Entry) -> String? in
      switch entry {
      case .kept(let index): mapping.mapping?[index].key.scalar?.value
      case .new(let key, _): key
      }
    }
    if let index = entries.firstIndex(where: { name($0) == key }) {
      switch entries[index] {
      case .kept(let original):
        if let node = mapping.mapping?[original].value { replace(node, with: value) }
        return
      case .new:
        entries[index] = .new(key: key, value)
      }
    } else {
      let place = entries.lastIndex { entry in name(entry).map { after.contains($0) } ?? false }
      entries.insert(.new(key: key, value), at: place.map { $0 + 1 } ?? entries.count)
    }
    changed[mapping.range] = ChangedCollection(node: mapping, isMapping: true, entries: entries)
  }

  /// Removes the pair of `key` with its comments, if there is one.
  public mutating func removeKey(_ key: String, in mapping: YAMLNode) {
    var entries = entries(of: mapping)
    entries.removeAll { entry in
      switch entry {
      case .kept(let index): mapping.mapping?[index].key.scalar?.value == key
      case .new(let name, _): name == key
      }
    }
    changed[mapping.range] = ChangedCollection(node: mapping, isMapping: true, entries: entries)
  }

  /// Inserts a row before the one at `index`, or at the end. A `sequence` that is an empty scalar counts as
  /// empty.
  public mutating func insertRow(_ row: YAMLValue, at index: Int, in sequence: YAMLNode) {
    change(sequence) { $0.insert(.new(key: nil, row), at: min(max(index, 0), $0.count)) }
  }

  /// Removes a row with its comments. Of a sequence that loses its last row `[]` stays.
  public mutating func removeRow(at index: Int, in sequence: YAMLNode) {
    change(sequence) { if $0.indices.contains(index) { $0.remove(at: index) } }
  }

  /// A row of a sequence as it is to be: one that it has, or a new one.
  public enum Row: Sendable {
    /// The row at this index of the parsed sequence, with its comments.
    case kept(Int)
    /// A row that isn't there yet.
    case new(YAMLValue)
  }

  /// Gives a sequence these rows, whatever was done to its rows before. Rows that aren't named are removed.
  public mutating func replaceRows(of sequence: YAMLNode, with rows: [Row]) {
    let count = sequence.sequence?.count ?? 0
    change(sequence) { entries in
      entries = rows.compactMap { row in
        switch row {
        case .kept(let index): (0..<count).contains(index) ? .kept(index) : nil
        case .new(let value): .new(key: nil, value)
        }
      }
    }
  }

  private mutating func change(
    _ sequence: YAMLNode, _ body: (inout [ChangedCollection.Entry]) -> Void
  ) {
    // Out of the dictionary while it is changed, so that its array isn't copied each time.
    var collection =
      changed.removeValue(forKey: sequence.range)
      ?? ChangedCollection(node: sequence, isMapping: false, entries: entries(of: sequence))
    body(&collection.entries)
    changed[sequence.range] = collection
  }

  private func entries(of node: YAMLNode) -> [ChangedCollection.Entry] {
    if let known = changed[node.range] { return known.entries }
    return (0..<(node.mapping?.count ?? node.sequence?.count ?? 0)).map { .kept($0) }
  }

  /// The edits of the document's text, in its order, that make all the changes.
  public var edits: [TextEdit] {
    var composer = EditComposer(layout)
    // What lies within another node comes first, and moves or goes with what it lies in.
    let ranges = Set(replaced.keys).union(changed.keys).sorted {
      ($0.upperBound, -$0.lowerBound) < ($1.upperBound, -$1.lowerBound)
    }
    for range in ranges {
      composer.make(for: range) { composer in
        if let value = replaced[range] {
          composer.replace(range, with: value)
        } else if let collection = changed[range] {
          composer.change(collection)
        }
      }
    }
    return composer.edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }.map(\.element)
  }
}

/// A collection and the entries it is to have.
struct ChangedCollection: Sendable {
  enum Entry: Sendable {
    /// One that it has, by its index.
    case kept(Int)
    case new(key: String?, YAMLValue)
  }

  let node: YAMLNode
  let isMapping: Bool
  var entries: [Entry]

  /// Returns the ranges of its current entries: from the key, the dash or the item to the end of the value.
  func ranges(_ bytes: [UInt8]) -> [Range<Int>] {
    switch node.content {
    case .scalar:
      return []
    case .mapping(let pairs):
      return pairs.map {
        $0.key.range.lowerBound..<max($0.key.range.upperBound, $0.value.range.upperBound)
      }
    case .sequence(let items):
      if node.isFlow { return items.map(\.range) }
      return items.indices.map { index in
        let start = BlockRows.start(of: index, in: items, node.range, bytes)
        return start..<max(start + 1, items[index].range.upperBound)
      }
    }
  }

  /// The comments above each entry.
  func comments(_ index: Int) -> YAMLComments {
    switch node.content {
    case .scalar: YAMLComments()
    case .mapping(let pairs): pairs[index].value.comments
    case .sequence(let items): items[index].comments
    }
  }

  /// Of the entries that it has, those that can stay where they are: the longest run in rising order.
  var staying: Set<Int> {
    var tails: [Int] = []
    var before: [Int: Int] = [:]
    for case .kept(let index) in entries {
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if tails[middle] < index { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var result: Set<Int> = []
    var next = tails.last
    while let index = next {
      result.insert(index)
      next = before[index]
    }
    return result
  }
}

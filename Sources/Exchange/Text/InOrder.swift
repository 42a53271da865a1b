/// Values by their keys, in the order in which these came up.
struct InOrder<Key: Hashable, Value> {
  private(set) var entries: [(key: Key, value: Value)] = []
  private var places: [Key: Int] = [:]

  var values: [Value] { entries.map(\.value) }

  subscript(key: Key) -> Value? { places[key].map { entries[$0].value } }

  /// Changes the value of a key in its place; a new key has `new` first.
  mutating func change<Result>(
    _ key: Key, else new: @autoclosure () -> Value, _ change: (inout Value) throws -> Result
  ) rethrows -> Result {
    let place = places[key] ?? entries.count
    if place == entries.count {
      places[key] = place
      entries.append((key, new()))
    }
    return try change(&entries[place].value)
  }
}

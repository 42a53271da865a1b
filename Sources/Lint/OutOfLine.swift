import TilawaBase
import TilawaFormat

/// Returns the indexes of numbers in a rising list that each keep their neighbours from rising: those that
/// were mistyped, and not all numbers around them.
///
/// The two numbers before and the two after are compared, as far as they exist. If leaving out another number
/// would do as well, neither is returned, because the wrong one can't be determined.
func indexesOutOfLine(_ count: Int, _ value: (Int) -> Milliseconds) -> [Int] {
  var found: [Int] = []
  var index = 1
  while index < count {
    defer { index += 1 }
    guard value(index) < value(index - 1) else { continue }
    // A fall is made by what stands on one of its sides.
    for candidate in [index - 1, index] where found.last != candidate && isAlone(candidate, count, value) {
      found.append(candidate)
    }
  }
  return found
}

private func isAlone(_ index: Int, _ count: Int, _ value: (Int) -> Milliseconds) -> Bool {
  let window = max(0, index - 2)...min(count - 1, index + 2)
  func rises(without left: Int) -> Bool {
    var before: Milliseconds?
    for place in window where place != left {
      if let before, value(place) < before { return false }
      before = value(place)
    }
    return true
  }
  return rises(without: index) && !window.contains { $0 != index && rises(without: $0) }
}

/// A start or end that can't be meant, as the times around it show.
struct StrayTime<Row: BundleRow> {
  let row: Placed<Row>
  let isEnd: Bool
  /// The time before it in the file.
  let before: Milliseconds?
  /// The time behind it.
  let behind: Milliseconds?

  var time: Milliseconds { isEnd ? row.reach : row.from }

  /// Those of `rows`, in their order.
  static func all(in rows: [Placed<Row>]) -> [Self] {
    func time(_ index: Int) -> Milliseconds {
      let row = rows[index / 2]
      return index % 2 == 0 ? row.from : row.reach
    }
    let count = rows.count * 2
    return indexesOutOfLine(count, time).map { index in
      Self(
        row: rows[index / 2], isEnd: index % 2 == 1, before: index > 0 ? time(index - 1) : nil,
        behind: index + 1 < count ? time(index + 1) : nil)
    }
  }

  /// The time that was most likely meant: a neighbour's time that differs by one edit, or the time with its
  /// point restored.
  var meant: Milliseconds? {
    let written = time.description.unicodeScalars
    // A row mostly begins where the one before ends.
    if let touching = isEnd ? behind : before, touching != time,
      editDistance(Array(written), Array(touching.description.unicodeScalars)) == 1
    {
      return touching
    }
    let pointed = Milliseconds(time.count / 1000)
    return time.count % 1000 == 0 && before ?? .zero <= pointed && pointed <= behind ?? pointed
      ? pointed : nil
  }
}

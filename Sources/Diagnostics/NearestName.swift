/// The name that somebody most likely meant who wrote `given`: the one that takes the fewest letters put in,
/// left out, replaced or swapped, if that is few enough to be a slip. Capitals don't count.
///
/// Only for suggestions in messages; nothing is ever read as another name than it says.
public func nearestName(to given: String, in names: some Sequence<String>) -> String? {
  let letters = Array(given.lowercased())
  let most = max(1, letters.count / 3)
  var best: (name: String, distance: Int)?
  for name in names where abs(name.count - letters.count) <= most {
    let distance = editDistance(letters, Array(name.lowercased()))
    if distance <= most, distance < best?.distance ?? .max { best = (name, distance) }
  }
  return best?.name
}

/// Optimal string alignment: Levenshtein's distance with a swap of neighbours as one step.
public func editDistance<Letter: Equatable>(_ a: [Letter], _ b: [Letter]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
      row.append(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}

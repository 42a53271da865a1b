/// Returns the name that was most likely meant by `given`, or nil if none is close enough to be a slip.
///
/// It is the one that takes the fewest letters inserted, left out, replaced or swapped. Capitals don't count.
/// The result is only for suggestions in messages; a name is never read as another one.
public func nearestName(to given: String, in names: some Sequence<String>) -> String? {
  let letters = Array(given.lowercased().unicodeScalars)
  let most = max(1, letters.count / 3)
  var best: (name: String, distance: Int)?
  for name in names where abs(name.unicodeScalars.count - letters.count) <= most {
    let distance = editDistance(letters, Array(name.lowercased().unicodeScalars))
    if distance <= most, distance < best?.distance ?? .max { best = (name, distance) }
  }
  return best?.name
}

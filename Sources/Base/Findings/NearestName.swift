/// The name that somebody most likely meant who wrote `given`: the one that takes the fewest letters put in,
/// left out, replaced or swapped, if that is few enough to be a slip. Capitals don't count.
///
/// Only for suggestions in messages; nothing is ever read as another name than it says.
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

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

/// Returns the message about a name that does not exist: `no such format: "audacty"; did you mean audacity?`.
///
/// It ends with `hint` if no name was likely meant.
public func noSuch(_ kind: String, _ given: String, meaning meant: [String], hint: String? = nil) -> String {
  let others = meant.dropLast().joined(separator: ", ")
  let question = meant.last.map { "did you mean \(others.isEmpty ? $0 : "\(others) or \($0)")?" }
  return "no such \(kind): \"\(given)\"" + ((question ?? hint).map { "; \($0)" } ?? "")
}

/// Returns the message about a name that is not one of `names`, with the nearest of these as a suggestion.
public func noSuch(
  _ kind: String, _ given: String, in names: some Sequence<String>, hint: String? = nil
) -> String {
  noSuch(kind, given, meaning: nearestName(to: given, in: names).map { [$0] } ?? [], hint: hint)
}

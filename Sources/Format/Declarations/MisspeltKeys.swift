import TilawaBase

extension ObjectDeclaration {
  /// The declared key that somebody most likely meant who wrote `key`, by the measure of F123 in `spec/core/bundle.md`.
  ///
  /// It is certain where at most one slip leads to it, and to no other so near.
  func keyMeant(by key: String) -> (key: String, isCertain: Bool)? {
    let letters = folded(key)
    var best: (key: String, slips: Int, rivals: Int)?
    for (field, name) in zip(fields, foldedKeys) {
      let most = name.count < 6 ? 1 : 2
      guard abs(name.count - letters.count) <= most else { continue }
      let slips = editDistance(letters, name)
      // Of keys with two letters nearly everything short would be a slip.
      guard slips <= most, name.count > 2 || slips == 0 || letters == name.reversed() else { continue }
      if slips < best?.slips ?? .max {
        best = (field.key, slips, 0)
      } else if slips == best?.slips {
        best?.rivals += 1
      }
    }
    return best.map { ($0.key, $0.slips <= 1 && $0.rivals == 0) }
  }
}

/// A key without capitals, hyphens, underscores and blanks.
func folded(_ key: String) -> [Unicode.Scalar] {
  key.lowercased().unicodeScalars.filter { $0 != "-" && $0 != "_" && !$0.properties.isWhitespace }
}

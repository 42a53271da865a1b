import TilawaBase

extension ObjectDeclaration {
  /// Returns the declared key that `key` was most likely meant to be, by the measure of F123 in
  /// `spec/core/bundle.md`.
  ///
  /// It is certain if at most one edit leads to it, and no other key is as near.
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

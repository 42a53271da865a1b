/// Foreign text is searched and taken apart by its scalars.
///
/// Swift's own `split`, `hasPrefix`, `firstIndex(of:)` and `replacing` go by Characters, and there a sign of recitation,
/// a joiner or a diacritic is one with what stands before it, as CR is with LF: in `note=ۖ` they find no `=`.
extension StringProtocol where SubSequence == Substring {
  /// Whether its first bytes are those of `prefix`.
  func begins(with prefix: String) -> Bool { self[...].utf8.starts(with: prefix.utf8) }

  /// Whether its last bytes are those of `suffix`.
  func ends(with suffix: String) -> Bool {
    self[...].utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// Whether `other` stands anywhere in it.
  func holds(_ other: String) -> Bool { range(ofText: other) != nil }

  /// Where `other` stands first.
  func range(ofText other: String) -> Range<String.Index>? { self[...].utf8.firstRange(of: other.utf8) }

  /// What comes behind `prefix`; nil when it doesn't begin so.
  func after(_ prefix: String) -> Substring? {
    begins(with: prefix) ? Substring(self[...].utf8.dropFirst(prefix.utf8.count)) : nil
  }

  /// What comes before `suffix`; nil when it doesn't end so.
  func before(_ suffix: String) -> Substring? {
    ends(with: suffix) ? Substring(self[...].utf8.dropLast(suffix.utf8.count)) : nil
  }

  /// What stands before and behind the first `separator`.
  func cut(at separator: String) -> (Substring, Substring)? {
    range(ofText: separator).map { (self[..<$0.lowerBound], self[$0.upperBound...]) }
  }

  /// What stands before and behind the last `separator`.
  func cut(atLast separator: Unicode.Scalar) -> (Substring, Substring)? {
    let scalars = self[...].unicodeScalars
    return scalars.lastIndex(of: separator).map { (self[..<$0], self[scalars.index(after: $0)...]) }
  }

  /// What stands between any of `separators`, also where that is nothing; the last has what is left.
  func fields(by separators: String, atMost: Int = .max) -> [Substring] {
    split(by: separators, atMost, isOmittingEmpty: false)
  }

  /// What stands between any of `separators`, where that is something; the last has what is left.
  func words(by separators: String = " \t", atMost: Int = .max) -> [Substring] {
    split(by: separators, atMost, isOmittingEmpty: true)
  }

  /// Its lines, whatever ends them, without empty ones.
  var filledLines: [Substring] { words(by: "\n\r") }

  private func split(by separators: String, _ atMost: Int, isOmittingEmpty: Bool) -> [Substring] {
    self[...].unicodeScalars.split(
      maxSplits: atMost - 1, omittingEmptySubsequences: isOmittingEmpty,
      whereSeparator: separators.unicodeScalars.contains
    ).map { Substring($0) }
  }

  /// With `new` wherever `old` stands.
  func replaced(_ old: String, with new: String) -> String {
    holds(old)
      ? String(decoding: Array(utf8).replacing(Array(old.utf8), with: Array(new.utf8)), as: UTF8.self)
      : String(self)
  }

  /// Without any of the scalars of `signs` around it.
  func trimmed(of signs: String) -> String {
    let start = self[...].unicodeScalars.drop { signs.unicodeScalars.contains($0) }
    guard let last = start.lastIndex(where: { !signs.unicodeScalars.contains($0) }) else { return "" }
    return String(start[...last])
  }
}

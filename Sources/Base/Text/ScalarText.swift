/// Functions that search and split text by its scalars.
///
/// Swift's own `split`, `hasPrefix`, `firstIndex(of:)` and `replacing` work on Characters. There a sign of
/// recitation, a joiner or a diacritic is one Character with the scalar before it, as CR is with LF. In
/// `note=ۖ` they find no `=`, and in `x.tilawa/ۖ.mp3` no `/`. So nothing else in `Sources` calls them on
/// text; `.ci/run` checks that.
///
/// The functions that are called most often are inlinable, because generic code of another module isn't
/// specialised otherwise.
extension StringProtocol where SubSequence == Substring {
  /// Returns true if its first bytes are those of `prefix`.
  @inlinable
  public func begins(with prefix: some StringProtocol) -> Bool { utf8.starts(with: prefix.utf8) }

  /// Returns true if its last bytes are those of `suffix`.
  @inlinable
  public func ends(with suffix: some StringProtocol) -> Bool {
    utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// Returns true if it contains `other`.
  public func holds(_ other: String) -> Bool { range(ofText: other) != nil }

  /// Where `other` stands first.
  public func range(ofText other: String) -> Range<String.Index>? {
    let text = self[...]
    guard let offset = text.offset(ofText: other) else { return nil }
    let start = text.utf8.index(text.startIndex, offsetBy: offset)
    return start..<text.utf8.index(start, offsetBy: other.utf8.count)
  }

  /// Returns the text after `prefix`; nil if it doesn't begin with it.
  @inlinable
  public func after(_ prefix: some StringProtocol) -> Substring? {
    begins(with: prefix) ? Substring(self[...].utf8.dropFirst(prefix.utf8.count)) : nil
  }

  /// Returns the text before `suffix`; nil if it doesn't end with it.
  @inlinable
  public func before(_ suffix: some StringProtocol) -> Substring? {
    ends(with: suffix) ? Substring(self[...].utf8.dropLast(suffix.utf8.count)) : nil
  }

  /// Returns the text before and after the first `separator`; nil if there is none.
  public func cut(at separator: String) -> (Substring, Substring)? {
    range(ofText: separator).map { (self[..<$0.lowerBound], self[$0.upperBound...]) }
  }

  /// Returns the text before and after the last `separator`; nil if there is none.
  public func cut(atLast separator: Unicode.Scalar) -> (Substring, Substring)? {
    let scalars = self[...].unicodeScalars
    return scalars.lastIndex(of: separator).map { (self[..<$0], self[scalars.index(after: $0)...]) }
  }

  /// Returns the parts between any of `separators`, including empty ones; the last has all that is left.
  public func fields(by separators: String, atMost: Int = .max) -> [Substring] {
    split(atMost, isOmittingEmpty: false, separators.unicodeScalars.contains)
  }

  /// Returns the parts between any of `separators`, without empty ones; the last has all that is left.
  public func words(by separators: String, atMost: Int = .max) -> [Substring] {
    split(atMost, isOmittingEmpty: true, separators.unicodeScalars.contains)
  }

  /// The parts between white space of any kind.
  public var words: [Substring] { words(where: \.properties.isWhitespace) }

  /// Returns the parts between the scalars for which `isSeparator` is true, without empty ones.
  public func words(where isSeparator: (Unicode.Scalar) -> Bool) -> [Substring] {
    split(.max, isOmittingEmpty: true, isSeparator)
  }

  /// Its lines, whether LF or CR LF ends them.
  public var lines: [Substring] { fields(by: "\n").map { $0.before("\r") ?? $0 } }

  /// Its lines, whatever ends them, without empty ones.
  public var filledLines: [Substring] { words(by: "\n\r") }

  private func split(
    _ atMost: Int, isOmittingEmpty: Bool, _ isSeparator: (Unicode.Scalar) -> Bool
  ) -> [Substring] {
    self[...].unicodeScalars.split(
      maxSplits: atMost - 1, omittingEmptySubsequences: isOmittingEmpty, whereSeparator: isSeparator
    ).map { Substring($0) }
  }

  /// With `new` wherever `old` stands.
  ///
  /// Swift's own `replacing` takes a tenth of the time of `tilawa --help` for six headings.
  public func replaced(_ old: String, with new: String) -> String {
    var rest = self[...]
    guard !old.isEmpty, var found = rest.range(ofText: old) else { return String(self) }
    var text = ""
    while true {
      text += rest[..<found.lowerBound]
      text += new
      rest = rest[found.upperBound...]
      guard let next = rest.range(ofText: old) else { return text + rest }
      found = next
    }
  }

  /// Without white space around it.
  public var trimmed: String { trimmed(of: \.properties.isWhitespace) }

  /// Without any of the scalars of `signs` around it.
  public func trimmed(of signs: String) -> String { trimmed(of: signs.unicodeScalars.contains) }

  /// Without the scalars around it that are to go.
  public func trimmed(of isSign: (Unicode.Scalar) -> Bool) -> String {
    let start = self[...].unicodeScalars.drop(while: isSign)
    return start.lastIndex { !isSign($0) }.map { String(start[...$0]) } ?? ""
  }
}

extension Substring {
  /// Returns the number of bytes before the first `other`; nil if there is none.
  fileprivate func offset(ofText other: String) -> Int? {
    var (text, other) = (self, other)
    return text.withUTF8 { text in
      other.withUTF8 { other in
        guard let first = other.first else { return 0 }
        var rest = text[...]
        while rest.count >= other.count, let found = rest.firstIndex(of: first) {
          rest = text[found...]
          if rest.starts(with: other) { return found }
          rest = rest.dropFirst()
        }
        return nil
      }
    }
  }
}

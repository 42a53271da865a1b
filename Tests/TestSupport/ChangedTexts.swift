extension ABNF {
  /// Returns a sentence with one character replaced, added or removed. A new character is one of the
  /// sentence's own or one of `signs`.
  public static func changed(
    _ text: String, _ signs: [Unicode.Scalar], _ numbers: inout SplitMix64
  ) -> String {
    var scalars = Array(text.unicodeScalars)
    let index = Int.random(in: 0...scalars.count, using: &numbers)
    let known = Bool.random(using: &numbers) ? scalars.randomElement(using: &numbers) : nil
    let sign = known ?? signs.randomElement(using: &numbers) ?? "x"
    let rest = min(index + Int.random(in: 0...1, using: &numbers), scalars.count)
    scalars.replaceSubrange(index..<rest, with: Int.random(in: 0..<4, using: &numbers) == 0 ? [] : [sign])
    return String(String.UnicodeScalarView(scalars))
  }
}

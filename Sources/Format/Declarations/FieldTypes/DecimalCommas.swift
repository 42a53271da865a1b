import TilawaBase
import TilawaYAML

extension YAMLScalar {
  /// Returns the fix of a number with one comma for its decimal point; nil if the result isn't valid either.
  func fixOfDecimalComma(_ isRight: (String) -> Bool) -> (title: String, text: String)? {
    let parts = value.fields(by: ",")
    guard parts.count == 2, let digit = parts[1].utf8.first, (0x30...0x39).contains(digit) else { return nil }
    let text = parts.joined(separator: ".")
    return isRight(text) ? ("write \(text)", text) : nil
  }
}

extension ReadingReport {
  /// Reports the numbers of a list that commas cut in two, as in `[7,569, 8,120]`: whole numbers with a comma between
  /// them and no blank, where other commas have one, or where the list as written runs backwards.
  func findsDecimalCommas(in items: [YAMLNode]) -> Bool {
    let numbers = items.map { item -> Int? in
      guard let scalar = item.scalar, scalar.kind == .integer else { return nil }
      return scalar.wholeNumber
    }
    let runsBackwards = zip(numbers, numbers.dropFirst()).contains { ($0 ?? 0) > ($1 ?? .max) }
    let gaps = zip(items, items.dropFirst()).map { $1.range.lowerBound - $0.range.upperBound }
    guard runsBackwards || gaps.contains(where: { $0 > 1 }) else { return false }
    var found = false
    var index = 0
    while index < gaps.count {
      guard gaps[index] == 1, numbers[index] != nil, numbers[index + 1] != nil else {
        index += 1
        continue
      }
      let range = items[index].range.lowerBound..<items[index + 1].range.upperBound
      let text = source.text(in: range)
      let mended = text.replaced(",", with: ".")
      add(
        FormatRules.badTime, "\"\(text)\" is read as two times; write \(mended) if it is one", at: range,
        fix: .init("write \(mended)", [TextEdit(range, mended)], isSafe: gaps.contains { $0 > 1 }))
      found = true
      index += 2
    }
    return found
  }
}

import TilawaBase
import TilawaYAML

extension FieldType where Value == Bool {
  static var flag: Self {
    Self(noun: "true or false", schema: ["type": "boolean"]) { node, report in
      guard let scalar = report.scalar(node, "true or false") else { return nil }
      guard case .boolean(let value) = scalar.kind else {
        report.add(
          FormatRules.wrongType,
          "\"\(scalar.value)\" is neither true nor false; YAML 1.2 has no other words for them", at: node)
        return nil
      }
      return value
    } canonical: { scalar in
      if case .boolean(let value) = scalar.kind { "\(value)" } else { nil }
    }.inRows(.flag) { .plain("\($0)") }
  }
}

extension FieldType where Value == Double {
  /// The confidence of a tool, or a share of a whole, from 0 to 1.
  static var confidence: Self {
    number(from: "0", to: "1").inRows(.confidence) { .plain(confidenceText($0)) }
  }

  /// Any number between two, which are given in the form that messages show.
  static func number(from least: String, to most: String) -> Self {
    let noun = "a number from \(least) to \(most)"
    let range = (Double(least) ?? 0)...(Double(most) ?? .infinity)
    return Self(
      noun: noun, schema: ["type": "number", "minimum": .number(least), "maximum": .number(most)]
    ) { node, report in
      guard let scalar = report.scalar(node, noun) else { return nil }
      guard let value = scalar.number else {
        report.add(
          FormatRules.wrongType, "\"\(scalar.value)\" is not \(noun)", at: node,
          fix: scalar.fixOfDecimalComma { YAMLScalar($0, style: .plain).number.map(range.contains) ?? false })
        return nil
      }
      guard range.contains(value) else {
        report.add(FormatRules.outOfRange, "\(scalar.value) is not between \(least) and \(most)", at: node)
        return nil
      }
      return value
    }
  }
}

extension FieldType where Value == Int {
  static func integer(_ range: ClosedRange<Int>) -> Self {
    let noun = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return Self(
      noun: noun,
      schema: [
        "type": "integer", "minimum": .number("\(range.lowerBound)"),
        "maximum": .number("\(range.upperBound)"),
      ]
    ) { node, report in
      guard let scalar = report.scalar(node, noun) else { return nil }
      guard scalar.kind == .integer else {
        report.add(FormatRules.wrongType, "\"\(scalar.value)\" is not a whole number", at: node)
        return nil
      }
      guard let value = scalar.wholeNumber, range.contains(value) else {
        report.add(
          FormatRules.outOfRange,
          "\(scalar.value) is not between \(range.lowerBound) and \(range.upperBound)", at: node)
        return nil
      }
      return value
    }.inRows(.integer(range)) { .plain("\($0)") }
  }
}

extension FieldType where Value == Int {
  /// The number of a rak'ah in its prayer, or in its night.
  static var rakah: Self { integer(1...100) }
}

/// A confidence with all its decimals, and at least two: rounded, 0.8951 would pass for 0.90.
public func confidenceText(_ value: Double) -> String {
  let text = "\(min(max(value, 0), 1))"
  let parts = text.fields(by: "e", atMost: 2)
  let (whole, fraction) = parts[0].cut(at: ".") ?? (parts[0], "")
  // Numbers with an exponent are text to readers of YAML 1.1.
  let zeros = parts.count > 1 ? max(0, -(Int(parts[1]) ?? 0)) : 0
  let digits = zeros == 0 ? String(fraction) : String(repeating: "0", count: zeros - 1) + whole + fraction
  return "\(zeros == 0 ? whole : "0").\(digits)" + (digits.utf8.count < 2 ? "0" : "")
}

extension Double {
  /// A confidence of a tool of ours, to two decimals: more would claim a precision that it hasn't.
  public var inHundredths: Double { (min(max(self, 0), 1) * 100).rounded() / 100 }
}

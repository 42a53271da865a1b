import TilawaBase
import TilawaYAML

extension YAMLScalar {
  /// Its value as a finite number, when it is written as one.
  var number: Double? {
    switch kind {
    case .integer: wholeNumber.map(Double.init)
    case .float:
      Double(value.begins(with: "+") ? String(value.dropFirst()) : value).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// Its value as a whole number, when it is written as one and fits; `0x` and `0o` are read too.
  var wholeNumber: Int? {
    guard kind == .integer else { return nil }
    if value.begins(with: "0x") { return Int(value.dropFirst(2), radix: 16) }
    if value.begins(with: "0o") { return Int(value.dropFirst(2), radix: 8) }
    return Int(value)
  }
}

import TilawaBase
import TilawaFormat
import TilawaQuran

/// A foreign JSON file with functions that readers of such files often need.
struct JSONSource {
  let input: ForeignInput
  let root: JSONNode
  let text: SourceText

  init(_ input: ForeignInput) throws(ExchangeFailure) {
    self.input = input
    root = try input.source.json()
    text = try input.source.text()
    input.report.watch(root, text)
  }

  /// For messages about a value.
  func place(_ node: JSONNode) -> Place { Place(text, of: node) }

  /// A row that can't be read.
  func complain(_ message: String, at node: JSONNode) { input.fault(message, at: place(node)) }
}

extension Place {
  /// Where a value begins.
  init(_ text: SourceText, of node: JSONNode) {
    self.init(text, node.offset..<min(node.offset + 1, text.bytes.count))
  }
}

extension JSONNode {
  /// A number of milliseconds; fractions are rounded, halves away from zero.
  var milliseconds: Milliseconds? { number.flatMap { DecimalTime.parse($0, unit: .milliseconds) } }
  /// A number of seconds.
  var seconds: Milliseconds? { number.flatMap { DecimalTime.parse($0) } }
  /// A text that isn't empty.
  var filled: String? { string.flatMap { $0.isEmpty ? nil : $0 } }
  /// A number from 0 to 1.
  var confidence: Double? { number.flatMap { Double($0) }.flatMap { (0...1).contains($0) ? $0 : nil } }

  /// True if leaving the value out loses nothing.
  var saysNothing: Bool {
    switch content {
    case .null: true
    case .bool(let value): !value
    case .string(let text): text.isEmpty
    case .array(let items): items.allSatisfy(\.saysNothing)
    case .object(let members): members.allSatisfy(\.value.saysNothing)
    case .number: false
    }
  }
}

extension JSONValue {
  /// A whole number of milliseconds.
  static func milliseconds(_ time: Milliseconds) -> JSONValue { .int(time.count) }

  /// A number from 0 to 1; null where nobody says.
  static func confidence(_ value: Double?) -> JSONValue { value.map { .number("\($0)") } ?? .null }

  /// Members of which some have no value, which are left out.
  static func members(_ pairs: [(String, JSONValue?)]) -> [Member] {
    pairs.compactMap { key, value in value.map { .init(key, $0) } }
  }
}

extension RecordingDraft {
  /// An id made of a name: lower case, other signs than letters and digits a hyphen; nil when nothing is left.
  static func identifier(from name: String) -> String? {
    var result = ""
    for scalar in name.lowercased().unicodeScalars {
      let isPlain = (0x61...0x7A).contains(scalar.value) || (0x30...0x39).contains(scalar.value)
      if isPlain {
        result.unicodeScalars.append(scalar)
      } else if scalar != "'", let last = result.last, last != "-" {
        result += "-"
      }
    }
    let id = String(result.prefix(100)).trimmed(of: "-")
    return isIdentifier(id) ? id : nil
  }
}

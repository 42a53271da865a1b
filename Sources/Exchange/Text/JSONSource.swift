import TilawaBase
import TilawaQuran
import TilawaFormat

/// A foreign JSON file with what readers of such files ask for again and again.
struct JSONSource {
  let root: JSONNode
  let text: SourceText
  let options: ReadingOptions
  let report: ExchangeReport

  init(_ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport) throws(ExchangeFailure) {
    root = try source.json()
    text = try source.text()
    report.watch(root, text)
    self.options = options
    self.report = report
  }

  /// For messages about a value.
  func place(_ node: JSONNode) -> Place {
    Place(text, node.offset..<min(node.offset + 1, text.bytes.count))
  }

  /// A row that can't be read.
  func complain(_ message: String, at node: JSONNode) {
    report.add(ExchangeRules.unreadableRow, message, at: place(node))
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

  /// Whether nothing is lost without it.
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

package import TilawaBase

/// JSON of other programs, of which nothing is left out silently: each value records whether it was read.
package enum JSONText {
  /// The value of a text. Throws with a place when it isn't JSON.
  package static func parse(_ source: SourceText) throws(ExchangeFailure) -> JSONNode {
    try parse(source, in: 0..<source.bytes.count)
  }

  /// The value of a part of a text, such as a line.
  package static func parse(_ source: SourceText, in range: Range<Int>) throws(ExchangeFailure) -> JSONNode {
    do {
      return try JSONNode(reading: source.bytes, in: range, noting: true)
    } catch {
      let offset = min(error.offset, source.bytes.count)
      throw ExchangeFailure(
        "\(source.path) is not JSON: \(error.reason)",
        at: Place(source, offset..<min(offset + 1, source.bytes.count)))
    }
  }

  /// Returns true if `text` is a number in JSON's notation.
  static func isNumber(_ text: some StringProtocol) -> Bool { JSONNode.isNumber(text) }
}

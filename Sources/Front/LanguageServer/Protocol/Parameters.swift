import TilawaBase
import TilawaExchange

/// The parameters of a message, by name.
struct Parameters: Sendable {
  private let node: JSONNode?

  init(_ node: JSONNode?) { self.node = node }

  subscript(key: String) -> Parameters { Parameters(node?[key]) }

  var items: [Parameters]? { node?.items?.map { Parameters($0) } }
  var text: String? { node?.string }
  /// A whole number; no text that looks like one.
  var number: Int? { node.flatMap { node in if case .number = node.content { node.integer } else { nil } } }
  var flag: Bool? { node.flatMap { node in if case .bool(let value) = node.content { value } else { nil } } }
  var isThere: Bool { node.map { !$0.isNull } ?? false }
  /// The parameters as JSON, to be sent back.
  var json: JSONValue { node?.value ?? .null }
}

extension Parameters {
  /// A place: a line and a character, both from 0.
  var position: Position? {
    guard let line = self["line"].number, let character = self["character"].number, line >= 0, character >= 0
    else { return nil }
    return Position(line: line, character: character)
  }

  /// From one place to another.
  var span: PositionSpan? {
    guard let start = self["start"].position, let end = self["end"].position else { return nil }
    return PositionSpan(start: start, end: end)
  }

  /// The file that `textDocument.uri` names; throws when it names none.
  func file() throws(RPCFailure) -> String {
    guard let uri = self["textDocument"]["uri"].text else { throw .missing("textDocument.uri") }
    guard let path = FileURI.path(uri) else { throw RPCFailure(.requestFailed, "\(uri) is not a file") }
    return path
  }

  /// `position`; throws when there is none.
  func place() throws(RPCFailure) -> Position {
    guard let position = self["position"].position else { throw .missing("position") }
    return position
  }
}

/// A place in a text as editors count: lines and the units of the encoding that was agreed on, both from 0.
struct Position: Hashable, Comparable, Sendable {
  let line: Int
  let character: Int

  static func < (a: Self, b: Self) -> Bool { (a.line, a.character) < (b.line, b.character) }

  var json: JSONValue { ["line": JSONValue(line), "character": JSONValue(character)] }
}

/// From one place to another, which isn't part of it.
struct PositionSpan: Hashable, Sendable {
  let start: Position
  let end: Position

  var json: JSONValue { ["start": start.json, "end": end.json] }
}

/// Names of files as editors write them.
enum FileURI {
  /// The path of a `file:` address, absolute and without `.` and `..`; nil for any other address.
  static func path(_ uri: String) -> String? {
    guard let rest = uri.after("file://") else { return nil }
    let local = rest.after("localhost").map { $0[...] } ?? rest
    guard local.begins(with: "/") else { return nil }
    var bytes: [UInt8] = []
    var text = Array(local.utf8)[...]
    while let byte = text.popFirst() {
      if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard text.count >= 2, let high = digit(text.removeFirst()), let low = digit(text.removeFirst()) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    guard !bytes.contains(0), let path = String(validating: bytes, as: UTF8.self) else { return nil }
    return PathText.withoutClimbing(path)
  }

  /// The address of a path.
  static func of(_ path: String) -> String {
    var uri = "file://"
    for byte in path.utf8 {
      switch byte {
      case 65...90, 97...122, 48...57, 45, 46, 95, 126, 47: uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (byte < 16 ? "0" : "") + digits
      }
    }
    return uri
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }
}

import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaKit

/// Why a request of the page isn't understood.
struct StudioRequestFault: Error {
  let text: String
}

extension StudioEdit {
  /// Reads what a page asks for. Throws when it isn't what `StudioEdit` has.
  init(parsing body: [UInt8]) throws {
    let object: JSONNode
    do { object = try JSONText.parse(SourceText(path: "the request", bytes: body)) } catch {
      throw StudioRequestFault(text: error.description)
    }
    let fields = EditFields(object: object)
    self = try fields.edit(try fields.text("do"))
  }
}

/// The members of a request.
private struct EditFields {
  let object: JSONNode

  func text(_ key: String) throws -> String {
    guard let text = try optionalText(key) else { throw StudioRequestFault(text: "\"\(key)\" is missing") }
    return text
  }

  func optionalText(_ key: String) throws -> String? {
    guard let node = object[key], !node.isNull else { return nil }
    guard let text = node.string else { throw StudioRequestFault(text: "\"\(key)\" should be a text") }
    return text
  }

  func number(_ key: String) throws -> Int {
    guard let node = object[key], !node.isNull else {
      throw StudioRequestFault(text: "\"\(key)\" is missing")
    }
    // A page may send 12340.0 or a fraction of a millisecond.
    guard case .number(let digits) = node.content, let value = Double(digits), value.magnitude < 1e15 else {
      throw StudioRequestFault(text: "\"\(key)\" should be a number")
    }
    return Int(value.rounded())
  }

  func time(_ key: String) throws -> Milliseconds {
    let value = try number(key)
    guard value >= 0 else { throw StudioRequestFault(text: "\"\(key)\" should be 0 or more") }
    return Milliseconds(Int64(value))
  }

  func optionalTime(_ key: String) throws -> Milliseconds? {
    guard let node = object[key], !node.isNull else { return nil }
    return try time(key)
  }

  var snap: Milliseconds { get throws { try optionalTime("snap") ?? .zero } }

  func edit(_ name: String) throws -> StudioEdit {
    switch name {
    case "confirm": return .confirm(try text("row"))
    case "unconfirm": return .unconfirm(try text("row"))
    case "reject": return .reject(try text("row"))
    case "moveStart": return .moveStart(try text("row"), to: try time("to"), snap: try snap)
    case "moveEnd": return .moveEnd(try text("row"), to: try time("to"), snap: try snap)
    case "moveJoin":
      return .moveJoin(try text("row"), try number("index"), to: try time("to"), snap: try snap)
    case "split": return .split(try text("row"), at: try time("at"), snap: try snap)
    case "join": return .join(try text("row"))
    case "hold": return .hold(try text("row"), ayah: try text("ayah"))
    case "skip":
      let word = try text("kind")
      guard let kind = SkipKind(rawValue: word) else {
        throw StudioRequestFault(text: "\"\(word)\" is not one of \(SkipKind.list)")
      }
      return .skip(try text("row"), kind)
    case "note": return .note(try text("row"), try optionalText("text") ?? "")
    case "add": return .add(at: try time("at"), snap: try snap, ayah: try optionalText("ayah"))
    case "remove": return .remove(try text("row"))
    case "assign": return .assign(try text("row"), ayah: try optionalText("ayah"))
    case "confirmAll": return .confirmAll(try rows)
    case "segment": return .segment
    case "reopen": return .reopen
    case "undo": return .undo
    case "redo": return .redo
    case "markAgain": return .markAgain(from: try optionalTime("from"), to: try optionalTime("to"))
    case "stopMarking": return .stopMarking
    default: throw StudioRequestFault(text: "no edit is called \"\(name)\"")
    }
  }

  private var rows: [String] {
    get throws {
      guard let items = object["rows"]?.items else {
        throw StudioRequestFault(text: "\"rows\" should be a list")
      }
      return try items.map { item in
        guard let text = item.string else { throw StudioRequestFault(text: "\"rows\" should hold texts") }
        return text
      }
    }
  }
}

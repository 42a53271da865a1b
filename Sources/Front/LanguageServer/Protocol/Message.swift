import TilawaBase
import TilawaExchange

/// A message of JSON-RPC 2.0 from the editor.
struct Message: Sendable {
  /// The kind of a message.
  enum Kind: Sendable {
    /// Something that wants an answer.
    case request(RequestID, method: String)
    /// Something that wants none.
    case notification(method: String)
    /// The answer to a request of ours.
    case response(RequestID, isFailure: Bool)
  }

  /// The kind of the message.
  let kind: Kind
  /// `params`; of an answer its result.
  let content: Parameters

  /// Reads a message. Throws an answer to what is none.
  init(_ bytes: [UInt8]) throws(RPCFailure) {
    let node: JSONNode
    do {
      node = try JSONText.parse(SourceText(path: "the message", bytes: bytes))
    } catch {
      throw RPCFailure(.parseError, "\(error)")
    }
    guard node.members != nil else { throw RPCFailure(.invalidRequest, "a message must be an object") }
    let id = node["id"].flatMap { RequestID($0) }
    guard node["jsonrpc"]?.string == "2.0" else {
      throw RPCFailure(.invalidRequest, "\"jsonrpc\" must be \"2.0\"", answering: id)
    }
    if let method = node["method"] {
      guard let method = method.string else {
        throw RPCFailure(.invalidRequest, "\"method\" must be text", answering: id)
      }
      if node["id"] != nil, id == nil {
        throw RPCFailure(.invalidRequest, "\"id\" must be a whole number or text")
      }
      kind = id.map { .request($0, method: method) } ?? .notification(method: method)
      content = Parameters(node["params"])
    } else {
      guard let id else { throw RPCFailure(.invalidRequest, "a message needs a method or an id") }
      kind = .response(id, isFailure: node["error"] != nil)
      content = Parameters(node["result"])
    }
  }
}

/// By what a request is known to whoever sent it.
enum RequestID: Hashable, Sendable {
  case number(Int)
  case text(String)

  /// Nil for what is neither a whole number nor text.
  init?(_ node: JSONNode) {
    switch node.content {
    case .number:
      guard let number = node.integer else { return nil }
      self = .number(number)
    case .string(let text): self = .text(text)
    default: return nil
    }
  }

  /// As it is written.
  var json: JSONValue {
    switch self {
    case .number(let number): .int(Int64(number))
    case .text(let text): .string(text)
    }
  }
}

/// Why a request isn't answered as it was meant.
struct RPCFailure: Error {
  /// The codes of JSON-RPC and of the Language Server Protocol.
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    case notInitialized = -32002
    case requestFailed = -32803
    case contentModified = -32801
    case cancelled = -32800
  }

  let code: Code
  let message: String
  /// The request, where the message that was no good told it.
  let id: RequestID?

  init(_ code: Code, _ message: String, answering id: RequestID? = nil) {
    self.code = code
    self.message = message
    self.id = id
  }

  /// Something that the editor asked for is not there, or not of the kind that was expected.
  static func missing(_ what: String) -> RPCFailure { RPCFailure(.invalidParams, "\(what) is missing") }
}

/// Messages to the editor.
enum Reply {
  static func result(_ id: RequestID, _ value: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id.json, "result": value]
  }

  static func failure(_ id: RequestID?, _ failure: RPCFailure) -> JSONValue {
    [
      "jsonrpc": "2.0", "id": id?.json ?? .null,
      "error": ["code": .int(Int64(failure.code.rawValue)), "message": .string(failure.message)],
    ]
  }

  static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "method": .string(method), "params": params]
  }

  static func request(_ id: Int, _ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": .int(Int64(id)), "method": .string(method), "params": params]
  }
}

import TilawaBase

/// The way to the editor.
final class EditorChannel {
  private let output: @Sendable ([UInt8]) -> Void
  private var requests = 0

  init(_ output: @escaping @Sendable ([UInt8]) -> Void) { self.output = output }

  func send(_ message: JSONValue) { output(MessageFraming.framed(message.compactText)) }

  func notify(_ method: String, _ params: JSONValue) { send(Reply.notification(method, params)) }

  /// Asks the editor for something; what it answers isn't waited for.
  func ask(_ method: String, _ params: JSONValue) {
    requests += 1
    send(Reply.request(requests, method, params))
  }

  /// Something that a person should read.
  func show(_ text: String, isFailure: Bool = false) {
    notify("window/showMessage", ["type": isFailure ? 1 : 3, "message": .string(text)])
  }
}

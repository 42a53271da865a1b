internal import CCurl

/// A connection to whatever server is asked, kept open for the next request. Belongs to one thread at a time.
final class Connection {
  private let connection: OpaquePointer
  private let options: FetchOptions

  init(_ options: FetchOptions) throws(FetchError) {
    var message = [CChar](repeating: 0, count: 256)
    guard let connection = curl_connection_open(&message, message.count) else {
      let text = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      throw FetchError("\(text); nothing can be fetched without it")
    }
    self.connection = connection
    self.options = options
  }

  deinit { curl_connection_close(connection) }

  /// Asks for `address` and hands what comes to `receiver`, which may refuse it.
  func fetch(
    _ address: String, headers: [String], within milliseconds: Int, into receiver: some AnswerReceiver
  ) throws(FetchError) {
    let box = ReceiverBox(receiver)
    let answer = address.withCString { address in
      options.userAgent.withCString { agent in
        withCStrings(headers) { headers in
          var request = CurlRequest()
          request.address = address
          request.headers = headers
          request.user_agent = agent
          request.allows_files = options.allowsFiles ? 1 : 0
          request.requires_https = options.requiresHTTPS ? 1 : 0
          request.uses_proxies = options.usesProxies ? 1 : 0
          request.connect_timeout_milliseconds = options.connectSeconds * 1000
          request.total_timeout_milliseconds = milliseconds
          request.stall_seconds = options.stallSeconds
          request.least_speed = options.leastSpeed
          request.context = Unmanaged.passUnretained(box).toOpaque()
          request.on_header = { context, bytes, count in ReceiverBox.of(context)?.header(bytes, count) ?? 0 }
          request.on_body = { context, bytes, count in ReceiverBox.of(context)?.body(bytes, count) ?? 0 }
          return curl_connection_fetch(connection, &request)
        }
      }
    }
    // What the receiver refused matters more than that the transfer broke off because of it.
    if let error = box.refusal { throw error }
    try check(answer)
  }

  private func check(_ answer: CurlAnswer) throws(FetchError) {
    if answer.code != 0 {
      let said = withUnsafeBytes(of: answer.message) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let code = UInt32(bitPattern: answer.code)
      if code == 1 {
        throw FetchError(
          options.requiresHTTPS
            ? "the address, or one that it leads to, is not https"
            : options.allowsFiles
              ? "it leads to an address that is not http or https"
              : "the address, or one that it leads to, is not http or https")
      }
      // The proxy or host isn't found or doesn't answer, the answer breaks off or takes too long.
      let passing: Set<UInt32> = [5, 6, 7, 16, 18, 28, 35, 52, 55, 56, 92, 95]
      let words = said.prefix(1).lowercased() + said.dropFirst()
      throw FetchError(words, passing.contains(code) ? .worthAnotherTry(afterSeconds: nil) : .hopeless)
    }
    switch answer.status {
    // An address without HTTP has no status.
    case 0, 200, 206, 416: return
    case 404, 410: throw FetchError("the server has no such file (HTTP \(answer.status))", .notThere)
    case 408, 425, 429, 500, 502, 503, 504:
      throw FetchError(
        "the server answers with HTTP \(answer.status)",
        .worthAnotherTry(afterSeconds: answer.retry_after > 0 ? answer.retry_after : nil))
    default: throw FetchError("the server answers with HTTP \(answer.status)")
    }
  }
}

/// Takes an answer as it comes; throwing breaks it off.
protocol AnswerReceiver: AnyObject {
  func take(header line: UnsafeRawBufferPointer)
  func take(body bytes: UnsafeRawBufferPointer) throws(FetchError)
}

/// What C hands back to us.
private final class ReceiverBox {
  private let receiver: any AnswerReceiver
  private(set) var refusal: FetchError?

  init(_ receiver: any AnswerReceiver) { self.receiver = receiver }

  static func of(_ context: UnsafeMutableRawPointer?) -> ReceiverBox? {
    context.map { Unmanaged<ReceiverBox>.fromOpaque($0).takeUnretainedValue() }
  }

  func header(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
    receiver.take(header: UnsafeRawBufferPointer(start: bytes, count: count))
    return count
  }

  func body(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
    do throws(FetchError) {
      try receiver.take(body: UnsafeRawBufferPointer(start: bytes, count: count))
      return count
    } catch {
      refusal = error
      // Anything but the count ends the transfer.
      return count == 0 ? 1 : 0
    }
  }
}

/// `strings` as C has them, ended by a null pointer.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
  let copies = strings.map { text in
    let bytes = Array(text.utf8CString)
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    copy.initialize(from: bytes, count: bytes.count)
    return copy
  }
  defer { for copy in copies { copy.deallocate() } }
  let pointers = copies.map { Optional(UnsafePointer($0)) } + [nil]
  return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
}

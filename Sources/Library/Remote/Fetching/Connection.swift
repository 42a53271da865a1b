import TilawaBase
internal import TilawaCLibraries
import TilawaLibrary

/// A connection to a server, kept open for the next request. It belongs to one thread at a time.
///
/// It is an unchecked `Sendable`, since nothing here enforces that. Whoever takes one has exclusive use of
/// it, as `DigestTree` does when it takes one of its idle connections.
final class Connection: @unchecked Sendable {
  private let connection: OpaquePointer
  private let options: FetchOptions

  init(_ options: FetchOptions) throws(FetchError) {
    var message = [CChar](repeating: 0, count: 256)
    guard let connection = curl_connection_open(&message, message.count) else {
      let text = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      throw FetchError("\(text); nothing can be downloaded without it")
    }
    self.connection = connection
    self.options = options
  }

  deinit { curl_connection_close(connection) }

  /// Requests `address` and passes the answer to `receiver`, which may refuse it.
  ///
  /// With a `rule`, no addresses are used but those that it allows, even if answers redirect.
  /// `takesCompressed` lets the server compress the answer; the receiver gets it uncompressed.
  func fetch(
    _ address: String, headers: [String], within milliseconds: Int, by rule: NetworkRule? = nil,
    takesCompressed: Bool = false, into receiver: some AnswerReceiver
  ) throws(FetchError) {
    let box = ReceiverBox(receiver)
    guard let rule else {
      try check(ask(address, headers, milliseconds, takesCompressed, .asOptions, box), box)
      return
    }
    let end = ContinuousClock.now.advanced(by: .milliseconds(milliseconds))
    var place = try WebAddress(address, by: rule)
    for _ in 0...rule.mostRedirects {
      let left = Int(ContinuousClock.now.duration(to: end) / .milliseconds(1))
      guard left > 0 else {
        throw FetchError("its redirects took too long", .worthAnotherTry(afterSeconds: nil))
      }
      let route: Route = rule.proxy(for: place) ? .throughProxy : .direct(place, rule)
      let answer = ask(place.text, headers, left, takesCompressed, route, box)
      guard [301, 302, 303, 307, 308].contains(answer.status), answer.code == 0, box.refusal == nil else {
        try check(answer, box)
        return
      }
      let next = withUnsafeBytes(of: answer.redirect) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      place = try place.redirected(to: next, by: rule)
      box.begin()
    }
    throw FetchError("more than \(rule.mostRedirects) redirects")
  }

  /// On which way a request goes.
  private enum Route {
    /// As libcurl takes it, over redirects.
    case asOptions
    /// Through the environment's proxy. Which address that connects to is unknown here.
    case throughProxy
    /// To addresses that the rule allows.
    case direct(WebAddress, NetworkRule)
  }

  private func ask(
    _ address: String, _ headers: [String], _ milliseconds: Int, _ takesCompressed: Bool, _ route: Route,
    _ box: ReceiverBox
  ) -> CurlAnswer {
    let authorities = options.authorities
    let texts = [address, options.userAgent] + [authorities.file, authorities.folder].compactMap { $0 }
    return withCStrings(texts) { texts in
      withCStrings(headers) { headers in
        var request = CurlRequest()
        request.address = texts?[0]
        request.user_agent = texts?[1]
        if authorities.file != nil { request.authorities_file = texts?[2] }
        if authorities.folder != nil { request.authorities_folder = texts?[authorities.file == nil ? 2 : 3] }
        request.headers = headers
        request.allows_files = options.allowsFiles ? 1 : 0
        request.requires_https = options.requiresHTTPS ? 1 : 0
        request.connect_timeout_milliseconds = options.connectSeconds * 1000
        request.total_timeout_milliseconds = milliseconds
        request.stall_seconds = options.stallSeconds
        request.least_speed = options.leastSpeed
        request.takes_compressed = takesCompressed ? 1 : 0
        switch route {
        case .asOptions:
          request.uses_proxies = options.usesProxies ? 1 : 0
          request.follows_redirects = 1
        case .throughProxy: request.uses_proxies = 2
        case .direct(let place, let rule):
          box.allowsConnection = { rule.refusal(of: $0, for: place) }
          request.on_connect = { context, bytes, count in
            ReceiverBox.of(context)?.connects(to: bytes, count) == true ? 1 : 0
          }
        }
        request.context = Unmanaged.passUnretained(box).toOpaque()
        request.on_header = { context, bytes, count in ReceiverBox.of(context)?.header(bytes, count) ?? 0 }
        request.on_body = { context, bytes, count in ReceiverBox.of(context)?.body(bytes, count) ?? 0 }
        return curl_connection_fetch(connection, &request)
      }
    }
  }

  /// Why a server isn't believed to be who it says it is.
  private static func distrust(_ said: String) -> String {
    let reason = said.after("SSL certificate problem: ") ?? said.after("SSL: ") ?? said[...]
    return "the server's certificate was refused: \(reason)"
      + (reason.holds("issuer") || reason.holds("self") || reason.holds("CA")
        ? " (set CURL_CA_BUNDLE or SSL_CERT_FILE to a file of trusted authorities)" : "")
  }

  private func check(_ answer: CurlAnswer, _ box: ReceiverBox) throws(FetchError) {
    if let error = box.refusal { throw error }
    if answer.code != 0 {
      let said = withUnsafeBytes(of: answer.message) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let code = UInt32(bitPattern: answer.code)
      if code == 1 {
        throw FetchError(
          options.requiresHTTPS
            ? "the address, or one it redirects to, is not https"
            : options.allowsFiles
              ? "it redirects to an address that is not http or https"
              : "the address, or one it redirects to, is not http or https")
      }
      if [51, 60, 83].contains(code) { throw FetchError(Self.distrust(said)) }
      if code == 77 {
        throw FetchError(
          "the authorities in CURL_CA_BUNDLE, SSL_CERT_FILE or SSL_CERT_DIR cannot be read: \(said)")
      }
      // The proxy or host isn't found or doesn't answer, the answer breaks off or takes too long.
      let passing: Set<UInt32> = [5, 6, 7, 16, 18, 28, 35, 52, 55, 56, 92, 95]
      let words = said.prefix(1).lowercased() + said.dropFirst()
      throw FetchError(words, passing.contains(code) ? .worthAnotherTry(afterSeconds: nil) : .hopeless)
    }
    switch answer.status {
    // An address without HTTP has no status.
    case 0, 200, 206, 304, 416: return
    case 404, 410: throw FetchError("not found on the server (HTTP \(answer.status))", .notThere)
    case 408, 425, 429, 500, 502, 503, 504:
      throw FetchError(
        "the server answered with HTTP \(answer.status)",
        .worthAnotherTry(afterSeconds: answer.retry_after > 0 ? answer.retry_after : nil))
    default: throw FetchError("the server answered with HTTP \(answer.status)")
    }
  }
}

/// Takes an answer as it comes; throwing breaks it off.
protocol AnswerReceiver: AnyObject {
  func take(header line: UnsafeRawBufferPointer)
  func take(body bytes: UnsafeRawBufferPointer) throws(FetchError)
}

/// Receives the output of the C library.
private final class ReceiverBox {
  private let receiver: any AnswerReceiver
  private var refused: FetchError?
  private var refusedConnection: FetchError?
  private var isConnected = false
  private var headBytes = 0
  /// Why an address of the network is not connected to; nil when it may be.
  var allowsConnection: (NetworkAddress) -> String? = { _ in nil }

  /// More than any honest head has, those of several hundred provisional answers included.
  private static let mostHeadBytes = 1 << 17

  /// The error that takes precedence over the broken transfer that it caused. A name may resolve to several
  /// addresses; a refused one matters only if no other was available.
  var refusal: FetchError? { refused ?? (isConnected ? nil : refusedConnection) }

  /// For the next answer.
  func begin() { (refusedConnection, isConnected, headBytes) = (nil, false, 0) }

  init(_ receiver: any AnswerReceiver) { self.receiver = receiver }

  static func of(_ context: UnsafeMutableRawPointer?) -> ReceiverBox? {
    context.map { Unmanaged<ReceiverBox>.fromOpaque($0).takeUnretainedValue() }
  }

  func connects(to bytes: UnsafePointer<UInt8>?, _ count: Int) -> Bool {
    let address = NetworkAddress(Array(UnsafeBufferPointer(start: bytes, count: count)))
    guard let reason = allowsConnection(address) else { return true }
    refusedConnection = FetchError(reason)
    return false
  }

  func header(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
    isConnected = true
    headBytes += count
    guard headBytes <= Self.mostHeadBytes else {
      refused = FetchError("the header of the response is larger than \(Self.mostHeadBytes) bytes")
      return count == 0 ? 1 : 0
    }
    receiver.take(header: UnsafeRawBufferPointer(start: bytes, count: count))
    return count
  }

  func body(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
    do throws(FetchError) {
      try receiver.take(body: UnsafeRawBufferPointer(start: bytes, count: count))
      return count
    } catch {
      refused = error
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

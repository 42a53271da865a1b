import NIOCore
import NIOHTTP1
import NIOPosix

/// One connection of a browser: its requests one after the other, each checked, answered, and its answer sent as fast as it is
/// taken.
///
/// Belongs to its event loop; answers are made on other threads.
final class LoopbackConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    /// No byte of a request has come.
    case waiting
    /// A head comes.
    case head
    /// A body comes.
    case body(LoopbackGate.Admitted, HTTPRequestHead)
    /// An answer goes.
    case answering
    /// Nothing is listened to any more.
    case ended
  }

  private let gate: LoopbackGate
  private let connections: LoopbackConnections
  private let workers: NIOThreadPool
  private let answer: @Sendable (LoopbackRequest) -> LoopbackAnswer
  private var state = State.waiting
  /// True if it has shown the token.
  private var isKnown = false
  private var headBytes = 0
  private var body: [UInt8] = []
  private var deadline: Scheduled<Void>?
  private var events: (feed: EventFeed, listener: Int, waiting: Int)?

  init(
    _ gate: LoopbackGate, _ connections: LoopbackConnections, _ workers: NIOThreadPool,
    _ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
  ) {
    (self.gate, self.connections, self.workers, self.answer) = (gate, connections, workers, answer)
  }

  // MARK: Deadlines

  func channelActive(context: ChannelHandlerContext) {
    limit(context, seconds: gate.limits.secondsForRequest)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  private func end() {
    state = .ended
    deadline?.cancel()
    if let events { events.feed.remove(events.listener) }
    events = nil
  }

  /// Closes the connection after a while, unless something else is waited for by then.
  private func limit(_ context: ChannelHandlerContext, seconds: Int64) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: .seconds(seconds)) { channel.close(promise: nil) }
  }

  /// Bytes have come that nobody has read yet.
  func bytesArrive(_ count: Int, _ context: ChannelHandlerContext) {
    if case .waiting = state {
      state = .head
      limit(context, seconds: gate.limits.secondsForRequest)
    }
    if case .head = state { headBytes += count }
  }

  /// The bytes have been read as far as they can be: of a head that is too long by now no more is.
  func bytesWereRead(_ context: ChannelHandlerContext) {
    if case .head = state, headBytes > gate.limits.head { context.close(promise: nil) }
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .waiting), (.head(let head), .head): take(head, context)
    case (.body(var bytes), .body):
      body += bytes.readBytes(length: bytes.readableBytes) ?? []
      if body.count > gate.limits.body { refuse(.init(413, "the body is too large"), context) }
    case (.end, .body(let admitted, let head)):
      deadline?.cancel()
      state = .answering
      ask(admitted, head, context)
    default: break
    }
  }

  private func take(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    headBytes = 0
    body = []
    let size = head.headers.reduce(head.uri.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    guard size <= gate.limits.head else { return refuse(.init(431, "the head is too long"), context) }
    do throws(LoopbackGate.Refusal) {
      let admitted = try gate.admit(head)
      isKnown = isKnown || connections.admit(context.channel)
      guard isKnown else { throw LoopbackGate.Refusal(503, "too many connections are open") }
      state = .body(admitted, head)
    } catch {
      refuse(error, context)
    }
  }

  /// Says why, and listens no more: what comes behind may be anything.
  private func refuse(_ refusal: LoopbackGate.Refusal, _ context: ChannelHandlerContext) {
    state = .ended
    var answer = LoopbackAnswer(
      refusal.status, type: "text/plain; charset=utf-8", .bytes(Array((refusal.text + "\n").utf8)))
    answer.location = refusal.location
    send(answer, nil, isHead: false, keepsAlive: false, context)
  }

  private func ask(
    _ admitted: LoopbackGate.Admitted, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    let request = LoopbackRequest(
      method: admitted.method, path: admitted.path, query: admitted.query, body: body)
    body = []
    let (range, isHead, keepsAlive) = (head.headers["range"].first, admitted.isHead, head.isKeepAlive)
    let answer = answer
    let here = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    work(context) {
      answer(request)
    } then: { result in
      let (connection, context) = here.value
      guard case .answering = connection.state else { return }
      guard let found = try? result.get() else { return context.close(promise: nil) }
      connection.send(found, range, isHead: isHead, keepsAlive: keepsAlive, context)
    }
  }

  /// Does work on a thread that may wait, and goes on with what came of it on that of the connection.
  private func work<Result: Sendable>(
    _ context: ChannelHandlerContext, _ body: @escaping @Sendable () throws -> Result,
    then use: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
  ) {
    let loop = context.eventLoop
    workers.submit { state in
      guard state == .active else { return }
      let result = Swift.Result { try body() }
      loop.execute { use(result) }
    }
  }

  // MARK: Answers

  private func send(
    _ answer: LoopbackAnswer, _ range: String?, isHead: Bool, keepsAlive: Bool,
    _ context: ChannelHandlerContext
  ) {
    var head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: answer.status))
    head.headers.add(contentsOf: Self.headers)
    if answer.status != 204, answer.location == nil {
      head.headers.add(name: "Content-Type", value: answer.type)
    }
    head.headers.add(name: "Cache-Control", value: answer.isLasting ? "private, max-age=86400" : "no-store")
    if let location = answer.location { head.headers.add(name: "Location", value: location) }
    if !keepsAlive { head.headers.add(name: "Connection", value: "close") }
    switch answer.body {
    case .bytes(let bytes):
      if answer.status != 204 { head.headers.add(name: "Content-Length", value: "\(bytes.count)") }
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      if !isHead, !bytes.isEmpty {
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
      }
      finish(context, keepsAlive: keepsAlive)
    case .parts(let length, let part):
      let wanted = ByteSpan.wanted(range, of: length)
      head.status = .init(statusCode: wanted.status)
      head.headers.add(name: "Accept-Ranges", value: "bytes")
      head.headers.add(name: "Content-Length", value: "\(wanted.bytes.count)")
      if let text = wanted.contentRange { head.headers.add(name: "Content-Range", value: text) }
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.flush()
      let rest = isHead ? wanted.bytes.upperBound..<wanted.bytes.upperBound : wanted.bytes
      sendParts(rest, part, keepsAlive: keepsAlive, context)
    case .events(let feed, let window):
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      guard !isHead else { return finish(context, keepsAlive: keepsAlive) }
      listen(feed, window, context)
    }
  }

  private static let partLength: Int64 = 262_144

  /// Sends one part, and the next when it has gone: no more than one waits for a browser that takes its time.
  private func sendParts(
    _ bytes: Range<Int64>, _ part: @escaping @Sendable (Int64, Int) throws -> [UInt8], keepsAlive: Bool,
    _ context: ChannelHandlerContext
  ) {
    guard !bytes.isEmpty else { return finish(context, keepsAlive: keepsAlive) }
    let here = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let most = Int(min(Self.partLength, Int64(bytes.count)))
    work(context) {
      try part(bytes.lowerBound, most)
    } then: { result in
      let (connection, context) = here.value
      guard case .answering = connection.state else { return }
      guard let found = try? result.get(), !found.isEmpty, found.count <= most else {
        return context.close(promise: nil)
      }
      let buffer = ByteBuffer(bytes: found)
      let rest = (bytes.lowerBound + Int64(found.count))..<bytes.upperBound
      context.writeAndFlush(connection.wrapOutboundOut(.body(.byteBuffer(buffer)))).assumeIsolated()
        .whenSuccess {
          guard case .answering = connection.state else { return }
          connection.sendParts(rest, part, keepsAlive: keepsAlive, context)
        }
    }
  }

  private func finish(_ context: ChannelHandlerContext, keepsAlive: Bool) {
    guard keepsAlive, case .answering = state else {
      state = .ended
      return context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated()
        .whenComplete { _ in context.close(promise: nil) }
    }
    // A request that has come already is passed on while the end is written.
    state = .waiting
    limit(context, seconds: gate.limits.secondsIdle)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  /// On every answer: nothing runs but what this server sends, nobody frames it, and nothing of it goes elsewhere.
  private static let headers: [(String, String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; media-src 'self'; "
        + "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  // MARK: Events

  private func listen(_ feed: EventFeed, _ window: String?, _ context: ChannelHandlerContext) {
    let here = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let loop = context.eventLoop
    let listener = feed.add(window) { bytes in
      loop.execute {
        let (connection, context) = here.value
        connection.pass(bytes, context)
      }
    }
    events = (feed, listener, 0)
    pass(Array(": welcome\n\n".utf8), context)
    keepAlive(context)
  }

  /// Sends an event. A browser that doesn't take them is let go: it comes back and asks for everything.
  private func pass(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    guard let waiting = events?.waiting else { return }
    guard waiting + bytes.count <= gate.limits.waitingEvents else { return context.close(promise: nil) }
    events?.waiting += bytes.count
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes))))).assumeIsolated()
      .whenSuccess { self.events?.waiting -= bytes.count }
  }

  private func keepAlive(_ context: ChannelHandlerContext) {
    let here = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    deadline?.cancel()
    deadline = context.eventLoop.scheduleTask(in: .seconds(gate.limits.secondsBetweenEvents)) {
      let (connection, context) = here.value
      guard connection.events != nil else { return }
      connection.pass(Array(":\n\n".utf8), context)
      connection.keepAlive(context)
    }
  }
}

/// Stands before the reader of HTTP and counts what comes, so that no head is collected without end.
final class HeadGuard: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let connection: LoopbackConnection

  init(_ connection: LoopbackConnection) { self.connection = connection }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    connection.bytesArrive(unwrapInboundIn(data).readableBytes, context)
    context.fireChannelRead(data)
    connection.bytesWereRead(context)
  }
}

import NIOCore
import NIOHTTP1
import NIOPosix
package import TilawaBase

/// A server for pages of this computer's user: it listens on 127.0.0.1 alone, unless it is to be shared with the local network,
/// and every path begins with a token that nobody can guess. `LoopbackGate` says who is let in.
package final class LoopbackServer: Sendable {
  /// Where it listens.
  package let port: Int
  /// The first part of every path: 128 random bits.
  package let token: String

  /// Threads that make answers.
  private static let workerCount = 4

  private let loops: MultiThreadedEventLoopGroup
  private let workers: NIOThreadPool
  private let listener: any Channel

  private let host: String

  /// Where a browser finds it.
  package var address: String { "http://\(host):\(port)/\(token)/" }
  /// Returns the address that a code leads in by.
  package func address(for entry: EntryCode) -> String { "http://\(host):\(port)/\(entry.text)" }

  /// Listens on a port, any free one for 0. A `token` that was used before makes the same address again. `host` is one of this
  /// computer's addresses in a network, where `entry` lets one browser in; nil for this computer alone. `answer` is called on
  /// threads that may wait, several at a time.
  package init(
    port: Int = 0, token known: String? = nil, host: String? = nil, entry: EntryCode? = nil,
    limits: LoopbackLimits = LoopbackLimits(),
    answering answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
  ) throws(Failure) {
    // swift-nio ends the program where it can't start a thread.
    guard OwnThread.canStart(1 + Self.workerCount) else {
      throw Failure(OwnThread.refusal)
    }
    let token = known ?? Self.randomToken()
    loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    workers = NIOThreadPool(numberOfThreads: Self.workerCount)
    workers.start()
    self.token = token
    let own = host
    self.host = host ?? "127.0.0.1"
    let connections = LoopbackConnections(limits.connections)
    let workers = workers
    do {
      listener = try ServerBootstrap(group: loops)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { channel in
          connections.enter(channel)
          return channel.eventLoop.makeCompletedFuture {
            let port = channel.localAddress?.port ?? 0
            let hosts = own.map { ["\($0):\(port)"] } ?? ["127.0.0.1:\(port)", "localhost:\(port)"]
            let gate = LoopbackGate(hosts: hosts, token: token, entry: entry, limits: limits)
            let connection = LoopbackConnection(gate, connections, workers, answer)
            try channel.pipeline.syncOperations.addHandler(HeadGuard(connection))
            try channel.pipeline.syncOperations.configureHTTPServerPipeline()
            try channel.pipeline.syncOperations.addHandler(connection)
          }
        }
        .bind(host: host ?? "127.0.0.1", port: port).wait()
      self.port = listener.localAddress?.port ?? port
    } catch {
      try? workers.syncShutdownGracefully()
      try? loops.syncShutdownGracefully()
      throw Failure("cannot listen on \(host ?? "127.0.0.1"):\(port): \(error)")
    }
  }

  /// Ends all connections, waits for answers that are being made, and ends.
  package func stop() {
    try? listener.close().wait()
    try? workers.syncShutdownGracefully()
    try? loops.syncShutdownGracefully()
  }

  /// 128 bits of the system's generator, which is fit for secrets.
  private static func randomToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(UInt32.random(in: .min ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }
}

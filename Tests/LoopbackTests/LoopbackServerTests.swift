import Testing

@testable import Loopback

@Suite struct LoopbackServerTests {
  @Test func listensAndStops() throws {
    let server = try LoopbackServer { _ in .json("{}") }
    #expect(server.port > 0 && server.token.utf8.count == 32)
    server.stop()
  }
}

import Testing
import TilawaArchives
import TilawaBase
import TilawaKit
import TilawaLibrary
import TilawaRemote
import TilawaTestSupport

/// Archives come from addresses as well.
@Suite struct UnpackedAddressTests {
  private func archive() throws -> [UInt8] {
    let folder = try TemporaryFolder(["a.tilawa/recording.yaml": "tilawa: 1\nid: a\ntitle: A\n"])
    let workplace = Workplace(environment: [:], workingDirectory: folder.path, clock: { 0 })
    try PackPlan(PackRequest(["a.tilawa"]), in: workplace).apply(
      as: .zip, to: .file(folder.path(of: "a.zip")), in: workplace, .silent)
    return try FileContents.read(folder.path(of: "a.zip"))
  }

  /// Returns the reason why the bundle wasn't received; nil if it was.
  private func obstacle(
    _ change: (inout UnpackRequest) -> Void = { _ in },
    _ reply: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply
  ) throws -> String? {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer(reply)
    let workplace = Workplace(environment: [:], workingDirectory: folder.path, clock: { 0 })
    var request = UnpackRequest(.address(server.address + "/a.zip"), into: ".")
    request.fetching.requiresHTTPS = false
    request.fetching.firstPause = 1
    change(&request)
    do {
      let plan = try UnpackPlan(request, in: workplace, .silent)
      try plan.apply()
      withExtendedLifetime(plan) {}
    } catch let obstacle as Failure {
      #expect(try folder.names() == [])
      return obstacle.description
    }
    #expect(try folder.names().filter { !$0.hasPrefix(".") } == ["a.tilawa"])
    return nil
  }

  @Test func whatComesIsUnpacked() throws {
    let bytes = try archive()
    #expect(try obstacle { _ in .init(body: bytes) } == nil)
    // Cut off once, it is gone on with.
    #expect(
      try obstacle { request in
        var reply = LoopbackServer.Reply(file: bytes, tag: "one", for: request)
        if request.earlier == 0 { reply.cut = 100 }
        return reply
      } == nil)
  }

  @Test func whatIsNoneLeavesNothing() throws {
    let bytes = try archive()
    #expect(try obstacle { _ in .init(404) }?.contains("not found on the server (HTTP 404)") == true)
    #expect(
      try obstacle { _ in .init(body: Array("<html>Sign in</html>".utf8)) }?.contains("[not-an-archive]")
        == true)
    #expect(try obstacle { _ in .init(body: Array(bytes.dropLast(30))) }?.contains("[broken-off]") == true)
    #expect(
      try obstacle {
        $0.limits.bytes = 100
      } _: { _ in
        .init(body: bytes)
      }?.contains("at most 100 are allowed") == true)
    #expect(
      try obstacle {
        $0.fetching.requiresHTTPS = true
      } _: { _ in
        .init(body: bytes)
      }?.contains("not https") == true)
    #expect(
      try obstacle { _ in .init(302, ["Location: file:///etc/passwd"]) }?.contains("not http or https")
        == true)
  }
}

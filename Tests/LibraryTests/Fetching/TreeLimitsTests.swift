import Foundation
import Testing
import TilawaBase
import TilawaPrograms
import TilawaTestSupport

@testable import TilawaLibrary
@testable import TilawaRemote

/// The limits for a library on a server, at each limit and one past it, which `spec/advice/security.md` must
/// state.
@Suite(.serialized) struct TreeLimitsTests {
  @Test func thePageHasTheNumbersOfTheProgram() throws {
    let page = try ConformanceSuite.text(of: "spec/advice/security.md").split(separator: "\n")
    let options = TreeOptions()
    let address = try #require(WebAddress("https://example.org/"))
    for (name, value) in [
      ("published.held", options.mostBytesAtOnce), ("published.run", options.mostBytes),
      ("published.redirects", Int64(NetworkRule(home: address).mostRedirects)),
    ] {
      let row = page.first { $0.hasPrefix("| `\(name)` |") }
      let digits = row.map { $0.split(separator: "|")[1].filter(\.isNumber) }
      #expect(
        digits == "\(value)", "\(name) is \(value), and spec/advice/security.md says \(row ?? "nothing")")
    }
  }

  private func tree(_ server: LoopbackServer, _ change: (inout TreeOptions) -> Void) throws -> DigestTree {
    var options = TreeOptions()
    options.network.usesProxies = false
    options.network.firstPause = 1
    change(&options)
    return DigestTree(at: try #require(WebAddress(server.address + "/")), options)
  }

  private func file(_ path: String, _ bytes: [UInt8]) throws -> TreeFile {
    TreeFile(path: path, sha256: try FileDigest.of(bytes).sha256, bytes: Int64(bytes.count))
  }

  private func fault(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return "\(error)" }
    return nil
  }

  @Test func aFileHasSoManyBytes() throws {
    let bytes = [UInt8](repeating: 7, count: 11)
    let server = try LoopbackServer { request in
      .init(body: request.target.hasPrefix("/ten") ? Array(bytes.dropLast()) : bytes)
    }
    defer { server.close() }
    let tree = try tree(server) { $0.mostBytesAtOnce = 10 }
    #expect(try tree.read(file("ten", Array(bytes.dropLast()))).count == 10)
    let asked = server.requests.count
    #expect(
      fault { _ = try tree.read(file("eleven", bytes)) }
        == "it has 11 bytes; at most 10 are allowed")
    #expect(server.requests.count == asked)
    // A server that sends more than was said is not read on.
    #expect(fault { _ = try tree.read(file("eleven", Array(bytes.dropLast()))) }?.contains("10") == true)
  }

  @Test func aRunTakesSoManyBytes() throws {
    let bytes = [UInt8](repeating: 7, count: 10)
    let server = try LoopbackServer { _ in .init(body: bytes) }
    defer { server.close() }
    let tree = try tree(server) { $0.mostBytes = 20 }
    for name in ["a", "b"] { #expect(try tree.read(file(name, bytes)).count == 10) }
    #expect(
      fault { _ = try tree.read(file("c", bytes)) }?.contains("more than 20 bytes in total came from") == true
    )
  }

  @Test func anAnswerLeadsOnSoOften() throws {
    let bytes = Array("here".utf8)
    let server = try LoopbackServer { request in
      let number = Int(request.target.split(separator: "?")[0].dropFirst()) ?? 0
      return number == 0 ? .init(body: bytes) : .init(302, ["Location: /\(number - 1)"])
    }
    defer { server.close() }
    let tree = try tree(server) { _ in }
    #expect(try tree.read(file("5", bytes)) == bytes)
    #expect(
      fault { _ = try tree.read(file("6", bytes)) }
        == "more than 5 redirects")
  }

  // MARK: Certificates

  private static let canServe =
    Python.canRun("import ssl, http.server")
    && ChildProgram(named: "openssl", searchPath: "/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin") != nil

  /// A server with a certificate by an authority of its own, over TLS.
  @Test(.enabled(if: canServe)) func authoritiesAreThoseThatAreNamed() throws {
    let folder = try TemporaryFolder(["file": "here"])
    let make = """
      cd "$1" && openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj "/CN=Authority" &&
      openssl req -newkey rsa:2048 -nodes -keyout s.key -out s.csr -subj "/CN=localhost" &&
      printf 'subjectAltName=DNS:localhost' > san &&
      openssl x509 -req -in s.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out s.pem -extfile san
      """
    let shell = try #require(ChildProgram(named: "sh", searchPath: "/bin:/usr/bin"))
    let made = try shell.run(["-c", make, "sh", folder.path])
    #expect(made.status == 0, "\(made.talk)")
    let server = Process()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    server.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    server.arguments = [
      "python3", "-B", "-c",
      """
      import http.server, ssl
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
      context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
      context.load_cert_chain("s.pem", "s.key")
      server.socket = context.wrap_socket(server.socket, server_side=True)
      print(server.server_port, flush=True)
      server.serve_forever()
      """,
    ]
    let output = Pipe()
    (server.standardOutput, server.standardError) = (output, FileHandle.nullDevice)
    try server.run()
    defer { server.terminate() }
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = try #require(Int(line.filter(\.isNumber)))
    let wanted = try file("file", Array("here".utf8))
    func ask(_ host: String, _ environment: [String: String]) throws -> [UInt8] {
      var options = TreeOptions()
      options.network.usesProxies = false
      options.network.authorities = Authorities(environment)
      let address = try #require(WebAddress("https://\(host):\(port)/"))
      return try DigestTree(at: address, options).read(wanted)
    }
    let authority = folder.path(of: "ca.pem")
    for name in ["CURL_CA_BUNDLE", "SSL_CERT_FILE"] {
      #expect(try ask("localhost", [name: authority]) == Array("here".utf8))
    }
    // As with curl, the first of them counts.
    #expect(try ask("localhost", ["CURL_CA_BUNDLE": authority, "SSL_CERT_FILE": "/none"]).count == 4)
    let unknown = fault { _ = try ask("localhost", [:]) }
    #expect(unknown?.hasPrefix("the server's certificate was refused: ") == true, "\(unknown ?? "")")
    #expect(unknown?.contains("set CURL_CA_BUNDLE or SSL_CERT_FILE") == true, "\(unknown ?? "")")
    let other = fault { _ = try ask("127.0.0.1", ["SSL_CERT_FILE": authority]) }
    #expect(other?.hasPrefix("the server's certificate was refused: ") == true, "\(other ?? "")")
    let unread = fault { _ = try ask("localhost", ["SSL_CERT_FILE": folder.path(of: "none.pem")]) }
    #expect(unread?.contains("cannot be read: ") == true, "\(unread ?? "")")
  }
}

import Synchronization
import Testing

@testable import TilawaLoopback

/// A server that strangers can reach: what they send is refused, and it stays up.
@Suite struct LoopbackServerTests {
  private func server(_ change: (inout LoopbackLimits) -> Void = { _ in }) throws -> LoopbackServer {
    var limits = LoopbackLimits()
    limits.secondsForRequest = 1
    change(&limits)
    let feed = EventFeed()
    return try LoopbackServer(limits: limits) { request in
      switch request.path.first {
      case "events": LoopbackAnswer(type: "text/event-stream", .events(feed, window: request.query["window"]))
      case "tell":
        { () -> LoopbackAnswer in
          feed.send("said", String(decoding: request.body, as: UTF8.self), except: request.query["window"])
          return .json("\(feed.count)")
        }()
      case "parts":
        LoopbackAnswer(
          type: "text/plain",
          .parts(length: 1_000_000) { offset, most in
            (0..<min(most, Int(1_000_000 - offset))).map {
              UInt8(truncatingIfNeeded: Int(offset) + $0) & 63 + 48
            }
          })
      case "slow":
        LoopbackAnswer(
          type: "text/plain", .parts(length: 1 << 40) { _, most in [UInt8](repeating: 65, count: most) })
      default: .json("\"\(request.path.joined(separator: "|")) \(request.query.sorted { $0.key < $1.key })\"")
      }
    }
  }

  /// A request in its usual form.
  private func request(
    _ server: LoopbackServer, _ path: String, method: String = "GET", _ headers: [String] = [],
    body: String = "",
    host: String? = nil, closes: Bool = true, version: String = "HTTP/1.1"
  ) -> String {
    (["\(method) \(path) \(version)", "Host: \(host ?? "127.0.0.1:\(server.port)")"] + headers
      + (closes ? ["Connection: close"] : []) + ["", body]).joined(separator: "\r\n")
  }

  private func answer(_ server: LoopbackServer, _ text: String) throws -> String {
    let connection = try #require(RawConnection(to: server.port))
    connection.send(text)
    return try #require(connection.readToEnd(), "no end came to \(text.prefix(200))")
  }

  private func status(_ answer: String) -> Int? {
    answer.components(by: " ").dropFirst().first.flatMap { Int($0) }
  }

  /// The code leads to the token once; five wrong ones close the way in, and the token still opens.
  @Test func aCodeLetsOneBrowserIn() throws {
    let entry = EntryCode()
    #expect(entry.text.utf8.count == 8 && EntryCode().text != entry.text)
    let server = try LoopbackServer(host: "127.0.0.1", entry: entry) { _ in .json("1") }
    defer { server.stop() }
    let host = "127.0.0.1:\(server.port)"
    #expect(server.address(for: entry) == "http://\(host)/\(entry.text)")
    #expect(
      status(try answer(server, request(server, "/\(entry.text)", host: "localhost:\(server.port)"))) == 421)
    #expect(status(try answer(server, request(server, "/\(entry.text)", method: "POST"))) == 404)
    #expect(status(try answer(server, request(server, "/\(entry.text)a"))) == 404)
    let said = try answer(server, request(server, "/\(entry.text)"))
    #expect(status(said) == 303 && said.contains("\r\nLocation: /\(server.token)/\r\n"), "\(said)")
    #expect(entry.isUsed && !entry.isClosed)
    #expect(status(try answer(server, request(server, "/\(entry.text)"))) == 404)
    #expect(status(try answer(server, request(server, "/\(server.token)/"))) == 200)
    let other = EntryCode()
    for _ in 0..<5 { #expect(!other.opens(for: "aaaaaaaa")) }
    #expect(other.isClosed && !other.opens(for: other.text))
  }

  @Test func answersWhoeverKnowsTheToken() throws {
    let server = try server()
    defer { server.stop() }
    let said = try answer(server, request(server, "/\(server.token)/b/0/x?row=m-1-1%3A2&near=5+"))
    #expect(said.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(said.hasSuffix(#""b|0|x [(key: "near", value: "5 "), (key: "row", value: "m-1-1:2")]""#))
    for header in [
      "default-src 'none'; script-src 'self'", "frame-ancestors 'none'", "Referrer-Policy: no-referrer",
      "X-Content-Type-Options: nosniff", "Cross-Origin-Opener-Policy: same-origin",
      "Cross-Origin-Resource-Policy: same-origin", "Cache-Control: no-store",
    ] { #expect(said.contains(header), "\(header)") }
    let local = request(server, "/\(server.token)/", host: "localhost:\(server.port)")
    #expect(status(try answer(server, local)) == 200)
  }

  @Test func strangersAreRefused() throws {
    let server = try server()
    defer { server.stop() }
    let own = "/\(server.token)/"
    let json = "Content-Type: application/json"
    let origin = "Origin: http://127.0.0.1:\(server.port)"
    let wrong = String(server.token.reversed())
    let attacks: [(String, Int)] = [
      // Names that lead here, or nowhere.
      (request(server, own, host: "evil.example"), 421),
      (request(server, own, host: "evil.example:\(server.port)"), 421),
      (request(server, own, host: "127.0.0.1"), 421),
      (request(server, own, ["Host: evil.example"]), 421),
      (request(server, own, host: "127.0.0.1:\(server.port)@evil.example"), 421),
      (request(server, own, host: "127.0.0.1:\(server.port)\u{0301}"), 421),
      ("GET \(own) HTTP/1.1\r\nConnection: close\r\n\r\n", 421),
      // Pages of others.
      (request(server, own, ["Origin: http://evil.example"]), 403),
      (request(server, own, ["Origin: null"]), 403),
      (request(server, own, ["Origin: https://127.0.0.1:\(server.port)"]), 403),
      (request(server, own, [origin + ".evil.example"]), 403),
      (request(server, own, [origin, "Origin: http://evil.example"]), 403),
      (request(server, own, ["Sec-Fetch-Site: cross-site"]), 403),
      (request(server, own, ["Sec-Fetch-Site: same-site"]), 403),
      (request(server, own, ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"]), 403),
      (
        request(
          server, own, ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"]),
        403
      ),
      (
        request(
          server, own, method: "POST",
          [
            json, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate",
            "Sec-Fetch-Dest: document", "Content-Length: 0",
          ]), 403
      ),
      // No token, or another.
      (request(server, "/"), 404), (request(server, "/b/0/api/state"), 404),
      (request(server, "/\(wrong)/"), 404),
      (request(server, "/\(server.token)"), 404), (request(server, "/\(server.token.uppercased())x/"), 404),
      (request(server, "//\(server.token)/"), 404),
      // Ways out of the paths.
      (request(server, own + "../../etc/passwd"), 404), (request(server, own + "assets/../x"), 404),
      (request(server, own + "%2e%2e/%2e%2e/etc/passwd"), 404), (request(server, own + "..%2f..%2fetc"), 404),
      (request(server, own + "%252e%252e%252fetc"), 404), (request(server, own + "..\\..\\etc"), 404),
      (request(server, own + "\u{2025}/etc"), 400), (request(server, own + "\u{FF0E}\u{FF0E}/etc"), 400),
      (request(server, own + "%c0%ae%c0%ae/etc"), 404), (request(server, own + "b/0/%00"), 404),
      (request(server, "http://evil.example\(own)"), 404),
      // Other words.
      (request(server, own, method: "DELETE"), 405),
      (request(server, own, method: "PUT", ["Content-Length: 0"]), 405),
      (request(server, own, method: "OPTIONS"), 405), (request(server, own, method: "TRACE"), 405),
      (
        request(
          server, own,
          [
            "Upgrade: websocket", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
          ], closes: false), 400
      ),
      (request(server, own, version: "HTTP/1.0"), 505),
      (request(server, own + "?row=%zz"), 400), (request(server, own + "?row=%ff"), 400),
      // Bodies of forms, which another page can send without asking.
      (request(server, own, method: "POST", ["Content-Length: 2"], body: "{}"), 415),
      (
        request(server, own, method: "POST", ["Content-Type: text/plain", "Content-Length: 2"], body: "{}"),
        415
      ),
      (
        request(
          server, own, method: "POST",
          [
            "Content-Type: application/x-www-form-urlencoded",
            "Content-Length: 2",
          ], body: "{}"), 415
      ),
      // Too much.
      (request(server, own, method: "POST", [json, "Content-Length: 1048577"]), 413),
      (request(server, own, ["X: " + String(repeating: "x", count: 16_400)]), 431),
      // No HTTP at all.
      ("\u{16}\u{03}\u{01}\u{02}\r\n\r\n", 400), ("GET\r\n\r\n", 400),
      (request(server, own, ["Content-Length: -1"]), 400),
      (request(server, own, ["Content-Length: 1, 2"]), 400),
    ]
    for (attack, expected) in attacks {
      let said = try answer(server, attack)
      #expect(status(said) == expected, "\(attack.prefix(300)) was answered \(said.prefix(60))")
      #expect(!said.contains("200 OK"))
    }
    #expect(status(try answer(server, request(server, own))) == 200)
    let followed = request(
      server, own, ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"])
    #expect(status(try answer(server, followed)) == 200)
  }

  @Test func slowAndEndlessRequestsEnd() throws {
    let server = try server()
    defer { server.stop() }
    let own = "/\(server.token)/"
    let slow = try #require(RawConnection(to: server.port))
    slow.send("GET \(own) HTTP/1.1\r\nHost: ")
    #expect(slow.readToEnd() != nil)
    let silent = try #require(RawConnection(to: server.port))
    #expect(silent.readToEnd() == "")
    let body = try #require(RawConnection(to: server.port))
    body.send(
      request(
        server, own, method: "POST", ["Content-Type: application/json", "Content-Length: 100"], body: "{"))
    #expect(body.readToEnd() == "")
    let endless = try #require(RawConnection(to: server.port))
    let line = "X-\(String(repeating: "y", count: 1000)): z\r\n"
    endless.send("GET \(own) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n")
    var taken = 0
    while taken < 100_000, endless.send(line) { taken += 1 }
    #expect(taken < 100_000)
    let chunked = try #require(RawConnection(to: server.port))
    chunked.send(
      request(server, own, method: "POST", ["Content-Type: application/json", "Transfer-Encoding: chunked"]))
    let chunk = "10000\r\n" + String(repeating: "a", count: 65536) + "\r\n"
    taken = 0
    while taken < 1000, chunked.send(chunk) { taken += 1 }
    #expect(taken < 1000)
    #expect(status(try answer(server, request(server, own))) == 200)
  }

  @Test func oneConnectionAsksManyTimes() throws {
    let server = try server()
    defer { server.stop() }
    let connection = try #require(RawConnection(to: server.port))
    let paths = (0..<20).map { "/\(server.token)/number/\($0)" }
    connection.send(
      paths.enumerated().map { request(server, $1, closes: $0 == paths.count - 1) }.joined())
    let said = try #require(connection.readToEnd())
    let numbers = said.components(by: "\"number|").dropFirst().map { $0.prefix { $0 != " " } }
    #expect(numbers.map { Int($0) } == (0..<20).map { $0 })
  }

  @Test func partsAreSentAsAsked() throws {
    let server = try server()
    defer { server.stop() }
    let path = "/\(server.token)/parts"
    let whole = try answer(server, request(server, path))
    #expect(status(whole) == 200 && whole.contains("Content-Length: 1000000\r\n"))
    #expect(whole.contains("Accept-Ranges: bytes\r\n") && whole.utf8.count > 1_000_000)
    let ranges: [(String, Int, String)] = [
      ("bytes=0-9", 206, "bytes 0-9/1000000"), ("bytes=999990-", 206, "bytes 999990-999999/1000000"),
      ("bytes=-5", 206, "bytes 999995-999999/1000000"),
      ("bytes=300000-600000", 206, "bytes 300000-600000/1000000"),
      ("bytes=5-2000000", 206, "bytes 5-999999/1000000"), ("bytes=1000000-", 416, "bytes */1000000"),
      ("bytes=9-5", 416, "bytes */1000000"), ("bytes=-0", 416, "bytes */1000000"),
      ("bytes=0-1,3-4", 416, "bytes */1000000"), ("bytes=a-b", 416, "bytes */1000000"),
      ("bytes=99999999999999999999-", 416, "bytes */1000000"), ("lines=1-2", 416, "bytes */1000000"),
    ]
    for (range, expected, told) in ranges {
      let said = try answer(server, request(server, path, ["Range: \(range)"]))
      #expect(
        status(said) == expected && said.contains("Content-Range: \(told)\r\n"),
        "\(range): \(said.prefix(300))")
    }
    let part = try answer(server, request(server, path, ["Range: bytes=300000-300009"]))
    #expect(
      part.hasSuffix(
        String(decoding: (300000...300009).map { UInt8(truncatingIfNeeded: $0) & 63 + 48 }, as: UTF8.self)))
    let head = try answer(server, request(server, path, method: "HEAD"))
    #expect(head.contains("Content-Length: 1000000\r\n") && head.hasSuffix("\r\n\r\n"))
  }

  @Test func whoeverDoesNotReadIsNoBurden() throws {
    let server = try server()
    defer { server.stop() }
    // A terabyte to each, of which nothing is read.
    let idlers = try (0..<20).map { _ in
      let connection = try #require(RawConnection(to: server.port))
      connection.send(request(server, "/\(server.token)/slow"))
      return connection
    }
    for _ in 0..<20 { #expect(status(try answer(server, request(server, "/\(server.token)/"))) == 200) }
    _ = idlers
  }

  /// Any user of the computer may connect, and keep the connection open.
  @Test(arguments: ["", "GET / "]) func strangersKeepNobodyOut(beginning: String) throws {
    let server = try server {
      $0.connections = 4
      $0.secondsForRequest = 10
    }
    defer { server.stop() }
    let asking = request(server, "/\(server.token)/", closes: false)
    let known = try #require(RawConnection(to: server.port))
    known.send(asking)
    #expect(status(known.read(until: "[]")) == 200)
    let strangers = try (0..<40).map { _ in
      let stranger = try #require(RawConnection(to: server.port, secondsToWait: 1))
      stranger.send(beginning)
      return stranger
    }
    let start = ContinuousClock.now
    #expect(status(try answer(server, request(server, "/\(server.token)/"))) == 200)
    known.send(asking)
    #expect(status(known.read(until: "[]")) == 200)
    #expect(.now - start < .seconds(5))
    // Of the strangers those are left that came last.
    for (number, stranger) in strangers.enumerated() where number < 35 || number >= 37 {
      #expect(stranger.readToEnd() == (number < 37 ? "" : nil), "\(number)")
    }
  }

  @Test func connectionsAreCounted() throws {
    let server = try server { $0.connections = 4 }
    defer { server.stop() }
    do {
      let windows = try (0..<4).map { _ in
        let window = try #require(RawConnection(to: server.port))
        window.send(request(server, "/\(server.token)/events", closes: false))
        #expect(window.read(until: "welcome").contains("text/event-stream"))
        return window
      }
      #expect(status(try answer(server, request(server, "/\(server.token)/"))) == 503)
      _ = windows
    }
    // The server sees that they are gone a moment later.
    for _ in 0..<50 where status(try answer(server, request(server, "/\(server.token)/"))) != 200 {}
    #expect(status(try answer(server, request(server, "/\(server.token)/"))) == 200)
  }

  @Test func eventsGoToAllOtherWindows() throws {
    let server = try server()
    defer { server.stop() }
    func post(_ text: String, _ window: String) throws -> String {
      try answer(
        server,
        request(
          server, "/\(server.token)/tell?window=\(window)", method: "POST",
          ["Content-Type: application/json", "Content-Length: \(text.utf8.count)"], body: text))
    }
    let one = try #require(RawConnection(to: server.port))
    one.send(request(server, "/\(server.token)/events?window=one", closes: false))
    #expect(one.read(until: "welcome").contains("text/event-stream"))
    var two = RawConnection(to: server.port)
    two?.send(request(server, "/\(server.token)/events?window=two", closes: false))
    #expect(two?.read(until: "welcome").contains("text/event-stream") == true)
    #expect(try post("1", "one").hasSuffix("2"))
    #expect(two?.read(until: "data: 1\n\n").contains("event: said\ndata: 1\n\n") == true)
    #expect(try post("2", "two").hasSuffix("2"))
    // Its own event was not among them.
    #expect(one.read(until: "data: 2\n\n").contains("data: 1") == false)
    two = nil
    var count = "2"
    for _ in 0..<200 where count != "1" { count = String(try post("3", "three").suffix(1)) }
    #expect(count == "1")
  }

  /// A window that takes nothing is let go, and the others go on.
  @Test func aWindowThatSleepsIsLetGo() throws {
    let server = try server { $0.waitingEvents = 100_000 }
    defer { server.stop() }
    let sleeper = try #require(RawConnection(to: server.port))
    sleeper.send(request(server, "/\(server.token)/events", closes: false))
    _ = sleeper.read(until: "welcome")
    let text = String(repeating: "x", count: 50_000)
    var said = ""
    for _ in 0..<2000 where !said.hasSuffix("0") {
      said = try answer(
        server,
        request(
          server, "/\(server.token)/tell", method: "POST",
          ["Content-Type: application/json", "Content-Length: \(text.utf8.count)"], body: text))
    }
    #expect(said.hasSuffix("0"))
  }
}

extension String {
  fileprivate func components(by separator: String) -> [Substring] { split(separator: separator) }
}

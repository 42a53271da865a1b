import Testing
import TilawaBase
import TilawaLibrary
import TilawaRemote
import TilawaSound
import TilawaTestSupport

/// Files fetched from a server that does what servers do.
@Suite(.serialized) struct FileFetcherTests {
  /// Options with short waits, and without the proxies of the user who runs the tests.
  private var options: FetchOptions {
    var options = FetchOptions()
    options.firstPause = 1
    options.usesProxies = false
    options.stallSeconds = 1
    return options
  }

  private func fetch(
    _ server: LoopbackServer, _ names: [String], into folder: TemporaryFolder,
    _ change: (inout FetchOptions) -> Void = { _ in }
  ) -> [FileFetcher.Outcome] {
    var options = options
    change(&options)
    let outcomes = FileFetcher(options).fetch(
      names.map { .init([("\(server.address)/\($0)", folder.path(of: $0))]) })
    server.close()
    return outcomes
  }

  /// If no checksum is known, another recording is recognised by its duration, to a tenth of a second.
  @Test func anotherLengthIsRefused() throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { _ in .init(body: silentWAV(frames: 4000)) }
    defer { server.close() }
    for (milliseconds, isRight) in [(500, true), (600, true), (601, false), (399, false)] {
      var expected = ExpectedAudio()
      expected.duration = Milliseconds(Int64(milliseconds))
      let target = folder.path(of: "\(milliseconds).wav")
      let outcomes = FileFetcher(options).fetch([
        .init([("\(server.address)/a.wav", target)], expecting: expected)
      ])
      #expect(((try? FileStatus.ifAny(target)) != nil) == isRight, "\(outcomes)")
    }
    #expect(try folder.names() == ["500.wav", "600.wav"])
  }

  /// Without a length, the end of the connection counts as the end of the file. An MP3 file must then end
  /// with a whole frame.
  @Test func halfAnMP3OfUnknownLengthIsRefused() throws {
    let folder = try TemporaryFolder()
    var recitation = GeneratedRecitation([.init(3000, pauseAfter: 0)])
    recitation.sampleRate = 16_000
    try recitation.write(to: folder.path(of: "whole.mp3"), encoding: .mp3)
    let whole = try FileContents.read(folder.path(of: "whole.mp3"))
    // Without the frame that tells the number of bytes.
    for (kept, isWhole) in [(whole.count, true), (whole.count - 1, false), (whole.count / 2, false)] {
      for tag in [[], Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)] where isWhole || tag.isEmpty {
        let bytes = Array(whole.dropFirst(firstFrame(of: whole)).prefix(kept - firstFrame(of: whole))) + tag
        let said = try reason { _ in
          var reply = LoopbackServer.Reply(body: bytes)
          reply.length = nil
          return reply
        }
        #expect((said == nil) == isWhole, "\(kept) of \(whole.count): \(said ?? "accepted")")
      }
    }
  }

  /// Returns the length of the first frame in bytes. It ends where the next frame begins with the same two
  /// bytes.
  private func firstFrame(of bytes: [UInt8]) -> Int {
    bytes.indices.dropFirst(4).first { bytes[$0] == bytes[0] && bytes[$0 + 1] == bytes[1] } ?? 0
  }

  @Test func aFileMayNotTakeForEver() throws {
    let said = try reason {
      $0.totalSeconds = 1
      $0.stallSeconds = 1000
      $0.attempts = 100
    } _: { _ in
      var reply = LoopbackServer.Reply(body: silentWAV(frames: 4000))
      reply.stall = 100
      return reply
    }
    #expect(
      said?.contains("more than 1 seconds in total") == true || said?.contains("timed out") == true,
      "\(said ?? "")")
  }

  /// Returns the reason why a file from `reply` is refused; nil if it was received. A refused file must not
  /// be in the folder.
  private func reason(
    _ change: (inout FetchOptions) -> Void = { _ in },
    _ reply: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply
  ) throws -> String? {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer(reply)
    let outcome = fetch(server, ["a.wav"], into: folder, change).first
    let names = try folder.names()
    switch outcome {
    case .fetched:
      #expect(names == ["a.wav"])
      return nil
    case .failed(_, let error):
      #expect(!names.contains("a.wav"))
      return error.description
    case nil: return "nothing was done"
    }
  }

  private static func wav(_ number: Int) -> [UInt8] {
    var bytes = silentWAV(frames: 500 + 37 * number)
    // So that no two are alike.
    for index in stride(from: 44, to: bytes.count, by: 2) { bytes[index] = UInt8((number + index) & 0x3F) }
    return bytes
  }

  private static func number(_ target: String) -> Int { Int(target.filter(\.isNumber)) ?? 0 }

  // MARK: Whole or absent

  /// One in ten connections is cut, and more fail in other ways.
  @Test func everyFileIsWholeOrAbsent() throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { request in
      let number = Self.number(request.target)
      // A chance that doesn't depend on which connection is served first.
      let roll = (number &* 2_654_435_761 &+ request.earlier &* 40_503) >> 7 % 100
      if number % 50 == 49 { return .init(404) }
      if roll < 4 { return .init(503, ["Retry-After: 0"]) }
      let file = Self.wav(number)
      var reply =
        number % 3 == 0
        ? LoopbackServer.Reply(body: file) : LoopbackServer.Reply(file: file, tag: "v", for: request)
      if roll < 14 { reply.cut = reply.body.count * (roll * 11 % 100) / 100 }
      return reply
    }
    let names = (0..<200).map { "\($0).wav" }
    let outcomes = fetch(server, names, into: folder) {
      $0.parallel = 8
      $0.attempts = 8
    }
    #expect(outcomes.count == 200)
    for (number, outcome) in outcomes.enumerated() {
      let there = try FileContents.readIfAny(folder.path(of: "\(number).wav"))
      switch outcome {
      case .fetched(_, let bytes):
        #expect(there == Self.wav(number) && Int64(there?.count ?? 0) == bytes, "\(number)")
      case .failed(_, let error):
        #expect(number % 50 == 49 && there == nil, "\(number): \(error)")
      }
    }
    #expect(server.requests.count > 215, "some were asked for again")
    #expect(server.requests.contains { ($0.rangeStart ?? 0) > 0 }, "some were gone on with")
    #expect(try folder.names().allSatisfy { $0.hasSuffix(".wav") && !$0.hasPrefix(".") })
  }

  @Test func goesOnWithWhatAnEarlierRunLeft() throws {
    let folder = try TemporaryFolder()
    let file = Self.wav(900)
    let first = try LoopbackServer { request in
      var reply = LoopbackServer.Reply(file: file, tag: "v1", for: request)
      reply.cut = request.earlier == 0 ? 20_000 : 0
      return reply
    }
    guard case .failed = fetch(first, ["a.wav"], into: folder)[0] else {
      Issue.record("a file that was cut is there")
      return
    }
    #expect(try folder.names() == [".tilawa-part.a.wav", ".tilawa-part.a.wav.note"])
    // Meanwhile the file has changed: its halves would not fit.
    for (tag, file) in [("v1", file), ("v2", Self.wav(901))] {
      let copy = try TemporaryFolder()
      for name in try folder.names() {
        try FileTransfer.copy(folder.path(of: name), to: copy.path(of: name))
      }
      let second = try LoopbackServer { .init(file: file, tag: tag, for: $0) }
      guard case .fetched = fetch(second, ["a.wav"], into: copy)[0] else {
        Issue.record("\(tag) is not fetched")
        return
      }
      #expect(try FileContents.read(copy.path(of: "a.wav")) == file)
      #expect(try copy.names() == ["a.wav"])
      #expect(second.requests.map(\.rangeStart) == [20_000])
      #expect(second.requests.map { $0.headers["if-range"] } == ["\"v1\""])
    }
  }

  @Test func neverWritesOverAFile() throws {
    let folder = try TemporaryFolder(["a.wav": "mine"])
    let server = try LoopbackServer { .init(file: Self.wav(1), tag: "v", for: $0) }
    guard case .failed(_, let error) = fetch(server, ["a.wav"], into: folder)[0] else {
      Issue.record("it is written over")
      return
    }
    #expect(error.description.contains("already exists"))
    #expect(try folder.text(of: "a.wav") == "mine")
  }

  // MARK: Lies

  @Test func believesNoLengths() throws {
    let file = Self.wav(1)
    #expect(
      try reason {
        var reply = LoopbackServer.Reply(file: file, tag: "v", for: $0)
        reply.length = file.count + 10
        return reply
      }?.isEmpty == false)
    #expect(
      try reason { _ in
        var reply = LoopbackServer.Reply(body: file)
        reply.length = file.count - 100
        return reply
      }?.contains("cut short: ") == true)
    // Without a length the end of the connection is taken for that of the file, and the audio has to tell.
    #expect(
      try reason { _ in
        var reply = LoopbackServer.Reply(body: file)
        reply.length = nil
        return reply
      } == nil)
    #expect(
      try reason { _ in
        var reply = LoopbackServer.Reply(body: file)
        reply.length = nil
        reply.cut = 700
        return reply
      }?.contains("cut short") == true)
    // Another part than was asked for is not put behind what is there.
    #expect(
      try reason { request in
        var reply = LoopbackServer.Reply(file: file, tag: "v", for: request)
        if reply.status == 206 {
          reply = .init(
            206, ["ETag: \"v\"", "Content-Range: bytes 0-\(file.count - 1)/\(file.count)"], body: file)
        } else if request.earlier == 0 {
          reply.cut = 300
        }
        return reply
      } == nil)
  }

  @Test func takesNothingButAudio() throws {
    let page = Array("<html>please log in</html>".utf8)
    #expect(try reason { _ in .init(body: page) } == "the download is not a readable audio file")
    #expect(try reason { _ in .init(body: []) } == "the file is empty")
    #expect(try reason { _ in .init(body: silentWAV(frames: 0)) } != nil)
    #expect(
      try reason { _ in .init(403, body: page) } == "the server answered with HTTP 403")
  }

  @Test func limitsSizes() throws {
    let small: (inout FetchOptions) -> Void = { $0.maximumBytes = 1000 }
    #expect(
      try reason(small) { _ in .init(body: Self.wav(1)) }?.contains("at most 1000 are allowed") == true)
    #expect(
      try reason(small) { _ in
        var reply = LoopbackServer.Reply(body: Self.wav(1))
        reply.length = nil
        return reply
      }?.contains("at most 1000 are allowed") == true)
  }

  // MARK: Redirects and addresses

  @Test func followsRedirectsToTheWebOnly() throws {
    let local = try TemporaryFolder()
    try AtomicFile.write(Self.wav(1), to: local.path(of: "secret.wav"))
    for place in ["file://\(local.path)/secret.wav", "ftp://127.0.0.1/a.wav", "gopher://127.0.0.1/"] {
      for allows in [false, true] {
        #expect(
          try reason({ $0.allowsFiles = allows }) { _ in .init(302, ["Location: \(place)"]) }?
            .contains("not http or https") == true, "\(place)")
      }
    }
    #expect(
      try reason { $0.target == "/b" ? .init(body: Self.wav(1)) : .init(302, ["Location: /b"]) } == nil)
    #expect(
      try reason { _ in .init(302, ["Location: /a.wav"]) }?.contains("redirect") == true)
    let target = local.path(of: "copy.wav")
    for allows in [false, true] {
      var options = options
      options.allowsFiles = allows
      let outcome = FileFetcher(options).fetch([.init([("file://\(local.path)/secret.wav", target)])])
      #expect(((try? FileStatus.ifAny(target)) != nil) == allows, "\(outcome)")
    }
  }

  @Test func asksTheNextAddressForWhatIsNotThere() throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { $0.target == "/b.wav" ? .init(body: Self.wav(2)) : .init(404) }
    let outcome = FileFetcher(options).fetch([
      .init([
        ("\(server.address)/a.wav", folder.path(of: "one/a.wav")),
        ("\(server.address)/b.wav", folder.path(of: "two/b.wav")),
      ])
    ])
    server.close()
    #expect(outcome == [.fetched(target: folder.path(of: "two/b.wav"), bytes: Int64(Self.wav(2).count))])
    #expect(try folder.names(in: "one") == [])
    #expect(server.requests.count == 2, "what is not there is asked for once")
  }

  // MARK: Patience

  @Test func waitsAsLongAsItIsAsked() throws {
    let clock = ContinuousClock()
    let start = clock.now
    #expect(
      try reason {
        $0.earlier == 0 ? .init(429, ["Retry-After: 1"]) : .init(body: Self.wav(1))
      } == nil)
    #expect(clock.now - start >= .seconds(1))
    #expect(
      try reason { _ in .init(429, ["Retry-After: 3600"]) } == "the server answered with HTTP 429")
  }

  @Test func givesUpOnServersThatFallSilent() throws {
    let once = { (options: inout FetchOptions) in options.attempts = 1 }
    #expect(
      try reason(once) { _ in
        var reply = LoopbackServer.Reply(body: Self.wav(1))
        reply.stall = 100
        return reply
      } != nil)
    // Nobody listens there any more.
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { _ in .init(404) }
    server.close()
    guard case .failed = fetch(server, ["a.wav"], into: folder, { $0.attempts = 2 })[0] else {
      Issue.record("nobody answered, and it is fetched")
      return
    }
  }
}

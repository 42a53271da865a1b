import Foundation
import Testing
import TilawaBase
import TilawaPrograms
import TilawaTestSupport

/// `publish --sign`, and `--allowed-signers` of commands that search, with keys made for each test, over
/// loopback HTTP.
@Suite(
  .serialized,
  .enabled(if: ChildProgram(named: "ssh-keygen", searchPath: "/usr/bin:/bin:/usr/local/bin") != nil))
struct SignedLibraryTests {
  private static let root = "tilawa-library.json"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "library/a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\ntitle: Friday\nreciter: husary\nriwayah: hafs\naudio: { file: a.mp3, url: \"https://example.org/a.mp3\", sha256: \(String(repeating: "0b5c", count: 16)) }\n",
      "library/a.tilawa/segments.yaml": Self.rows("4.000"),
    ])
    for name in ["mine", "other"] {
      _ = try BuiltProgram.shell("ssh-keygen -q -t ed25519 -N '' -C \(name) -f \(name)", in: folder.path)
    }
    try folder.write("amina@example.org " + folder.text(of: "mine.pub"), to: "allowed")
  }

  private static func rows(_ end: String) -> String {
    "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 0.000, end: \(end) }\n"
  }

  private func tilawa(_ arguments: String...) -> String {
    transcript(
      arguments, in: folder.path,
      environment: ["PATH": "/usr/bin:/bin:/usr/local/bin", "XDG_CACHE_HOME": folder.path(of: "cache")])
  }

  private func publish(_ more: String...) -> String {
    let arguments = ["publish", "library", "-o", "site", "--fresh"] + more
    return transcript(arguments, in: folder.path, environment: ["PATH": "/usr/bin:/bin:/usr/local/bin"])
  }

  /// Starts a server that serves the current contents of the folder `site`, as web servers do.
  private func server() throws -> LoopbackServer {
    let site = folder.path(of: "site")
    return try LoopbackServer { request in
      let path = request.target.split(separator: "?")[0].dropFirst()
      guard let bytes = try? FileContents.read("\(site)/\(path)"), let tag = try? FileDigest.of(bytes).sha256
      else { return .init(404) }
      if request.headers["if-none-match"] == "\"\(tag)\"" { return .init(304, ["ETag: \"\(tag)\""]) }
      return .init(200, ["ETag: \"\(tag)\""], body: bytes)
    }
  }

  private func ask(_ server: LoopbackServer, _ more: String...) -> String {
    let arguments =
      ["resolve", "1:1", "--remote", "--library", server.address, "--allowed-signers", "allowed"] + more
    return transcript(
      arguments, in: folder.path,
      environment: ["PATH": "/usr/bin:/bin:/usr/local/bin", "XDG_CACHE_HOME": folder.path(of: "cache")])
  }

  private func expectRefusal(_ said: String, _ words: String) {
    #expect(said.contains(words) && said.hasSuffix("[exit 2]\n"), "\(said)")
    #expect(!said.contains("a.mp3"), "\(said)")
  }

  private func bytes(_ name: String) throws -> [UInt8] { try FileContents.read(folder.path(of: name)) }

  private func put(_ bytes: [UInt8], _ name: String) throws {
    try AtomicFile.write(bytes, to: folder.path(of: name))
  }

  private func serial() throws -> Int {
    let text = try folder.text(of: "site/\(Self.root)")
    let digits = try #require(text.firstMatch(of: #/"serial":([0-9]+)/#)?.1)
    return try #require(Int(digits))
  }

  @Test func aSignedLibraryAnswersWhomeverItsSignerIsKnownTo() throws {
    #expect(!publish("--sign", "mine").contains("[exit 2]"))
    let server = try server()
    defer { server.close() }
    let said = ask(server)
    #expect(said.contains("a.mp3") && !said.contains("[exit 2]"), "\(said)")
    // ssh-keygen itself agrees.
    let checked = try BuiltProgram.shell(
      "ssh-keygen -Y verify -f allowed -I amina@example.org -n tilawa -s site/\(Self.root).sig < site/\(Self.root)",
      in: folder.path)
    #expect(checked.hasPrefix("Good \"tilawa\" signature for amina@example.org"), "\(checked)")
    // Offline the signature that was kept is checked.
    server.close()
    #expect(ask(server, "--offline").contains("a.mp3"))
    #expect(ask(server).contains("using earlier downloads of"))
  }

  @Test func aLibraryThatIsNotSignedByAnyoneAllowedIsRefused() throws {
    _ = publish()
    let server = try server()
    defer { server.close() }
    expectRefusal(ask(server), "it is not signed: no such file: \(Self.root).sig")
    _ = publish("--sign", "other")
    expectRefusal(ask(server), "which is not in allowed")
    _ = publish("--sign", "mine")
    let good = try bytes("site/\(Self.root)")
    try put(good + [0x20], "site/\(Self.root)")
    expectRefusal(ask(server), "was changed after it was signed, or the signature is another file's")
    try put(good, "site/\(Self.root)")
    #expect(ask(server).contains("a.mp3"))
    // What was fetched without asking for a signature isn't trusted offline.
    try put(good + [0x20], "site/\(Self.root)")
    #expect(tilawa("resolve", "1:1", "--remote", "--library", server.address).contains("a.mp3"))
    expectRefusal(ask(server, "--offline"), "was changed after it was signed")
  }

  /// Everything of an old state is signed well; only that it is old can be noticed.
  @Test func anOlderStateIsNoticed() throws {
    _ = publish("--sign", "mine")
    let first = try serial()
    let old = (root: try bytes("site/\(Self.root)"), signature: try bytes("site/\(Self.root).sig"))
    let server = try server()
    defer { server.close() }
    #expect(ask(server).contains("a.mp3"))
    // The same library stays what it is.
    _ = publish("--sign", "mine")
    #expect(try bytes("site/\(Self.root)") == old.root)
    try folder.write(Self.rows("5.000"), to: "library/a.tilawa/segments.yaml")
    _ = publish("--sign", "mine")
    let second = try serial()
    #expect(second > first)
    #expect(ask(server).contains("5.000"))
    let new = (root: try bytes("site/\(Self.root)"), signature: try bytes("site/\(Self.root).sig"))
    try put(old.root, "site/\(Self.root)")
    try put(old.signature, "site/\(Self.root).sig")
    let words =
      "the server offers an old version: its serial number is \(first), but \(second) was already signed"
    expectRefusal(ask(server), words)
    // Whoever doesn't ask for a signature gets what is served, which is not believed afterwards.
    #expect(tilawa("resolve", "1:1", "--remote", "--library", server.address).contains("a.mp3"))
    expectRefusal(ask(server), words)
    expectRefusal(ask(server, "--offline"), words)
    // A signed root without a number is as old as can be.
    try put(
      Array(
        String(decoding: new.root, as: UTF8.self).replacing("\"serial\":\(second),", with: "").utf8),
      "site/\(Self.root)")
    _ = try BuiltProgram.shell(
      "rm -f site/\(Self.root).sig; ssh-keygen -q -Y sign -f mine -n tilawa site/\(Self.root)",
      in: folder.path)
    expectRefusal(ask(server), "its serial number is missing, but \(second) was already signed")
    try put(new.root, "site/\(Self.root)")
    try put(new.signature, "site/\(Self.root).sig")
    #expect(ask(server).contains("a.mp3"))
    // The message names what to remove where the publisher really went back.
    try put(old.root, "site/\(Self.root)")
    try put(old.signature, "site/\(Self.root).sig")
    let named = try #require(ask(server).firstMatch(of: #/remove (\/[^)]*serial)\)/#)?.1)
    try FileTransfer.remove(String(named))
    #expect(!ask(server).contains("offers an old version"))
  }

  /// A root and its signature from two different states are fetched once more.
  @Test func aLibraryThatIsPublishedMeanwhileIsAskedAgain() throws {
    _ = publish("--sign", "mine")
    let old = try bytes("site/\(Self.root)")
    try folder.write(Self.rows("5.000"), to: "library/a.tilawa/segments.yaml")
    _ = publish("--sign", "mine")
    let site = folder.path(of: "site")
    let server = try LoopbackServer { request in
      let path = request.target.split(separator: "?")[0].dropFirst()
      if path == Self.root, request.earlier == 0 { return .init(200, body: old) }
      guard let bytes = try? FileContents.read("\(site)/\(path)") else { return .init(404) }
      return .init(200, body: bytes)
    }
    defer { server.close() }
    #expect(ask(server).contains("5.000"))
    #expect(
      server.requests.filter { $0.target.contains(Self.root) && !$0.target.contains(".sig") }.count == 2)
  }

  @Test func theSerialNumberGrowsWhateverTheClockSays() throws {
    func publish(at seconds: Int) throws -> Int {
      _ = transcript(
        ["publish", "library", "-o", "site", "--sign", "mine", "--fresh"], in: folder.path,
        environment: ["PATH": "/usr/bin:/bin:/usr/local/bin", "SOURCE_DATE_EPOCH": "\(seconds)"])
      return try serial()
    }
    #expect(try publish(at: 1000) == 1000)
    #expect(try publish(at: 2000) == 1000)
    try folder.write(Self.rows("5.000"), to: "library/a.tilawa/segments.yaml")
    #expect(try publish(at: 900) == 1001)
    try folder.write(Self.rows("6.000"), to: "library/a.tilawa/segments.yaml")
    #expect(try publish(at: 3000) == 3000)
    // Without a signature there is none.
    _ = self.publish()
    #expect(try !folder.text(of: "site/\(Self.root)").contains("serial"))
  }

  @Test func mistypedAddressesAreNoFolders() {
    for (given, meant) in [
      ("htps://example.org/quran/", "https://example.org/quran"),
      ("https:/example.org", "https://example.org"), ("HTTP:/example.org", "http://example.org"),
      ("ftp://example.org/quran", "https://example.org/quran"),
    ] {
      for command in [
        ["resolve", "1:1"], ["coverage", "1"], ["coverage", "--missing", "1"], ["play", "1:1"],
      ] {
        let said = transcript(command + ["--library", given], in: folder.path)
        #expect(
          said.contains("\"\(given)\" is neither a folder nor the https:// address of a published library")
            && said.contains("did you mean \(meant)?") && said.hasSuffix("[exit 2]\n"), "\(said)")
      }
    }
    #expect(
      tilawa("resolve", "1:1", "--library", "file:///x").contains(
        "\"file:///x\" is neither a folder nor the https:// address of a published library\n[exit 2]\n"))
    // A name with a colon may be a folder's.
    #expect(tilawa("resolve", "1:1", "--library", "C:notes").contains("no such folder: "))
  }
}

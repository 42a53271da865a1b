import Foundation
import Testing
import TilawaBase
import TilawaPrograms
import TilawaTestSupport

@testable import TilawaKit

/// Bags of BagIt: what goes out, what is taken, and what is refused.
@Suite struct BagItTests {
  private let folder: TemporaryFolder
  private let workplace: Workplace
  private let monitor = WorkMonitor { _ in Silent() }

  private struct Silent: WorkStage {
    func update(_ done: Int64, of total: Int64) {}
    func whileWorking<Result>(_ work: () throws -> Result) rethrows -> Result { try work() }
    func finish() {}
  }

  init() throws {
    folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\nriwayah: hafs\naudio: { file: audio.wav }\n",
      "a.tilawa/segments.yaml":
        "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 0.000, end: 0.020, verified: true }\n",
      "a.tilawa/scans/a page.txt": "a page\n", "a.tilawa/.hidden": "mine\n", "outside": "secret\n",
    ])
    try FileTransfer.create(silentWAV(frames: 400), at: folder.path(of: "a.tilawa/audio.wav"))
    workplace = Workplace(
      environment: ProcessInfo.processInfo.environment, workingDirectory: folder.path, clock: { 0 })
  }

  private func pack(_ bag: String) throws {
    try PackPlan(PackRequest(["a.tilawa"]), in: workplace).apply(
      asBagAt: folder.path(of: bag), monitor)
  }

  @discardableResult
  private func unpack(_ bag: String, into target: String = "came", signers: UnpackRequest.Signers? = nil)
    throws
    -> UnpackPlan
  {
    var request = UnpackRequest(.file(bag), into: target)
    request.signers = signers
    let plan = try UnpackPlan(request, in: workplace, monitor)
    try plan.apply()
    return plan
  }

  private func refusal(_ bag: String) -> String {
    do { try unpack(bag) } catch { return "\(error)" }
    return "taken"
  }

  /// A bag without a list of its lists, of these files; `more` are written as they are.
  private func write(_ bag: String, _ payload: [String: String], _ more: [String: String] = [:]) throws {
    var lines = ""
    for (name, text) in payload.sorted(by: { $0.key < $1.key }) {
      try folder.write(text, to: "\(bag)/data/\(name)")
      lines += "\(try FileDigest.of(Array(text.utf8)).sha256)  data/\(name)\n"
    }
    try folder.write("BagIt-Version: 0.97\nTag-File-Character-Encoding: UTF-8\n", to: "\(bag)/bagit.txt")
    try folder.write(lines, to: "\(bag)/manifest-sha256.txt")
    for (name, text) in more { try folder.write(text, to: "\(bag)/\(name)") }
  }

  private let one = ["b.tilawa/recording.yaml": "tilawa: 1\nid: b\n"]

  private func sum(_ text: String) throws -> String { try FileDigest.of(Array(text.utf8)).sha256 }

  private static let checker = try? BuiltChecker()

  /// `bagit.py` of the Library of Congress, where Python has it.
  private struct BuiltChecker {
    init() throws {
      let said = try Self.run("-c", "import bagit")
      guard said.status == 0 else { throw Failure("no bagit") }
    }

    static func run(_ arguments: String...) throws -> ChildProgram.Answer {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      guard let python = ChildProgram(named: "python3", searchPath: path) else { throw Failure("no Python") }
      return try python.ask(arguments)
    }
  }

  @Test func aBundleGoesAsABagAndComesBack() throws {
    try pack("a.bag")
    #expect(
      try folder.names(in: "a.bag")
        == ["bag-info.txt", "bagit.txt", "data", "manifest-sha256.txt", "tagmanifest-sha256.txt"])
    #expect(
      try folder.text(of: "a.bag/manifest-sha256.txt").components(separatedBy: "\n").map { $0.dropFirst(66) }
        == [
          "data/a.tilawa/audio.wav", "data/a.tilawa/recording.yaml", "data/a.tilawa/scans/a page.txt",
          "data/a.tilawa/segments.yaml", "",
        ])
    let plan = try unpack("a.bag")
    #expect(plan.hasManifest && plan.outside.isEmpty)
    for name in ["audio.wav", "recording.yaml", "scans/a page.txt", "segments.yaml"] {
      #expect(
        try FileDigest.of(folder.path(of: "came/a.tilawa/\(name)"))
          == FileDigest.of(folder.path(of: "a.tilawa/\(name)")))
    }
    #expect(
      try folder.names(in: "came/a.tilawa") == ["audio.wav", "recording.yaml", "scans", "segments.yaml"])
    // The same bundle makes the same bag.
    try pack("again.bag")
    for name in ["bag-info.txt", "bagit.txt", "manifest-sha256.txt", "tagmanifest-sha256.txt"] {
      #expect(try folder.text(of: "a.bag/\(name)") == folder.text(of: "again.bag/\(name)"))
    }
    #expect(throws: FileError.self) { try pack("again.bag") }
  }

  @Test(.enabled(if: checker != nil)) func anotherProgramAcceptsIt() throws {
    try pack("a.bag")
    let said = try BuiltChecker.run("-m", "bagit", "--validate", folder.path(of: "a.bag"))
    #expect(said.status == 0, "\(said.talk)")
    try folder.write("changed", to: "a.bag/data/a.tilawa/scans/a page.txt")
    #expect(try BuiltChecker.run("-m", "bagit", "--validate", folder.path(of: "a.bag")).status != 0)
  }

  @Test(.enabled(if: checker != nil)) func takesWhatAnotherProgramMakes() throws {
    try folder.write("tilawa: 1\nid: b\n", to: "theirs/deep/b.tilawa/recording.yaml")
    try folder.write("100 %", to: "theirs/deep/b.tilawa/100 %25.txt")
    try folder.write("a letter", to: "theirs/letter.txt")
    #expect(try BuiltChecker.run("-m", "bagit", "--quiet", folder.path(of: "theirs")).status == 0)
    let plan = try unpack("theirs")
    #expect(plan.outside == ["letter.txt"])
    #expect(try folder.names(in: "came/b.tilawa") == ["100 %25.txt", "recording.yaml"])
  }

  @Test func whatIsNotAsTheListsSayIsRefused() throws {
    try pack("good.bag")
    let files = "good.bag/data/a.tilawa"
    let cases: [(reason: String, change: () throws -> Void)] = [
      ("wrong-checksum", { try folder.write("tilawa: 1\n", to: "\(files)/segments.yaml") }),
      ("not-in-manifest", { try folder.write("more", to: "\(files)/more.txt") }),
      ("missing-file", { try FileTransfer.remove(folder.path(of: "\(files)/segments.yaml")) }),
      ("wrong-checksum", { try folder.write("Payload-Oxum: 1.1\n", to: "good.bag/bag-info.txt") }),
      (
        "wrong-checksum",
        {
          let list = try folder.text(of: "good.bag/manifest-sha256.txt")
          try folder.write(list.replacing("segments", with: "segment"), to: "good.bag/manifest-sha256.txt")
        }
      ),
      (
        "link",
        {
          try FileTransfer.remove(folder.path(of: "\(files)/segments.yaml"))
          try FileTransfer.link(
            folder.path(of: "\(files)/segments.yaml"), to: "../../../a.tilawa/segments.yaml")
        }
      ),
      ("link", { try FileTransfer.link(folder.path(of: "\(files)/more"), to: folder.path) }),
    ]
    for (reason, change) in cases {
      try? FileManager.default.removeItem(atPath: folder.path(of: "good.bag"))
      try pack("good.bag")
      try change()
      #expect(refusal("good.bag").hasSuffix("[\(reason)]"), "\(refusal("good.bag"))")
      #expect((try? FileStatus.ifAny(folder.path(of: "came"))) == nil)
    }
  }

  @Test(arguments: [
    ("/etc/passwd", "absolute-path"), ("../outside", "climbing-path"),
    ("data/../../outside", "climbing-path"),
    ("data/a/../../../outside", "climbing-path"), ("outside", "bad-manifest"), ("bagit.txt", "bad-manifest"),
    ("C:/outside", "drive-letter"), ("data/..\\outside", "climbing-path"),
    ("data/a\u{7}.txt", "control-character"),
    ("data/x%0Ay.txt", "control-character"), ("data/NUL.txt", "reserved-name"), ("data//x", "empty-name"),
    ("data/b.tilawa/RECORDING.yaml", "twin-names"), ("data/\u{202E}x", "unseen-character"),
    ("data/~/x", "missing-file"), ("~/outside", "bad-manifest"), ("data", "bad-manifest"),
  ])
  func hostileNamesAreRefused(_ name: String, _ reason: String) throws {
    let line = "\(String(repeating: "a", count: 64))  \(name)\n"
    try write("bag", one)
    let good = try folder.text(of: "bag/manifest-sha256.txt")
    try folder.write(good + line, to: "bag/manifest-sha256.txt")
    #expect(refusal("bag").hasSuffix("[\(reason)]"), "\(refusal("bag"))")
    // Names of lists, and of what is to be fetched, are judged as well.
    if reason != "bad-manifest", reason != "twin-names" {
      try folder.write(good, to: "bag/manifest-sha256.txt")
      try folder.write("https://example.org/x - \(name)\n", to: "bag/fetch.txt")
      let said = refusal("bag")
      #expect(said.hasSuffix("[\(reason == "missing-file" ? "not-in-manifest" : reason)]"), "\(said)")
    }
    #expect(try folder.names() == ["a.tilawa", "bag", "outside"])
    #expect(try folder.text(of: "outside") == "secret\n")
  }

  @Test(arguments: [
    ("bagit.txt", "BagIt-Version: 2.0\nTag-File-Character-Encoding: UTF-8\n", "bad-manifest"),
    ("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-16\n", "bad-manifest"),
    ("bagit.txt", "", "bad-manifest"), ("manifest-sha256.txt", "no list\n", "bad-manifest"),
    ("fetch.txt", "https://example.org/x\n", "bad-manifest"),
    ("tagmanifest-sha256.txt", String(repeating: "a", count: 64) + "  bagit.txt\n", "wrong-checksum"),
    ("tagmanifest-sha256.txt", String(repeating: "a", count: 64) + "  ../outside\n", "climbing-path"),
    ("tagmanifest-sha256.txt", String(repeating: "a", count: 64) + "  nothing.txt\n", "missing-file"),
    ("data/b.tilawa/.git/config", "x", "not-in-manifest"),
  ])
  func faultyListsAreRefused(_ file: String, _ text: String, _ reason: String) throws {
    try write("bag", one, [file: text])
    #expect(refusal("bag").hasSuffix("[\(reason)]"), "\(refusal("bag"))")
    #expect(try folder.names() == ["a.tilawa", "bag", "outside"])
  }

  @Test func hiddenAndPrivateFilesOfBundlesAreRefused() throws {
    for (name, reason) in [
      ("b.tilawa/.git/hooks/x", "hidden-name"), ("b.tilawa/journal/notes.yaml", "private-name"),
    ] {
      try? FileManager.default.removeItem(atPath: folder.path(of: "bag"))
      try write("bag", one.merging([name: "x"]) { $1 })
      #expect(refusal("bag").hasSuffix("[\(reason)]"), "\(refusal("bag"))")
    }
    try write("empty", ["letter.txt": "x"])
    #expect(refusal("empty").hasSuffix("[no-bundle]"))
    #expect(refusal("a.tilawa").contains("is a folder but not a BagIt bag"))
  }

  /// Other programs write lists of SHA-512, beside those of SHA-256 or alone.
  @Test(arguments: [true, false]) func listsOfSHA512AreTaken(_ hasBoth: Bool) throws {
    try write("bag", one)
    let file = Array("tilawa: 1\nid: b\n".utf8)
    let sum = try FileDigest.sha512(of: file)
    #expect(sum.utf8.count == 128)
    #expect(try FileDigest.sha512(ofFileAt: folder.path(of: "bag/data/b.tilawa/recording.yaml")) == sum)
    let list = "\(sum)  data/b.tilawa/recording.yaml\n"
    try folder.write(list, to: "bag/manifest-sha512.txt")
    if !hasBoth { try FileTransfer.remove(folder.path(of: "bag/manifest-sha256.txt")) }
    let tags = try FileDigest.sha512(of: Array(list.utf8)) + "  manifest-sha512.txt\n"
    try folder.write(tags, to: "bag/tagmanifest-sha512.txt")
    #expect(refusal("bag") == "taken")
    try FileManager.default.removeItem(atPath: folder.path(of: "came"))
    func refused(_ text: String, _ reason: String, _ words: String) throws {
      try FileTransfer.remove(folder.path(of: "bag/tagmanifest-sha512.txt"))
      try folder.write(text, to: "bag/manifest-sha512.txt")
      let said = refusal("bag")
      #expect(said.contains(words) && said.hasSuffix("[\(reason)]"), "\(said)")
      try folder.write(tags, to: "bag/tagmanifest-sha512.txt")
      #expect(refusal("bag").contains("does not have the checksum in tagmanifest-sha512.txt"))
    }
    let wrong = String(repeating: "a", count: 128)
    try refused(
      "\(wrong)  data/b.tilawa/recording.yaml\n", "wrong-checksum",
      "does not have the checksum in manifest-sha512.txt")
    try refused(
      list + "\(wrong)  data/b.tilawa/more.txt\n", hasBoth ? "not-in-manifest" : "missing-file", "more.txt")
    try refused("", "not-in-manifest", "is not in manifest-sha512.txt")
    try refused(
      "\(wrong.dropLast())  data/b.tilawa/recording.yaml\n", "bad-manifest", "has no checksum and name")
    #expect(try folder.names() == ["a.tilawa", "bag", "outside"])
  }

  @Test func aBagNeedsAList() throws {
    try write("bag", one)
    try FileTransfer.remove(folder.path(of: "bag/manifest-sha256.txt"))
    try folder.write(
      "d41d8cd98f00b204e9800998ecf8427e  data/b.tilawa/recording.yaml\n", to: "bag/manifest-md5.txt")
    #expect(
      refusal("bag").contains("is missing from the bag, and so is manifest-sha512.txt"))
  }

  @Test func nothingIsFetchedUnasked() throws {
    let sum = String(repeating: "a", count: 64)
    try write("bag", one)
    let list = try folder.text(of: "bag/manifest-sha256.txt") + "\(sum)  data/b.tilawa/audio.flac\n"
    try folder.write(list, to: "bag/manifest-sha256.txt")
    try folder.write("http://127.0.0.1:9/audio.flac 100 data/b.tilawa/audio.flac\n", to: "bag/fetch.txt")
    let said = refusal("bag")
    #expect(
      said.hasSuffix(
        "\"data/b.tilawa/audio.flac\" is not in the bag, only listed for download from http://127.0.0.1:9/audio.flac; download it into the bag first [to-be-fetched]"
      ))
    // Of several, the first is named.
    try folder.write(list + "\(sum)  data/b.tilawa/notes.txt\n", to: "bag/manifest-sha256.txt")
    try folder.write(
      "http://127.0.0.1:9/audio.flac 100 data/b.tilawa/audio.flac\nhttp://127.0.0.1:9/notes.txt 100 data/b.tilawa/notes.txt\n",
      to: "bag/fetch.txt")
    #expect(
      refusal("bag").hasSuffix(
        "\"data/b.tilawa/audio.flac\" and 1 other file are not in the bag, only listed for download, the first from http://127.0.0.1:9/audio.flac; download them into the bag first [to-be-fetched]"
      ))
    try folder.write(list, to: "bag/manifest-sha256.txt")
    try folder.write("http://127.0.0.1:9/audio.flac 100 data/b.tilawa/audio.flac\n", to: "bag/fetch.txt")
    // What was put there is taken, and held against the list.
    try folder.write("audio", to: "bag/data/b.tilawa/audio.flac")
    #expect(refusal("bag").hasSuffix("[wrong-checksum]"))
    try folder.write(list.replacing(sum, with: try self.sum("audio")), to: "bag/manifest-sha256.txt")
    #expect(refusal("bag") == "taken")
  }

  @Test func aSignedBagIsHeldAgainstItsList() throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    guard let keygen = ChildProgram(named: "ssh-keygen", searchPath: path) else { return }
    _ = try keygen.run(["-q", "-t", "ed25519", "-N", "", "-f", folder.path(of: "key")])
    try folder.write("amina " + folder.text(of: "key.pub"), to: "allowed")
    try pack("a.bag")
    let signers = UnpackRequest.Signers(allowed: "allowed")
    func refusal() -> String {
      do { try unpack("a.bag", signers: signers) } catch { return "\(error)" }
      return "taken"
    }
    #expect(refusal() == "a.bag is not signed: no such file: a.bag/tagmanifest-sha256.txt.sig")
    _ = try SSHSignature(in: workplace).sign(
      file: folder.path(of: "a.bag/tagmanifest-sha256.txt"), key: folder.path(of: "key"), mayAsk: false)
    #expect(try unpack("a.bag", signers: signers).signature?.principal == "amina")
    // The list of lists is signed, and whatever hangs on it.
    try FileManager.default.removeItem(atPath: folder.path(of: "came"))
    try folder.write("tilawa: 1\n", to: "a.bag/data/a.tilawa/segments.yaml")
    #expect(refusal().hasSuffix("[wrong-checksum]"))
    let list = try folder.text(of: "a.bag/tagmanifest-sha256.txt")
    try folder.write(
      list.components(separatedBy: "\n").filter { !$0.contains("manifest-sha256") }.joined(separator: "\n"),
      to: "a.bag/tagmanifest-sha256.txt")
    #expect(refusal() == "a.bag was changed after it was signed, or the signature is another file's")
    _ = try SSHSignature(in: workplace).sign(
      file: folder.path(of: "a.bag/tagmanifest-sha256.txt"), key: folder.path(of: "key"), mayAsk: false)
    #expect(refusal().hasSuffix("[not-in-manifest]"))
    #expect((try? FileStatus.ifAny(folder.path(of: "came"))) == nil)
  }
}

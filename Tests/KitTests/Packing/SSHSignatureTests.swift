import Foundation
import Testing
import TilawaBase
import TilawaPrograms
import TilawaTestSupport

@testable import TilawaKit

/// Signatures by real keys, made for each test.
@Suite(.enabled(if: ChildProgram(named: "ssh-keygen", searchPath: "/usr/bin:/bin:/usr/local/bin") != nil))
struct SSHSignatureTests {
  private let folder: TemporaryFolder
  private let workplace: Workplace

  init() throws {
    folder = try TemporaryFolder(["a.zip": "what is signed", "b.zip": "something else"])
    // No agent, and no terminal to be asked at.
    workplace = Workplace(
      environment: ["PATH": "/usr/bin:/bin:/usr/local/bin"], workingDirectory: folder.path, clock: { 0 })
  }

  private func key(_ name: String, passphrase: String = "", type: String = "ed25519") throws -> String {
    let program = try #require(ChildProgram(named: "ssh-keygen", searchPath: "/usr/bin:/bin:/usr/local/bin"))
    let path = folder.path(of: name)
    let made = try program.run(["-q", "-t", type, "-N", passphrase, "-C", name, "-f", path])
    #expect(made.status == 0, "\(made.talk)")
    return path
  }

  private func allow(_ signers: (who: String, key: String)...) throws -> String {
    let lines = try signers.map { "\($0.who) \(try folder.text(of: PathText.name(of: $0.key) + ".pub"))" }
    return try folder.write(lines.joined(), to: "allowed")
  }

  private func sign(_ file: String, _ key: String) throws -> String {
    try SSHSignature(in: workplace).sign(file: folder.path(of: file), key: key, mayAsk: false)
  }

  private func verify(_ file: String, _ allowed: String, signature: String? = nil) throws
    -> SSHSignature.Signer
  {
    try SSHSignature(in: workplace).verify(
      file: folder.path(of: file), signature: folder.path(of: signature ?? file + ".sig"),
      allowedSigners: allowed)
  }

  private func obstacle(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return "\(error)" }
    return nil
  }

  @Test(arguments: ["ed25519", "ecdsa", "rsa"]) func tellsWhoSigned(type: String) throws {
    let mine = try key("mine", type: type)
    let allowed = try allow(("amina@example.org", mine))
    #expect(try sign("a.zip", mine) == folder.path(of: "a.zip.sig"))
    let signer = try verify("a.zip", allowed)
    #expect(signer.principal == "amina@example.org")
    let listed = try #require(ChildProgram(named: "ssh-keygen", searchPath: "/usr/bin:/bin:/usr/local/bin"))
      .ask(["-l", "-f", mine])
    #expect(String(decoding: listed.output, as: UTF8.self).contains(signer.fingerprint))
    #expect(try folder.names() == ["a.zip", "a.zip.sig", "allowed", "b.zip", "mine", "mine.pub"])
  }

  @Test func signsAnewInPlaceOfAnOldSignature() throws {
    let mine = try key("mine")
    let allowed = try allow(("amina", mine))
    _ = try sign("a.zip", mine)
    try folder.write("what is signed now", to: "a.zip")
    #expect(
      obstacle { _ = try verify("a.zip", allowed) }
        == "a.zip was changed after it was signed, or the signature is another file's")
    _ = try sign("a.zip", mine)
    #expect(try verify("a.zip", allowed).principal == "amina")
  }

  @Test func checksWhatIsInMemory() throws {
    let mine = try key("mine")
    let allowed = try allow(("amina", mine))
    let signature = try FileContents.read(try sign("a.zip", mine))
    let checker = try SSHSignature(in: workplace)
    let message = Array("what is signed".utf8)
    func verify(_ message: [UInt8]) throws -> SSHSignature.Signer {
      try checker.verify(
        .bytes(message), signature: signature, allowedSigners: allowed, shownAs: "the root",
        scratch: folder.path)
    }
    #expect(try verify(message).principal == "amina")
    #expect(
      obstacle { _ = try verify(message + [0]) }
        == "the root was changed after it was signed, or the signature is another file's")
    #expect(try folder.names() == ["a.zip", "a.zip.sig", "allowed", "b.zip", "mine", "mine.pub"])
  }

  @Test func refusesSignersWhoAreNotAllowed() throws {
    let (mine, other) = (try key("mine"), try key("other"))
    _ = try sign("a.zip", other)
    let stranger = try allow(("amina", mine))
    let said = try #require(obstacle { _ = try verify("a.zip", stranger) })
    #expect(said.hasPrefix("a.zip is signed by SHA256:"))
    #expect(said.hasSuffix(", which is not in allowed"))

    let git = try allow(("bilal namespaces=\"git\"", other))
    let forGit = try #require(obstacle { _ = try verify("a.zip", git) })
    #expect(forGit.hasSuffix("but allowed does not allow signing for \"tilawa\""), "\(forGit)")

    let past = try allow(("bilal valid-before=\"20200101\"", other))
    let expired = try #require(obstacle { _ = try verify("a.zip", past) })
    #expect(expired.contains("has expired"), "\(expired)")

    #expect(
      obstacle { _ = try verify("a.zip", folder.path(of: "nobody")) }
        == "cannot read \(folder.path)/nobody: no such file")
  }

  @Test func refusesWhatIsNoSignatureOfTheFile() throws {
    let mine = try key("mine")
    let allowed = try allow(("amina", mine))
    _ = try sign("a.zip", mine)
    #expect(
      obstacle { _ = try verify("b.zip", allowed) } == "b.zip is not signed: no such file: b.zip.sig")
    #expect(
      obstacle { _ = try verify("b.zip", allowed, signature: "a.zip.sig") }
        == "b.zip was changed after it was signed, or the signature is another file's")
    let begin = "-----BEGIN SSH SIGNATURE-----\n"
    let end = "-----END SSH SIGNATURE-----\n"
    for text in [
      "", "nonsense", begin + end, begin + "U1NIU0lH\n" + end, begin + "U1NIU0lHAAAAAf////8=\n" + end,
      begin + "====\n" + end,
    ] {
      try folder.write(text, to: "a.zip.sig")
      #expect(
        obstacle { _ = try verify("a.zip", allowed) }
          == "the signature of a.zip is not an SSH signature")
    }
    try folder.write(String(repeating: "x", count: 16_385), to: "a.zip.sig")
    #expect(
      obstacle { _ = try verify("a.zip", allowed) }
        == "cannot read \(folder.path)/a.zip.sig: larger than 16384 bytes")
  }

  @Test func refusesSignaturesOfOtherThings() throws {
    let mine = try key("mine")
    let allowed = try allow(("amina", mine))
    let program = try #require(ChildProgram(named: "ssh-keygen", searchPath: "/usr/bin:/bin:/usr/local/bin"))
    _ = try program.run(["-Y", "sign", "-f", mine, "-n", "git", folder.path(of: "a.zip")])
    #expect(
      obstacle { _ = try verify("a.zip", allowed) }
        == "the signature of a.zip was made for \"git\", not for \"tilawa\"")
  }

  @Test func tellsWhyAKeyCannotSign() throws {
    let locked = try key("locked", passphrase: "a secret")
    #expect(
      obstacle { _ = try sign("a.zip", locked) }
        == "the key locked has a passphrase; add it to the agent with `ssh-add locked`")
    try FileTransfer.move(locked, to: folder.path(of: "away"))
    #expect(
      obstacle { _ = try sign("a.zip", locked + ".pub") }
        == "the private key of locked.pub is neither beside it nor in the agent")
    #expect(obstacle { _ = try sign("a.zip", folder.path(of: "b.zip")) } == "b.zip is not an SSH key")
    #expect(
      obstacle { _ = try sign("a.zip", folder.path(of: "none")) }
        == "cannot read \(folder.path)/none: no such file")
    let open = try key("open")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: open)
    #expect(
      obstacle { _ = try sign("a.zip", open) }
        == "the key open is readable by others; run `chmod 600 open`")
    #expect(try folder.names().filter { $0.hasPrefix("a.zip") } == ["a.zip"])
    let nowhere = Workplace(
      environment: ["PATH": folder.path], workingDirectory: folder.path, clock: { 0 })
    #expect(
      obstacle { _ = try SSHSignature(in: nowhere) }
        == "ssh-keygen is not installed; install OpenSSH to make and check signatures")
  }

  @Test func readsBase64AsItIsWritten() {
    for count in 0...64 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
      #expect(Base64.bytes(of: Base64.text(of: bytes)) == bytes)
    }
    for text in ["A", "AA", "AB==", "A===", "AAB=", "A=A=", "AA-_", "AA A", "===="] {
      #expect(Base64.bytes(of: text) == nil, "\(text)")
    }
    #expect(Base64.bytes(of: "AA==") == [0])
  }
}

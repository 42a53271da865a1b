package import TilawaBase
import TilawaPrograms

/// Signatures of files by SSH keys, made and checked by `ssh-keygen -Y`, as many people use for git.
///
/// A signature lies beside its file, as `x.tilawa.zip.sig`. It is made for the namespace `tilawa`, so that
/// a signature of a commit or a letter isn't valid for a bundle. It covers all bytes of the file.
package struct SSHSignature: Sendable {
  /// The namespace of the signatures.
  package static let namespace = "tilawa"
  /// The ending of a signature's file name, after the name of the signed file.
  package static let ending = ".sig"
  /// The maximum size of a signature, in bytes. Signatures of RSA keys of 16,384 bits have half of that.
  package static let limit = 16_384

  /// The signer.
  package struct Signer: Hashable, Sendable {
    /// The name in the file of allowed signers, such as `amina@example.org`.
    package let principal: String
    /// The fingerprint of the key, as `ssh-keygen -l` prints it: `SHA256:` and 43 characters.
    package let fingerprint: String
  }

  /// The signed data.
  package enum Message: Sendable {
    /// The file at this absolute path.
    case file(String)
    /// These bytes.
    case bytes([UInt8])
  }

  private let workplace: Workplace
  private let program: ChildProgram

  /// Finds `ssh-keygen`. Throws if it isn't installed.
  package init(in workplace: Workplace) throws(Failure) {
    guard
      var program = ChildProgram(
        named: "ssh-keygen", searchPath: workplace.environment["PATH"] ?? "/usr/bin:/bin")
    else {
      throw Failure("ssh-keygen is not installed; install OpenSSH to make and check signatures")
    }
    // Its messages are parsed here.
    program.environment = workplace.environment.merging(["LC_ALL": "C"]) { $1 }
    self.program = program
    self.workplace = workplace
  }
}

// MARK: - Signing

extension SSHSignature {
  /// Signs `file`, and writes `file.sig` beside it, wholly or not at all, replacing an existing one.
  /// Returns the path of the signature.
  ///
  /// `key` is the file of a private key, or of the public one of a key in the agent. Both paths are
  /// absolute. Only with `mayAsk` does ssh-keygen ask for a passphrase, at its terminal. Throws a `Failure`
  /// if the key can't be used, and `FileError`.
  package func sign(file: String, key: String, mayAsk: Bool) throws -> String {
    _ = try FileParts(of: key)
    _ = try FileParts(of: file)
    let target = file + Self.ending
    // In a folder of its own, because ssh-keygen asks before it replaces a file.
    let folder = try AtomicDirectory(for: target + ".new")
    let link = PathText.joined(folder.path, "signed")
    try FileTransfer.link(link, to: file)
    var program = program
    if !mayAsk {
      let nobody = ["SSH_ASKPASS": "/bin/false", "SSH_ASKPASS_REQUIRE": "force"]
      program.environment = program.environment?.merging(nobody) { $1 }
    }
    let ending = try program.run(["-Y", "sign", "-f", key, "-n", Self.namespace, link])
    guard let signature = try FileContents.readIfAny(link + Self.ending, atMost: Self.limit),
      ending.status == 0
    else { throw refusal(to: "sign", with: key, ending) }
    try AtomicFile.write(signature, to: target)
    return target
  }

  private func refusal(to act: String, with key: String, _ ending: ChildProgram.Ending) -> Failure {
    let (talk, shown) = (ending.talk, workplace.shown(key))
    if talk.holds("incorrect passphrase") {
      return Failure(
        "the key \(shown) has a passphrase; add it to the agent with `ssh-add \(ShellText.quoted(shown))`"
      )
    }
    if talk.holds("are too open") {
      return Failure(
        "the key \(shown) is readable by others; run `chmod 600 \(ShellText.quoted(shown))`"
      )
    }
    if talk.holds("No private key found") {
      return Failure("the private key of \(shown) is neither beside it nor in the agent")
    }
    if talk.holds("load public key") { return Failure("\(shown) is not an SSH key") }
    return Failure("ssh-keygen cannot \(act) with \(shown): \(Self.said(ending))")
  }

  /// Returns the last line of its messages, or else the status with which it ended.
  private static func said(_ ending: ChildProgram.Ending) -> String {
    if ending.talk.holds("unknown option -- Y") || ending.talk.holds("illegal option -- Y") {
      return "signatures need OpenSSH 8.2 or newer"
    }
    return ending.talk.filledLines.last.map(String.init) ?? "it ended with status \(ending.status)"
  }
}

// MARK: - Checking

extension SSHSignature {
  /// Returns the allowed signer who made the signature at `signature` of `file`. All paths are absolute.
  ///
  /// `allowedSigners` is a file in the format of `ssh-keygen` and git's `gpg.ssh.allowedSignersFile`.
  /// Throws a `Failure` if the file was changed, if it is signed by somebody else or for something else, or
  /// if it isn't signed; also throws `FileError`.
  package func verify(file: String, signature: String, allowedSigners: String) throws -> Signer {
    guard let bytes = try FileContents.readIfAny(signature, atMost: Self.limit) else {
      throw Failure("\(workplace.shown(file)) is not signed: no such file: \(workplace.shown(signature))")
    }
    return try verify(
      .file(file), signature: bytes, allowedSigners: allowedSigners, shownAs: workplace.shown(file),
      scratch: PathText.folder(of: signature), path: signature)
  }

  /// Like ``verify(file:signature:allowedSigners:)``, but with the signature, and possibly the message, in
  /// memory. `shown` is the name of the signed data in messages. A file for ssh-keygen is made in
  /// `scratch`, which exists, and is removed afterwards.
  package func verify(
    _ message: Message, signature: [UInt8], allowedSigners: String, shownAs shown: String, scratch: String
  ) throws -> Signer {
    let output = try AtomicOutput(for: PathText.joined(scratch, "signature\(Self.ending)"))
    try AtomicFile.write(signature, to: output.path)
    return try verify(
      message, signature: signature, allowedSigners: allowedSigners, shownAs: shown, scratch: scratch,
      path: output.path)
  }

  private func verify(
    _ message: Message, signature: [UInt8], allowedSigners: String, shownAs shown: String, scratch: String,
    path: String
  ) throws -> Signer {
    guard signature.count <= Self.limit, let facts = SignatureFacts(signature) else {
      throw Failure("the signature of \(shown) is not an SSH signature")
    }
    let fingerprint = try facts.fingerprint()
    guard facts.namespace.isExactly(Self.namespace) else {
      throw Failure(
        "the signature of \(shown) was made for \"\(facts.namespace)\", not for \"\(Self.namespace)\"")
    }
    _ = try FileParts(of: allowedSigners)
    let found = try program.ask(["-Y", "find-principals", "-s", path, "-f", allowedSigners])
    let principals = found.status == 0 ? String(decoding: found.output, as: UTF8.self).filledLines : []
    guard !principals.isEmpty else {
      let reason = found.talk.filledLines.first { $0.holds("has expired") || $0.holds("not yet valid") }
      throw Failure(
        "\(shown) is signed by \(fingerprint), which is not in \(workplace.shown(allowedSigners))"
          + (reason.map { " (\($0))" } ?? ""))
    }
    var talk = ""
    for principal in principals.prefix(16).map(String.init) {
      let ending = try run(
        [
          "-Y", "verify", "-f", allowedSigners, "-I", principal, "-n", Self.namespace, "-s", path,
        ], fedWith: message)
      if ending.status == 0 { return Signer(principal: principal, fingerprint: fingerprint) }
      talk += ending.talk
    }
    if talk.holds("incorrect signature") {
      throw Failure("\(shown) was changed after it was signed, or the signature is another file's")
    }
    if talk.holds("not permitted for use in signature namespace") {
      throw Failure(
        "\(shown) is signed by \(principals[0]) (\(fingerprint)), but \(workplace.shown(allowedSigners)) does not allow signing for \"\(Self.namespace)\""
      )
    }
    throw Failure(
      "invalid signature of \(shown): \(talk.filledLines.last ?? "no message")")
  }

  private func run(
    _ arguments: [String], fedWith message: Message
  ) throws -> ChildProgram.Ending {
    let child = try PipedProgram(program, arguments, .feeding)
    switch message {
    case .bytes(let bytes): _ = try child.write(bytes)
    case .file(let path):
      let parts = try FileParts(of: path)
      var offset: Int64 = 0
      while case let part = try parts.bytes(from: offset, atMost: 1 << 20), !part.isEmpty {
        guard try child.write(part) else { break }
        offset += Int64(part.count)
      }
    }
    return try child.finish()
  }
}

/// The unproven statements in a signature.
private struct SignatureFacts {
  /// The namespace for which it was made.
  let namespace: String
  private let key: [UInt8]

  /// Returns nil if the bytes aren't a signature in the format of OpenSSH's `PROTOCOL.sshsig`.
  init?(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).filledLines
    guard lines.count > 2, lines[0].isExactly("-----BEGIN SSH SIGNATURE-----"),
      lines[lines.count - 1].isExactly("-----END SSH SIGNATURE-----"),
      let content = Base64.bytes(of: lines.dropFirst().dropLast().joined())
    else { return nil }
    var rest = content[...]
    guard rest.starts(with: Array("SSHSIG".utf8)) else { return nil }
    // ssh-keygen checks the version.
    rest = rest.dropFirst("SSHSIG".utf8.count + 4)
    guard let key = Self.text(&rest), let namespace = Self.text(&rest) else { return nil }
    self.key = Array(key)
    self.namespace = String(decoding: namespace, as: UTF8.self)
  }

  /// Returns the next string, which follows its length in four bytes.
  private static func text(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.count >= 4 else { return nil }
    let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(4)
    guard rest.count >= length else { return nil }
    defer { rest = rest.dropFirst(length) }
    return rest.prefix(length)
  }

  /// Returns the fingerprint of the key, as `ssh-keygen -l` prints it.
  func fingerprint() throws(FileError) -> String {
    let digits = Array(try FileDigest.of(key).sha256.utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
    }
    return "SHA256:" + Base64.text(of: bytes).trimmed(of: "=")
  }
}

import TilawaBase
import TilawaLibrary

/// The fetched files of trees, kept below one folder. Names consist only of digests, so that the server
/// doesn't determine any.
///
/// For each tree there is `roots/<digest of the address>/root`, with `note`, `signature` and `serial` beside
/// it. The `note` names the root that it belongs to. `files/ab/<digest>` and `audio/ab/<digest>.<ending>` are
/// shared by all trees, since a digest identifies the same file everywhere.
struct TreeCache: Sendable {
  /// A root that was kept.
  struct KeptRoot {
    let bytes: [UInt8]
    let sha256: String
    /// The header line that requests the root only if it has changed.
    let condition: String?
  }

  private let folder: String
  private let rootFolder: String

  init(in folder: String, of address: WebAddress) {
    self.folder = PathText.joined(folder, "published")
    let key = try? FileDigest.of(Array(address.text.utf8)).sha256
    rootFolder = PathText.joined(self.folder, "roots/\(key ?? "unknown")")
  }

  // MARK: Roots

  func root(atMost limit: Int) -> KeptRoot? {
    guard let bytes = read(PathText.joined(rootFolder, "root"), atMost: limit),
      let sha256 = try? FileDigest.of(bytes).sha256
    else { return nil }
    let note = read(PathText.joined(rootFolder, "note"), atMost: 2048).map {
      String(decoding: $0, as: UTF8.self).fields(by: "\n")
    }
    // A note of another root would take a changed one for the same.
    let condition = note.flatMap { $0.count > 1 && $0[0] == sha256 ? String($0[1]) : nil }
    return KeptRoot(bytes: bytes, sha256: sha256, condition: condition.flatMap { $0.isEmpty ? nil : $0 })
  }

  /// Keeps a root. The note is written last: without it, the root is requested unconditionally.
  func keep(root bytes: [UInt8], _ sha256: String, _ condition: String?) {
    write(bytes, rootFolder, "root")
    write(Array("\(sha256)\n\(condition ?? "")\n".utf8), rootFolder, "note")
  }

  func signature(atMost limit: Int) -> [UInt8]? {
    read(PathText.joined(rootFolder, "signature"), atMost: limit)
  }

  func keep(signature bytes: [UInt8]?) {
    if let bytes { write(bytes, rootFolder, "signature") }
  }

  /// Where the greatest number of a signed root is kept.
  var serialPath: String { PathText.joined(rootFolder, "serial") }

  /// The greatest number of a signed root; nil when none is known.
  var serial: Int? {
    read(serialPath, atMost: 32).flatMap { Int(String(decoding: $0, as: UTF8.self).trimmed) }
  }

  func keep(serial: Int) { write(Array("\(serial)\n".utf8), rootFolder, "serial") }

  // MARK: Files

  /// The bytes of a file, when they are kept and still what they were; else what is kept is removed.
  func file(_ file: TreeFile) -> [UInt8]? {
    guard let path = path("files", file.sha256, ""), file.bytes >= 0, file.bytes < Int64(Int32.max),
      let bytes = read(path, atMost: Int(file.bytes))
    else { return nil }
    guard bytes.count == file.bytes, (try? FileDigest.of(bytes).sha256) == file.sha256 else {
      try? FileTransfer.remove(path)
      return nil
    }
    return bytes
  }

  /// Keeps a file. If that fails, it is fetched again next time.
  func keep(_ file: TreeFile, _ bytes: [UInt8]) {
    guard let path = path("files", file.sha256, "") else { return }
    write(bytes, PathText.folder(of: path), PathText.name(of: path))
  }

  /// Returns the path for audio; nil if the digest or the extension is not valid.
  func audioPath(_ sha256: String, ending: String) -> String? {
    guard (1...5).contains(ending.utf8.count),
      ending.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) })
    else { return nil }
    return path("audio", sha256, "." + ending)
  }

  private func path(_ kind: String, _ sha256: String, _ ending: String) -> String? {
    guard sha256.utf8.count == 64,
      sha256.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    return PathText.joined(folder, "\(kind)/\(sha256.prefix(2))/\(sha256)\(ending)")
  }

  // MARK: The disk

  private func read(_ path: String, atMost limit: Int) -> [UInt8]? {
    do { return try FileContents.readIfAny(path, in: PathText.folder(of: path), atMost: limit) } catch {
      return nil
    }
  }

  private func write(_ bytes: [UInt8], _ folder: String, _ name: String) {
    do throws(FileError) {
      try FileTransfer.makeFolder(folder)
      // Half a file after a crash has another digest, and is fetched again: nothing waits for the disk.
      _ = try DerivedFile.write(bytes, to: PathText.joined(folder, name))
    } catch {
      // A cache that can't be written costs time, not answers.
    }
  }
}

import TilawaArchives
import TilawaBase
import TilawaRemote

/// Writes bundles as a folder in the BagIt format (RFC 8493): the files in `data/`, and beside it lists of
/// their checksums.
///
/// Identical files make the same bag: the time, place and program of its making are not written.
enum BagItWriting {
  /// Fills a new, empty folder. `progress` receives the number of bytes written so far.
  static func write(
    _ items: [PackedItem], to folder: String, progress: (Int64) throws -> Void
  ) throws {
    let payload = PathText.joined(folder, BagItBag.payload)
    try FileTransfer.makeFolder(payload)
    var lines: [(name: String, sum: String)] = []
    var done: Int64 = 0
    for item in items {
      let path = PathText.joined(payload, item.name)
      try FileTransfer.makeFolder(PathText.folder(of: path))
      let digest: FileDigest
      switch item.content {
      case .bytes(let bytes):
        try FileTransfer.create(bytes, at: path)
        digest = try FileDigest.of(bytes)
      case .file(let source): digest = try FileTransfer.copy(source, to: path)
      }
      try item.require(digest)
      done += digest.bytes
      try progress(done)
      lines.append(("\(BagItBag.payload)/\(item.name)", digest.sha256))
    }
    let tags = [
      (BagItBag.declaration, "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"),
      (BagItBag.facts, "Payload-Oxum: \(done).\(lines.count)\n"),
      (BagItBag.manifest, list(lines)),
    ]
    for (name, text) in tags { try FileTransfer.create(Array(text.utf8), at: PathText.joined(folder, name)) }
    let sums = try tags.map { (name: $0.0, sum: try FileDigest.of(Array($0.1.utf8)).sha256) }
    try FileTransfer.create(Array(list(sums).utf8), at: PathText.joined(folder, BagItBag.tagManifest))
  }

  private static func list(_ lines: [(name: String, sum: String)]) -> String {
    lines.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      .map { "\($0.sum)  \($0.name.replaced("%", with: "%25"))\n" }.joined()
  }
}

import TilawaArchives
import TilawaBase

extension ForeignSource {
  /// One of the files of a folder or of a zip archive.
  struct Member {
    /// Its name without folders.
    let name: String
    /// Reads it.
    let source: () throws -> ForeignSource

    /// Its name without its ending.
    var stem: String { PathText.stem(of: name) }
    /// Its ending in lower case.
    var fileExtension: String { PathText.fileExtension(of: name) }
  }

  /// True if the file is a zip archive.
  var isArchive: Bool { ZipFiles.isOne(bytes) }

  /// The maximum number of files in an archive, and the maximum size of those that are read together: 1 GiB.
  static let archiveLimits = {
    var limits = ArchiveLimits()
    limits.bytes = 1 << 30
    return limits
  }()

  /// The files directly in a folder, or anywhere in an archive, in the order of their names; none of a plain file.
  func members() throws -> [Member] {
    if isFolder, let path {
      return try FileTree.entries(ofFolder: path).filter { !$0.begins(with: ".") }.compactMap { name in
        let file = PathText.joined(path, name)
        guard try !FileStatus.isFolder(file) else { return nil }
        let shown = PathText.joined(shownPath, name)
        return Member(name: name) { try ForeignSource(readingAt: file, shownAs: shown) }
      }
    }
    guard isArchive else { return [] }
    let archive: ZipFiles
    do throws(ArchiveRefusal) {
      archive = try ZipFiles(bytes, Self.archiveLimits)
    } catch {
      throw ExchangeFailure("cannot read \(shownPath) as a zip archive: \(error)", at: place)
    }
    return archive.entries.filter { !Self.isLeftover($0.name) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      .map { entry in
        let shown = "\(shownPath)/\(entry.name)"
        let path = path.map { PathText.joined($0, entry.name) }
        return Member(name: PathText.name(of: entry.name)) {
          do throws(ArchiveRefusal) {
            let bytes = try archive.contents(of: entry, atMost: Self.largestFile)
            return ForeignSource(path: path, shownAs: shown, bytes: bytes)
          } catch {
            throw ExchangeFailure("\(self.shownPath): \(error)", at: place)
          }
        }
      }
  }

  /// Returns true for files that operating systems add to archives.
  private static func isLeftover(_ name: String) -> Bool {
    name.begins(with: "__MACOSX/") || PathText.name(of: name).begins(with: ".")
  }

  /// True if the file is compressed by gzip.
  var isCompressed: Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// Returns the decompressed file, under its name without `.gz`.
  func inflated() throws(ExchangeFailure) -> ForeignSource {
    let bytes = try Gzip.inflated(bytes, atMost: Self.largestFile, of: shownPath)
    let path = path.map { $0.before(".gz").map(String.init) ?? $0 }
    return ForeignSource(path: path, shownAs: shownPath, bytes: bytes)
  }

  /// The only file of an archive that holds one, and what gzip has compressed; all else as it is.
  package func unpacked() throws -> ForeignSource {
    if isCompressed, fileExtension != "jamz" { return try inflated() }
    guard isArchive else { return self }
    let members = try members()
    guard members.count == 1, let only = members.first else { return self }
    return try only.source()
  }
}

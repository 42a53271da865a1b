import Synchronization
import TilawaBase
import TilawaLibrary

/// Writes the files of a site, each only if its bytes change. Thread-safe.
final class SiteWriter: Sendable {
  struct Counts: Sendable {
    /// The number of files that are new or have other bytes now, and their total size in bytes.
    var written = 0
    var writtenBytes: Int64 = 0
    /// The number of files that stay unchanged.
    var unchanged = 0
    var removed = 0
  }

  /// The absolute path.
  let folder: String
  /// True if nothing is written, and changes are only counted.
  let isDry: Bool
  private let state = Mutex((counts: Counts(), folders: Set<String>()))

  private let remembersAddresses: Bool
  private let addresses = Mutex(Set<String>())

  init(_ folder: String, isDry: Bool, remembersAddresses: Bool = false) {
    (self.folder, self.isDry, self.remembersAddresses) = (folder, isDry, remembersAddresses)
  }

  var counts: Counts { state.withLock(\.counts) }

  func path(_ address: String) -> String { PathText.joined(folder, address) }

  func write(_ bytes: [UInt8], to address: String) throws(FileError) {
    let path = path(address)
    remember(address)
    let isNew: Bool
    if isDry {
      isNew = try !DerivedFile.holds(bytes, at: path)
    } else {
      try makeFolder(PathText.folder(of: path))
      isNew = try DerivedFile.write(bytes, to: path)
    }
    count(isNew, Int64(bytes.count))
  }

  /// Copies the file at `source` to an address. An existing file of the same size is kept, because the
  /// checksum is in its name; with `isFresh`, it is compared.
  func copy(_ source: String, _ digest: FileDigest, to address: String, isFresh: Bool) throws(FileError) {
    let path = path(address)
    remember(address)
    if let status = try FileStatus.ifAny(path, followingLinks: false), status.kind == .file,
      status.size == digest.bytes
    {
      guard isFresh, try FileDigest.of(path) != digest else { return count(false, digest.bytes) }
    }
    guard !isDry else { return count(true, digest.bytes) }
    try makeFolder(PathText.folder(of: path))
    guard try DerivedFile.copy(source, to: path) == digest else {
      try FileTransfer.remove(path)
      throw FileError("copy", source, because: "it was changed meanwhile")
    }
    count(true, digest.bytes)
  }

  /// Removes a file that the publisher wrote earlier and that is no longer needed.
  func remove(_ address: String) throws(FileError) {
    let path = path(address)
    guard try FileStatus.ifAny(path, followingLinks: false)?.kind == .file else { return }
    if !isDry {
      try FileTransfer.remove(path)
      DerivedFile.removeIfEmpty(PathText.folder(of: path))
    }
    state.withLock { $0.counts.removed += 1 }
  }

  private func remember(_ address: String) {
    if remembersAddresses { addresses.withLock { _ = $0.insert(address) } }
  }

  /// Removes files that are named like those of the site, but weren't written this time. They were left by
  /// a run that was interrupted before it could write its notes. Unfinished files are removed as well.
  func removeWhatWasBrokenOff() throws {
    let kept = addresses.withLock { $0 }
    for part in ["ayat", "recordings", "audio"] where try FileStatus.isFolder(path(part)) {
      if !isDry { try DirectoryLock.holding(path(part)) {} }
      for folder in try FileTree.entries(ofFolder: path(part)).map({ "\(part)/\($0)" })
      where try FileStatus.ifAny(path(folder), followingLinks: false)?.kind == .folder {
        if !isDry { try DirectoryLock.holding(path(folder)) {} }
        for address in try FileTree.entries(ofFolder: path(folder)).map({ "\(folder)/\($0)" })
        where PublishedAddress.isOwn(address) && !kept.contains(address) { try remove(address) }
      }
    }
  }

  private func count(_ isNew: Bool, _ bytes: Int64) {
    state.withLock { state in
      if isNew {
        state.counts.written += 1
        state.counts.writtenBytes += bytes
      } else {
        state.counts.unchanged += 1
      }
    }
  }

  private func makeFolder(_ path: String) throws(FileError) {
    guard state.withLock({ !$0.folders.contains(path) }) else { return }
    try FileTransfer.makeFolder(path)
    state.withLock { _ = $0.folders.insert(path) }
  }
}

/// An open file or folder that several owners may share; mostly one that doesn't have its final name yet.
final class OpenFile {
  let path: String
  let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor, at path: String) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Opens what `make` creates under a name of its own beside `target`. It is locked, and a signal removes
  /// it.
  convenience init(
    beside target: String, _ make: (String) throws(SystemFault) -> Descriptor
  ) throws(SystemFault) {
    let folder = PathText.folder(of: target)
    // A sweeper may take the new entry for a leftover before it is locked; then it has no name any more.
    for _ in 0..<8 {
      let path = PathText.joined(folder, TemporaryName.beside(PathText.name(of: target)))
      InterruptCleanup.add(.path(path))
      do throws(SystemFault) {
        let made = try make(path)
        do throws(SystemFault) {
          do { try made.lock(waiting: true) } catch  where error.isUnsupported {}
          if try made.status().links > 0 {
            self.init(made, at: path)
            return
          }
        } catch {
          Self.remove(path)
          throw error
        }
        InterruptCleanup.remove(.path(path))
      } catch {
        InterruptCleanup.remove(.path(path))
        guard error.isMissing, FileStatus.mayBe(.folder, folder) else { throw error }
      }
    }
    throw .exists
  }

  /// Renames the file to `target`, in place of any file with that name; the folder is on the disk when it
  /// returns.
  func rename(to target: String) throws(SystemFault) {
    InterruptCleanup.remove(.path(path))
    try System.rename(path, to: target)
    try Descriptor(PathText.folder(of: target), for: .readingFolder).syncFolder()
  }

  /// Removes it, unless it has got its name.
  func abandon() { Self.remove(path) }

  private static func remove(_ path: String) {
    if (try? System.status(of: path, followingLinks: false))?.kind == .folder {
      try? TemporaryName.removeTree(path)
    } else {
      try? System.remove(file: path)
    }
    InterruptCleanup.remove(.path(path))
  }
}

/// A new folder that is built out of sight and appears complete, or not at all.
///
/// Fill `path`, then `finish()`. When the value goes without that, the half-built folder is removed; when
/// the program is killed, the next one that builds beside it does so.
public struct AtomicDirectory: ~Copyable {
  /// Where to put the contents meanwhile.
  public let path: String
  /// The name it will have.
  public let target: String
  private let held: Descriptor

  /// Starts a folder that shall be called `target`, whose parent exists. Throws when the name is taken.
  public init(for target: String) throws(FileError) {
    guard FileStatus.ifAny(target, followingLinks: false) == nil else {
      throw FileError("create", target, .exists)
    }
    let parent = PathText.folder(of: target)
    TemporaryName.sweep(parent)
    let path = PathText.joined(parent, TemporaryName.beside(PathText.name(of: target)))
    InterruptCleanup.add(.path(path))
    do {
      held = try Self.made(path)
    } catch {
      InterruptCleanup.remove(.path(path))
      throw FileError("create", target, error)
    }
    self.path = path
    self.target = target
  }

  private static func made(_ path: String) throws(SystemFault) -> Descriptor {
    // Who sweeps beside us may take the new folder for a leftover before it is locked; then it is gone.
    for attempt in 0... {
      do throws(SystemFault) {
        try System.makeFolder(path)
        let folder = try Descriptor(path, for: .readingFolder)
        do { try folder.lock(waiting: true) } catch  where error.isUnsupported {}
        if try folder.status().links > 0 { return folder }
      } catch {
        guard error.isMissing, attempt < 8 else { throw error }
      }
    }
    throw .exists
  }

  deinit {
    try? TemporaryName.removeTree(path)
    InterruptCleanup.remove(.path(path))
  }

  /// Gives the folder its name. Throws when somebody else has taken it meanwhile; theirs stays.
  public consuming func finish() throws(FileError) {
    do throws(SystemFault) {
      try held.syncFolder()
      // Renaming replaces nothing but an empty folder: whoever fills the name first keeps it.
      guard FileStatus.ifAny(target, followingLinks: false) == nil else { throw SystemFault.exists }
      InterruptCleanup.remove(.path(path))
      try System.rename(path, to: target)
      try Descriptor(PathText.folder(of: target), for: .readingFolder).syncFolder()
    } catch {
      throw FileError("create", target, error)
    }
  }
}

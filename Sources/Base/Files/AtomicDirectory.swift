/// A new folder that is built out of sight and appears complete, or not at all.
///
/// Fill `path`, then `finish()`. When the value goes without that, the half-built folder is removed; when
/// the program is killed, the next one that builds beside it does so.
public struct AtomicDirectory: ~Copyable {
  /// Where to put the contents meanwhile.
  public var path: String { folder.path }
  /// The name it will have.
  public let target: String
  private let folder: OpenFile

  /// Starts a folder that shall be called `target`, whose parent exists. Throws when the name is taken.
  public init(for target: String) throws(FileError) {
    guard try FileStatus.ifAny(target, followingLinks: false) == nil else {
      throw FileError("create", target, .exists)
    }
    TemporaryName.sweep(PathText.folder(of: target))
    do {
      folder = try OpenFile(beside: target) { path throws(SystemFault) in
        try System.makeFolder(path)
        do throws(SystemFault) {
          return try Descriptor(path, for: .readingFolder)
        } catch {
          // Another name is tried then, and this folder isn't used.
          try? System.remove(emptyFolder: path)
          throw error
        }
      }
    } catch {
      throw FileError("create", target, error)
    }
    self.target = target
  }

  /// Removes what killed programs left that built something beside `target`; what can't be removed stays for the
  /// next time.
  public static func removeAbandoned(beside target: String) {
    TemporaryName.sweep(PathText.folder(of: target))
  }

  deinit { folder.abandon() }

  /// Gives the folder its final name. Throws if another program has taken the name meanwhile; that entry
  /// stays.
  public consuming func finish() throws(FileError) {
    do throws(SystemFault) {
      try folder.descriptor.syncFolder()
      // Renaming replaces nothing but an empty folder: whoever fills the name first keeps it.
      guard try System.isFree(target) else { throw SystemFault.exists }
      try folder.rename(to: target)
    } catch {
      throw FileError("create", target, error)
    }
  }
}

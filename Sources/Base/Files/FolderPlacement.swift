/// Folders that were built out of sight get their names.
public enum FolderPlacement {
  /// Renames `folder` to `target` on the same file system, where nothing has that name. Both are on the disk then.
  public static func place(_ folder: String, at target: String) throws(FileError) {
    do throws(SystemFault) {
      try Descriptor(folder, for: .readingFolder).syncFolder()
      // Renaming replaces nothing but an empty folder: whoever fills the name first keeps it.
      guard try System.isFree(target) else { throw SystemFault.exists }
      try System.rename(folder, to: target)
      try Descriptor(PathText.folder(of: target), for: .readingFolder).syncFolder()
    } catch {
      throw FileError("create", target, error)
    }
  }

  /// Lets `folder` and `target` change places, so that what had the name lies out of sight then.
  public static func exchange(_ folder: String, with target: String) throws(FileError) {
    do throws(SystemFault) {
      try Descriptor(folder, for: .readingFolder).syncFolder()
      do throws(SystemFault) {
        try System.exchange(folder, target)
      } catch {
        guard error.isUnsupported else { throw error }
        try exchangeInSteps(folder, target)
      }
      try Descriptor(PathText.folder(of: target), for: .readingFolder).syncFolder()
    } catch {
      throw FileError("write", target, error)
    }
  }

  /// Where names can't be exchanged at once: for a moment nothing has the name.
  private static func exchangeInSteps(_ folder: String, _ target: String) throws(SystemFault) {
    let aside = folder + "-old"
    try System.rename(target, to: aside)
    do throws(SystemFault) {
      try System.rename(folder, to: target)
    } catch {
      try? System.rename(aside, to: target)
      throw error
    }
    try System.rename(aside, to: folder)
  }
}

/// A file that another library writes out of sight, and that appears complete, or not at all.
///
/// Write to `path`, then `finish()`. When the value goes without that, or a signal ends the program, the
/// half-written file is removed; when it is killed, the next one that writes beside it does so.
public struct AtomicOutput: ~Copyable {
  /// Where to write meanwhile; an empty file is there.
  public let path: String
  /// The name it will have.
  public let target: String
  private let held: Descriptor
  private let isDirect: Bool
  private let oldMode: UInt32?

  /// Starts a file that shall be called `target`. A pipe or a device there is written to directly.
  ///
  /// Throws when it can't be made, or would replace a folder or what its user may not write.
  public init(for target: String) throws(FileError) {
    self.target = target
    let old = FileStatus.ifAny(target)
    if old?.kind == .other {
      do { held = try Descriptor(target, for: .writing) } catch { throw FileError("write", target, error) }
      path = target
      isDirect = true
      oldMode = nil
      return
    }
    if old?.kind == .folder { throw FileError("write", target, .isDirectory) }
    if old != nil, !System.isWritable(target) { throw FileError("write", target, .permission) }
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
    isDirect = false
    oldMode = old?.mode
  }

  private static func made(_ path: String) throws(SystemFault) -> Descriptor {
    let file = try Descriptor(path, for: .creating(mode: 0o666))
    do { try file.lock(waiting: true) } catch  where error.isUnsupported {}
    return file
  }

  deinit {
    if isDirect { return }
    // After `finish` nothing has this name.
    try? System.remove(file: path)
    InterruptCleanup.remove(.path(path))
  }

  /// Gives the file its name, in place of what had it. It is on the disk when this returns.
  public consuming func finish() throws(FileError) {
    if isDirect { return }
    do throws(SystemFault) {
      if let oldMode { try held.setMode(oldMode) }
      try held.sync()
      InterruptCleanup.remove(.path(path))
      try System.rename(path, to: target)
      try Descriptor(PathText.folder(of: target), for: .readingFolder).syncFolder()
    } catch {
      throw FileError("write", target, error)
    }
  }
}

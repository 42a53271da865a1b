/// A file that another library writes out of sight, and that appears complete, or not at all.
///
/// Write to `path`, then `finish()`. When the value goes without that, or a signal ends the program, the
/// half-written file is removed; when it is killed, the next one that writes beside it does so.
public struct AtomicOutput: ~Copyable {
  /// Where to write meanwhile; an empty file is there.
  public let path: String
  /// The name it will have.
  public let target: String
  /// Nil when the target is written to directly.
  private let file: OpenFile?
  private let oldMode: UInt32?

  /// Starts a file that shall be called `target`. A pipe or a device there is written to directly.
  ///
  /// Throws when it can't be made, or would replace a folder or what its user may not write.
  public init(for target: String) throws(FileError) {
    self.target = target
    let old = try FileStatus.ifAny(target)
    if old?.kind == .other {
      do { _ = try Descriptor(target, for: .writing) } catch { throw FileError("write", target, error) }
      (path, file, oldMode) = (target, nil, nil)
      return
    }
    if old?.kind == .folder { throw FileError("write", target, .isDirectory) }
    if old != nil, !System.isWritable(target) { throw FileError("write", target, .permission) }
    TemporaryName.sweep(PathText.folder(of: target))
    let file: OpenFile
    do {
      file = try OpenFile(beside: target) { path throws(SystemFault) in
        try Descriptor(path, for: .creating(mode: 0o666))
      }
    } catch {
      throw FileError("create", target, error)
    }
    (path, self.file, oldMode) = (file.path, file, old?.mode)
  }

  // After `finish` nothing has this name.
  deinit { file?.abandon() }

  /// Gives the file its name, in place of any file that has it. It is on the disk when this returns.
  public consuming func finish() throws(FileError) {
    guard let file else { return }
    do throws(SystemFault) {
      if let oldMode { try file.descriptor.setMode(oldMode) }
      try file.descriptor.sync()
      try file.rename(to: target)
    } catch {
      throw FileError("write", target, error)
    }
  }
}

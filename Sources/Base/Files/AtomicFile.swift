/// Writing files so that a crash at any moment leaves the old contents or the new.
public enum AtomicFile {
  /// Replaces the contents of `path`, or makes the file; returns false when it held these bytes already and
  /// was left alone.
  ///
  /// The bytes go into a temporary file in the same folder, to the disk, and then under the name. A symbolic
  /// link stays: the file it leads to is replaced. Mode and, where allowed, owner stay as they were. A file
  /// that its user may not write is refused. Pipes and devices such as `/dev/stdout` are written to directly.
  @discardableResult
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) -> Bool {
    try telling(path) {
      let old = try checked(path)
      if let old, old.kind == .other {
        let device = try Descriptor(path, for: .writing)
        try device.write(bytes)
        return true
      }
      if let old, old.size == bytes.count, try FileContents.read(path, atMost: bytes.count) == bytes {
        return false
      }
      let target = try endOfLinks(path)
      TemporaryName.sweep(PathText.folder(of: target))
      let new = try make(bytes, for: target, like: old)
      InterruptCleanup.remove(.path(new.path))
      do {
        try System.rename(new.path, to: target)
      } catch {
        try? System.remove(file: new.path)
        throw error
      }
      try Descriptor(PathText.folder(of: target), for: .readingFolder).syncFolder()
      return true
    }
  }

  /// A change of one file: its old and its new contents.
  public struct Change: Sendable {
    let path: String
    let old: [UInt8]?
    let new: [UInt8]?
    let isForOwnerAlone: Bool

    /// Creates a change from the contents that were read (`old`, nil if there was no file) to `new` (nil
    /// removes the file).
    ///
    /// A new file that `isForOwnerAlone` can't be read by other users. An existing file keeps its mode.
    public init(_ path: String, from old: [UInt8]?, to new: [UInt8]?, isForOwnerAlone: Bool = false) {
      self.isForOwnerAlone = isForOwnerAlone
      self.path = path
      self.old = old
      self.new = new
    }
  }

  /// Makes all of the changes, or none, each file as `write` would.
  ///
  /// Throws `isOvertaken` if another program, such as an editor, saved one of the files after it was read.
  /// The contents that it saved stay, whenever it saved them.
  ///
  /// `last` is called when all files have their new contents. If it throws, the changes are undone.
  public static func change(
    _ changes: [Change], last: () throws(FileError) -> Void = {}
  ) throws(FileError) {
    var ofLast: FileError?
    var replacements: [FileReplacement] = []
    // Without a lock, leftovers have not been removed yet.
    for folder in Set(changes.map { PathText.folder(of: $0.path) }) { TemporaryName.sweep(folder) }
    for change in changes where change.old != change.new {
      try telling(change.path) {
        guard try checked(change.path)?.kind != .other else { throw SystemFault.exists }
        replacements.append(
          try FileReplacement(
            change.old == nil ? change.path : try endOfLinks(change.path), shownAs: change.path,
            old: change.old, new: change.new, isForOwnerAlone: change.isForOwnerAlone))
      }
    }
    try FileError.checkCancellation("change", changes.first?.path ?? "")
    do {
      try telling(changes.first?.path ?? "") {
        try FileReplacement.place(replacements) {
          do throws(FileError) { try last() } catch {
            ofLast = error
            throw error
          }
        }
      }
    } catch  where error.isOvertaken {
      // By now everything is back in its place, and what they saved can be shown.
      throw FileError.overtaken(error.path, from: changes.first { $0.path == error.path }?.old)
    } catch {
      // Unless something couldn't be taken back, the original error is thrown.
      throw ofLast?.reason == error.reason ? ofLast ?? error : error
    }
  }

  /// Throws if `path` can't be the path of a file that this user may write.
  private static func checked(_ path: String) throws -> FileStatus? {
    let old = try FileStatus.ifAny(path)
    if old?.kind == .folder { throw SystemFault.isDirectory }
    if old?.kind == .file, !System.isWritable(path) { throw SystemFault.permission }
    return old
  }

  private static func telling<Result>(_ path: String, _ body: () throws -> Result) throws(FileError) -> Result
  {
    do {
      return try body()
    } catch let fault as SystemFault {
      throw FileError("write", path, fault)
    } catch let error as FileError {
      throw error.isOvertaken ? error : FileError("write", path, because: error.reason)
    } catch {
      throw FileError("write", path, because: "\(error)")
    }
  }

  /// Brings a file to the disk that hasn't got its name yet. It is locked, and a signal removes it.
  static func make(
    _ bytes: [UInt8], for path: String, like old: FileStatus?, mode: UInt32 = 0o666
  ) throws -> OpenFile {
    let file = try OpenFile(beside: path) { path throws(SystemFault) in
      try Descriptor(path, for: .creating(mode: mode))
    }
    do {
      if let old {
        let new = try file.descriptor.status()
        if (new.owner, new.group) != (old.owner, old.group) {
          file.descriptor.setOwner(old.owner, group: old.group)
        }
        try file.descriptor.setMode(old.mode)
      }
      try file.descriptor.write(bytes)
      try file.descriptor.sync()
    } catch {
      file.abandon()
      throw error
    }
    return file
  }

  /// Where a chain of symbolic links ends, whether or not something is there.
  private static func endOfLinks(_ path: String) throws -> String {
    var path = path
    for _ in 0..<40 {
      guard try FileStatus.ifAny(path, followingLinks: false)?.kind == .link else {
        return path
      }
      path = PathText.joined(PathText.folder(of: path), try System.target(ofLink: path))
    }
    throw SystemFault.linkLoop
  }
}

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
    do {
      let old = try? System.status(of: path, followingLinks: true)
      if let old {
        if old.kind == .folder { throw SystemFault.isDirectory }
        if old.kind == .other {
          let device = try Descriptor(path, for: .writing)
          try device.write(bytes)
          return true
        }
        if old.size == bytes.count, try FileContents.read(path, atMost: bytes.count) == bytes { return false }
        guard System.isWritable(path) else { throw SystemFault.permission }
      }
      try replace(try endOfLinks(path), by: bytes, like: old)
      return true
    } catch let fault as SystemFault {
      throw FileError("write", path, fault)
    } catch let error as FileError {
      throw FileError("write", path, because: error.reason)
    } catch {
      throw FileError("write", path, because: "\(error)")
    }
  }

  private static func replace(_ path: String, by bytes: [UInt8], like old: FileStatus?) throws {
    let folderPath = PathText.folder(of: path)
    let folder = try Descriptor(folderPath, for: .readingFolder)
    // A sweeper may take the new file for a leftover before it is locked; then it has no name any more.
    for _ in 0..<8 {
      let temporary = PathText.joined(folderPath, TemporaryName.beside(PathText.name(of: path)))
      let temporaryFile = InterruptCleanup.Duty.path(temporary)
      InterruptCleanup.add(temporaryFile)
      defer { InterruptCleanup.remove(temporaryFile) }
      let file = try Descriptor(temporary, for: .creating(mode: 0o666))
      do {
        do { try file.lock(waiting: true) } catch  where error.isUnsupported {}
        if try file.status().links == 0 { continue }
        if let old {
          let new = try file.status()
          if (new.owner, new.group) != (old.owner, old.group) { file.setOwner(old.owner, group: old.group) }
          try file.setMode(old.mode)
        }
        try file.write(bytes)
        try file.sync()
        InterruptCleanup.remove(temporaryFile)
        try System.rename(temporary, to: path)
      } catch {
        try? System.remove(file: temporary)
        throw error
      }
      try folder.syncFolder()
      return
    }
    throw SystemFault.exists
  }

  /// Where a chain of symbolic links ends, whether or not something is there.
  private static func endOfLinks(_ path: String) throws -> String {
    var path = path
    for _ in 0..<40 {
      guard let status = try? System.status(of: path, followingLinks: false), status.kind == .link else {
        return path
      }
      path = PathText.joined(PathText.folder(of: path), try System.target(ofLink: path))
    }
    throw SystemFault.linkLoop
  }
}

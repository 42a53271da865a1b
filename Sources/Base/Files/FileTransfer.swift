/// Bringing a file to another place, never over another.
public enum FileTransfer {
  /// Copies the bytes into a new file and returns their digest from the same reading.
  ///
  /// They are on the disk when it returns. A partial copy is removed if something fails.
  @discardableResult
  public static func copy(
    _ source: String, to target: String, progress: (Int64) -> Void = { _ in }
  ) throws(FileError) -> FileDigest {
    let file: Descriptor
    do { file = try Descriptor(target, for: .creating(mode: 0o666)) } catch {
      throw FileError("create", target, error)
    }
    let number = file.number
    do throws(FileError) {
      let digest = try FileDigest.reading(source, as: "copy") { part, done in
        do {
          try System.write(part, to: number)
        } catch let fault as SystemFault {
          throw FileError("write", target, fault)
        }
        progress(done)
      }
      do { try file.sync() } catch { throw FileError("write", target, error) }
      return digest
    } catch {
      try? System.remove(file: target)
      throw error
    }
  }

  /// Creates a file with `bytes`, which are on the disk when it returns.
  ///
  /// It is meant for a folder that isn't visible yet, or for a name that is free.
  public static func create(
    _ bytes: [UInt8], at path: String, isProgram: Bool = false
  ) throws(FileError) {
    do throws(SystemFault) {
      let file = try Descriptor(path, for: .creating(mode: isProgram ? 0o777 : 0o666))
      try file.write(bytes)
      try file.sync()
    } catch {
      throw FileError("create", path, error)
    }
  }

  /// Gives the file another name; between two file systems by copying and removing.
  public static func move(_ source: String, to target: String) throws(FileError) {
    guard try FileStatus.ifAny(target, followingLinks: false) == nil else {
      throw FileError("create", target, .exists)
    }
    do {
      try System.rename(source, to: target)
    } catch  where error.isOtherDevice {
      try copy(source, to: target)
      try remove(source)
    } catch {
      throw FileError("move", source, error)
    }
  }

  /// Gives a regular file a second name; where the file system has only one for each, a copy gets it.
  public static func share(_ source: String, as target: String) throws(FileError) {
    do { try System.share(source, as: target) } catch { try copy(source, to: target) }
  }

  /// Moves a file within one file system to a free name or, if `replacing`, to the name of an existing file.
  ///
  /// The folder is on the disk when it returns.
  public static func place(
    _ source: String, at target: String, replacing: Bool = false
  ) throws(FileError) {
    do throws(SystemFault) {
      if replacing {
        try System.rename(source, to: target)
      } else {
        guard try System.rename(source, toFree: target) else { throw SystemFault.exists }
      }
      try Descriptor(PathText.folder(of: target), for: .readingFolder).syncFolder()
    } catch {
      throw FileError("create", target, error)
    }
  }

  /// Gives a regular file a second name, so that it has one while it is moved.
  ///
  /// Returns false where that is impossible: between two file systems, on file systems without hard links, or
  /// if `path` is a link.
  public static func nameAlso(_ path: String, _ name: String) -> Bool {
    guard FileStatus.mayBe(.file, path, followingLinks: false) else { return false }
    return System.nameAlso(path, name)
  }

  /// Makes a symbolic link at `path` that says `target`.
  public static func link(_ path: String, to target: String) throws(FileError) {
    do { try System.makeLink(at: path, to: target) } catch { throw FileError("create", path, error) }
  }

  /// Removes a file or a link.
  public static func remove(_ path: String) throws(FileError) {
    do { try System.remove(file: path) } catch { throw FileError("remove", path, error) }
  }

  /// Makes a folder and its missing parents; does nothing if it exists. One made `forOwnerAlone` is closed to
  /// other users.
  ///
  /// `root`, or else the working directory, existed before. It isn't made again if it has been moved or
  /// removed meanwhile.
  public static func makeFolder(
    _ path: String, forOwnerAlone: Bool = false, below root: String? = nil
  ) throws(FileError) {
    if try FileStatus.isFolder(path) { return }
    let root = root ?? (try? Surroundings.workingDirectory())
    if path == root, FileStatus.isAbsent(path) { throw FileError("create", path, .missing) }
    if try makeOne(path, forOwnerAlone) { return }
    // Errors about its parent folders are reported on the requested one.
    do { try makeFolder(PathText.folder(of: path), below: root) } catch {
      throw FileError("create", path, because: error.reason)
    }
    guard try makeOne(path, forOwnerAlone) else { throw FileError("create", path, .missing) }
  }

  /// False when the folder around it is missing.
  private static func makeOne(_ path: String, _ forOwnerAlone: Bool) throws(FileError) -> Bool {
    do {
      try System.makeFolder(path, mode: forOwnerAlone ? 0o700 : 0o777)
      return true
    } catch {
      // Another program was quicker.
      if error.isTaken, try FileStatus.isFolder(path) { return true }
      let parent = PathText.folder(of: path)
      guard error.isMissing, parent != path, parent != "." else { throw FileError("create", path, error) }
      return false
    }
  }
}

/// Bringing a file to another place, never over another.
public enum FileTransfer {
  /// Copies the bytes into a new file and gives their digest from the same reading.
  ///
  /// They are on the disk when it returns. Half a copy is removed when something fails.
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

  /// Makes a new file of `bytes`, which are on the disk when it returns; for a folder that nobody sees yet.
  public static func create(_ bytes: [UInt8], at path: String) throws(FileError) {
    do throws(SystemFault) {
      let file = try Descriptor(path, for: .creating(mode: 0o666))
      try file.write(bytes)
      try file.sync()
    } catch {
      throw FileError("create", path, error)
    }
  }

  /// Gives the file another name; between two file systems by copying and removing.
  public static func move(_ source: String, to target: String) throws(FileError) {
    guard FileStatus.ifAny(target, followingLinks: false) == nil else {
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

  /// Makes a symbolic link at `path` that says `target`.
  public static func link(_ path: String, to target: String) throws(FileError) {
    do { try System.makeLink(at: path, to: target) } catch { throw FileError("create", path, error) }
  }

  /// Removes a file or a link.
  public static func remove(_ path: String) throws(FileError) {
    do { try System.remove(file: path) } catch { throw FileError("remove", path, error) }
  }

  /// Makes a folder and those above it that are missing; content with one that exists. One that is made `forOwnerAlone`
  /// nobody else may look into.
  public static func makeFolder(_ path: String, forOwnerAlone: Bool = false) throws(FileError) {
    if FileStatus.isFolder(path) { return }
    let parent = PathText.folder(of: path)
    if parent != path, parent != "." { try makeFolder(parent) }
    do {
      try System.makeFolder(path, mode: forOwnerAlone ? 0o700 : 0o777)
    } catch  where error.isTaken && FileStatus.isFolder(path) {
      // Another program was quicker.
    } catch {
      throw FileError("create", path, error)
    }
  }
}

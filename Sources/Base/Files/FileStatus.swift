/// The status of a file, as the file system reports it.
public struct FileStatus: Hashable, Sendable {
  /// The kind of entry that a name stands for.
  public enum Kind: Hashable, Sendable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A symbolic link that was not followed.
    case link
    /// A pipe, a device or a socket.
    case other
  }

  /// The kind of entry.
  public let kind: Kind
  /// In bytes.
  public let size: Int64
  /// When the contents last changed, in nanoseconds since 1970.
  public let modified: Int64
  let mode: UInt32
  let owner: UInt32
  let group: UInt32
  let links: Int

  /// Returns the status of `path`. A symbolic link is followed unless `followingLinks` is false.
  public static func of(_ path: String, followingLinks: Bool = true) throws(FileError) -> FileStatus {
    do {
      return try System.status(of: path, followingLinks: followingLinks)
    } catch {
      throw FileError("read", path, error)
    }
  }

  /// Returns the status of `path`, or nil if nothing has that name.
  ///
  /// Throws if that can't be determined, as on a failing disk. A caller that took such a failure for nil
  /// would leave out, or overwrite, what is there.
  public static func ifAny(_ path: String, followingLinks: Bool = true) throws(FileError) -> FileStatus? {
    do {
      return try System.status(of: path, followingLinks: followingLinks)
    } catch  where error.isNothingThere {
      return nil
    } catch {
      throw FileError("read", path, error)
    }
  }

  /// Returns true if `path` is a folder, directly or through a link. Throws if that can't be determined.
  public static func isFolder(_ path: String) throws(FileError) -> Bool { try ifAny(path)?.kind == .folder }

  /// Returns true if `path` is, or may be, a `kind`.
  ///
  /// It is also true if that can't be determined, so that opening the file reports the reason.
  public static func mayBe(_ kind: Kind, _ path: String, followingLinks: Bool = true) -> Bool {
    do { return try ifAny(path, followingLinks: followingLinks)?.kind == kind } catch { return true }
  }

  /// Returns true if certainly nothing has that name.
  public static func isAbsent(_ path: String, followingLinks: Bool = true) -> Bool {
    do { return try ifAny(path, followingLinks: followingLinks) == nil } catch { return false }
  }

  /// Returns the target of the symbolic link at `path`, as it is written in the link; nil if there is no
  /// link.
  public static func target(ofLink path: String) -> String? {
    try? System.target(ofLink: path)
  }
}

/// What the file system says of a file.
public struct FileStatus: Hashable, Sendable {
  /// What sort of thing a name stands for.
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

  /// What sort of thing it is.
  public let kind: Kind
  /// In bytes.
  public let size: Int64
  /// When the contents last changed, in nanoseconds since 1970.
  public let modified: Int64
  let mode: UInt32
  let owner: UInt32
  let group: UInt32
  let links: Int

  /// Asks for `path`; a symbolic link is followed unless `followingLinks` is false.
  public static func of(_ path: String, followingLinks: Bool = true) throws(FileError) -> FileStatus {
    do {
      return try System.status(of: path, followingLinks: followingLinks)
    } catch {
      throw FileError("read", path, error)
    }
  }

  /// The same, or nil when nothing stands under that name. Throws when that can't be told, as on a disk with faults: whoever
  /// took that for an answer would leave out, or write over, what is there.
  public static func ifAny(_ path: String, followingLinks: Bool = true) throws(FileError) -> FileStatus? {
    do {
      return try System.status(of: path, followingLinks: followingLinks)
    } catch  where error.isNothingThere {
      return nil
    } catch {
      throw FileError("read", path, error)
    }
  }

  /// Whether `path` is a folder, directly or by a link. Throws when that can't be told.
  public static func isFolder(_ path: String) throws(FileError) -> Bool { try ifAny(path)?.kind == .folder }

  /// Whether `path` is a `kind` for all that is known: true as well where that can't be told, so that whoever opens it next tells
  /// why not.
  public static func mayBe(_ kind: Kind, _ path: String, followingLinks: Bool = true) -> Bool {
    do { return try ifAny(path, followingLinks: followingLinks)?.kind == kind } catch { return true }
  }

  /// Whether surely nothing stands under that name.
  public static func isAbsent(_ path: String, followingLinks: Bool = true) -> Bool {
    do { return try ifAny(path, followingLinks: followingLinks) == nil } catch { return false }
  }

  /// What the symbolic link at `path` says, followed or not; nil when there is no link.
  public static func target(ofLink path: String) -> String? {
    try? System.target(ofLink: path)
  }
}

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

  /// The same, or nil when there is no such file or it can't be asked for.
  public static func ifAny(_ path: String, followingLinks: Bool = true) -> FileStatus? {
    try? System.status(of: path, followingLinks: followingLinks)
  }

  /// Whether `path` is a folder, directly or by a link.
  public static func isFolder(_ path: String) -> Bool { ifAny(path)?.kind == .folder }

  /// What the symbolic link at `path` says, followed or not; nil when there is no link.
  public static func target(ofLink path: String) -> String? {
    try? System.target(ofLink: path)
  }
}

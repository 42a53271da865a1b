/// Everything below a folder, and what of it is meant for others.
public enum FolderContents {
  /// Something in the folder.
  public struct Entry: Hashable, Sendable {
    /// The kind of an entry, as far as it decides whether the entry may be passed on.
    public enum Kind: Hashable, Sendable {
      /// A regular file of `bytes` bytes.
      case file(bytes: Int64)
      /// A symbolic link, which is not followed.
      case link
      /// An entry whose name begins with a dot. A folder with such a name isn't entered.
      case hidden
      /// A `.tilawaignore` names it, or all of the folder.
      case ignored
      /// A pipe, a device or a socket.
      case other
    }

    /// From the folder, `/` between its parts.
    public let path: String
    /// The kind of the entry.
    public let kind: Kind
  }

  /// Returns all files below `folder` in the order of their paths' bytes, and what else is there: links, and
  /// hidden and ignored files and folders.
  ///
  /// Hidden and ignored folders aren't entered. Other folders are not listed themselves.
  ///
  /// An entry is ignored if a `.tilawaignore` file in `folder`, or above it up to the top of a repository,
  /// says so. Throws if a folder can't be read, or contains a name that isn't UTF-8.
  public static func of(_ folder: String) throws(FileError) -> [Entry] {
    var fault: FileError?
    let rules = IgnoreRules.ownOfFolders(above: folder) { fault = fault ?? $0 }
    var entries: [Entry] = []
    try visit(folder, "", rules, &entries) { fault = fault ?? $0 }
    if let fault { throw fault }
    return entries.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private static func visit(
    _ folder: String, _ prefix: String, _ outer: IgnoreRules, _ entries: inout [Entry],
    unreadable: (FileError) -> Void
  ) throws(FileError) {
    var names: [(name: String, kind: FileStatus.Kind?)] = []
    do throws(SystemFault) {
      names = try System.entries(
        of: folder,
        unnamed: {
          unreadable(
            FileError("read", folder, because: "it contains a name that is not UTF-8; rename that file"))
        })
    } catch {
      throw FileError("read", folder, error)
    }
    let own = names.map(\.name).filter { $0 == IgnoreRules.ownName }
    let rules = outer.adding(own, of: folder, unreadable: unreadable)
    for (name, known) in names {
      let path = PathText.joined(folder, name)
      let shown = prefix + name
      var kind = known
      if kind == nil { kind = try FileStatus.ifAny(path, followingLinks: false)?.kind }
      if name.begins(with: ".") {
        entries.append(Entry(path: shown, kind: .hidden))
      } else if rules.ignore(name, isFolder: kind == .folder) {
        entries.append(Entry(path: shown, kind: .ignored))
      } else {
        switch kind {
        case .folder: try visit(path, shown + "/", rules.entering(name), &entries, unreadable: unreadable)
        case .file:
          entries.append(
            Entry(
              path: shown, kind: .file(bytes: try FileStatus.of(path, followingLinks: false).size)))
        case .link: entries.append(Entry(path: shown, kind: .link))
        case .other, nil: entries.append(Entry(path: shown, kind: .other))
        }
      }
    }
  }
}

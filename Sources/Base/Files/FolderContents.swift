/// Everything below a folder, and what of it is meant for others.
public enum FolderContents {
  /// Something in the folder.
  public struct Entry: Hashable, Sendable {
    /// What it is, as far as it may be passed on.
    public enum Kind: Hashable, Sendable {
      /// A regular file with so many bytes.
      case file(bytes: Int64)
      /// A symbolic link, which is not followed.
      case link
      /// Its name begins with a point; what a folder of such a name holds is not looked at.
      case hidden
      /// A `.tilawaignore` names it, or all of the folder.
      case ignored
      /// A pipe, a device or a socket.
      case other
    }

    /// From the folder, `/` between its parts.
    public let path: String
    /// What it is.
    public let kind: Kind
  }

  /// All files below `folder` in the order of their paths' bytes, with what else is there: links, hidden and ignored
  /// files and folders, which aren't entered. Folders themselves are not listed.
  ///
  /// Ignored is what `.tilawaignore` files say in it, or above it up to the top of a repository. Throws when a folder can't
  /// be read, or holds a name that isn't UTF-8.
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
          unreadable(FileError("read", folder, because: "it holds a name that is not UTF-8; rename it"))
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

/// Finding folders below folders.
public enum FileTree {
  /// The folders below `root` whose names end in `ending` (`.tilawa`), at any depth, in the order of their
  /// names' bytes; `root` itself when its own name does.
  ///
  /// Doesn't look into what it found, nor into `.git`, and follows no symbolic link but `root`. Paths start
  /// with `root` as it was given. A folder that can't be read is reported and passed over.
  public static func folders(
    endingIn ending: String, under root: String, unreadable: (FileError) -> Void
  ) -> [String] {
    let root = root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root
    if isNamed(root, ending), FileStatus.isFolder(root) { return [root] }
    var found: [String] = []
    walk(root, ending, &found, unreadable)
    return found
  }

  /// The names of everything directly in `folder`, hidden ones too, in the order of their bytes.
  ///
  /// Names that are not UTF-8 are left out: no file that a program of ours knows has one.
  public static func entries(ofFolder folder: String) throws(FileError) -> [String] {
    let entries: [(name: String, kind: FileStatus.Kind?)]
    do {
      entries = try System.entries(of: folder, unnamed: {})
    } catch {
      throw FileError("read", folder, error)
    }
    return entries.map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func walk(
    _ folder: String, _ ending: String, _ found: inout [String], _ unreadable: (FileError) -> Void
  ) {
    var names: [String] = []
    do throws(SystemFault) {
      for (name, kind) in try System.entries(
        of: folder,
        unnamed: {
          unreadable(FileError("read", folder, because: "it holds a name that is not UTF-8; rename it"))
        })
      {
        var kind = kind
        // Some file systems don't tell with the name what it stands for.
        if kind == nil {
          kind = try? System.status(of: folder + "/" + name, followingLinks: false).kind
        }
        if kind == .folder, name != ".git" { names.append(name) }
      }
    } catch {
      unreadable(FileError("read", folder, error))
      return
    }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    for name in names {
      if isNamed(name, ending) {
        found.append(prefix + name)
      } else {
        walk(prefix + name, ending, &found, unreadable)
      }
    }
  }

  /// Whether the name of `path` ends in `ending`, with something before it.
  public static func isNamed(_ path: String, _ ending: String) -> Bool {
    let name = PathText.name(of: path)
    return name.count > ending.count && name.hasSuffix(ending)
  }
}

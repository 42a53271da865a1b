import Synchronization

/// Finding folders below folders.
public enum FileTree {
  /// The result of a search.
  public struct Folders: Sendable {
    /// In the order of their names' bytes, folder by folder.
    public var paths: [String] = []
    /// The number of folders that were passed over because of an ignore file, whatever they contain.
    public var ignoredCount = 0
  }

  /// Returns the folders below `root` whose names end in `ending` (`.tilawa`), at any depth. `root` itself is
  /// included if its own name does.
  ///
  /// The search doesn't enter the folders that it found, nor `.git`, and follows no symbolic link but `root`.
  /// Unless `takingIgnored`, it passes over what git would:
  ///
  /// - `.gitignore` files apply below `root`, and above it to the top of its repository.
  /// - `.tilawaignore` files apply there as well, and overrule a `.gitignore` beside them.
  ///
  /// `root` is taken in any case, and a folder called `except` directly in it never. Paths start with `root`
  /// as it was given. A folder that can't be read is reported and passed over.
  public static func folders(
    endingIn ending: String, under root: String, except: String? = nil, takingIgnored: Bool = false,
    unreadable: (FileError) -> Void
  ) -> Folders {
    let root = root == "/" ? root : root.before("/").map(String.init) ?? root
    if isNamed(root, ending), FileStatus.mayBe(.folder, root) { return Folders(paths: [root]) }
    var faults: [FileError] = []
    let start = Visit(
      path: root, rules: takingIgnored ? nil : .ofFolders(above: root, unreadable: { faults.append($0) }),
      except: except)
    var levels: [[Listing]] = []
    var visits = [start]
    // Level by level: the folders of one level are read at the same time.
    while !visits.isEmpty {
      let listings = listings(visits, ending)
      visits = listings.flatMap(\.visits)
      levels.append(listings)
    }
    var found = Folders()
    collect(levels, &found, &faults)
    for fault in faults { unreadable(fault) }
    return found
  }

  /// Returns the names of everything directly in `folder`, including hidden entries, in the order of their
  /// bytes.
  ///
  /// Names that are not UTF-8 are left out, because no file of these programs has one.
  public static func entries(ofFolder folder: String) throws(FileError) -> [String] {
    let entries: [(name: String, kind: FileStatus.Kind?)]
    do {
      entries = try System.entries(of: folder, unnamed: {})
    } catch {
      throw FileError("read", folder, error)
    }
    return entries.map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the names of the files directly in `folder` that end in `ending`, in the order of their bytes.
  ///
  /// Hidden files are left out, and links unless `takingLinks`. Files whose status can't be read are
  /// included, so that opening them reports the reason. The list is empty if there is no such folder. A
  /// folder that can't be listed is passed to `unreadable`.
  public static func visibleFiles(
    endingIn ending: String, in folder: String, takingLinks: Bool = false, unreadable: (FileError) -> Void
  ) -> [String] {
    do throws(FileError) {
      return try entries(ofFolder: folder).filter { name in
        name.ends(with: ending) && !name.begins(with: ".")
          && (takingLinks || FileStatus.mayBe(.file, PathText.joined(folder, name), followingLinks: false))
      }
    } catch {
      if !error.isMissing { unreadable(error) }
      return []
    }
  }

  // MARK: - Reading folders

  /// A folder to be read; without `rules` nothing in it is ignored.
  private struct Visit: Sendable {
    var path: String
    var rules: IgnoreRules?
    /// The name of a folder in it that is passed over.
    var except: String?
  }

  /// The result of listing one folder.
  private struct Listing: Sendable {
    enum Entry: Sendable {
      case found(String)
      /// One that was found nothing in yet: the next of the listing's visits.
      case visit
    }

    var entries: [Entry] = []
    var visits: [Visit] = []
    var ignoredCount = 0
    var faults: [FileError] = []
  }

  private static func listings(_ visits: [Visit], _ ending: String) -> [Listing] {
    guard visits.count > 4 else { return visits.map { listing(of: $0, ending) } }
    let size = max(1, min(16, visits.count / 8))
    let parts = Mutex([Int: [Listing]]())
    let count = (visits.count + size - 1) / size
    Processors.share(count) { part in
      let own = visits[(part * size)..<min(visits.count, (part + 1) * size)].map { listing(of: $0, ending) }
      parts.withLock { $0[part] = own }
    }
    return parts.withLock { parts in (0..<count).flatMap { parts[$0] ?? [] } }
  }

  private static func listing(of visit: Visit, _ ending: String) -> Listing {
    var listing = Listing()
    let folder = visit.path
    var names: [String] = []
    var ignoreFiles: [String] = []
    do throws(SystemFault) {
      for (name, kind) in try System.entries(
        of: folder,
        unnamed: {
          listing.faults.append(
            FileError("read", folder, because: "it contains a name that is not UTF-8; rename that file"))
        })
      {
        var kind = kind
        // Some file systems don't tell with the name what it stands for.
        if kind == nil {
          kind = try System.status(of: folder + "/" + name, followingLinks: false).kind
        }
        if kind == .folder, name != ".git", name != visit.except, !TemporaryName.matches(name) {
          names.append(name)
        }
        if kind == .file, IgnoreRules.fileNames.contains(name) { ignoreFiles.append(name) }
      }
    } catch {
      listing.faults.append(FileError("read", folder, error))
      return listing
    }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let rules = visit.rules?.adding(ignoreFiles, of: folder) { listing.faults.append($0) }
    let prefix = folder == "." ? "" : folder.ends(with: "/") ? folder : folder + "/"
    for name in names {
      if let rules, rules.ignore(folder: name) {
        listing.ignoredCount += 1
      } else if isNamed(name, ending) {
        listing.entries.append(.found(prefix + name))
      } else {
        listing.entries.append(.visit)
        listing.visits.append(Visit(path: prefix + name, rules: rules?.entering(name)))
      }
    }
    return listing
  }

  /// Puts the levels of a tree into the order in which one reads it, depth first.
  private static func collect(_ levels: [[Listing]], _ found: inout Folders, _ faults: inout [FileError]) {
    /// For each level the listing that is read now, how far, and how many have been begun.
    var places: [(listing: Int, entry: Int)] = levels.map { _ in (-1, 0) }
    var depth = 0
    func begin(_ level: Int) {
      places[level] = (places[level].listing + 1, 0)
      let listing = levels[level][places[level].listing]
      found.ignoredCount += listing.ignoredCount
      faults += listing.faults
    }
    begin(0)
    while depth >= 0 {
      let listing = levels[depth][places[depth].listing]
      let entry = places[depth].entry
      guard entry < listing.entries.count else {
        depth -= 1
        continue
      }
      places[depth].entry += 1
      switch listing.entries[entry] {
      case .found(let path): found.paths.append(path)
      case .visit:
        depth += 1
        begin(depth)
      }
    }
  }

  /// Returns true if the name of `path` ends in `ending`, with something before it.
  public static func isNamed(_ path: String, _ ending: String) -> Bool {
    PathText.name(of: path).before(ending)?.isEmpty == false
  }
}

/// The ignore files that speak of what lies in a folder: its own, and those of the folders above it.
struct IgnoreRules: Sendable {
  /// The later overrules the earlier.
  static let fileNames = [".gitignore", ".tilawaignore"]

  /// The rules of one file.
  private final class Scope: Sendable {
    let rules: GitIgnore
    /// The number of bytes of a path that belong to the file's folder and the slash behind it.
    let depth: Int
    /// The scope that applies where these rules don't match.
    let outer: Scope?

    init(_ rules: GitIgnore, depth: Int, outer: Scope?) {
      self.rules = rules
      self.depth = depth
      self.outer = outer
    }
  }

  private var innermost: Scope?
  /// The path of the folder from where the outermost rules stand, with a slash behind it unless it is empty.
  private var path: [UInt8] = []

  /// The name of the ignore files that git doesn't read.
  static let ownName = ".tilawaignore"

  /// Returns the rules for `root` from the `.tilawaignore` files of all folders above it, in a repository
  /// only up to its top.
  static func ownOfFolders(above root: String, unreadable: (FileError) -> Void) -> IgnoreRules {
    var rules = IgnoreRules()
    guard let place = try? System.realPath(root) else { return rules }
    var folders: [String] = []
    var top = place
    while FileStatus.isAbsent(PathText.joined(top, ".git"), followingLinks: false) {
      let above = PathText.folder(of: top)
      guard above != top, above != "." else { break }
      top = above
      folders.append(above)
    }
    for folder in folders.reversed() {
      rules.path = below(top, folder)
      rules.add(PathText.joined(folder, ownName), unreadable: unreadable)
    }
    rules.path = below(top, place)
    return rules
  }

  /// The path of `folder` from `top` with a slash behind it; nothing for `top` itself.
  private static func below(_ top: String, _ folder: String) -> [UInt8] {
    folder == top ? [] : Array(PathText.shown(folder, from: top).utf8) + [UInt8(ascii: "/")]
  }

  /// Returns the rules that apply to `root` because of its repository: the ignore files of the folders above,
  /// and `.git/info/exclude`.
  ///
  /// There are none if `root` isn't in a repository, or is the top of one.
  static func ofFolders(above root: String, unreadable: (FileError) -> Void) -> IgnoreRules {
    var rules = IgnoreRules()
    guard let place = try? System.realPath(root) else { return rules }
    var folders: [String] = []
    var top = place
    while FileStatus.isAbsent(PathText.joined(top, ".git"), followingLinks: false) {
      let above = PathText.folder(of: top)
      guard above != top, above != "." else { return rules }
      top = above
      folders.append(above)
    }
    rules.add(PathText.joined(top, ".git/info/exclude"), unreadable: unreadable)
    for folder in folders.reversed() {
      rules.path = below(top, folder)
      for name in fileNames { rules.add(PathText.joined(folder, name), unreadable: unreadable) }
    }
    rules.path = below(top, place)
    return rules
  }

  /// With the ignore files that the folder itself has.
  func adding(_ names: [String], of folder: String, unreadable: (FileError) -> Void) -> IgnoreRules {
    guard !names.isEmpty else { return self }
    var copy = self
    for name in Self.fileNames where names.contains(name) {
      copy.add(PathText.joined(folder, name), unreadable: unreadable)
    }
    return copy
  }

  /// For a folder in this one.
  func entering(_ name: String) -> IgnoreRules {
    var copy = self
    copy.path += "\(name)/".utf8
    return copy
  }

  /// Returns true if a folder in this one is passed over.
  func ignore(folder name: String) -> Bool { ignore(name, isFolder: true) }

  /// Returns true if an entry of this folder is passed over.
  func ignore(_ name: String, isFolder: Bool) -> Bool {
    guard innermost != nil else { return false }
    let path = path + name.utf8
    var scope = innermost
    while let rules = scope {
      if let decision = rules.rules.decision(on: path[rules.depth...], isFolder: isFolder) { return decision }
      scope = rules.outer
    }
    return false
  }

  private mutating func add(_ file: String, unreadable: (FileError) -> Void) {
    guard FileStatus.mayBe(.file, file, followingLinks: false) else { return }
    do throws(FileError) {
      let rules = GitIgnore(try FileContents.read(file, atMost: GitIgnore.mostBytes))
      if !rules.isEmpty { innermost = Scope(rules, depth: path.count, outer: innermost) }
    } catch  where error.isMissing {
      // A look that failed didn't tell; the opening does.
    } catch {
      unreadable(error)
    }
  }
}

/// Which links are followed: those that stay in the folder whose file they are, and those of git-annex.
public enum LinkRule {
  /// Where links on the way to `path` lead, when that is neither in `folder` nor in the annex of a repository around
  /// it; nil when they stay, there are none, or nothing is there.
  public static func target(of path: String, outside folder: String) -> String? {
    guard let real = try? PathText.realPath(path), let root = try? PathText.realPath(folder),
      !PathText.lies(real, in: root), !isInAnnex(real, around: root)
    else { return nil }
    return real
  }

  /// Returns true if `path`, which has no links in it, is a git-annex object of a repository that contains
  /// `folder`.
  public static func isInAnnex(_ path: String, around folder: String) -> Bool {
    guard let (root, content) = path.cut(at: "/.git/") else { return false }
    return content.holds("annex/objects/") && PathText.lies(folder, in: String(root))
  }

  /// The first part of `path` below `folder` that is a link or hidden; nil when all are plain folders, or not there.
  public static func oddPart(of path: String, below folder: String) -> String? {
    var part = folder
    for name in PathText.shown(path, from: folder).words(by: "/") where name != "." {
      part = PathText.joined(part, String(name))
      let isLink = FileStatus.mayBe(.link, part, followingLinks: false)
      if isLink || name.begins(with: ".") { return part }
    }
    return nil
  }
}

import ScalarText

/// Paths as text: `/` between their parts, nothing asked of the file system.
public enum PathText {
  /// `path` seen from `folder`: absolute ones stay, empty parts and `.` go away, `..` stays because a link
  /// may stand before it.
  public static func joined(_ folder: String, _ path: String) -> String {
    let whole = path.begins(with: "/") ? path : folder + "/" + path
    let parts = whole.words(by: "/").filter { $0 != "." }
    return (whole.begins(with: "/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// `path` as one would write it standing in `folder`; unchanged when it doesn't lie below it.
  public static func shown(_ path: String, from folder: String) -> String {
    if path.isExactly(folder) { return "." }
    let prefix = folder.ends(with: "/") ? folder : folder + "/"
    return path.after(prefix).map(String.init) ?? path
  }

  /// With every `..` worked out, as it is where no link stands before one.
  public static func withoutClimbing(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.words(by: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The last part: `friday.tilawa` of `/home/a/friday.tilawa/`. `/` is its own name.
  public static func name(of path: String) -> String {
    path.words(by: "/").last.map(String.init) ?? (path.begins(with: "/") ? "/" : "")
  }

  /// What stands before the last part; `.` when nothing does, `/` when only the root does.
  public static func folder(of path: String) -> String {
    let parts = path.words(by: "/")
    let root = path.begins(with: "/")
    guard parts.count > 1 else { return root ? "/" : "." }
    return (root ? "/" : "") + parts.dropLast().joined(separator: "/")
  }

  /// What follows the last dot of the name, lower case and without the dot; empty for `.bashrc` and `notes`.
  public static func fileExtension(of path: String) -> String {
    guard let (stem, ending) = name(of: path).cut(atLast: "."), !stem.isEmpty else { return "" }
    return ending.lowercased()
  }

  /// The name without its extension: `New Recording 12` of `/phone/New Recording 12.m4a`.
  public static func stem(of path: String) -> String {
    let name = name(of: path)
    guard let (stem, _) = name.cut(atLast: "."), !stem.isEmpty else { return name }
    return String(stem)
  }

  /// Whether a path stays below where it starts: not absolute, not empty, and no `..` climbs out.
  public static func staysInside(_ path: String) -> Bool {
    guard !path.isEmpty, !path.begins(with: "/") else { return false }
    var depth = 0
    for part in path.words(by: "/") where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { return false }
    }
    return true
  }

  /// Whether `path` is `folder` or lies below it. Ask with the `realPath`s of both to see through links.
  public static func lies(_ path: String, in folder: String) -> Bool {
    path.isExactly(folder) || path.begins(with: folder.ends(with: "/") ? folder : folder + "/")
  }

  /// The path with every link followed and every `..` worked out; the file must exist.
  public static func realPath(_ path: String) throws(FileError) -> String {
    do { return try System.realPath(path) } catch { throw FileError("read", path, error) }
  }
}

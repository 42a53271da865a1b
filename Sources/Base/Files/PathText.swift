/// Paths as text: `/` between their parts, nothing asked of the file system.
///
/// A path is bytes to the system and is taken apart by bytes: a mark that begins a name joins the `/` before it into
/// one Character, and two names that Unicode holds for the same are two.
public enum PathText {
  /// `path` seen from `folder`: absolute ones stay, empty parts and `.` go away, `..` stays because a link
  /// may stand before it.
  public static func joined(_ folder: String, _ path: String) -> String {
    let whole = isAbsolute(path) ? path : folder + "/" + path
    return (isAbsolute(whole) ? "/" : "") + parts(of: whole).filter { $0 != "." }.joined(separator: "/")
  }

  /// `path` as one would write it standing in `folder`; unchanged when it doesn't lie below it, and for an empty folder.
  public static func shown(_ path: String, from folder: String) -> String {
    guard !folder.isEmpty, let rest = rest(of: path, in: folder) else { return path }
    return rest.isEmpty ? "." : String(rest)
  }

  /// With every `..` worked out, as it is where no link stands before one.
  public static func withoutClimbing(_ path: String) -> String {
    var kept: [Substring] = []
    for part in parts(of: path) where part != "." {
      if part == ".." { _ = kept.popLast() } else { kept.append(part) }
    }
    return "/" + kept.joined(separator: "/")
  }

  /// The last part: `friday.tilawa` of `/home/a/friday.tilawa/`. `/` is its own name.
  public static func name(of path: String) -> String {
    let whole = withoutLastSlashes(path[...])
    let start = whole.utf8.lastIndex(of: slash).map(whole.utf8.index(after:)) ?? whole.startIndex
    return start == whole.endIndex ? String(whole) : String(whole[start...])
  }

  /// What stands before the last part; `.` when nothing does, `/` when only the root does.
  public static func folder(of path: String) -> String {
    let whole = withoutLastSlashes(path[...])
    guard let end = whole.utf8.lastIndex(of: slash) else { return "." }
    return String(withoutLastSlashes(whole[..<whole.utf8.index(after: end)]))
  }

  /// What follows the last dot of the name, lower case and without the dot; empty for `.bashrc` and `notes`.
  public static func fileExtension(of path: String) -> String {
    let name = name(of: path)
    guard let dot = lastDot(in: name) else { return "" }
    return name[name.utf8.index(after: dot)...].lowercased()
  }

  /// The name without its extension: `New Recording 12` of `/phone/New Recording 12.m4a`.
  public static func stem(of path: String) -> String {
    let name = name(of: path)
    return lastDot(in: name).map { String(name[..<$0]) } ?? name
  }

  /// Whether a path stays below where it starts: not absolute, not empty, and no `..` climbs out.
  public static func staysInside(_ path: String) -> Bool {
    guard !path.isEmpty, !isAbsolute(path) else { return false }
    var depth = 0
    for part in parts(of: path) where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { return false }
    }
    return true
  }

  /// Whether `path` is `folder` or lies below it. Ask with the `realPath`s of both to see through links.
  public static func lies(_ path: String, in folder: String) -> Bool { rest(of: path, in: folder) != nil }

  /// The path with every link followed and every `..` worked out; the file must exist.
  public static func realPath(_ path: String) throws(FileError) -> String {
    do { return try System.realPath(path) } catch { throw FileError("read", path, error) }
  }
}

extension PathText {
  private static let slash = UInt8(ascii: "/")

  private static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  private static func parts(of path: String) -> [Substring] {
    path.utf8.split(separator: slash).map { Substring($0) }
  }

  /// What stands behind `folder` and its `/`, empty for the folder itself; nil when the path doesn't lie in it.
  private static func rest(of path: String, in folder: String) -> Substring? {
    let (bytes, start) = (path.utf8, folder.utf8)
    guard bytes.starts(with: start) else { return nil }
    let end = bytes.index(bytes.startIndex, offsetBy: start.count)
    if end == bytes.endIndex { return "" }
    if start.last == slash { return path[end...] }
    return bytes[end] == slash ? path[bytes.index(after: end)...] : nil
  }

  private static func withoutLastSlashes(_ path: Substring) -> Substring {
    var path = path
    while path.utf8.count > 1, path.utf8.last == slash {
      path = path[..<path.utf8.index(before: path.endIndex)]
    }
    return path
  }

  private static func lastDot(in name: String) -> String.Index? {
    name.utf8.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > name.startIndex ? $0 : nil }
  }
}

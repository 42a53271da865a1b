/// Paths as text: parts with `/` between them. The file system is not consulted.
///
/// The system treats a path as bytes, and so do these functions. A mark at the start of a name forms one
/// Character with the `/` before it. Two names that Unicode considers equal remain two names.
public enum PathText {
  /// `path` seen from `folder`: absolute ones stay, empty parts and `.` go away, `..` stays because a link
  /// may stand before it.
  public static func joined(_ folder: String, _ path: String) -> String {
    let whole = isAbsolute(path) ? path : folder + "/" + path
    return (isAbsolute(whole) ? "/" : "") + parts(of: whole).filter { $0 != "." }.joined(separator: "/")
  }

  /// Returns `path` relative to `folder`. It is unchanged if it isn't below the folder, or if the folder is
  /// empty.
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

  /// Returns the path before the last part; `.` if there is none, `/` if it is the root.
  public static func folder(of path: String) -> String {
    let whole = withoutLastSlashes(path[...])
    guard let end = whole.utf8.lastIndex(of: slash) else { return "." }
    return String(withoutLastSlashes(whole[..<whole.utf8.index(after: end)]))
  }

  /// Returns the text after the last dot of the name, in lower case and without the dot; empty for `.bashrc`
  /// and `notes`.
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

  /// Returns true if a path stays below its start: it isn't absolute or empty, and no `..` leads out of it.
  public static func staysInside(_ path: String) -> Bool {
    guard !path.isEmpty, !isAbsolute(path) else { return false }
    var depth = 0
    for part in parts(of: path) where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { return false }
    }
    return true
  }

  /// Returns true if `path` is `folder` or is below it. Pass the `realPath` of both to resolve links.
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

  /// Returns the path after `folder` and its `/`, empty for the folder itself; nil if the path isn't in it.
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

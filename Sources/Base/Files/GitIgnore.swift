/// The rules of one `.gitignore` file.
///
/// Read as git reads them (gitignore(5), dir.c): names and paths with `*`, `**`, `?` and `[...]`, a trailing `/`
/// for folders alone, `!` to take something back.
public struct GitIgnore: Sendable {
  private struct Rule: Sendable {
    var pattern: WildcardPattern
    var takesBack: Bool
    var isForFolders: Bool
    /// The pattern has no slash inside, and so is compared with names at any depth.
    var isForNames: Bool
  }

  /// The maximum size of an ignore file, 1 MiB; each name in a folder is compared with each rule.
  public static let mostBytes = 1 << 20

  /// The last rule that matches counts, so the last stands first.
  private let rules: [Rule]

  /// True if there are no rules.
  public var isEmpty: Bool { rules.isEmpty }

  /// Reads the bytes of a file; no text is wrong.
  public init(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    rules = text.split(separator: UInt8(ascii: "\n")).compactMap(Self.rule).reversed()
  }

  /// Returns the decision of the rules on a path below the file's folder: true for ignored, false for taken
  /// back, nil if none matches.
  ///
  /// A path in an ignored folder is ignored too; the caller has to check the path's folders for that.
  public func decision(on path: some Collection<UInt8>, isFolder: Bool) -> Bool? {
    let path = Array(path)
    let name = path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
    let rule = rules.first { rule in
      guard isFolder || !rule.isForFolders else { return false }
      return rule.isForNames ? rule.pattern.matches(name) : rule.pattern.matches(path[...])
    }
    return rule.map { !$0.takesBack }
  }

  private static func rule(_ line: ArraySlice<UInt8>) -> Rule? {
    var line = line
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
    line = withoutTrailingSpaces(line)
    let takesBack = line.first == UInt8(ascii: "!")
    if takesBack { line.removeFirst() }
    let isForFolders = line.last == UInt8(ascii: "/")
    if isForFolders { line.removeLast() }
    let isForNames = !line.contains(UInt8(ascii: "/"))
    if line.first == UInt8(ascii: "/") { line.removeFirst() }
    guard !line.isEmpty else { return nil }
    return Rule(
      pattern: WildcardPattern(line), takesBack: takesBack, isForFolders: isForFolders,
      isForNames: isForNames)
  }

  /// A space stays behind a backslash.
  private static func withoutTrailingSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.startIndex
    var cursor = line.startIndex
    while cursor < line.endIndex {
      let isEscape = line[cursor] == UInt8(ascii: "\\")
      // What follows a backslash is no blank.
      let next = min(cursor + (isEscape ? 2 : 1), line.endIndex)
      if line[cursor] != UInt8(ascii: " ") { end = next }
      cursor = next
    }
    return line[..<end]
  }
}

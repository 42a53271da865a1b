extension FileError {
  /// Returns the error for a write to `path` that would have replaced what another program saved, with a diff
  /// from `old`.
  ///
  /// `old` is the contents that were read, nil if there was no file.
  public static func overtaken(_ path: String, from old: [UInt8]?) -> FileError {
    FileError(overtaken: path, OvertakenText.diff(ofFileAt: path, from: old))
  }
}

/// Describes the changes that another program made to a file.
private enum OvertakenText {
  /// Longer texts and diffs are of no use to whoever reads them on a screen.
  private static let maximumBytes = 4_194_304
  private static let maximumLines = 60

  static func diff(ofFileAt path: String, from old: [UInt8]?) -> String? {
    guard let found = try? FileContents.readIfAny(path, atMost: maximumBytes) else { return nil }
    let (old, now) = (old ?? [], found)
    guard old != now, old.count <= maximumBytes, !old.contains(0), !now.contains(0) else { return nil }
    let (start, end) = ends(old, now)
    let edit = TextEdit(
      start..<(old.count - end), String(decoding: now[start..<(now.count - end)], as: UTF8.self))
    let source = SourceText(path: PathText.name(of: path), bytes: old)
    guard let text = UnifiedDiff(of: source, [edit])?.text, !text.isEmpty else { return nil }
    var lines = text.fields(by: "\n").map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard lines.count > maximumLines else { return lines.joined(separator: "\n") }
    return (lines.prefix(maximumLines) + ["and \(lines.count - maximumLines) more lines"])
      .joined(separator: "\n")
  }

  /// Returns the number of bytes that both have in common, as whole lines, at their beginning and at their
  /// end.
  private static func ends(_ old: [UInt8], _ now: [UInt8]) -> (Int, Int) {
    let isLineEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") }
    var start = zip(old, now).prefix { $0 == $1 }.count
    while start > 0, !isLineEnd(old[start - 1]) { start -= 1 }
    let limit = min(old.count, now.count) - start
    var end = zip(old.reversed(), now.reversed()).prefix(limit).prefix { $0 == $1 }.count
    while end > 0, end < old.count, !isLineEnd(old[old.count - end - 1]) { end -= 1 }
    return (start, end)
  }
}

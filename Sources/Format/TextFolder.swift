import Synchronization
public import TilawaBase
public import TilawaQuran

/// The folder `texts` of a library, with the files that `texts.yaml` lists.
public final class TextFolder: Sendable {
  /// The maximum size of a text, 64 MiB. A long tafsir takes a quarter of it.
  public static let largestFile = FileContents.usualLimit

  /// Absolute.
  public let path: String
  private let checks = Mutex<[String: TextCheck?]>([:])

  /// A folder around it that was there, and isn't made again when it has gone meanwhile.
  let root: String?

  /// The folder at `path`.
  public init(at path: String, below root: String? = nil) { (self.path, self.root) = (path, root) }

  /// Returns the reason for which no text can be read under that name, in words for a message; nil if one
  /// exists.
  public func absence(of file: String) -> String? {
    guard PathText.staysInside(file) else { return "\"\(file)\" is outside the folder of texts.yaml" }
    let full = PathText.joined(path, file)
    if LinkRule.target(of: full, outside: path) != nil {
      return "\"\(file)\" is a link out of the folder of texts.yaml"
    }
    let kind: FileStatus.Kind?
    do throws(FileError) { kind = try FileStatus.ifAny(full)?.kind } catch {
      return "\"\(file)\" cannot be read: \(error.reason)"
    }
    switch kind {
    case .file: return nil
    case .folder: return "\"\(file)\" is a folder"
    case nil: return "\"\(file)\" not found beside texts.yaml"
    default: return "\"\(file)\" is not a regular file"
    }
  }

  /// The text of a row. Throws when its file can't be read; nil when the row doesn't say enough to read it.
  public func text(of entry: TextEntry) throws(FileError) -> TextFile? {
    guard let file = entry.file?.value, PathText.staysInside(file) else { return nil }
    let bytes = try FileContents.read(PathText.joined(path, file), in: path, atMost: Self.largestFile)
    return TextFile(bytes, counting: entry.counting, passage: entry.passage?.value)
  }

  /// A row's text held against the index; nil when it can't be read. Each is gone through once.
  func check(of entry: TextEntry) -> TextCheck? {
    let key = "\(entry.index)"
    if let known = checks.withLock({ $0[key] }) { return known }
    let text = try? text(of: entry)
    let check = text.map { TextCheck(of: $0) }
    checks.withLock { $0[key] = .some(check) }
    return check
  }
}

extension LibraryFiles {
  /// The folder of the texts; nil where their list wasn't read.
  public var texts: TextFolder? { companion(TextFolder.self) }
}

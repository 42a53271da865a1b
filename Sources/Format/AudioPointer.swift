import TilawaBase
import TilawaYAML

/// A pointer that a tool for large files leaves in the place of the audio. The content is elsewhere and can
/// be fetched.
public struct AudioPointer: Hashable, Sendable {
  /// A tool and its way of pointing.
  public enum Kind: Hashable, Sendable {
    /// A few lines of text with checksum and size.
    case gitLFS
    /// A symbolic link into the annex, whose content isn't here.
    case annexLink
    /// A text file that names a key of the annex.
    case annexPointer
    /// Nothing, and a file `NAME.dvc` beside it.
    case dvc
  }

  /// The tool and its way of pointing.
  public let kind: Kind
  /// The SHA-256 of the content in 64 lower-case digits, if the pointer contains it.
  public let sha256: String?
  /// The size of the content, if the pointer contains it.
  public let bytes: Int64?

  init(_ kind: Kind, sha256: String?, bytes: Int64?) {
    self.kind = kind
    self.sha256 = sha256
    self.bytes = bytes
  }

  /// With the article, for messages: `a Git LFS pointer`.
  public var noun: String {
    switch kind {
    case .gitLFS: "a Git LFS pointer"
    case .annexLink: "a git-annex link"
    case .annexPointer: "a git-annex pointer"
    case .dvc: "tracked by DVC"
    }
  }

  /// The command that fetches the content.
  public var fetchCommand: String {
    switch kind {
    case .gitLFS: "git lfs pull"
    case .annexLink, .annexPointer: "git annex get"
    case .dvc: "dvc pull"
    }
  }
}

// MARK: - Reading pointers

extension AudioPointer {
  /// The maximum size of a pointer of git-annex.
  static let maximumBytes: Int64 = 32_768
  /// Files that are larger are none of Git LFS.
  private static let maximumLFSBytes = 4096

  /// Returns the pointer in a small file; nil if the file isn't one.
  static func reading(_ bytes: [UInt8]) -> AudioPointer? {
    let bytes = withoutMark(bytes)
    guard canPoint(bytes) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    if let line = annexPointer(text) {
      return annex(key: line.words(by: "/").last ?? "", .annexPointer)
    }
    guard bytes.count <= maximumLFSBytes, lfsFirstLines.contains(where: { text.begins(with: $0) }),
      !text.holds("<<<<<<<")
    else {
      return nil
    }
    let sums = lfsSums(in: text)
    let size = text.filledLines.lazy.compactMap { $0.after("size ") }.first.flatMap { Int64($0) }
    guard let sha256 = sums.first else { return nil }
    return AudioPointer(.gitLFS, sha256: sha256, bytes: size)
  }

  /// Some editors put a byte order mark before any text that they save.
  private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// Returns true if the bytes begin like a pointer. A short recording isn't text, and converting it to text
  /// takes longer than all other work on its bundle.
  private static func canPoint(_ bytes: [UInt8]) -> Bool {
    ["version ", "<<<<<<<", "/annex/objects/", ".git/annex/objects/", "../"]
      .contains { bytes.starts(with: $0.utf8) }
  }

  /// The first line of a pointer of git-annex. It may have more, unless something else was appended to it; where links
  /// can't be stored it is the text of one.
  private static func annexPointer(_ text: String) -> Substring? {
    let lines = text.lines
    let isLink =
      [".git/annex/objects/", "../"].contains(where: { lines[0].begins(with: $0) })
      && lines[0].holds(".git/annex/objects/")
    let rest = lines.dropFirst()
    guard lines[0].begins(with: "/annex/objects/") || isLink, rest.last?.isEmpty ?? true,
      rest.dropLast().allSatisfy({ $0.holds("/annex/") })
    else { return nil }
    return lines[0]
  }

  /// The checksums of a Git LFS pointer that git could not merge, in their order; nil for anything else.
  static func conflict(in bytes: [UInt8]) -> [String]? {
    let bytes = withoutMark(bytes)
    guard bytes.count <= maximumLFSBytes, canPoint(bytes) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard lfsFirstLines.contains(where: { text.holds($0) }),
      text.filledLines.contains(where: { $0.begins(with: "<<<<<<<") })
    else {
      return nil
    }
    return lfsSums(in: text)
  }

  /// Returns the pointer that a link represents, if it leads into an annex.
  static func annexLink(_ target: String) -> AudioPointer? {
    guard target.holds("annex/objects/"), target.holds(".git") else { return nil }
    return annex(key: target.words(by: "/").last ?? "", .annexLink)
  }

  /// Returns the pointer in a `.dvc` file for the file called `name`. Nil if the `.dvc` file is for another
  /// file or not valid.
  static func dvc(_ bytes: [UInt8], of name: String) -> AudioPointer? {
    let root = YAMLDocument(parsing: SourceText(path: "", bytes: bytes)).root
    if let folder = root?["wdir"]?.scalar?.value, ![".", "./"].contains(folder) { return nil }
    for out in root?["outs"]?.sequence ?? [] where out["path"]?.scalar?.value.isExactly(name) == true {
      return AudioPointer(.dvc, sha256: nil, bytes: out["size"]?.scalar.flatMap { Int64($0.value) })
    }
    return nil
  }

  /// As Git LFS writes it, and as it did under its earlier names, which it reads still (git-lfs, `lfs/pointer.go`).
  private static let lfsFirstLines = [
    "version https://git-lfs.github.com/spec/", "version https://hawser.github.com/spec/",
    "version http://git-media.io/v/",
  ]

  private static func lfsSums(in text: String) -> [String] {
    text.filledLines.compactMap { $0.after("oid sha256:").map(String.init) }.filter(isSHA256)
  }

  /// `SHA256E-s31337000--0b5c….flac`: the backend, fields, and the checksum with the name's ending where
  /// the backend ends in E.
  private static func annex(key: Substring, _ kind: Kind) -> AudioPointer {
    let (backend, rest) = key.cut(at: "--") ?? (key, "")
    let fields = backend.words(by: "-")
    let size = fields.dropFirst().lazy.compactMap { $0.after("s") }.first.flatMap { Int64($0) }
    let sum = String(rest.fields(by: ".")[0])
    let hasSum = fields.first == "SHA256" || fields.first == "SHA256E"
    return AudioPointer(kind, sha256: hasSum && isSHA256(sum) ? sum : nil, bytes: size)
  }

  private static func isSHA256(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}

import TilawaBase

/// The command line that brings the content which a pointer stands for.
public struct FetchingCommand: Hashable, Sendable {
  /// `git` or `dvc`.
  public let program: String
  /// Complete, so that they work from anywhere.
  public let arguments: [String]
  /// The top folder of the repository in which the file lies.
  public let repository: String
  /// True if git-annex fetches the content.
  public var isOfAnnex: Bool { brief.first == "annex" }
  private let brief: [String]
  private let worksBelow: Bool

  /// Nil when the file at `path` lies in no repository of the tool's.
  public init?(for pointer: AudioPointer, at path: String) {
    let mark = pointer.kind == .dvc ? ".dvc" : ".git"
    var root = PathText.folder(of: path)
    while FileStatus.isAbsent(PathText.joined(root, mark)) {
      let above = PathText.folder(of: root)
      guard above != root, above != "." else { return nil }
      root = above
    }
    let name = PathText.shown(path, from: root)
    repository = root
    // A name that begins with a dash must not be taken for an option.
    let file = name.begins(with: "-") ? "./" + name : name
    switch pointer.kind {
    case .gitLFS:
      // The list is parted at commas, and its entries are patterns: a question mark stands for any letter.
      brief = ["lfs", "pull", "--include", String(name.map { ",*[]\\{}".contains($0) ? "?" : $0 })]
    case .annexLink, .annexPointer: brief = ["annex", "get", "--", file]
    case .dvc: brief = ["pull", "\(file).dvc"]
    }
    program = pointer.kind == .dvc ? "dvc" : "git"
    arguments = [pointer.kind == .dvc ? "--cd" : "-C", root] + brief
    worksBelow = pointer.kind == .gitLFS
  }

  /// As somebody who stands in `folder` would type it.
  public func text(from folder: String) -> String {
    let isHere = folder == repository || worksBelow && PathText.lies(folder, in: repository)
    let words =
      isHere
      ? brief.filter { $0 != "--" } : [arguments[0], PathText.shown(repository, from: folder)] + brief
    return ([program] + words).map(ShellText.quoted).joined(separator: " ")
  }
}

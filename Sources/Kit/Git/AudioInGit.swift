import TilawaBase

/// Large files that git itself keeps, or is about to, and with it every clone for good.
package struct AudioInGit: Sendable {
  /// One of them.
  package struct File: Hashable, Sendable {
    /// As the user would write it.
    package let shownPath: String
    /// From the top folder of the repository.
    package let path: String
    package let bytes: Int64
    /// Whether its name says that it is audio.
    package let isAudio: Bool
  }

  /// Audio of more than this many bytes is large: pointers of Git LFS and git-annex are far smaller, recordings far larger.
  package static let mostAudio: Int64 = 500_000
  /// Any other file of more than this many is.
  package static let mostOther: Int64 = 10_000_000

  /// In the order of their paths.
  package let files: [File]

  /// Looks at what the next commit adds or changes, or, with `all`, at all that it has. What Git LFS or git-annex keeps is small
  /// here.
  ///
  /// `index` is the one that git gave a hook, if it did.
  package init(
    in repository: GitRepository, all: Bool, index: String? = nil, workplace: Workplace
  ) throws {
    var files: [File] = []
    for staged in try repository.staged(all: all, index: index.map(workplace.path)) {
      let path = PathText.joined(repository.root, staged.path)
      let isAudio = AudioAttributes.isAudio(staged.path)
      // What isn't called audio is asked for only where the file itself is large: asking takes a program each.
      guard try isAudio || FileStatus.ifAny(path, followingLinks: false)?.size ?? 0 > Self.mostOther else {
        continue
      }
      let size = try repository.size(of: staged)
      guard size > (isAudio ? Self.mostAudio : Self.mostOther) else { continue }
      files.append(
        File(shownPath: workplace.shown(path), path: staged.path, bytes: size, isAudio: isAudio))
    }
    self.files = files
  }
}

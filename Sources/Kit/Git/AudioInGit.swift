import TilawaBase

/// The large files that git itself stores, or is about to store, permanently and in every clone.
package struct AudioInGit: Sendable {
  /// A large file.
  package struct File: Hashable, Sendable {
    /// The path as the user would write it.
    package let shownPath: String
    /// The path, relative to the top folder of the repository.
    package let path: String
    package let bytes: Int64
    /// True if its name is that of audio.
    package let isAudio: Bool
  }

  /// The size in bytes above which audio is large. Pointers of Git LFS and git-annex are far smaller,
  /// recordings far larger.
  package static let mostAudio: Int64 = 500_000
  /// The size in bytes above which any other file is large.
  package static let mostOther: Int64 = 10_000_000

  /// The files, ordered by path.
  package let files: [File]

  /// Examines the files that the next commit adds or changes, or, with `all`, all files that it contains.
  /// Files kept by Git LFS or git-annex are small here.
  ///
  /// `index` is the index that git passed to a hook, if it did.
  package init(
    in repository: GitRepository, all: Bool, index: String? = nil, workplace: Workplace
  ) throws {
    var files: [File] = []
    for staged in try repository.staged(all: all, index: index.map(workplace.path)) {
      let path = PathText.joined(repository.root, staged.path)
      let isAudio = AudioAttributes.isAudio(staged.path)
      // The size of a file that isn't named like audio is queried only if the file itself is large: each
      // query starts a program.
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

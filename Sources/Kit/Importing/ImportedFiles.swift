import TilawaBase

/// The audio files that a user named: themselves, or by folders above them.
package struct ImportedFiles: Sendable {
  /// One of them.
  package struct File: Sendable {
    /// The path as the user would write it.
    package let shownPath: String
    /// The folder for its bundle below the one for all, empty for that one itself.
    package let subfolder: String
  }

  /// The files: in the order in which they were named, those of a folder by the bytes of their names.
  package private(set) var files: [File] = []
  /// The number of other files that were passed over in folders.
  package private(set) var otherCount = 0
  /// Messages for folders that can't be read, or contain no audio.
  package private(set) var problems: [String] = []

  /// Finds the audio files by their endings in folders, at any depth, as `cp -r` would: a folder keeps its
  /// name. Hidden files and folders, bundles, and links to folders are passed over.
  package init(_ given: [String], in workplace: Workplace) {
    for shown in given {
      let path = workplace.path(shown)
      guard FileStatus.mayBe(.folder, path) else {
        files.append(File(shownPath: shown, subfolder: ""))
        continue
      }
      let before = (files.count, problems.count)
      let name = PathText.name(of: shown)
      list(path, shownAs: shown, into: name == "." || name == ".." ? "" : name)
      if (files.count, problems.count) == before {
        problems.append("found no audio file in \(shown)")
      }
    }
  }

  private mutating func list(_ folder: String, shownAs shown: String, into subfolder: String) {
    let names: [String]
    do throws(FileError) { names = try FileTree.entries(ofFolder: folder) } catch {
      return problems.append(error.message(showing: shown))
    }
    for name in names where !name.begins(with: ".") && !name.ends(with: BundleName.ending) {
      let path = PathText.joined(folder, name)
      let shownPath = PathText.joined(shown, name)
      if FileStatus.mayBe(.folder, path, followingLinks: false) {
        list(path, shownAs: shownPath, into: subfolder.isEmpty ? name : PathText.joined(subfolder, name))
      } else if AudioEnding.isName(ofAudio: name) {
        files.append(File(shownPath: shownPath, subfolder: subfolder))
      } else {
        otherCount += 1
      }
    }
  }
}

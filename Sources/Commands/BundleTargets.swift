import ArgumentParser
import Files
import ScalarText
import TilawaFormat
import TilawaKit

/// The bundles that a command is to work on: named themselves, by a file inside them, or by a folder above
/// them.
struct BundleTargets: ParsableArguments {
  @Argument(
    help: "Bundles, files inside bundles, or folders that hold bundles, playback.yaml or a journal.",
    completion: .directory)
  var paths: [String] = ["."]

  @Flag(help: "Include bundles excluded by .gitignore or .tilawaignore.")
  var noIgnore = false

  /// One bundle, and which of its files were asked for.
  struct Target {
    /// Absolute.
    let path: String
    /// As the user would write it.
    let shownPath: String
    /// All five, unless files were named one by one.
    var kinds: Set<FileKind>
  }

  /// What the paths lead to, each bundle once, in the order of the paths; `problem` is called for those
  /// that lead nowhere.
  ///
  /// With `takesReciterFiles` the caller also takes what `reciterPaths` gives, and it has `libraryFiles`.
  func find(
    in terminal: Terminal, takesReciterFiles: Bool = false, besides libraryFiles: [LibraryFileTarget] = [],
    problem: (String) -> Void
  ) -> [Target] {
    var targets: [Target] = []
    var indices: [ExactText: Int] = [:]
    func add(_ path: String, _ kinds: Set<FileKind>) {
      if let index = indices[ExactText(path)] {
        targets[index].kinds.formUnion(kinds)
      } else {
        indices[ExactText(path)] = targets.count
        targets.append(Target(path: path, shownPath: terminal.shown(path), kinds: kinds))
      }
    }
    for given in paths {
      let path = terminal.path(given)
      guard let status = FileStatus.ifAny(path) else {
        problem(
          "cannot read \(given): no such file or folder"
            + FoundBundle.suggestion(for: given, in: terminal.workplace))
        continue
      }
      if status.kind != .folder, takesReciterFiles, ReciterFile.isNamedLikeOne(path) {
        // Found by `reciterFiles`.
      } else if status.kind != .folder {
        let folder = PathText.folder(of: path)
        if libraryFiles.contains(where: { $0.path.isExactly(path) }) { continue }
        guard isBundleName(folder), let kind = FileKind(fileName: path) else {
          problem("\(given) is no file of a bundle; expected a .tilawa folder, or one of its five YAML files")
          continue
        }
        add(folder, [kind])
      } else {
        let found = FileTree.bundles(under: path, takingIgnored: noIgnore) {
          problem($0.message(showing: terminal.shown($0.path)))
        }
        if found.paths.isEmpty, !takesReciterFiles || ReciterFile.paths(inLibrary: path).isEmpty,
          !libraryFiles.contains(where: { $0.given == given })
        {
          problem(
            "found no bundle in \(given); "
              + (found.ignoredCount > 0
                ? "ignore files exclude some folders, and --no-ignore includes them"
                : "a bundle is a folder whose name ends in .tilawa"))
        }
        for bundle in found.paths { add(bundle, Set(FileKind.allCases)) }
      }
    }
    return targets
  }

  /// The reciter files that the paths lead to, each once: named themselves, or by the library that they belong to.
  func reciterPaths(in terminal: Terminal) -> [String] {
    var seen: Set<ExactText> = []
    return paths.flatMap { given -> [String] in
      let path = terminal.path(given)
      guard let status = FileStatus.ifAny(path) else { return [] }
      if status.kind == .folder { return ReciterFile.paths(inLibrary: path) }
      return ReciterFile.isNamedLikeOne(path) ? [path] : []
    }.filter { seen.insert(ExactText($0)).inserted }
  }

  /// The same as they were read.
  func reciterFiles(in terminal: Terminal, problem: (String) -> Void) -> [ReciterFile] {
    reciterPaths(in: terminal).compactMap { path in
      do throws(FileError) {
        return try ReciterFile(readingAt: path, shownAs: terminal.shown(path))
      } catch {
        problem(error.message(showing: terminal.shown(path)))
        return nil
      }
    }
  }

  private func isBundleName(_ path: String) -> Bool { PathText.name(of: path).ends(with: ".tilawa") }
}

/// A file of a library, outside of its bundles.
struct LibraryFileTarget {
  /// The argument that led to it.
  let given: String
  /// Absolute.
  let path: String
  /// As the user would write it.
  let shownPath: String
  let kind: LibraryFileKind
}

extension BundleTargets {
  /// Files of libraries that the paths lead to: named themselves, or by the folder of the library or its journal.
  func findLibraryFiles(in terminal: Terminal) -> [LibraryFileTarget] {
    var targets: [LibraryFileTarget] = []
    for given in paths {
      let path = terminal.path(given)
      func add(_ file: String, _ kind: LibraryFileKind) {
        guard FileStatus.ifAny(file) != nil, !targets.contains(where: { $0.path.isExactly(file) }) else {
          return
        }
        targets.append(
          LibraryFileTarget(given: given, path: file, shownPath: terminal.shown(file), kind: kind))
      }
      if FileStatus.isFolder(path) {
        if FileTree.isNamed(path, ".tilawa") { continue }
        let isJournal = PathText.name(of: path) == LibraryFileKind.journalName
        for kind in LibraryFileKind.allCases {
          add(PathText.joined(path, kind.path), kind)
          if isJournal, kind != .playback { add(PathText.joined(path, kind.fileName), kind) }
        }
      } else if let kind = LibraryFileKind(fileName: path),
        !FileTree.isNamed(PathText.folder(of: path), ".tilawa")
      {
        add(path, kind)
      }
    }
    return targets
  }
}

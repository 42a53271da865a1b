import TilawaBase
package import TilawaFormat

/// A bundle to work on.
package struct BundleTarget: Sendable {
  /// The absolute path.
  package let path: String
  /// The path as the user would write it.
  package let shownPath: String
  /// The kinds of files: all five, unless files were named one by one.
  package var kinds: Set<FileKind>

  /// Returns true if findings in the file are wanted: in all, unless files were named one by one.
  package func asksFor(_ shownFile: String) -> Bool {
    kinds.count == FileKind.allCases.count || FileKind(fileName: shownFile).map(kinds.contains) ?? false
  }
}

/// A file of a library, outside of its bundles.
package struct LibraryFileTarget: Sendable {
  /// The path that led to it, as the user gave it.
  package let given: String
  /// The absolute path.
  package let path: String
  /// The path as the user would write it.
  package let shownPath: String
  package let kind: DocumentKind
}

/// The reason why a path leads to nothing to work on.
package enum PathProblem: Sendable {
  /// The folder contains no bundle, or only ones that ignore files exclude.
  case noBundle(in: String, isIgnored: Bool)
  /// A message for people, in lower case, without a full stop.
  case other(String)
}

/// Paths that a user gave, and the items that they lead to: bundles, files inside bundles, folders that
/// contain bundles, and files of libraries.
package struct GivenPaths: Sendable {
  /// The paths as the user gave them.
  package let paths: [String]
  /// True if bundles in folders are included even if ignore files name them.
  package let takesIgnored: Bool
  let workplace: Workplace

  package init(_ paths: [String], takesIgnored: Bool = false, in workplace: Workplace) {
    self.paths = paths
    self.takesIgnored = takesIgnored
    self.workplace = workplace
  }

  /// Returns the bundles, each once, in the order of the paths, and the problems with paths.
  ///
  /// With `takesReciterFiles`, the caller also uses `reciterPaths`, and passes `libraryFiles`.
  package func bundles(
    takesReciterFiles: Bool = false, besides libraryFiles: [LibraryFileTarget] = []
  ) -> (found: [BundleTarget], problems: [PathProblem]) {
    var targets: [BundleTarget] = []
    var problems: [PathProblem] = []
    var indices: [ExactText: Int] = [:]
    func add(_ path: String, _ kinds: Set<FileKind>) {
      if let index = indices[ExactText(path)] {
        targets[index].kinds.formUnion(kinds)
      } else {
        indices[ExactText(path)] = targets.count
        targets.append(BundleTarget(path: path, shownPath: workplace.shown(path), kinds: kinds))
      }
    }
    for given in paths {
      let path = workplace.path(given)
      let found: FileStatus?
      do throws(FileError) { found = try FileStatus.ifAny(path) } catch {
        problems.append(.other(error.message(showing: given)))
        continue
      }
      guard let status = found else {
        let suggestion = FoundBundle.suggestion(for: given, in: workplace)
        problems.append(.other("cannot read \(given): no such file or folder\(suggestion)"))
        continue
      }
      if status.kind != .folder, takesReciterFiles, ReciterFile.isNamedLikeOne(path) {
        // `reciterFiles` finds these.
      } else if status.kind != .folder {
        let folder = PathText.folder(of: path)
        if libraryFiles.contains(where: { $0.path.isExactly(path) }) { continue }
        guard PathText.name(of: folder).ends(with: ".tilawa"), let kind = FileKind(fileName: path) else {
          problems.append(
            .other(
              "\(given) is not a file of a bundle; expected a .tilawa folder, or one of its five YAML files"))
          continue
        }
        add(folder, [kind])
      } else {
        let found = FileTree.bundles(under: path, takingIgnored: takesIgnored) {
          problems.append(.other($0.message(showing: workplace.shown($0.path))))
        }
        if found.paths.isEmpty,
          !takesReciterFiles || ReciterFile.paths(inLibrary: path, unreadable: { _ in }).isEmpty,
          !libraryFiles.contains(where: { $0.given == given })
        {
          problems.append(.noBundle(in: given, isIgnored: found.ignoredCount > 0))
        }
        for bundle in found.paths { add(bundle, Set(FileKind.allCases)) }
      }
    }
    return (targets, problems)
  }

  /// The reciter files that the paths lead to, each once, and the folders of such files that can't be
  /// listed. A path names the file itself, or its library. Other problems with paths are reported by
  /// `bundles`.
  package var reciterPaths: (found: [String], problems: [PathProblem]) {
    var seen: Set<ExactText> = []
    var problems: [PathProblem] = []
    let found = paths.flatMap { given -> [String] in
      let path = workplace.path(given)
      guard let status = try? FileStatus.ifAny(path) else { return [] }
      if status.kind == .folder {
        return ReciterFile.paths(inLibrary: path) { problems.append(problem($0)) }
      }
      return ReciterFile.isNamedLikeOne(path) ? [path] : []
    }.filter { seen.insert(ExactText($0)).inserted }
    return (found, problems)
  }

  private func problem(_ error: FileError) -> PathProblem {
    .other(error.message(showing: workplace.shown(error.path)))
  }

  /// The contents of the reciter files, and the problems with those that can't be read.
  package var reciterFiles: (found: [ReciterFile], problems: [PathProblem]) {
    var found: [ReciterFile] = []
    var (paths, problems) = reciterPaths
    for path in paths {
      do throws(FileError) {
        found.append(try ReciterFile(readingAt: path, shownAs: workplace.shown(path)))
      } catch {
        problems.append(problem(error))
      }
    }
    return (found, problems)
  }

  /// The files of libraries that the paths lead to, and the problems of folders that can't be listed. A
  /// path names the file itself, or the folder of the library or its journal.
  package var libraryFiles: (found: [LibraryFileTarget], problems: [PathProblem]) {
    var targets: [LibraryFileTarget] = []
    var faults: [FileError] = []
    var known: Set<ExactText> = []
    for given in paths {
      let path = workplace.path(given)
      func add(_ file: String, _ kind: DocumentKind) {
        guard !FileStatus.isAbsent(file), known.insert(ExactText(file)).inserted else { return }
        targets.append(
          LibraryFileTarget(given: given, path: file, shownPath: workplace.shown(file), kind: kind))
      }
      if FileStatus.mayBe(.folder, path) {
        if FileTree.isNamed(path, ".tilawa") { continue }
        for kind in DocumentKind.ofLibraries {
          let note = { (fault: FileError) in if !faults.contains(fault) { faults.append(fault) } }
          for file in kind.paths(inLibrary: path, unreadable: note)
            + kind.paths(inFolder: path, unreadable: note)
          {
            let file = PathText.joined(path, file)
            // A folder of a journal may have the same name as one of the library.
            add(file, DocumentKind(ofFileAt: file) ?? kind)
          }
        }
      } else if let kind = DocumentKind(ofFileAt: path), !kind.isOfBundles {
        add(path, kind)
      }
    }
    return (targets, faults.map(problem))
  }
}

import TilawaBase
package import TilawaFormat

/// A bundle that work is asked for.
package struct BundleTarget: Sendable {
  /// Absolute.
  package let path: String
  /// As the user would write it.
  package let shownPath: String
  /// All five, unless files were named one by one.
  package var kinds: Set<FileKind>

  /// Whether findings in the file are wanted: all, unless files were named one by one.
  package func asksFor(_ shownFile: String) -> Bool {
    kinds.count == FileKind.allCases.count || FileKind(fileName: shownFile).map(kinds.contains) ?? false
  }
}

/// A file of a library, outside of its bundles.
package struct LibraryFileTarget: Sendable {
  /// The path that led to it, as the user gave it.
  package let given: String
  /// Absolute.
  package let path: String
  /// As the user would write it.
  package let shownPath: String
  package let kind: DocumentKind
}

/// Why a path leads to nothing that can be worked on.
package enum PathProblem: Sendable {
  /// The folder holds no bundle; or it does, in folders that ignore files leave out.
  case noBundle(in: String, isIgnored: Bool)
  /// For people: lower case, without a full stop.
  case other(String)
}

/// Paths that a user gave, and what they lead to: bundles, files inside bundles, folders that hold bundles, and files of libraries.
package struct GivenPaths: Sendable {
  /// As the user gave them.
  package let paths: [String]
  /// Whether bundles are taken, too, that ignore files leave out of folders.
  package let takesIgnored: Bool
  let workplace: Workplace

  package init(_ paths: [String], takesIgnored: Bool = false, in workplace: Workplace) {
    self.paths = paths
    self.takesIgnored = takesIgnored
    self.workplace = workplace
  }

  /// The bundles, each once, in the order of the paths, and why some of these lead nowhere.
  ///
  /// With `takesReciterFiles` the caller also takes what `reciterPaths` gives, and it has `libraryFiles`.
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
        // Found by `reciterFiles`.
      } else if status.kind != .folder {
        let folder = PathText.folder(of: path)
        if libraryFiles.contains(where: { $0.path.isExactly(path) }) { continue }
        guard PathText.name(of: folder).ends(with: ".tilawa"), let kind = FileKind(fileName: path) else {
          problems.append(
            .other(
              "\(given) is no file of a bundle; expected a .tilawa folder, or one of its five YAML files"))
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

  /// The reciter files that the paths lead to, each once: named themselves, or by the library that they belong to; and the folders
  /// of them that can't be listed. What can't be asked for is told by `bundles`.
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

  /// The same as they were read, and why some can't be.
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

  /// Files of libraries that the paths lead to: named themselves, or by the folder of the library or its journal.
  /// Their folders that can't be listed are problems.
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
            // A folder of a journal may be called as one of the library is.
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

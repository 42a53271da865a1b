import ArgumentParser
import Files
import TilawaFormat

/// The bundles that a command is to work on: named themselves, by a file inside them, or by a folder above
/// them.
struct BundleTargets: ParsableArguments {
  @Argument(help: "Bundles, files inside bundles, or folders that hold bundles.", completion: .directory)
  var paths: [String] = ["."]

  @Flag(help: "Take bundles that .gitignore and .tilawaignore files leave out of folders, too.")
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
  func find(in terminal: Terminal, problem: (String) -> Void) -> [Target] {
    var targets: [Target] = []
    var indices: [String: Int] = [:]
    func add(_ path: String, _ kinds: Set<FileKind>) {
      if let index = indices[path] {
        targets[index].kinds.formUnion(kinds)
      } else {
        indices[path] = targets.count
        targets.append(Target(path: path, shownPath: terminal.shown(path), kinds: kinds))
      }
    }
    for given in paths {
      let path = terminal.path(given)
      guard let status = FileStatus.ifAny(path) else {
        problem("cannot read \(given): no such file or folder")
        continue
      }
      if status.kind != .folder {
        let folder = PathText.folder(of: path)
        guard isBundleName(folder), let kind = FileKind(fileName: path) else {
          problem("\(given) is no file of a bundle; expected a .tilawa folder, or one of its five YAML files")
          continue
        }
        add(folder, [kind])
      } else {
        let found = FileTree.folders(endingIn: ".tilawa", under: path, takingIgnored: noIgnore) {
          problem($0.message(showing: terminal.shown($0.path)))
        }
        if found.paths.isEmpty {
          problem(
            "no bundle is in \(given); "
              + (found.ignoredCount > 0
                ? "ignore files leave folders out, and --no-ignore takes them"
                : "a bundle is a folder whose name ends in .tilawa"))
        }
        for bundle in found.paths { add(bundle, Set(FileKind.allCases)) }
      }
    }
    return targets
  }

  private func isBundleName(_ path: String) -> Bool { PathText.name(of: path).hasSuffix(".tilawa") }
}

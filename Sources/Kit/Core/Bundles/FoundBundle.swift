package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// A bundle that a user named.
package struct FoundBundle {
  /// The absolute path.
  package let path: String
  /// The path as the user would write it, for display.
  package let shownPath: String

  /// Finds the bundle that `given` is or is inside of; nil if there is none, or nothing exists at the path.
  package init?(containing given: String, in workplace: Workplace) {
    var path = workplace.path(given)
    if FileStatus.isAbsent(path, followingLinks: false) { return nil }
    while !(FileTree.isNamed(path, ".tilawa") && FileStatus.mayBe(.folder, path)) {
      let folder = PathText.folder(of: path)
      guard folder != path, folder != "." else { return nil }
      path = folder
    }
    self.path = path
    let shown = workplace.shown(path)
    shownPath = shown == "." ? PathText.name(of: path) : shown
  }

  /// Creates the bundle at `path`.
  package init(at path: String, in workplace: Workplace) {
    self.path = path
    shownPath = workplace.shown(path)
  }

  /// True if the bundle has markers or segments.
  package var hasRows: Bool {
    [FileKind.markers, .segments].contains { FileStatus.mayBe(.file, PathText.joined(path, $0.fileName)) }
  }

  /// Returns the reason why `given` is not a bundle, with a suggestion of what may have been meant.
  package static func reasonForNone(at given: String, in workplace: Workplace) -> String {
    let path = workplace.path(given)
    do throws(FileError) { _ = try FileStatus.ifAny(path) } catch { return error.message(showing: given) }
    if FileStatus.mayBe(.folder, path) {
      let inside = bundles(in: path)
      let advice =
        inside.isEmpty
        ? "a bundle is a folder whose name ends in .tilawa; `tilawa import` makes one from an audio file"
        : "name one of the bundles in it: " + inside.prefix(5).joined(separator: ", ")
          + (inside.count > 5 ? ", …" : "")
      return "\(given) is not a bundle; \(advice)"
    }
    if !FileStatus.isAbsent(path) {
      return "\(given) is not inside a bundle (a folder whose name ends in .tilawa)"
    }
    if !FileStatus.isAbsent(path, followingLinks: false) {
      return "\(given) is a dangling symbolic link"
    }
    return "cannot read \(given): no such file or folder\(suggestion(for: given, in: workplace))"
  }

  /// Returns a suggestion of the bundle meant by a path where nothing exists, to be appended to a message;
  /// empty if there is none.
  package static func suggestion(for given: String, in workplace: Workplace) -> String {
    let path = workplace.path(given)
    let siblings = bundles(in: PathText.folder(of: path))
    let name = PathText.name(of: path)
    let stem = name.before(".tilawa").map(String.init) ?? name
    let beginning = siblings.filter { !stem.isEmpty && $0.begins(with: stem) }
    let near =
      siblings.contains(stem + ".tilawa")
      ? stem + ".tilawa"
      : nearestName(to: stem, in: siblings.compactMap { $0.before(".tilawa").map(String.init) }).map {
        $0 + ".tilawa"
      }
        ?? (beginning.count == 1 ? beginning.first : nil)
    guard let near else { return "" }
    let folder = PathText.folder(of: given)
    return "; did you mean \(folder == "." ? near : PathText.joined(folder, near))?"
  }

  private static func bundles(in folder: String) -> [String] {
    ((try? FileTree.entries(ofFolder: folder)) ?? []).filter { $0.ends(with: ".tilawa") }
  }
}

extension FoundBundle {
  /// Locks and reads the bundle.
  ///
  /// Throws `FaultyFiles` if one of `kinds` can't be read well enough to be changed.
  package func open(changing kinds: Set<FileKind>) throws -> BundleTransaction {
    let transaction = try BundleTransaction(openingAt: path, shownAs: shownPath)
    try transaction.bundle.require(.relying(on: kinds))
    return transaction
  }
}

extension TilawaBundle {
  /// Returns the count of the bundle's ayat, for work that requires it. Throws if it is unknown.
  package func knownCounting() throws(Failure) -> CountingSystem {
    guard let counting else {
      throw Failure(
        "\(shownPath): \(doubtAboutCount?.message ?? "the numbering is unknown"); `tilawa lint` shows where")
    }
    return counting
  }
}

import TilawaBase
import TilawaFormat

/// The changed files in the git repositories that contain some paths.
package struct ChangedFiles: Sendable {
  /// The reason why git isn't used.
  package enum Unasked: Error, Sendable {
    /// Git isn't installed.
    case noGit
    /// The path, as the user gave it, lies in no repository.
    case noRepository(String)
  }

  private struct Repository: Sendable {
    let git: GitRepository
    let changes: GitChanges
    /// The changed files of each bundle, by its path relative to the top folder.
    let kinds: [ExactText: Set<FileKind>]
  }

  private var repositories: [Repository] = []

  /// Finds the changes for each of `paths` since `revision`. If `revision` ends in three dots, it finds
  /// those since the branch left it.
  ///
  /// Throws `Unasked`, or a `Failure` if git can't determine the changes.
  package init(since revision: String, under paths: [String], in workplace: Workplace) throws {
    guard workplace.git != nil else { throw Unasked.noGit }
    for given in paths where !FileStatus.isAbsent(workplace.path(given)) {
      guard let git = workplace.repository(containing: workplace.path(given)) else {
        throw Unasked.noRepository(given)
      }
      if repositories.contains(where: { $0.git.root.isExactly(git.root) }) { continue }
      let commit = try Self.commit(revision, git, workplace)
      do {
        let changes = try GitChanges(in: git, since: commit)
        repositories.append(Repository(git: git, changes: changes, kinds: Self.kinds(changes)))
      } catch let refusal as Failure {
        throw Failure("git cannot list the changes: \(refusal)")
      }
    }
  }

  /// Returns the commit, or nil before the first commit.
  private static func commit(_ revision: String, _ git: GitRepository, _ workplace: Workplace) throws
    -> String?
  {
    let start = revision.before("...")
    let name = start.map(String.init) ?? revision
    guard let commit = try git.commit(name) else {
      if revision == "HEAD" { return nil }
      throw Failure("no such commit: \"\(name)\" in \(workplace.shown(git.root))")
    }
    guard start != nil else { return commit }
    guard let base = try git.mergeBase(commit, "HEAD") else {
      throw Failure(
        "\"\(name)\" and HEAD have no common commit; if this is a shallow clone, fetch more history")
    }
    return base
  }

  /// Returns the files to check of each bundle. A changed file is checked alone. A changed recording.yaml
  /// affects all files, and so does a file that was removed or isn't YAML; the whole bundle is checked
  /// then.
  private static func kinds(_ changes: GitChanges) -> [ExactText: Set<FileKind>] {
    var kinds: [ExactText: Set<FileKind>] = [:]
    for path in changes.paths.union(changes.removed) {
      let parts = path.text.words(by: "/")
      // The top folder may itself be a bundle.
      for depth in parts.indices where depth == 0 || parts[depth - 1].ends(with: ".tilawa") {
        let kind = depth == parts.count - 1 ? FileKind(fileName: parts[depth]) : nil
        let isAlone = kind != nil && kind != .recording && !changes.removed.contains(path)
        kinds[ExactText(parts[..<depth].joined(separator: "/")), default: []]
          .formUnion(isAlone ? [kind].compactMap { $0 } : FileKind.allCases)
      }
    }
    return kinds
  }

  /// Returns the bundle with those of its files that changed, or nil if none did.
  func changed(_ target: BundleTarget) -> BundleTarget? {
    guard let (repository, inside) = place(of: target.path), let kinds = repository.kinds[ExactText(inside)]
    else {
      return nil
    }
    var target = target
    target.kinds.formIntersection(kinds)
    return target.kinds.isEmpty ? nil : target
  }

  /// Returns true if the file at this absolute path changed.
  func hasChanged(_ path: String) -> Bool {
    place(of: path).map { $0.repository.changes.paths.contains(ExactText($0.inside)) } ?? false
  }

  private func place(of path: String) -> (repository: Repository, inside: String)? {
    // In nested repositories, the inner one is relevant.
    repositories.sorted { $0.git.root.utf8.count > $1.git.root.utf8.count }.lazy
      .compactMap { repository in repository.git.inside(path).map { (repository, $0) } }.first
  }
}

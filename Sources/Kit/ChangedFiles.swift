import TilawaBase
import TilawaFormat

/// What git says changed in the repositories that some paths lie in.
package struct ChangedFiles: Sendable {
  /// Why git isn't even asked.
  package enum Unasked: Error, Sendable {
    /// It isn't installed.
    case noGit
    /// The path, as the user gave it, lies in no repository.
    case noRepository(String)
  }

  private struct Repository: Sendable {
    let git: GitRepository
    let changes: GitChanges
    /// What changed of a bundle, by its path from the top folder.
    let kinds: [ExactText: Set<FileKind>]
  }

  private var repositories: [Repository] = []

  /// Asks git for each of `paths`: since `revision`, or since the branch left it when it ends in three dots.
  ///
  /// Throws `Unasked`, or a `Failure` when git doesn't know.
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
        throw Failure("git can't tell what changed: \(refusal)")
      }
    }
  }

  /// Nil for the first commit that is still to come.
  private static func commit(_ revision: String, _ git: GitRepository, _ workplace: Workplace) throws
    -> String?
  {
    let start = revision.before("...")
    let name = start.map(String.init) ?? revision
    guard let commit = try git.commit(name) else {
      if revision == "HEAD" { return nil }
      throw Failure("no commit is called \"\(name)\" in \(workplace.shown(git.root))")
    }
    guard start != nil else { return commit }
    guard let base = try git.mergeBase(commit, "HEAD") else {
      throw Failure(
        "\"\(name)\" and HEAD have no commit in common; a shallow clone has too few of them")
    }
    return base
  }

  /// A file that changed is looked at by itself. What recording.yaml says holds for the others, and what is gone, or is no
  /// YAML, is missed or used in any of them: then it is the whole bundle.
  private static func kinds(_ changes: GitChanges) -> [ExactText: Set<FileKind>] {
    var kinds: [ExactText: Set<FileKind>] = [:]
    for path in changes.paths.union(changes.removed) {
      let parts = path.text.words(by: "/")
      // The top folder may be a bundle, too.
      for depth in parts.indices where depth == 0 || parts[depth - 1].ends(with: ".tilawa") {
        let kind = depth == parts.count - 1 ? FileKind(fileName: parts[depth]) : nil
        let isAlone = kind != nil && kind != .recording && !changes.removed.contains(path)
        kinds[ExactText(parts[..<depth].joined(separator: "/")), default: []]
          .formUnion(isAlone ? [kind].compactMap { $0 } : FileKind.allCases)
      }
    }
    return kinds
  }

  /// The bundle with those of its files that changed; nil when none did.
  func changed(_ target: BundleTarget) -> BundleTarget? {
    guard let (repository, inside) = place(of: target.path), let kinds = repository.kinds[ExactText(inside)]
    else {
      return nil
    }
    var target = target
    target.kinds.formIntersection(kinds)
    return target.kinds.isEmpty ? nil : target
  }

  /// Whether a file, given by its absolute path, changed.
  func hasChanged(_ path: String) -> Bool {
    place(of: path).map { $0.repository.changes.paths.contains(ExactText($0.inside)) } ?? false
  }

  private func place(of path: String) -> (repository: Repository, inside: String)? {
    // In a repository inside of another one, the inner one knows.
    repositories.sorted { $0.git.root.utf8.count > $1.git.root.utf8.count }.lazy
      .compactMap { repository in repository.git.inside(path).map { (repository, $0) } }.first
  }
}

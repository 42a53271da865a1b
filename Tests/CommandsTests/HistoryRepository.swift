import Foundation
import Testing
import TilawaTestSupport

/// A generated history in a repository, and what git makes of it, with its own merge of lines or with ours.
final class HistoryRepository {
  /// The counts of the merges of one kind.
  struct Tally: CustomStringConvertible {
    var merges = 0
    /// Merges that stopped with a conflict, though no two edits touch the same thing.
    var conflicts = 0
    /// Merges that git reported as clean, though an edit was lost or changed.
    var wrong = 0

    var description: String { "\(merges) merges: \(conflicts) false conflicts, \(wrong) silently wrong" }
  }

  private(set) var tallies: [(operation: String, tally: Tally)] = []
  private let folder: TemporaryFolder
  private let history: GeneratedHistory
  private let file = "friday.tilawa/segments.yaml"
  private var expected: Set<GeneratedHistory.Edit> = []
  private var firstDifference: String?

  /// Writes the base and a branch for each author.
  init(_ history: GeneratedHistory, withTilawa: Bool) throws {
    self.history = history
    folder = try TemporaryFolder()
    try git("init -q -b base . && git config user.email x@example.org && git config user.name base")
    if withTilawa { try shell("tilawa git install && git add .gitattributes") }
    try folder.write("tilawa: 1\nid: friday\n", to: "friday.tilawa/recording.yaml")
    try folder.write(history.text([]), to: file)
    try git("add . && git commit -qm base")
    for author in GeneratedHistory.authors {
      try git("checkout -q -b \(author) base")
      var edits: Set<GeneratedHistory.Edit> = []
      for commit in history.commits where commit.author == author {
        edits.formUnion(commit.edits)
        try folder.write(history.text(edits), to: file)
        try git("commit -qam '\(commit.name)' --allow-empty --author '\(author) <\(author)@example.org>'")
      }
    }
  }

  /// The message for a failed expectation.
  var report: String {
    tallies.map { "\($0.operation): \($0.tally)" }.joined(separator: "\n") + "\n" + (firstDifference ?? "")
  }

  /// Everything, one after the other.
  func runAll() throws {
    try merge()
    try revert()
    try rebase()
    try cherryPick()
    try stash()
  }

  private func merge() throws {
    try git("checkout -q -b merged base")
    expected = []
    var tally = Tally()
    for author in GeneratedHistory.authors {
      expected.formUnion(history.edits(of: author))
      let output = try git("merge -q --no-ff -m 'merge \(author)' \(author)")
      try settle(output, "git commit -qam settled", &tally)
    }
    tallies.append(("merge", tally))
  }

  private func revert() throws {
    var tally = Tally()
    for commit in history.commits.filter({ $0.edits != [.reformat] }).suffix(6) {
      expected.subtract(commit.edits)
      let output = try git("revert --no-edit \(try name(of: commit))")
      try settle(output, "git add -A && git -c core.editor=true revert --continue", &tally)
    }
    tallies.append(("revert", tally))
  }

  private func rebase() throws {
    var tally = Tally()
    try git("branch rebased-amina amina")
    expected = history.edits(of: "amina")
    var target = "rebased-amina"
    for author in GeneratedHistory.authors.dropFirst() {
      try git("checkout -q -b rebased-\(author) \(author)")
      var output = try git("rebase -q \(target)")
      target = "rebased-\(author)"
      let commits = history.commits.filter { $0.author == author }
      tally.merges += commits.count
      while output.contains("[exit") {
        // It stopped: what is right there is all up to this commit.
        let subject = try git("log -1 --format=%s REBASE_HEAD").trimmingCharacters(in: .newlines)
        guard let place = commits.firstIndex(where: { $0.name == subject }) else {
          Issue.record("rebase: \(output)")
          return
        }
        tally.conflicts += 1
        note(output)
        try folder.write(
          history.text(commits[...place].reduce(into: expected) { $0.formUnion($1.edits) }), to: file)
        output = try git("add -A && git -c core.editor=true rebase --continue")
      }
      expected.formUnion(history.edits(of: author))
      try check(&tally)
    }
    tallies.append(("rebase", tally))
  }

  private func cherryPick() throws {
    var tally = Tally()
    try git("checkout -q -b picked amina")
    expected = history.edits(of: "amina")
    let others = history.commits.filter { $0.author != "amina" }
    for (index, commit) in others.enumerated() where index % 2 == 0 {
      expected.formUnion(commit.edits)
      let output = try git("cherry-pick \(try name(of: commit))")
      try settle(output, "git add -A && git -c core.editor=true cherry-pick --continue", &tally)
    }
    tallies.append(("cherry-pick", tally))
  }

  private func stash() throws {
    var tally = Tally()
    for (author, other) in [("amina", "bilal"), ("bilal", "yusuf"), ("yusuf", "amina")] {
      try git("checkout -q \(author)")
      // What `other` did lies uncommitted in the work tree, and is put onto the third one's branch.
      let mine = history.edits(of: author)
      let own = Set(history.commits.filter { $0.author == other }.suffix(4).flatMap(\.edits))
      let target = GeneratedHistory.authors.first { $0 != author && $0 != other } ?? other
      try folder.write(history.text(mine.union(own)), to: file)
      try git("stash -q && git checkout -q \(target)")
      expected = history.edits(of: target).union(own)
      let output = try git("stash pop")
      try settle(output, "git checkout -q HEAD -- . && git stash drop -q", &tally)
      try git("reset -q --hard")
    }
    tallies.append(("stash", tally))
  }

  /// The commit of an author's branch.
  private func name(of commit: GeneratedHistory.Commit) throws -> String {
    try git("log --format=%H --fixed-strings --grep='\(commit.name)' \(commit.author)")
      .split(separator: "\n").last.map(String.init) ?? "none"
  }

  /// Looks at what came out; when git stopped, writes what is right and goes on with `next`.
  private func settle(_ output: String, _ next: String, _ tally: inout Tally) throws {
    tally.merges += 1
    guard output.contains("[exit") else { return try check(&tally) }
    tally.conflicts += 1
    note(output)
    try folder.write(history.text(expected), to: file)
    let ending = try shell(next)
    if ending.contains("[exit") { Issue.record("\(next): \(ending)") }
  }

  private func check(_ tally: inout Tally) throws {
    let found = GeneratedHistory.meaning(of: try folder.text(of: file))
    let right = GeneratedHistory.meaning(of: history.text(expected))
    guard found != right else { return }
    tally.wrong += 1
    note(found.difference(from: right).map { "\($0)" }.prefix(8).joined(separator: "\n"))
    // So that a fault is counted once.
    try folder.write(history.text(expected), to: file)
    if FileManager.default.fileExists(atPath: folder.path(of: ".git/refs/stash")) { return }
    try git("commit -qam corrected")
  }

  private func note(_ text: String) { firstDifference = firstDifference ?? text }

  @discardableResult
  private func git(_ arguments: String) throws -> String { try shell("git " + arguments) }

  @discardableResult
  private func shell(_ command: String) throws -> String {
    try BuiltProgram.shell(command, in: folder.path, environment: Self.environment(folder.path))
  }

  /// An environment without the user's own settings and without prompts.
  static func environment(_ folder: String) -> [String: String] {
    [
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_EDITOR": "true", "HOME": folder,
      "GIT_AUTHOR_DATE": "2024-03-11T20:00:00Z", "GIT_COMMITTER_DATE": "2024-03-11T20:00:00Z",
    ]
  }
}

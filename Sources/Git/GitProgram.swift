package import Files
import ScalarText

/// The `git` program, started so that a repository from elsewhere has it run nothing.
///
/// The configuration of a repository may name programs for nearly everything git does. Asking needs none of
/// them: hooks, file watchers, pagers, signatures and whatever fetches what is missing are off. Programs
/// for diffs are turned off where git is asked for one.
package struct GitProgram: Sendable {
  /// A name and a value as `git config` has them.
  typealias Setting = (name: String, value: String)

  private let program: ChildProgram

  /// Nil when there is no git on `searchPath`.
  package init?(searchPath: String) {
    guard var git = ChildProgram(named: "git", searchPath: searchPath) else { return nil }
    git.environment = Self.adding(Self.quietSettings, to: Self.environment)
    program = git
  }

  private init(_ program: ChildProgram) { self.program = program }

  /// The same with more settings, which go before those of any file.
  func with(_ settings: [Setting]) -> GitProgram {
    var program = program
    program.environment = Self.adding(settings, to: program.environment ?? [:])
    return GitProgram(program)
  }

  /// Runs it in `folder`, and waits for all that it says.
  package func ask(_ arguments: [String], in folder: String? = nil) throws(FileError)
    -> ChildProgram.Answer
  {
    try program.ask((folder.map { ["-C", $0] } ?? []) + ["--no-pager"] + arguments)
  }

  /// Runs it as its user would, with the hooks and programs of the configuration; for what the user asked to have set up.
  package func askPlainly(_ arguments: [String], in folder: String) throws(FileError) -> ChildProgram.Answer {
    var program = program
    var environment = Surroundings.environment
    for name in Self.misleading { environment["GIT_" + name] = nil }
    environment["GIT_TERMINAL_PROMPT"] = "0"
    program.environment = environment
    return try program.ask(["-C", folder, "--no-pager"] + arguments)
  }

  /// The same that looks into another index.
  func with(index: String) -> GitProgram {
    var program = program
    program.environment?["GIT_INDEX_FILE"] = index
    return GitProgram(program)
  }

  private static let quietSettings: [Setting] = [
    ("core.fsmonitor", ""), ("core.hooksPath", "/dev/null"), ("log.showSignature", "false"),
    // A folder that only looks like a repository's insides has a configuration, too.
    ("safe.bareRepository", "explicit"),
  ]

  /// What would lead git to another repository than the one that lies at the path it is given, as it is set when a
  /// hook of git calls us.
  static let misleading = [
    "DIR", "WORK_TREE", "INDEX_FILE", "OBJECT_DIRECTORY", "ALTERNATE_OBJECT_DIRECTORIES", "COMMON_DIR",
    "NAMESPACE", "PREFIX",
  ]

  private static var environment: [String: String] {
    var environment = Surroundings.environment
    for name in misleading { environment["GIT_" + name] = nil }
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    environment["GIT_LITERAL_PATHSPECS"] = "1"
    environment["GIT_TERMINAL_PROMPT"] = "0"
    // A list of one protocol that doesn't exist: nothing is fetched, by no program.
    environment["GIT_ALLOW_PROTOCOL"] = "none"
    environment["GIT_NO_LAZY_FETCH"] = "1"
    return environment
  }

  /// Not by `-c`, which can't say names with an equals sign.
  private static func adding(_ settings: [Setting], to environment: [String: String]) -> [String: String] {
    var environment = environment
    var count = environment["GIT_CONFIG_COUNT"].flatMap { Int($0) } ?? 0
    for (name, value) in settings {
      environment["GIT_CONFIG_KEY_\(count)"] = name
      environment["GIT_CONFIG_VALUE_\(count)"] = value
      count += 1
    }
    environment["GIT_CONFIG_COUNT"] = "\(count)"
    return environment
  }
}

extension GitProgram {
  /// The same for the repository at `folder`, with the filters only that the user's own configuration defines.
  ///
  /// git compares the work tree by what a filter makes of it. Git LFS, which a user has installed, is
  /// needed for that; a program that the repository's configuration names is not run, and its files
  /// are compared as they are.
  func withoutFilters(ofRepositoryAt folder: String) throws(FileError) -> GitProgram {
    let answer = try ask(["config", "--null", "--show-scope", "--get-regexp", "^filter\\."], in: folder)
    let words = answer.output.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    var own: [String: String] = [:]
    var foreign: Set<String> = []
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      let parts = words[index + 1].fields(by: "\n", atMost: 2)
      let name = String(parts[0])
      if ["system", "global", "command"].contains(words[index]) {
        own[name] = parts.count > 1 ? String(parts[1]) : "true"
      } else {
        foreign.insert(name)
      }
    }
    guard !foreign.isEmpty else { return self }
    return with(foreign.sorted().map { ($0, own[$0] ?? ($0.ends(with: ".required") ? "false" : "")) })
  }
}

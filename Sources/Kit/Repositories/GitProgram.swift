package import TilawaBase
package import TilawaPrograms

/// The `git` program, started so that a repository from elsewhere has it run nothing.
///
/// The configuration of a repository may name programs for nearly everything git does. What git is asked for here needs none
/// of them: hooks, file watchers, pagers, signatures and whatever fetches what is missing are off. All of it is said through
/// the environment, since Git LFS and git-annex start git by themselves, too.
package struct GitProgram: Sendable {
  /// A name and a value as `git config` has them.
  typealias Setting = (name: String, value: String)

  private var program: ChildProgram
  private var settings: [Setting]
  private var index: String?

  /// Nil when there is no git on `searchPath`.
  package init?(searchPath: String) {
    guard let git = ChildProgram(named: "git", searchPath: searchPath) else { return nil }
    (program, settings) = (git, Self.quietSettings)
  }

  /// The same with more settings, which go before those of any file.
  func with(_ settings: [Setting]) -> GitProgram {
    var git = self
    git.settings += settings
    return git
  }

  /// Runs it in `folder`, and waits for all that it says.
  package func ask(_ arguments: [String], in folder: String? = nil) throws(FileError)
    -> ChildProgram.Answer
  {
    var program = program
    program.environment = Self.adding(settings, to: askingEnvironment)
    return try program.ask((folder.map { ["-C", $0] } ?? []) + ["--no-pager"] + arguments)
  }

  /// Runs it for what the user asked to have set up or brought: it may lock and use the network, and runs the programs that
  /// the user's own configuration names.
  ///
  /// `installsHooks` is for what puts hooks into a repository, and so has to know where they lie; it must run none.
  package func work(_ arguments: [String], in folder: String, installsHooks: Bool = false)
    throws(FileError) -> ChildProgram.Answer
  {
    var program = program
    program.environment = workingEnvironment(installsHooks: installsHooks)
    return try program.ask(["-C", folder, "--no-pager"] + arguments)
  }

  /// The environment of `work`, for other programs that start git.
  package func workingEnvironment(installsHooks: Bool = false) -> [String: String] {
    var environment = Self.environment
    // Without `ext`, by which an address is a command, and `git`, for which `core.gitProxy` may name one.
    if environment["GIT_ALLOW_PROTOCOL"] == nil { environment["GIT_ALLOW_PROTOCOL"] = "file:http:https:ssh" }
    return Self.adding(settings.filter { !installsHooks || $0.name != Self.hooks }, to: environment)
  }

  /// The same that looks into another index.
  func with(index: String) -> GitProgram {
    var git = self
    git.index = index
    return git
  }

  private static let hooks = "core.hooksPath"

  private static let quietSettings: [Setting] = [
    ("core.fsmonitor", ""), (hooks, "/dev/null"), ("log.showSignature", "false"),
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
    environment["GIT_TERMINAL_PROMPT"] = "0"
    return environment
  }

  private var askingEnvironment: [String: String] {
    var environment = Self.environment
    environment["GIT_INDEX_FILE"] = index
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    environment["GIT_LITERAL_PATHSPECS"] = "1"
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

package import TilawaBase
package import TilawaPrograms

/// The `git` program, started so that a repository from elsewhere can't make it run programs.
///
/// The configuration of a repository may name programs for nearly everything that git does. The commands
/// here need none of them. Hooks, file watchers, pagers, signatures and the download of missing objects are
/// disabled. Environment variables pass these settings on, since Git LFS and git-annex start git as well.
package struct GitProgram: Sendable {
  /// A name and a value in the form of `git config`.
  typealias Setting = (name: String, value: String)

  private var program: ChildProgram
  private var settings: [Setting]
  private var index: String?

  /// Returns nil if there is no git on `searchPath`.
  package init?(searchPath: String) {
    guard let git = ChildProgram(named: "git", searchPath: searchPath) else { return nil }
    (program, settings) = (git, Self.quietSettings)
  }

  /// Returns a copy with more settings, which override those of configuration files.
  func with(_ settings: [Setting]) -> GitProgram {
    var git = self
    git.settings += settings
    return git
  }

  /// Runs git in `folder`, and waits for its output.
  package func ask(_ arguments: [String], in folder: String? = nil) throws(FileError)
    -> ChildProgram.Answer
  {
    var program = program
    program.environment = Self.adding(settings, to: askingEnvironment)
    return try program.ask((folder.map { ["-C", $0] } ?? []) + ["--no-pager"] + arguments)
  }

  /// Runs git to set up or download something for the user. It may lock files and use the network, and runs
  /// the programs in the user's own configuration.
  ///
  /// `installsHooks` is for commands that install hooks, and so need the path of the hooks; such commands
  /// must not run hooks.
  package func work(_ arguments: [String], in folder: String, installsHooks: Bool = false)
    throws(FileError) -> ChildProgram.Answer
  {
    var program = program
    program.environment = workingEnvironment(installsHooks: installsHooks)
    return try program.ask(["-C", folder, "--no-pager"] + arguments)
  }

  /// Returns the environment of `work`, for other programs that start git.
  package func workingEnvironment(installsHooks: Bool = false) -> [String: String] {
    var environment = Self.environment
    // `ext` is excluded, because its addresses are commands, and `git`, because `core.gitProxy` may name
    // one.
    if environment["GIT_ALLOW_PROTOCOL"] == nil { environment["GIT_ALLOW_PROTOCOL"] = "file:http:https:ssh" }
    return Self.adding(settings.filter { !installsHooks || $0.name != Self.hooks }, to: environment)
  }

  /// Returns a copy that uses another index.
  func with(index: String) -> GitProgram {
    var git = self
    git.index = index
    return git
  }

  private static let hooks = "core.hooksPath"

  private static let quietSettings: [Setting] = [
    ("core.fsmonitor", ""), (hooks, "/dev/null"), ("log.showSignature", "false"),
    // A folder that only looks like the inside of a repository has a configuration, too.
    ("safe.bareRepository", "explicit"),
  ]

  /// The variables, without `GIT_`, that would make git use another repository than the one at the given
  /// path. They are set when a hook of git runs this program.
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
    // This list names a protocol that doesn't exist, so no program downloads anything.
    environment["GIT_ALLOW_PROTOCOL"] = "none"
    environment["GIT_NO_LAZY_FETCH"] = "1"
    return environment
  }

  /// Returns an environment with the settings. The option `-c` isn't used, because it doesn't support names
  /// with an equals sign.
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

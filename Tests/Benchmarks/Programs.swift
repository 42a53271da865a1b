import Foundation

#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  @preconcurrency import Darwin
#endif

/// A program to be timed as a whole process.
struct Program {
  let name: String
  let path: String
  let arguments: [String]

  /// Nil when there is no such program on the path.
  init?(_ name: String, _ arguments: String...) { self.init(name, arguments) }

  /// The same with the arguments as a list.
  init?(_ name: String, _ arguments: [String]) {
    let folders =
      [Self.ownFolder]
      + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map(
        String.init)
    guard let folder = folders.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") })
    else {
      print("  \(name) is not installed; left out")
      return nil
    }
    self.name = name
    path = "\(folder)/\(name)"
    self.arguments = arguments
  }

  /// Where this program lies, and `tilawa` with it.
  private static let ownFolder = Bundle.main.bundlePath

  /// Runs it to its end, its output thrown away; gives its exit status.
  ///
  /// By `posix_spawn`, because `Process` notices an end only every 50 ms.
  @discardableResult
  func run() throws -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    let words = ([path] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    var child = pid_t()
    let fault = posix_spawn(&child, path, &actions, nil, words + [nil], environ)
    guard fault == 0 else { throw CocoaError(.executableNotLoadable) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    return status
  }
}

/// Times programs in turn and prints their medians, and how many times the first takes of each other.
func compare(_ programs: [Program?], rounds: Int) throws {
  let programs = programs.compactMap { $0 }
  let times = try medians(rounds: rounds, programs.map { program in { try program.run() } })
  for (program, seconds) in zip(programs, times) {
    let call = ([program.name] + program.arguments.prefix(2)).joined(separator: " ")
    print(
      "  \(call): \(decimals(seconds * 1000, 1)) ms, \(decimals(seconds / times[0], 2)) x \(programs[0].name)"
    )
  }
}

/// A number from the environment, so that a benchmark can be made smaller or larger.
func size(_ name: String, _ usual: Int) -> Int {
  ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
}

import Dispatch
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

  /// Finds the program `name` on the path; nil if it isn't installed.
  init?(_ name: String, _ arguments: String...) { self.init(name, arguments) }

  /// Finds the program `name` with a list of arguments; nil if it isn't installed.
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

  /// The folder of this program and of `tilawa`.
  private static let ownFolder = Bundle.main.bundlePath

  /// Runs it to its end, its output thrown away.
  ///
  /// By `posix_spawn`, because `Process` notices an end only every 50 ms.
  @discardableResult
  func run() throws -> Int32 { try measured().status }

  /// Runs the program to its end, and returns its status, times and memory.
  func measured() throws -> ProgramRun {
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
    let start = DispatchTime.now().uptimeNanoseconds
    let fault = posix_spawn(&child, path, &actions, nil, words + [nil], environ)
    guard fault == 0 else { throw CocoaError(.executableNotLoadable) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) == -1, errno == EINTR {}
    let elapsed = DispatchTime.now().uptimeNanoseconds - start
    #if canImport(Darwin)
      let unit = 1_000_000
    #else
      let unit = 1_000
    #endif
    return ProgramRun(
      status: status >> 8 & 0xff, seconds: Double(elapsed) / 1e9,
      processorSeconds: [usage.ru_utime, usage.ru_stime].reduce(0) {
        $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
      }, peakMegabytes: Int(usage.ru_maxrss) / unit)
  }
}

/// The exit status, the times and the peak memory of a process.
struct ProgramRun {
  var status: Int32
  var seconds: Double
  /// The CPU time of all cores together.
  var processorSeconds: Double
  var peakMegabytes: Int

  /// The one of median time.
  static func median(_ runs: [ProgramRun]) -> ProgramRun? {
    runs.isEmpty ? nil : runs.sorted { $0.seconds < $1.seconds }[runs.count / 2]
  }
}

/// Measures a piece of work in this process. Its peak memory is 0, because it can't be separated from memory
/// that was used before.
func measured(_ work: () throws -> Void) throws -> ProgramRun {
  func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let (start, before) = (DispatchTime.now().uptimeNanoseconds, processorSeconds())
  try work()
  return ProgramRun(
    status: 0, seconds: Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9,
    processorSeconds: processorSeconds() - before, peakMegabytes: 0)
}

/// Times programs in turn and prints their medians, and how many times the first takes of each other.
func compare(_ programs: [Program?], rounds: Int) throws {
  let programs = programs.compactMap { $0 }
  var costs = programs.map { _ in [ProgramRun]() }
  let times = try medians(
    rounds: rounds,
    programs.enumerated().map { index, program in { costs[index].append(try program.measured()) } })
  let processor = costs.map { $0.map(\.processorSeconds).sorted()[$0.count / 2] }
  for (index, program) in programs.enumerated() {
    let call = ([program.name] + program.arguments.prefix(2)).joined(separator: " ")
    print(
      "  \(call): \(decimals(times[index] * 1000, 1)) ms, \(decimals(times[index] / times[0], 2)) x "
        + "\(programs[0].name); processor \(decimals(processor[index] * 1000, 1)) ms, "
        + "\(decimals(processor[index] / max(processor[0], 1e-6), 2)) x; at most "
        + "\(costs[index].map(\.peakMegabytes).max() ?? 0) MB"
    )
  }
}

/// A number from the environment, so that a benchmark can be made smaller or larger.
func size(_ name: String, _ usual: Int) -> Int {
  ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
}

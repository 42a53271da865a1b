import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaTestSupport

/// A command that is killed at any moment leaves each file as it was or as it should become. Running it again
/// has the same result as an undisturbed run.
///
/// `TILAWA_KILLS` sets the number of kills before it ends, 20 by default.
@Suite struct KilledProgramTests {
  struct Scenario {
    let arguments: [String]
    let bundle: TemporaryFolder
    /// The contents of the five files after the command has ended.
    let goal: [FileKind: String]
    let start: [FileKind: String]
    let seconds: Double
  }

  @Test func neverLeavesAHalfWrittenFile() throws {
    let kills = ProcessInfo.processInfo.environment["TILAWA_KILLS"].flatMap { Int($0) } ?? 20
    var random = SplitMix64(state: 7)
    let audio = try TemporaryFolder()
    try ExampleRecitation.write(to: audio.path(of: "audio.flac"))
    let scenarios = try [
      scenario(
        ["mark", "night.tilawa", "--passage", "1:1-7", "--method=lengths"], audio, markers: nil, segments: nil
      ),
      scenario(["segment", "night.tilawa"], audio, markers: Self.markers, segments: Self.oldSegments),
      scenario(["fmt", "night.tilawa"], audio, markers: nil, segments: Self.untidySegments),
      scenario(["lint", "--fix", "night.tilawa"], audio, markers: nil, segments: Self.shuffledSegments),
    ]
    var interrupted = 0
    // How long a command takes changes with what else the machine does: each kill that comes too late makes the
    // next ones earlier, so that in the end one comes in time.
    var span = 1.1
    var late = 0
    while interrupted < kills {
      let scenario = scenarios[(interrupted + late) % scenarios.count]
      let folder = try copy(of: scenario.bundle)
      // Up to a little more than the command takes, so that some come too late.
      let delay = Double.random(in: 0...scenario.seconds * span, using: &random)
      if try run(scenario.arguments, in: folder.path, killedAfter: delay) {
        interrupted += 1
      } else {
        late += 1
        span *= 0.95
      }
      let left = try files(in: folder)
      for kind in FileKind.allCases where left[kind] != scenario.start[kind] {
        #expect(
          left[kind] == scenario.goal[kind],
          "\(scenario.arguments[0]), killed after \(delay) s, left a \(kind.fileName) that is neither old nor new"
        )
      }
      // What is removed goes last: markers are there as long as their segments aren't.
      if left[.markers] == nil, scenario.start[.markers] != nil {
        #expect(left[.segments] == scenario.goal[.segments])
      }
      if left != scenario.goal { _ = try run(scenario.arguments, in: folder.path, killedAfter: nil) }
      #expect(
        try files(in: folder) == scenario.goal, "\(scenario.arguments[0]) again, after a kill at \(delay) s")
      let leftovers = try folder.names(in: "night.tilawa").filter { $0.contains("tilawa-tmp") }
      #expect(left == scenario.goal || leftovers.isEmpty, "\(scenario.arguments[0]) left \(leftovers)")
    }
  }

  private func scenario(_ arguments: [String], _ audio: TemporaryFolder, markers: String?, segments: String?)
    throws -> Scenario
  {
    let folder = try TemporaryFolder(["night.tilawa/recording.yaml": Self.recording])
    try FileManager.default.copyItem(
      atPath: audio.path(of: "audio.flac"), toPath: folder.path(of: "night.tilawa/audio.flac"))
    if let markers { try folder.write(markers, to: "night.tilawa/markers.yaml") }
    if let segments { try folder.write(segments, to: "night.tilawa/segments.yaml") }
    let done = try copy(of: folder)
    let clock = ContinuousClock()
    let time = try clock.measure { _ = try run(arguments, in: done.path, killedAfter: nil) }
    let goal = try files(in: done)
    let start = try files(in: folder)
    try #require(goal != start, "\(arguments) changes nothing, so killing it tells nothing")
    return Scenario(
      arguments: arguments, bundle: folder, goal: goal, start: start,
      seconds: Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds))
  }

  /// Runs a command and returns true if it was killed before it ended.
  private func run(_ arguments: [String], in folder: String, killedAfter delay: Double?) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    if let delay {
      usleep(UInt32(delay * 1e6))
      kill(process.processIdentifier, SIGKILL)
    }
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
  }

  private func copy(of folder: TemporaryFolder) throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: folder.path(of: "night.tilawa"), toPath: copy.path(of: "night.tilawa"))
    return copy
  }

  private func files(in folder: TemporaryFolder) throws -> [FileKind: String] {
    var files: [FileKind: String] = [:]
    for kind in FileKind.allCases {
      files[kind] = try? folder.text(of: "night.tilawa/\(kind.fileName)")
    }
    return files
  }

  static let recording = """
    tilawa: 1
    id: night-of-tests
    title: A night of tests
    audio:
      file: audio.flac
      duration: 43.500
    riwayah: hafs
    passage: "1:1-7"

    """

  static let markers = """
    tilawa: 1
    markers:
      - { at: 0.500, ayah: "1:1", confirmed: true }  # by ear
      - { at: 5.300, ayah: "1:2", confidence: 0.93 }
      - { at: 11.200, skip: speech }

    """

  static let oldSegments = """
    tilawa: 1
    segments:
      - { ayah: "1:1", start: 0.400, end: 5.000 }
      # This one was checked.
      - { ayah: "1:6", start: 25.000, end: 29.000, verified: true }

    """

  static let untidySegments = """
    tilawa: 1
    segments:
      - {ayah: 1:1,   start: 0.5, end: 0:05}
      - { end: 10.5, start: 5, ayah: '1:2' } # a comment

    """

  static let shuffledSegments = """
    tilawa: 1
    segments:
      - { ayah: "1:2", start: 5.000, end: 10.500 }
      - { ayah: "1:1", start: 0.500, end: 5.000 }  # first

    """
}

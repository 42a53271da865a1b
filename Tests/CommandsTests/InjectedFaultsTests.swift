import Foundation
import Synchronization
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine

/// A failing system call under any command that writes leaves each file old or new. The failure is reported
/// with the file, and the next command finds nothing in its way.
///
/// A few calls of each command are tried. If `TILAWA_FAULTS` is `all`, every call is tried with every fault
/// that it may have (`Tests/Trials/writing/failing-calls`). Any other value selects the jobs whose command
/// lines contain it, and these are tried completely.
@Suite struct InjectedFaultsTests {
  private static let asked = ProcessInfo.processInfo.environment["TILAWA_FAULTS"]
  static let isComplete = asked != nil
  private static let jobs = FaultJob.all.filter { job in
    asked.map { $0 == "all" || job.testDescription.contains($0) } ?? true
  }

  @Test func everyCommandIsKnownToWriteOrNot() {
    let writing = Set(FaultJob.all.map(\.command)).union(FaultJob.elsewhere.keys)
    #expect(writing.isDisjoint(with: FaultJob.readers))
    let known = writing.union(FaultJob.readers)
    for name in commandWords {
      #expect(
        known.contains(name), "\(name) writes: give FaultJob.all a job for it; or name it in FaultJob.readers"
      )
    }
    #expect(known.subtracting(commandWords).isEmpty)
  }

  @Test(arguments: jobs) func aFailingCallLosesNothing(_ job: FaultJob) throws {
    let trial = try FaultTrial(job)
    #expect(
      trial.old != trial.new || job.command == "migrate", "\(job): nothing changes, so faults tell nothing")
    var runs = 0
    var losses: [String] = []
    for (place, call) in trial.calls.enumerated() {
      for effect in FaultTrial.effects(on: call) where Self.isComplete || trial.isSample(place, effect) {
        guard let found = try trial.run(effect, at: place + 1) else { continue }
        runs += 1
        losses += found.map { "\(call) \(place + 1), \(effect): \($0)" }
      }
    }
    print("faults: \(trial.calls.count) calls, \(runs) runs, \(losses.count) losses: \(job.testDescription)")
    for loss in losses.prefix(Self.isComplete ? .max : 5) { Issue.record("\(job): \(loss)") }
  }

  /// Commands that read many files before they write report each file and folder that can't be read. All of
  /// their reading calls are tried.
  @Test(
    arguments: FaultJob.all.filter { job in
      ["lint", "audio checksum", "journal export", "journal bookmark remove", "publish"].contains(job.command)
    }
  ) func aLookThatFailsIsTold(_ job: FaultJob) throws {
    let trial = try FaultTrial(job)
    let fault = try #require(CallFaults.codes["EIO"])
    for (place, call) in trial.calls.enumerated() where [.open, .list].contains(call) {
      for loss in try trial.run(.once(fault), at: place + 1) ?? [] {
        Issue.record("\(job): \(call) \(place + 1): \(loss)")
      }
    }
  }

  /// Kills the program right before a call. Each file must then be old or new by itself, since several files
  /// can't be changed at once.
  @Test(arguments: jobs) func aKillAtAnyCallLosesNothing(_ job: FaultJob) throws {
    let trial = try FaultTrial(job)
    let all = try trial.placesOfKills(isComplete: Self.isComplete)
    var losses: [String] = []
    var runs = 0
    for place in all {
      guard let found = try trial.kill(at: place) else { break }
      runs += 1
      losses += found.map { "killed at call \(place): \($0)" }
    }
    print("kills: \(trial.calls.count) calls, \(runs) runs, \(losses.count) losses: \(job.testDescription)")
    for loss in losses.prefix(Self.isComplete ? .max : 5) { Issue.record("\(job): \(loss)") }
  }
}

/// One job, the contents of its folder before and after, and runs of it in which a call fails.
final class FaultTrial {
  /// Contents by path.
  typealias State = [String: String]

  let job: FaultJob
  let old: State
  let new: State
  /// After a second run.
  let twice: State
  let calls: [SystemCall]
  private let template: TemporaryFolder
  /// Parsed once: that takes longer than most of what it does.
  private let command: ParsedCommand
  private let status: Int32
  private let names: Set<String>

  init(_ job: FaultJob) throws {
    self.job = job
    _ = ThrownErrors.areCheap
    template = try TemporaryFolder()
    command = try ParsedCommand(job.arguments)
    for (name, text) in job.files {
      if text == FaultJob.audio {
        try FileTransfer.makeFolder(PathText.folder(of: template.path(of: name)))
        try FileManager.default.copyItem(
          atPath: Self.audio.path(of: "a.wav"), toPath: template.path(of: name))
      } else {
        try template.write(text, to: name)
      }
    }
    for command in job.before {
      let said = transcript(command, in: template.path, environment: Self.environment(template.path))
      try #require(!said.contains("[exit 2]"), "\(said)")
    }
    old = try Self.state(template)
    let folder = try Self.copy(template)
    let count = CallFaults()
    let (status, said) = Self.run(command, job, in: folder, count)
    try #require(status < 2, "\(job): \(said)")
    (calls, self.status) = (count.calls, status)
    new = try Self.state(folder)
    try #require(Self.leftovers(new).isEmpty)
    _ = Self.run(command, job, in: folder, nil)
    twice = try Self.state(folder)
    names = Set(
      (Array(old.keys) + Array(new.keys)).flatMap { $0.split(separator: "/").map(String.init) }
        + job.arguments.filter { $0.contains(".") && $0.count > 2 } + [PathText.name(of: folder.path)])
  }

  /// Another folder for the job.
  func folder() throws -> TemporaryFolder { try Self.copy(template) }

  private static let audio: TemporaryFolder = {
    do {
      let folder = try TemporaryFolder()
      var recitation = GeneratedRecitation([
        .init(1300, pauseAfter: 400), .init(1400, pauseAfter: 500), .init(700, pauseAfter: 400),
        .init(1600, pauseAfter: 1200),
      ])
      recitation.sampleRate = 8000
      try recitation.write(to: folder.path(of: "a.wav"), encoding: .wav)
      return folder
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  static func environment(_ home: String) -> [String: String] {
    ["SOURCE_DATE_EPOCH": "1704463331", "HOME": home, "PATH": "/usr/bin:/bin"]
  }

  /// Returns the faults that are tried for a call.
  static func effects(on call: SystemCall) -> [CallFaults.Effect] {
    let names = ["EIO", "ENOSPC", "EACCES", "EROFS", "ENOENT", "EMFILE", "EINTR"]
    let codes = names.compactMap { CallFaults.codes[$0] }.filter(call.canFail)
    let lasting = names.dropLast(2).compactMap { CallFaults.codes[$0] }.filter(call.canFail)
    return codes.map { .once($0) } + lasting.map { .onwards($0) }
  }

  /// Returns true if the file system reports an existing file as absent. A program can't distinguish that
  /// from a file that never existed. The command works without the file, needn't report that, and has another
  /// result.
  private static func saysAbsent(_ effect: CallFaults.Effect, _ call: SystemCall) -> Bool {
    guard let absence = CallFaults.codes["ENOENT"] else { return false }
    return [.once(absence), .onwards(absence)].contains(effect)
      && [.open, .openFolder, .status, .list].contains(call)
  }

  /// Returns true if a fault at a place belongs to the sample that is always tried: about the same number for
  /// each job, spread over its calls and faults.
  func isSample(_ place: Int, _ effect: CallFaults.Effect) -> Bool {
    var hash = SplitMix64(state: UInt64(place))
    let kind = UInt64(Self.effects(on: calls[place]).firstIndex(of: effect) ?? 0)
    let count = UInt64(calls.count * 8)
    // Writing calls are few, and more may happen to them.
    let isWriting = calls[place].canFail(with: CallFaults.codes["EROFS"] ?? 0)
    return (hash.next() ^ kind &* 0x9E37_79B9_7F4A_7C15) % count < (isWriting ? 14 : 3)
  }

  /// Runs the job with `effect` at a call and returns the problems that it left; nil if the fault never
  /// occurred.
  func run(_ effect: CallFaults.Effect, at place: Int) throws -> [String]? {
    let folder = try Self.copy(template)
    let faults = CallFaults(effect, at: place)
    let (status, said) = Self.run(command, job, in: folder, faults)
    guard faults.failed > 0 else { return nil }
    var found: [String] = []
    let now = try Self.state(folder)
    let bare = now.filter { Self.leftovers([$0.key: ""]).isEmpty }
    // Where nothing can be written any more, what was brought to its place before can't be brought back.
    let lasts = if case .onwards = effect { true } else { false }
    let isAbsent = Self.saysAbsent(effect, calls[place - 1])
    let isExcused = job.showsFaults || isAbsent
    if isAbsent && !lasts
      ? !isOfWhatWas(bare) : !job.keepsParts && !job.showsFaults && !isOldOrNew(bare, fileByFile: lasts)
    {
      found.append("neither old nor new: \(Self.difference(bare, old)); \(said)")
    }
    if case .once(CallFaults.codes["EINTR"]) = effect, bare != new || status != self.status {
      found.append("a signal is no failure: \(said)")
    }
    if status == 0, bare != new, !isExcused { found.append("said to be done, and isn't: \(said)") }
    if status > self.status, !isExcused, !names.contains(where: said.contains), !said.contains(" ."),
      !said.contains(".yaml"),
      !said.contains("\".\"")
    {
      found.append("names no file: \(said)")
    }
    if ![0, 1, 2].contains(status) { found.append("ends with \(status)") }
    if !isAbsent || lasts || isOldOrNew(bare) {
      found += try faultsOfAnotherRun(in: folder, after: bare, fileByFile: lasts)
    }
    return found
  }

  /// Before which calls the program is killed: before all, or before two of those that change something.
  func placesOfKills(isComplete: Bool) throws -> [Int] {
    // The program makes a few calls more than the command does here.
    if isComplete { return Array(1...(calls.count + 60)) }
    guard calls.count % 4 == 0 else { return [] }
    let writing = calls.indices.filter { calls[$0].canFail(with: CallFaults.codes["EROFS"] ?? 0) }
    guard let first = writing.first, let last = writing.last else { return [] }
    var random = SplitMix64(state: UInt64(calls.count + job.testDescription.utf8.count))
    return [Int.random(in: first...last, using: &random) + 1]
  }

  /// Runs the program, kills it before a call and returns the problems that it left; nil if it ended by
  /// itself.
  func kill(at place: Int) throws -> [String]? {
    let folder = try Self.copy(template)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
    process.arguments = job.arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = Self.environment(folder.path).merging(["TILAWA_FAULT": "\(place):KILL"]) { $1 }
    let input = Pipe()
    process.standardInput = job.input.isEmpty ? FileHandle.nullDevice : input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    if !job.input.isEmpty {
      try? input.fileHandleForWriting.write(contentsOf: Data(job.input.utf8))
      try? input.fileHandleForWriting.close()
    }
    process.waitUntilExit()
    guard process.terminationReason == .uncaughtSignal else { return nil }
    let now = try Self.state(folder)
    let bare = now.filter { Self.leftovers([$0.key: ""]).isEmpty }
    var found: [String] = []
    // A recording that is broken off keeps what was heard until then.
    if !job.keepsParts, !isOldOrNew(bare, fileByFile: true) {
      found.append("neither old nor new: \(Self.difference(bare, old))")
    }
    found += try faultsOfAnotherRun(in: folder, after: bare, fileByFile: true)
    return found
  }

  /// Runs the job again in a folder with the files `bare`, and returns the problems that are found.
  private func faultsOfAnotherRun(
    in folder: TemporaryFolder, after bare: State, fileByFile: Bool
  ) throws -> [String] {
    let (again, said) = Self.run(command, job, in: folder, nil)
    // A command that has nothing to do takes no lock; the next that holds it clears away.
    let left = Self.leftovers(try Self.state(folder))
    let isDone = bare == new && again != status
    // Nor does one that refuses to replace what the first run finished.
    let isRefused = said.contains("use --force to replace")
    let isKept = { (name: String) in
      isDone || isRefused || name.contains(".tilawa-old-") || name.contains(".tilawa-change-")
    }
    for place in Set(left.filter(isKept).map { PathText.folder(of: $0) }) {
      _ = try DirectoryLock(on: folder.path(of: place))
    }
    var after = try Self.state(folder)
    var found: [String] = []
    if isOfOneFolder, !isOldOrNew(bare) {
      // What was half done was taken back, though the command may have seen it before.
      if after == old {
        _ = Self.run(command, job, in: folder, nil)
        after = try Self.state(folder)
      }
      if after != new, after != twice {
        found.append("stays half done: \(said) \(Self.difference(after, new))")
      }
      return found
    }
    if !Self.leftovers(after).isEmpty, !job.keepsParts {
      found.append("left behind: \(Self.leftovers(after)); \(said)")
    }
    if bare == old, after != new || again != status {
      found.append("can't be done again: \(said) \(Self.difference(after, new))")
    }
    if bare == new, !job.keepsParts, after != twice, !fileByFile {
      found.append("a second run went wrong: \(said) \(Self.difference(after, twice))")
    }
    return found
  }

  /// Returns true if the files are old or new, as a whole or file by file.
  func isOldOrNew(_ now: State, fileByFile: Bool = false) -> Bool {
    if now == old || now == new { return true }
    guard job.isPiecemeal || fileByFile else { return false }
    return Set(now.keys).union(old.keys).union(new.keys).allSatisfy { path in
      now[path] == old[path] || now[path] == new[path]
    }
  }

  /// Returns true if each file that existed before is as it was or as it should be. Any other new file is
  /// allowed.
  private func isOfWhatWas(_ now: State) -> Bool {
    old.allSatisfy { path, contents in now[path] == contents || now[path] == new[path] }
  }

  /// True if all files that the job changes are in one folder, so that they are changed together.
  private var isOfOneFolder: Bool {
    guard !job.isPiecemeal, !job.keepsParts else { return false }
    let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    return Set(changed.map { PathText.folder(of: $0) }).count == 1
  }

  static func difference(_ one: State, _ other: State) -> String {
    Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted().joined(separator: ", ")
  }

  static func leftovers(_ state: State) -> [String] {
    state.keys.filter { path in
      [".tilawa-tmp-", ".tilawa-old-", ".tilawa-change-", ".tilawa-part.", ".saved-", "/unfinished"].contains(
        where: path.contains)
    }
  }

  private static func run(
    _ command: ParsedCommand, _ job: FaultJob, in folder: TemporaryFolder, _ faults: CallFaults?
  ) -> (Int32, String) {
    let recording = TerminalRecording(
      in: folder.path, input: job.input, environment: environment(folder.path))
    let status = CallFaults.$inForce.withValue(faults) {
      runTilawa(command, in: recording.terminal)
    }
    return (status, recording.talk + recording.output)
  }

  static func copy(_ folder: TemporaryFolder) throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    try FileManager.default.removeItem(atPath: copy.path)
    try FileManager.default.copyItem(atPath: folder.path, toPath: copy.path)
    return copy
  }

  /// Returns the contents of everything in the folder, with ids that are new each time replaced by one value.
  static func state(_ folder: TemporaryFolder) throws -> State {
    var state: State = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      guard let status = try FileStatus.ifAny(folder.path(of: path), followingLinks: false) else { continue }
      if status.kind == .folder {
        if path.hasSuffix(".tilawa") || path.contains(".tilawa-tmp-") { state[path] = "a folder" }
        continue
      }
      // What a publisher notes of the library tells the times of its files.
      if path.contains(".tilawa-publish/") {
        state[path] = "notes"
        continue
      }
      let bytes = try FileContents.read(folder.path(of: path), atMost: .max)
      let text = String(decoding: bytes, as: UTF8.self)
      // Its stream gets another number each time.
      if path.hasSuffix(".opus") {
        state[path] = "sound"
        continue
      }
      let isText = path.hasSuffix(".yaml") || path.hasSuffix(".json")
      state[path] =
        isText
        ? text.replacing(
          try Regex("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"), with: "ID"
        )
        : try FileDigest.of(bytes).sha256
    }
    return state
  }
}

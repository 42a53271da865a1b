import Foundation
import Synchronization
import Testing
import TilawaTestSupport

@testable import TilawaBase
@testable import TilawaCommandLine

/// Editors ignore our lock. If one saves after a command has read a file, its text is in the final file.
@Suite(.serialized) struct EditorSaveTests {
  private static let segments = """
    tilawa: 1
    segments:
      - { ayah: "1:1", start: 1.000, end: 4.000 }
      - { ayah: "1:2", start: 4.000, end: 8.000 }

    """
  private static let words = """
    tilawa: 1
    words:
      - { ayah: "1:2", word: 1, start: 4.000, end: 6.000 }

    """
  private static let markers = """
    tilawa: 1
    markers:
      - { at: 9.000, ayah: "1:3", end: 10.000 }

    """

  struct Job: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let files: [String: String]
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let jobs = [
    Job(
      arguments: ["fmt", "a.tilawa"],
      files: ["segments.yaml": segments.replacing(", start", with: ",   start"), "words.yaml": words]),
    Job(arguments: ["segment", "a.tilawa"], files: ["segments.yaml": segments, "markers.yaml": markers]),
    Job(
      arguments: ["edit", "adjust", "a.tilawa", "--shift", "0.500"],
      files: ["segments.yaml": segments, "words.yaml": words, "markers.yaml": markers]),
    Job(
      arguments: ["convert", "labels.txt", "a.tilawa", "--as-markers"], files: ["markers.yaml": markers]),
    Job(arguments: ["convert", "labels.txt", "a.tilawa"], files: ["segments.yaml": segments]),
  ]

  /// A way in which an editor saves.
  enum Style: CaseIterable {
    /// It empties the file and writes it anew.
    case inPlace
    /// It writes another file and gives it the name.
    case renaming
    /// It had the file open since before the command.
    case heldOpen
    /// It opens the file at one step and writes at the next.
    case slowly
  }

  /// One save of one file.
  private final class Editor: @unchecked Sendable {
    let path: String
    let style: Style
    let step: Int
    let text = "tilawa: 1\n# the editor's\n"
    private var descriptor: Int32 = -1
    private var isSaved = false

    init(_ path: String, _ style: Style, at step: Int) {
      (self.path, self.style, self.step) = (path, style, step)
      if style == .heldOpen { descriptor = open(path, O_WRONLY | O_CREAT, 0o644) }
    }

    func see(_ step: Int) {
      if style == .slowly, step == self.step { descriptor = open(path, O_WRONLY | O_CREAT, 0o644) }
      if step == self.step + (style == .slowly ? 1 : 0) { save() }
    }

    func save() {
      if isSaved { return }
      isSaved = true
      switch style {
      case .inPlace:
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        put()
      case .renaming:
        descriptor = open(path + "~", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        put()
        rename(path + "~", path)
      case .heldOpen, .slowly:
        if descriptor < 0 { descriptor = open(path, O_WRONLY | O_CREAT, 0o644) }
        ftruncate(descriptor, 0)
        put()
      }
    }

    private func put() {
      _ = text.utf8CString.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count - 1) }
      close(descriptor)
    }
  }

  /// Runs the job with `see` called at each of its steps.
  private func run(_ job: Job, in folder: TemporaryFolder, _ see: @escaping @Sendable (Int) -> Void) -> String
  {
    run(job.arguments, in: folder, see)
  }

  private func run(
    _ arguments: [String], in folder: TemporaryFolder, _ see: @escaping @Sendable (Int) -> Void
  ) -> String {
    let count = Mutex(0)
    let root = folder.path
    FileReplacement.observer.withLock {
      $0 = { _, path in
        guard path.hasPrefix(root) else { return }
        see(
          count.withLock { count in
            defer { count += 1 }
            return count
          })
      }
    }
    defer { FileReplacement.observer.withLock { $0 = nil } }
    return transcript(arguments, in: root, environment: FaultTrial.environment(root))
  }

  private func folder(for job: Job) throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\naudio:\n  file: a.wav\n  duration: 20.000\n",
      "labels.txt":
        "1.000000\t4.000000\t1:1\n4.000000\t8.000000\t1:2\n9.000000\t10.000000\t1:3\n11.000000\t12.000000\t1:4\n",
    ])
    for (name, text) in job.files { try folder.write(text, to: "a.tilawa/\(name)") }
    return folder
  }

  private func files(_ folder: TemporaryFolder) throws -> [String: String] {
    var result: [String: String] = [:]
    for name in try folder.names(in: "a.tilawa") { result[name] = try folder.text(of: "a.tilawa/" + name) }
    return result
  }

  @Test(arguments: jobs) func aSaveAtAnyStepStands(_ job: Job) throws {
    let calm = try folder(for: job)
    let before = try files(calm)
    let steps = Mutex(0)
    let said = run(job, in: calm) { _ in steps.withLock { $0 += 1 } }
    let after = try files(calm)
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    #expect(!said.contains("[exit") && !changed.isEmpty, "\(said)")
    var rounds = 0
    for name in changed {
      for style in Style.allCases {
        // A file that isn't there can't be held open.
        if before[name] == nil, style == .heldOpen { continue }
        for step in 0..<steps.withLock({ $0 }) {
          rounds += 1
          let folder = try folder(for: job)
          let editor = Editor(folder.path(of: "a.tilawa/" + name), style, at: step)
          let said = FileReplacement.$mostWaits.withValue(0) { run(job, in: folder) { editor.see($0) } }
          editor.save()
          let context = Comment("\(name), \(style) at step \(step): \(said)")
          var now = try files(folder)
          #expect(now[name] == editor.text, context)
          #expect(!said.contains("[exit 2]"), context)
          // All or nothing of the rest.
          now[name] = nil
          var rest = said.contains("[exit") ? before : after
          rest[name] = nil
          #expect(now == rest, context)
          if said.contains("[exit") { #expect(said.contains("another program changed it"), context) }
        }
      }
    }
    print("\(job.testDescription): \(rounds) rounds")
    #expect(rounds >= 24)
  }

  /// Every command that changes a document which is there notices, and shows what was saved.
  @Test(arguments: FaultJob.all) func everyCommandNotices(_ job: FaultJob) throws {
    let trial = try FaultTrial(job)
    let isDocument = { (path: String) in path.hasSuffix(".yaml") && !path.hasPrefix("out") }
    let changed = trial.old.keys.filter { isDocument($0) && trial.new[$0] != trial.old[$0] }.sorted()
    guard !changed.isEmpty, job.command != "git merge-driver" else { return }
    let steps = Mutex(0)
    _ = run(job.arguments, in: try trial.folder()) { _ in steps.withLock { $0 += 1 } }
    #expect(steps.withLock { $0 } > 0, "\(job) writes \(changed) without a look at what is there")
    for (number, name) in changed.enumerated() {
      for step in 0..<steps.withLock({ $0 })
      where InjectedFaultsTests.isComplete || (number * 3 + step + trial.calls.count) % 4 == 0 {
        let style = Style.allCases[(number + step) % Style.allCases.count]
        let folder = try trial.folder()
        let editor = Editor(folder.path(of: name), style, at: step)
        let said = FileReplacement.$mostWaits.withValue(0) {
          run(job.arguments, in: folder) { editor.see($0) }
        }
        editor.save()
        let context = Comment("\(job): \(name), \(style) at step \(step): \(said)")
        #expect(try folder.text(of: name) == editor.text, context)
        // What the editor saved before the file was read is judged as it is, and lacks its rows.
        #expect(!said.contains("[exit 2]") || said.contains("F103"), context)
        if said.contains("another program changed it") {
          #expect(said.contains("[exit 1]"), context)
          // Whoever emptied the file and writes later had nothing in it yet.
          if style == .renaming { #expect(said.contains("+# the editor's"), context) }
        }
      }
    }
  }

  /// A spare file of a writer that was killed in the middle of an exchange is removed if its contents are
  /// known, and kept otherwise.
  @Test func whatAKilledWriterExchangedIsSettled() throws {
    let job = Self.jobs[0]
    for isSaved in [false, true] {
      let folder = try folder(for: job)
      let path = folder.path(of: "a.tilawa/segments.yaml")
      let old = try FileContents.read(path)
      let spare = folder.path(
        of: "a.tilawa/" + TemporaryName.exchanging("segments.yaml", old, for: Array("new".utf8)))
      try (isSaved ? Array("theirs".utf8) : old).withUnsafeBytes {
        try Data($0).write(to: URL(filePath: spare))
      }
      _ = try DirectoryLock(on: folder.path(of: "a.tilawa"))
      let names = try folder.names(in: "a.tilawa")
      #expect(names.count == (isSaved ? 4 : 3), "\(names)")
      if isSaved {
        let kept = try #require(names.first { $0.hasPrefix("segments.yaml.saved-") })
        #expect(try folder.text(of: "a.tilawa/" + kept) == "theirs")
      }
    }
  }

  /// If names can't be exchanged, the file is compared right before renaming.
  @Test func withoutExchangeASaveUntilThenStands() throws {
    let folder = try TemporaryFolder(["a": "one", "b": "two"])
    let (a, b) = (folder.path(of: "a"), folder.path(of: "b"))
    FileReplacement.$canExchange.withValue(false) {
      FileReplacement.observer.withLock {
        $0 = { step, path in
          if step == .placing, path == b { try? Data("theirs".utf8).write(to: URL(filePath: b)) }
        }
      }
      defer { FileReplacement.observer.withLock { $0 = nil } }
      let error = #expect(throws: FileError.self) {
        try AtomicFile.change([
          .init(a, from: Array("one".utf8), to: [49]), .init(b, from: Array("two".utf8), to: [50]),
        ])
      }
      #expect(error?.isOvertaken == true)
    }
    #expect(try folder.text(of: "a") == "one")
    #expect(try folder.text(of: "b") == "theirs")
    #expect(try folder.names() == ["a", "b"])
  }
}

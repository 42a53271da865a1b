import ArgumentParser
import Diagnostics
import Files
import Lint
import TilawaFormat

struct Checksum: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "checksum",
    abstract: "Compare audio files with their recorded checksums.",
    discussion: """
      Reads the audio and compares it with the checksum and size in recording.yaml. If a Git LFS or git-annex pointer \
      stands in its place, the checksum in the pointer is compared. --update writes what the audio has into \
      recording.yaml: checksum, size, duration, sample rate and channels.

      Exit status: 0 all match; 1 something differs, is missing or has no checksum; 2 something could not be read.
      """)

  @OptionGroup var targets: BundleTargets

  @Flag(help: "Write the checksum and other properties of the audio into recording.yaml.") var update = false

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    var outcome = Outcome.done
    func fail(_ problem: String, _ worse: Outcome = .failed) {
      terminal.complain("tilawa: \(problem)")
      outcome = outcome.and(worse)
    }
    var results: [JSONValue] = []
    for target in targets.find(in: terminal, problem: { fail($0) }) {
      do {
        let (comparison, isUpdated) = try compare(target, terminal)
        if comparison.isFault, !isUpdated { outcome = outcome.and(.findings) }
        if json {
          results.append(member(target, comparison, isUpdated))
        } else {
          tell(target, comparison, isUpdated, terminal)
        }
      } catch let error as FileError {
        fail(error.message(showing: terminal.shown(error.path)), error.outcome)
      } catch let error as CommandFailure {
        fail(error.description)
      }
    }
    if json {
      let document: JSONValue = ["version": 1, "results": .array(results)]
      terminal.write(document.documentText)
    }
    return outcome
  }

  private func compare(
    _ target: BundleTargets.Target, _ terminal: Terminal
  ) throws -> (ChecksumComparison, isUpdated: Bool) {
    let progress = terminal.progress("reading \(target.shownPath)")
    defer { progress.finish() }
    let before = TilawaBundle(readingAt: target.path, shownAs: target.shownPath, only: [.recording])
    try refuseFaults(of: before)
    let comparison = try ChecksumComparison(of: before) { progress.update($0, of: $1) }
    guard update, !comparison.updates(of: before).isEmpty else { return (comparison, false) }
    // Reading the audio takes time, in which nobody is kept waiting: what is changed is what is there
    // afterwards.
    var transaction = try BundleTransaction(openingAt: target.path, shownAs: target.shownPath)
    let bundle = transaction.bundle
    try refuseFaults(of: bundle)
    guard bundle.recording?.content?.audio?.file?.value == comparison.file else {
      throw CommandFailure(
        "\(bundle.shownPath) has changed meanwhile and names another audio file; try again")
    }
    let edits = comparison.updates(of: bundle)
    guard let source = bundle.recording?.source, !edits.isEmpty else { return (comparison, false) }
    try transaction.edit(source, .recording, edits)
    return (comparison, try !transaction.commit().isEmpty)
  }

  private func refuseFaults(of bundle: TilawaBundle) throws {
    guard bundle.recording?.hasErrors ?? true else { return }
    throw CommandFailure(
      "recording.yaml of \(bundle.shownPath) has errors; `tilawa lint \(bundle.shownPath)` shows which")
  }

  private func tell(
    _ target: BundleTargets.Target, _ comparison: ChecksumComparison, _ isUpdated: Bool, _ terminal: Terminal
  ) {
    let path = target.shownPath + (comparison.file.map { "/\($0)" } ?? "")
    let word = isUpdated ? "updated" : comparison.status.rawValue
    let role: Palette.Role = isUpdated || !comparison.isFault ? .good : .error
    terminal.print("\(path): \(terminal.palette.paint(word, role))")
    for remark in comparison.remarks { terminal.print("  \(remark)") }
    if comparison.status == .unrecorded, !isUpdated { terminal.print("  --update writes it") }
  }

  private func member(
    _ target: BundleTargets.Target, _ comparison: ChecksumComparison, _ isUpdated: Bool
  ) -> JSONValue {
    [
      "bundle": .string(target.shownPath), "file": JSONValue(comparison.file),
      "outcome": .string(comparison.status.rawValue), "updated": .bool(isUpdated),
      "sha256": JSONValue(comparison.digest?.sha256),
      "bytes": JSONValue(comparison.digest.map { Int($0.bytes) }),
      "remarks": JSONValue(comparison.remarks) { .string($0) },
    ]
  }
}

extension ChecksumComparison {
  /// Whether the audio could not be found to be the one that is described.
  fileprivate var isFault: Bool {
    switch status {
    case .matches, .pointer, .none: false
    case .mismatch, .unrecorded, .missing: true
    }
  }
}

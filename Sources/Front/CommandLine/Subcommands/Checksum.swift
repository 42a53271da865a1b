import ArgumentParser
import TilawaBase
import TilawaKit
import TilawaLint

struct Checksum: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "checksum",
    abstract: "Compare audio files with their recorded checksums.",
    discussion: """
      Reads the audio and compares it with the checksum and size in recording.yaml. For a Git LFS or git-annex pointer, \
      compares the checksum in the pointer. --update writes checksum, size, duration, sample rate and channels of the audio \
      into recording.yaml.

      Exit status: 0 all match; 1 something differs, is missing or has no checksum; 2 a file could not be read.

        tilawa audio checksum friday.tilawa
        tilawa audio checksum --update friday.tilawa
      """)

  @OptionGroup var targets: BundleTargets

  @Flag(help: "Write checksum and properties of the audio into recording.yaml.") var update = false

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    var outcome = Outcome.done
    func fail(_ problem: String, _ worse: Outcome = .failed) {
      terminal.complain("tilawa: \(problem)")
      outcome = outcome.and(worse)
    }
    var results: [Result] = []
    let found = targets.find(in: terminal, problem: { fail($0) })
    found.compareChecksums(isUpdating: update, terminal.monitor) { target, result in
      do {
        let (comparison, isUpdated) = try result.get()
        if comparison.isFault, !isUpdated { outcome = outcome.and(.findings) }
        if json {
          results.append((target, comparison, isUpdated))
        } else {
          tell(target, comparison, isUpdated, terminal)
        }
      } catch let error as FileError {
        terminal.complain(error)
        outcome = outcome.and(error.outcome)
      } catch let error as Failure {
        fail(error.description)
      } catch {
        fail("\(error)")
      }
    }
    if json { terminal.write(Self.shape.document(of: results)) }
    return outcome
  }

  private func tell(
    _ target: BundleTarget, _ comparison: ChecksumComparison, _ isUpdated: Bool, _ terminal: Terminal
  ) {
    let path = target.shownPath + (comparison.file.map { "/\($0)" } ?? "")
    let word = isUpdated ? "updated" : comparison.status.rawValue
    let role: Palette.Role = isUpdated || !comparison.isFault ? .good : .error
    terminal.print("\(path): \(terminal.palette.paint(word, role))")
    for remark in comparison.remarks { terminal.print("  \(remark)") }
    if comparison.status == .unrecorded, !isUpdated { terminal.print("  use --update to write it") }
  }

  typealias Result = (target: BundleTarget, comparison: ChecksumComparison, isUpdated: Bool)

  static let shape = OutputShape<[Result]>(
    "audio-checksum",
    [.key("results", .list(of: .object(keys)), { $0 }, "Result for each bundle.")])

  private static let keys: [JSONKey<Result>] = [
    .key(.bundle, { $0.target.shownPath }), .nullable(.file, { $0.comparison.file }),
    .key(
      "outcome", .word, { $0.comparison.status },
      "`pointer`: the audio is not here, but its pointer names the same checksum; `unrecorded`: recording.yaml has no checksum; `none`: the bundle names no audio."
    ),
    .key("updated", .flag, { $0.isUpdated }, "True if recording.yaml was changed."),
    .nullable(.sha256, { $0.comparison.digest?.sha256 }),
    .nullable(.bytes, { $0.comparison.digest.map { Int($0.bytes) } }),
    .key(.remarks, { $0.comparison.remarks }),
  ]
}

extension ChecksumComparison {
  /// True if the audio could not be found to be the one that is described.
  fileprivate var isFault: Bool {
    switch status {
    case .matches, .pointer, .none: false
    case .mismatch, .unrecorded, .missing: true
    }
  }
}

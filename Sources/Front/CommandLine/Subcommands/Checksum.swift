import ArgumentParser
import TilawaBase
import TilawaLint
import TilawaKit

struct Checksum: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "checksum",
    abstract: "Compare audio files with their recorded checksums.",
    discussion: """
      Reads the audio and compares it with the checksum and size in recording.yaml. If a Git LFS or git-annex pointer \
      stands in its place, the checksum in the pointer is compared. --update writes what the audio has into \
      recording.yaml: checksum, size, duration, sample rate and channels.

      Exit status: 0 all match; 1 something differs, is missing or has no checksum; 2 something could not be read.

        tilawa checksum friday.tilawa
        tilawa checksum --update friday.tilawa
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
    let found = targets.find(in: terminal, problem: { fail($0) })
    found.compareChecksums(isUpdating: update, terminal.monitor) { target, result in
      do {
        let (comparison, isUpdated) = try result.get()
        if comparison.isFault, !isUpdated { outcome = outcome.and(.findings) }
        if json {
          results.append(member(target, comparison, isUpdated))
        } else {
          tell(target, comparison, isUpdated, terminal)
        }
      } catch let error as FileError {
        terminal.complain(error)
        outcome = outcome.and(error.outcome)
      } catch let error as Obstacle {
        fail(error.description)
      } catch {
        fail("\(error)")
      }
    }
    if json {
      let document: JSONValue = ["version": 1, "results": .array(results)]
      terminal.write(document.documentText)
    }
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
    if comparison.status == .unrecorded, !isUpdated { terminal.print("  --update writes it") }
  }

  private func member(
    _ target: BundleTarget, _ comparison: ChecksumComparison, _ isUpdated: Bool
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

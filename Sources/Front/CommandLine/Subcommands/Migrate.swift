import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

struct Migrate: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Update files to the current version of the format.",
    discussion: """
      Files of the current version do not change. Version 1 is the first, so there is nothing to migrate yet.

        tilawa migrate .
      """)

  @OptionGroup var targets: BundleTargets

  @Flag(help: "Name the files that would change, and exit with 1 if there are any.")
  var check = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    var outcome = Outcome.done
    func fail(_ message: String, _ worse: Outcome = .failed) {
      terminal.complain("tilawa: \(message)")
      outcome = outcome.and(worse)
    }
    for target in targets.find(in: terminal, problem: { fail($0) }) {
      do {
        try DirectoryLock.holding(target.path) {
          for kind in FileKind.allCases where target.kinds.contains(kind) {
            let path = PathText.joined(target.path, kind.fileName)
            guard let bytes = try FileContents.readIfAny(path, in: target.path) else { continue }
            let source = SourceText(path: terminal.shown(path), bytes: bytes)
            guard let migrated = try Migration.migrated(source, kind) else { continue }
            if check {
              outcome = outcome.and(.findings)
            } else {
              try AtomicFile.change([.init(path, from: bytes, to: migrated)])
            }
            terminal.print(source.path)
          }
        }
      } catch let error as FileError {
        terminal.complain(error)
        outcome = outcome.and(error.outcome)
      } catch {
        fail("\(error)")
      }
    }
    return outcome
  }
}

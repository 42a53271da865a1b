import ArgumentParser
import Diagnostics
import Files
import Merging
import TilawaFormat

struct Patch: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch",
    abstract: "Make the changes of a `tilawa diff --json` in another copy of the bundle.",
    discussion: """
      Each row and key must be as the diff says it was; else nothing is changed, everything that doesn't fit is told, and the \
      exit status is 1. The diff comes from standard input unless a file is named:

        tilawa diff --json old.tilawa new.tilawa | tilawa patch mine.tilawa
      """)

  @OptionGroup var arguments: BundleArguments

  @Argument(help: "The diff; - or nothing for standard input.") var diff = "-"

  @Flag(name: [.customShort("n"), .long], help: "Write nothing; show what would change.") var dryRun = false

  @OptionGroup(title: "Everywhere") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let found = try arguments.find(in: terminal)
    let patches: [FilePatch]
    do {
      patches = try FilePatch.read(try terminal.source(diff))
    } catch let misfit as FilePatch.Misfit {
      throw CommandFailure(misfit.reasons.joined(separator: "; "))
    }
    return try DirectoryLock.holding(found.path) {
      var results: [(change: AtomicFile.Change, source: SourceText, bytes: [UInt8])] = []
      var reasons: [String] = []
      for patch in patches {
        let path = PathText.joined(found.path, patch.kind.fileName)
        let bytes = try FileContents.readIfAny(path, in: found.path)
        let source = SourceText(path: terminal.shown(path), bytes: bytes ?? patch.emptyFile)
        do {
          let new = try patch.applied(to: source)
          results.append((AtomicFile.Change(path, from: bytes, to: new), source, new))
        } catch let misfit as FilePatch.Misfit {
          reasons += misfit.reasons
        }
      }
      guard reasons.isEmpty else {
        reasons.forEach { terminal.complain("tilawa: \($0)") }
        terminal.complain("tilawa: nothing was changed")
        return .findings
      }
      results.removeAll { $0.bytes == $0.source.bytes }
      if !dryRun { try AtomicFile.change(results.map(\.change)) }
      for result in results {
        if dryRun {
          let edit = TextEdit(0..<result.source.bytes.count, String(decoding: result.bytes, as: UTF8.self))
          if let text = UnifiedDiff(of: result.source, [edit])?.text { terminal.write(text) }
        } else {
          terminal.print("\(result.source.path): patched")
        }
      }
      return .done
    }
  }
}

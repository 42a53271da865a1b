import ArgumentParser
import Diagnostics
import Files
import TilawaFormat

struct Format: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Write the files of bundles in the canonical form.",
    discussion: """
      Comments, unknown keys and meaning stay. A file with faults is left alone, and its faults are told. \
      The names of rewritten files are printed.

      With --check nothing is written: the files that would change are named. With --diff nothing is written either: \
      the change is shown. Both exit with 1 when something would change.

      With - the file comes from standard input and goes to standard output; --stdin-filename says which it is.
      """)

  @OptionGroup var targets: BundleTargets

  @Flag(help: "Write nothing; name the files that would change.") var check = false

  @Flag(help: "Write nothing; show what would change.") var diff = false

  @Option(help: "What the text on standard input is called, such as friday.tilawa/segments.yaml.")
  var stdinFilename: String?

  @OptionGroup(title: "Everywhere") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    if targets.paths == ["-"] { return try formatInput(terminal) }
    var outcome = Outcome.done
    let found = targets.find(in: terminal) { problem in
      terminal.complain("tilawa: \(problem)")
      outcome = .failed
    }
    let files = found.flatMap { target in
      FileKind.allCases.filter(target.kinds.contains).map { (target: target, kind: $0) }
    }
    let results = inParallel(files) { format($0.target, $0.kind, terminal) }
    for result in results { outcome = outcome.and(report(result, terminal)) }
    return outcome
  }

  /// What came of one file.
  private enum Result: Sendable {
    case absent
    case canonical
    case changed(SourceText, [TextEdit])
    case faults([Diagnostic])
    case failure(String)
  }

  private func format(_ target: BundleTargets.Target, _ kind: FileKind, _ terminal: Terminal) -> Result {
    let path = PathText.joined(target.path, kind.fileName)
    let shown = PathText.joined(target.shownPath, kind.fileName)
    do {
      guard let bytes = try FileContents.readIfAny(path) else { return .absent }
      let result = restyled(SourceText(path: shown, bytes: bytes), kind)
      guard case .changed = result, !check, !diff else { return result }
      // Between the first look and the lock somebody may have written: only what is read under the lock is
      // written back.
      return try DirectoryLock.holding(target.path) {
        guard let bytes = try FileContents.readIfAny(path) else { return .absent }
        let result = restyled(SourceText(path: shown, bytes: bytes), kind)
        if case .changed(let source, let edits) = result, let bytes = edits.applied(to: source.bytes) {
          try AtomicFile.write(bytes, to: path)
        }
        return result
      }
    } catch let error as FileError {
      return .failure(error.message(showing: terminal.shown(error.path)))
    } catch {
      return .failure("\(error)")
    }
  }

  private func restyled(_ source: SourceText, _ kind: FileKind) -> Result {
    switch CanonicalForm.edits(of: source, as: kind) {
    case .edits([]): .canonical
    case .edits(let edits): .changed(source, edits)
    case .faults(let faults): .faults(faults)
    case .changesMeaning:
      .failure(
        "\(source.path) is left as it is: its canonical form would not mean the same; please report this")
    }
  }

  private func report(_ result: Result, _ terminal: Terminal) -> Outcome {
    switch result {
    case .absent, .canonical: return .done
    case .changed(let source, let edits):
      if diff, let text = UnifiedDiff(of: source, edits)?.text {
        terminal.write(text)
      } else {
        terminal.print(source.path)
      }
      return check || diff ? .findings : .done
    case .faults(let faults):
      terminal.complain(faults.inOrder().told(with: terminal.talkPalette))
      return .failed
    case .failure(let message):
      terminal.complain("tilawa: \(message)")
      return .failed
    }
  }

  private func formatInput(_ terminal: Terminal) throws -> Outcome {
    guard let name = stdinFilename, let kind = FileKind(fileName: name) else {
      throw CommandFailure(
        "the text on standard input must be one of \(FileKind.allCases.map(\.fileName).joined(separator: ", ")); "
          + "say which with --stdin-filename")
    }
    let source = SourceText(path: name, bytes: try terminal.readInput())
    let result = restyled(source, kind)
    switch result {
    case .changed(_, let edits) where !check && !diff:
      terminal.write(edits.applied(to: source.bytes) ?? source.bytes)
      return .done
    case .canonical where !check && !diff:
      terminal.write(source.bytes)
      return .done
    default: return report(result, terminal)
    }
  }
}

extension [Diagnostic] {
  /// As the text format has them, without the last line end.
  func told(with palette: Palette) -> String {
    var context = ReportContext()
    context.palette = palette
    var text = DiagnosticFormat.text.report(self, context)
    if text.hasSuffix("\n") { text.removeLast() }
    return text
  }
}

import ArgumentParser
import Diagnostics
import Files
import ScalarText
import TilawaFormat
import TilawaKit

struct Format: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Rewrite files in their canonical form.",
    discussion: """
      Comments, unknown keys and the meaning stay. A file with faults is left alone, and its faults are reported. The \
      names of rewritten files are printed.

      --check writes nothing and names the files that would change; --diff writes nothing and shows the changes. Both exit \
      with 1 if anything would change.

      With -, the file is read from standard input and written to standard output; --stdin-filename says which file it is.
      """)

  @OptionGroup var targets: BundleTargets

  @Flag(help: "Write nothing; name the files that would change.") var check = false

  @Flag(help: "Write nothing; show what would change.") var diff = false

  @Option(help: "Which file standard input (-) is, such as friday.tilawa/segments.yaml.")
  var stdinFilename: String?

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    if targets.paths == ["-"] { return try formatInput(terminal) }
    var outcome = Outcome.done
    let libraryFiles = targets.findLibraryFiles(in: terminal)
    let found = targets.find(in: terminal, takesReciterFiles: true, besides: libraryFiles) { problem in
      terminal.complain("tilawa: \(problem)")
      outcome = .failed
    }
    let files = found.flatMap { target in
      FileKind.allCases.filter(target.kinds.contains).map { kind in
        File(
          path: PathText.joined(target.path, kind.fileName),
          shownPath: PathText.joined(target.shownPath, kind.fileName)
        ) { CanonicalForm.edits(of: $0, as: kind) }
      }
    }
    let others = libraryFiles.map { target in
      File(path: target.path, shownPath: target.shownPath) { CanonicalForm.edits(of: $0, as: target.kind) }
    }
    let reciters = targets.reciterPaths(in: terminal).map { path in
      File(path: path, shownPath: terminal.shown(path)) { CanonicalForm.edits(of: $0, as: FileKind.reciter) }
    }
    let results = inParallel(files + others + reciters) { format($0) }
    for result in results { outcome = outcome.and(report(result, terminal)) }
    return outcome
  }

  /// A file, and how its canonical form is found.
  private struct File: Sendable {
    let path: String
    let shownPath: String
    let edits: @Sendable (SourceText) -> CanonicalForm.Outcome
  }

  /// What came of one file.
  private enum Result: Sendable {
    case absent
    case canonical
    case changed(SourceText, [TextEdit])
    case faults([Diagnostic])
    case failure(String, Outcome)
  }

  private func format(_ file: File) -> Result {
    let (path, shown) = (file.path, file.shownPath)
    do {
      guard let bytes = try FileContents.readIfAny(path, in: PathText.folder(of: path)) else {
        return .absent
      }
      let result = restyled(SourceText(path: shown, bytes: bytes), file.edits)
      guard case .changed = result, !check, !diff else { return result }
      // Between the first look and the lock somebody may have written: only what is read under the lock is
      // written back.
      return try DirectoryLock.holding(PathText.folder(of: path)) {
        guard let bytes = try FileContents.readIfAny(path, in: PathText.folder(of: path)) else {
          return .absent
        }
        let result = restyled(SourceText(path: shown, bytes: bytes), file.edits)
        if case .changed(let source, let edits) = result, let bytes = edits.applied(to: source.bytes) {
          try AtomicFile.change([.init(path, from: source.bytes, to: bytes)])
        }
        return result
      }
    } catch let error as FileError {
      return .failure(error.message(showing: error.path == path ? shown : error.path), error.outcome)
    } catch {
      return .failure("\(error)", .failed)
    }
  }

  private func restyled(
    _ source: SourceText, _ edits: (SourceText) -> CanonicalForm.Outcome
  ) -> Result {
    switch edits(source) {
    case .edits([]): .canonical
    case .edits(let edits): .changed(source, edits)
    case .faults(let faults): .faults(faults)
    case .changesMeaning:
      .failure(
        "\(source.path) was left unchanged: its canonical form would mean something else; please report this",
        .failed)
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
      terminal.complain(faults.inOrder())
      return .failed
    case .failure(let message, let outcome):
      terminal.complain("tilawa: \(message)")
      return outcome
    }
  }

  private func formatInput(_ terminal: Terminal) throws -> Outcome {
    let name = stdinFilename ?? ""
    let edits: (SourceText) -> CanonicalForm.Outcome
    if let kind = FileKind(fileName: name) {
      edits = { CanonicalForm.edits(of: $0, as: kind) }
    } else if let kind = LibraryFileKind(fileName: name) {
      edits = { CanonicalForm.edits(of: $0, as: kind) }
    } else if ReciterFile.isNamedLikeOne(name) {
      edits = { CanonicalForm.edits(of: $0, as: FileKind.reciter) }
    } else {
      let names = FileKind.allCases.map(\.fileName) + LibraryFileKind.allCases.map(\.fileName)
      throw CommandFailure(
        "the text on standard input must be one of \(names.joined(separator: ", ")); "
          + "say which with --stdin-filename")
    }
    let source = SourceText(path: name, bytes: try terminal.readInput())
    let result = restyled(source, edits)
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
    let text = DiagnosticFormat.text.report(self, context)
    return text.before("\n").map(String.init) ?? text
  }
}

import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

struct Format: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Rewrite files in their canonical form.",
    discussion: """
      Keeps comments, unknown keys and the meaning, and prints the names of rewritten files. A file with errors is not \
      changed, and its errors are reported.

      --check prints the names of the files that would change, and --diff the changes. Both write nothing, and exit \
      with 1 if anything would change.

      With -, reads standard input and writes to standard output; --stdin-filename names the file.

        tilawa fmt friday.tilawa
        tilawa fmt --check .
        tilawa fmt --diff friday.tilawa/segments.yaml
      """)

  @OptionGroup var targets: BundleTargets

  @Flag(help: "Name the files that would change, without writing anything.") var check = false

  @Flag(help: "Show what would change without writing anything.") var diff = false

  @Option(help: "Name of standard input (-), such as friday.tilawa/segments.yaml.")
  var stdinFilename: String?

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    if targets.paths == ["-"] { return try formatInput(terminal) }
    let plan = FormattingPlan(targets.given(in: terminal))
    for problem in plan.problems { terminal.complain("tilawa: \(problem.text)") }
    var outcome = plan.problems.isEmpty ? Outcome.done : .failed
    for result in plan.results(isWriting: !check && !diff) { outcome = outcome.and(report(result, terminal)) }
    return outcome
  }

  private func report(_ result: FormattingPlan.Result, _ terminal: Terminal) -> Outcome {
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
    case .changesMeaning(let path):
      terminal.complain(
        "tilawa: \(path) was not changed: its canonical form would differ in meaning; please report this")
      return .failed
    case .failure(let message, let isOvertaken, let meanwhile):
      terminal.complain("tilawa: \(message)")
      if let meanwhile { terminal.complain(lines: meanwhile) }
      return isOvertaken ? .findings : .failed
    }
  }

  private func formatInput(_ terminal: Terminal) throws -> Outcome {
    let name = stdinFilename ?? ""
    // Nothing is read for a name that can't be meant.
    guard FormattingPlan.result(of: SourceText(path: name, bytes: [])) != nil else {
      let names = DocumentKind.all.map(\.fileName)
      throw CommandFailure(
        "standard input must be one of \(names.joined(separator: ", ")); "
          + "name it with --stdin-filename")
    }
    let source = SourceText(path: name, bytes: try terminal.readInput())
    guard let result = FormattingPlan.result(of: source) else { return .failed }
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

import ArgumentParser
import Diagnostics
import Files
import TilawaFormat

struct Show: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a bundle holds: who recites, how far the annotation has come, what is missing.",
    discussion: """
      The bar is the recording from its start to its end; each cell tells what most of its stretch is.

      git can use --textconv to show annotations in diffs:
        git config diff.tilawa.textconv "tilawa show --textconv"
        echo '**/*.tilawa/**/*.yaml diff=tilawa' >> .gitattributes
      """)

  @OptionGroup var targets: BundleTargets

  @Flag(help: "Print one YAML file of a bundle as plain lines, a row a line; as it is, if it has faults.")
  var textconv = false

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Everywhere") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    if textconv { return try convert(in: terminal) }
    var outcome = Outcome.done
    let found = targets.find(in: terminal) {
      terminal.complain("tilawa: \($0)")
      outcome = .failed
    }
    var documents: [JSONValue] = []
    for (index, target) in found.enumerated() {
      let bundle = TilawaBundle(readingAt: target.path, shownAs: target.shownPath)
      let report = BundleReport(of: bundle)
      if json {
        documents.append(report.json)
      } else {
        if index > 0 { terminal.print("") }
        report.lines(
          width: terminal.width, palette: terminal.palette, showsUnicode: terminal.showsUnicode
        ).forEach(terminal.print)
      }
    }
    if json {
      terminal.write((["version": 1, "bundles": .array(documents)] as JSONValue).documentText)
    }
    return outcome
  }

  private func convert(in terminal: Terminal) throws -> Outcome {
    guard let path = targets.paths.first, targets.paths.count == 1 else {
      throw CommandFailure("--textconv takes one file, found \(targets.paths.count)")
    }
    let source = try terminal.source(path)
    guard let lines = RowListing(of: source)?.lines else {
      terminal.write(source.bytes)
      return .done
    }
    for line in lines { terminal.print(line) }
    return .done
  }
}

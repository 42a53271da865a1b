import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran

struct Show: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a bundle contains, and what is missing.",
    discussion: """
      The bar shows the recording from start to end; each cell shows the state of most of its stretch.

      Exit status: 0 everything could be read; 1 faults were reported; 2 wrong usage, or no such bundle.

        tilawa show friday.tilawa
      """)

  @OptionGroup var targets: BundleTargets

  /// Older versions of `git install` had git show files so, which led astray whoever counts their lines.
  @Flag(help: ArgumentHelp("Print a file unchanged.", visibility: .private)) var textconv = false

  @Flag(help: "Print the text of its ayat, from the texts of the library.") var text =
    false

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if text, json {
      throw ValidationError("--text cannot be used with --json; use tilawa text --json")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    if textconv, let path = targets.paths.first {
      terminal.write(try terminal.source(path).bytes)
      return .done
    }
    var outcome = Outcome.done
    let found = targets.find(in: terminal) {
      terminal.complain("tilawa: \($0)")
      outcome = .failed
    }
    var reports: [BundleReport] = []
    for (index, target) in found.enumerated() {
      let bundle = TilawaBundle(readingAt: target.path, shownAs: target.shownPath)
      let report = BundleReport(of: bundle)
      outcome = outcome.and([LibraryFault(of: bundle)].compactMap { $0 }.tell(in: terminal))
      if json {
        reports.append(report)
      } else {
        if index > 0 { terminal.print("") }
        report.lines(
          width: terminal.width, isTerminal: terminal.tableWidth != nil, palette: terminal.palette,
          showsUnicode: terminal.showsUnicode
        ).forEach(terminal.print)
        if text { printTexts(of: bundle, in: terminal) }
      }
    }
    if json { terminal.write(BundleReport.shape.document(of: reports)) }
    return outcome
  }

  /// Prints the recited words, ayah by ayah in the order of time; a repeated ayah once.
  private func printTexts(of bundle: TilawaBundle, in terminal: Terminal) {
    let texts = TextsAtHand(around: bundle)
    guard !texts.isEmpty else {
      terminal.say("no text to print; add one with tilawa text add FILE")
      return
    }
    guard let counting = bundle.counting else { return }
    var known: Set<Ayah> = []
    for row in bundle.segmentsInTime {
      for ayah in row.ayah.map({ counting.ayat(in: $0) }) ?? [] where known.insert(ayah).inserted {
        terminal.print("")
        terminal.print(terminal.palette.paint("\(ayah)", .strong))
        for line in texts.lines(of: AyahRange(ayah)) { terminal.print("  \(line)") }
      }
    }
  }
}

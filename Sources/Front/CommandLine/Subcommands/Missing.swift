import ArgumentParser
import TilawaBase
import TilawaLibrary

struct Missing: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "missing",
    abstract: "List the ayat that a library can't play.",
    discussion: """
      One line per run of missing ayat, over the ends of surahs; with --by, one line per surah, juz or page that lacks some. An \
      ayah is missing if tilawa resolve has no answer for it with the same options; resolve --explain shows why.

        tilawa missing kahf 1-31 --reciter yasser-al-dosari
        tilawa missing --by juz

      Bundles with faults that may hide missing ayat are reported on standard error.

      Exit status: 0 nothing is missing; 1 something is, or faults were reported; 2 wrong usage, or the library can't be read.
      """)

  @OptionGroup var question: CoverageQuestion

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let answer = try question.answer(in: terminal)
    let (library, reports) = (answer.library, answer.reports)
    if json {
      terminal.write(question.document(answer, CoverageQuestion.missingShape))
    } else {
      for (index, report) in reports.enumerated() {
        if let heading = report.heading {
          if index > 0 { terminal.print("") }
          terminal.print(terminal.palette.paint(shownText(heading), .strong))
        }
        (question.by == nil ? report.missingRuns : report.missing).forEach(terminal.print)
      }
    }
    let outcome = library.faults.tell(in: terminal)
    return reports.allSatisfy(\.isComplete) ? outcome : .findings
  }
}

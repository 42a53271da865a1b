import ArgumentParser
import Diagnostics
import Library

struct ShowCoverage: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Show how much of the Quran a library can play.",
    discussion: """
      An ayah counts as found if tilawa resolve has an answer for it with the same options. One line per surah (or juz, \
      or page) shows which stretches of it are found.

        tilawa coverage --library ~/recitations
        tilawa coverage "juz 30" --by page --each-reciter
        tilawa coverage --svg > coverage.svg

      Bundles with faults that may hide missing ayat are reported on standard error.

      Exit status: 0 done; 1 faults were reported; 2 wrong usage, or the library can't be read.
      """)

  @OptionGroup var question: CoverageQuestion

  @Flag(help: "Print JSON.") var json = false

  @Flag(help: "Print a picture (SVG).") var svg = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    if json && svg { throw CommandFailure("--json and --svg can't be used together") }
    if svg, question.eachReciter {
      throw CommandFailure(
        "--svg draws one picture; name one reciter with --reciter instead of --each-reciter")
    }
    let (library, reports) = try question.answer(in: terminal)
    if json {
      terminal.write(try question.json(library, reports).documentText)
    } else if svg {
      let who =
        question.listener.reciter.isEmpty ? "" : " by \(question.listener.reciter.joined(separator: ", "))"
      terminal.write(reports.map { $0.svg(title: question.listener.riwayah + who) }.joined())
    } else {
      for (index, report) in reports.enumerated() {
        if let heading = report.heading {
          if index > 0 { terminal.print("") }
          terminal.print(terminal.palette.paint(shownText(heading), .strong))
        }
        report.strip(
          width: terminal.width, palette: terminal.palette, showsUnicode: terminal.showsUnicode
        ).forEach(terminal.print)
      }
    }
    return library.faults.tell(in: terminal)
  }
}

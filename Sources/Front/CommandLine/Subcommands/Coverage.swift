import ArgumentParser
import TilawaBase
import TilawaKit
import TilawaLibrary
import TilawaQuran
import TilawaSound

struct ShowCoverage: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Show how much of the Quran a library can play.",
    discussion: """
      Shows the ayat that tilawa resolve finds with the same options, one line per surah, juz or page. \
      -o draws a map, in which verified ayat (a person confirmed both boundaries) are green. \
      Only SVG has labels.

        tilawa coverage "juz 30" --by page --each-reciter
        tilawa coverage --missing --by juz

      Exit status: 0 done; 1 ayat --missing, or faults; 2 wrong usage or failure.
      """)

  @OptionGroup var question: CoverageQuestion

  @Flag(help: "List the ayat that cannot be played.") var missing = false

  @Flag(help: "Print JSON.") var json = false

  @Flag(help: "Print the map as SVG.") var svg = false

  @Option(
    name: [.short, .long],
    help: .init("Draw a map into this .svg or .png file.", valueName: "file"),
    completion: .file(extensions: ["svg", "png"]))
  var output: String?

  @OptionGroup var writing: OutputArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    guard [json, svg, output != nil].count(where: \.self) < 2 else {
      throw CommandFailure("--json, --svg and --output cannot be used together")
    }
    guard !missing || !svg && output == nil else {
      throw CommandFailure("--missing cannot be used with --svg or --output")
    }
    let isPNG = output.map { PathText.fileExtension(of: $0).lowercased() == "png" } ?? false
    if let output {
      guard isPNG || PathText.fileExtension(of: output).lowercased() == "svg" else {
        throw CommandFailure("unknown picture format: \"\(output)\" (expected .svg or .png)")
      }
      try writing.require([output], in: terminal)
    }
    let answer = try question.answer(in: terminal, tellingVerified: svg || output != nil)
    let (library, reports) = (answer.library, answer.reports)
    if json {
      terminal.write(question.document(answer))
    } else if svg || output != nil {
      let title = title(answer.session)
      let map = CoverageReport.map(of: reports, title: title)
      do {
        let picture = try isPNG ? map.png() : Array(map.svg(title: title).utf8)
        if let output {
          try AtomicFile.write(picture, to: terminal.path(output))
          for report in reports.prefix(reports.count == 1 ? 1 : 0) {
            terminal.say("\(output): \(shownText(report.summary(runs: 3)))")
          }
          if reports.count > 1 { terminal.say("\(output): \(counted(reports.count, "reciter"))") }
        } else {
          terminal.write(picture)
        }
      } catch let error as PNGError {
        throw CommandFailure("cannot draw a picture: \(error.message)")
      }
    } else {
      for (index, report) in reports.enumerated() {
        if let heading = report.heading {
          if index > 0 { terminal.print("") }
          terminal.print(terminal.palette.paint(shownText(heading), .strong))
        }
        lines(of: report, in: terminal).forEach(terminal.print)
      }
    }
    let outcome = library.faults.tell(in: terminal)
    return missing && !reports.allSatisfy(\.isComplete) ? .findings : outcome
  }

  private func lines(of report: CoverageReport, in terminal: Terminal) -> [String] {
    let width = terminal.tableWidth ?? .max
    if missing {
      return question.by == nil ? report.missingRuns(width: width) : report.missing(width: width)
    }
    return report.strip(
      width: terminal.width, isTerminal: terminal.tableWidth != nil, palette: terminal.palette,
      showsUnicode: terminal.showsUnicode)
  }

  /// `hafs by husary, alafasy`.
  private func title(_ session: Session) -> String {
    let who = session.reciters.isEmpty ? "" : " by \(session.reciters.joined(separator: ", "))"
    return withoutControls(session.riwayah.rawValue + who)
  }
}

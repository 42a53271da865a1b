import ArgumentParser
import TilawaBase
import TilawaExchange
import TilawaLibrary
import TilawaQuran
import TilawaRemote

struct Resolve: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Find the file that plays an ayah, and where in it.",
    discussion: """
      Prints one line per ayah: ayah, file, start and end in seconds, reciter, and verified if a person \
      confirmed both boundaries. "shared" rows also contain other ayat.

        tilawa resolve kahf 1-10 --reciter yasser-al-dosari --reciter husary
        tilawa resolve 18:10 --library ~/recitations --library https://example.org/library/

      Exit status: 0 all found; 1 ayat missing, or faults; 2 wrong usage or failure.
      """)

  @Argument(help: "Ayat: 18:10, 2:1-5, kahf, juz 30.", completion: .surahs) var passages: [String]

  @OptionGroup var place: LibrariesArguments

  @OptionGroup var listener: SessionArguments

  @OptionGroup var playback: PlaybackArguments

  @Flag(help: "Explain why each candidate was chosen or not.") var explain = false

  @Option(help: "Print in this format.")
  var format = ResolutionFormat.text

  @OptionGroup var output: JSONArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let (session, rules) = try playback.session(listener, place, in: terminal)
    listener.tellCounting(of: session, in: terminal)
    let ayat = try PassageArguments.ayat(passages, counting: session.counting)
    let root = place.root(in: terminal)
    let libraries = try place.open(in: terminal)
    let resolution = libraries.resolve(ayat, in: session, explaining: explain)
    let report = ResolutionReport(
      resolution, of: ayat, in: session, library: root, from: terminal.workingDirectory)
    if explain, let rules { terminal.say("tilawa: \(rules)") }
    switch try chosenFormat {
    case .json: terminal.write(report.document(explaining: explain))
    case .jsonl: for line in report.jsonLines(explaining: explain) { terminal.print(line) }
    case .text: for line in report.lines(explaining: explain) { terminal.print(line) }
    case .m3u8: terminal.write(report.playlist.text(.m3u8))
    case .xspf: terminal.write(report.playlist.text(.xspf))
    case .ffconcat: terminal.write(report.playlist.text(.ffconcat))
    }
    if libraries.ignoredCount > 0, let reason = libraries.reasonForNothing(in: root) {
      terminal.say("tilawa: \(reason)")
    }
    let outcome = resolution.faults.tell(in: terminal)
    for remark in report.remarks + report.shortages { terminal.say("tilawa: \(remark)") }
    for complaint in report.complaints { terminal.complain("tilawa: \(complaint)") }
    return report.isComplete ? outcome : .findings
  }
}

extension Resolve {
  /// The format chosen by `--json`, `--jsonl` or `--format`.
  private var chosenFormat: ResolutionFormat {
    get throws {
      guard output.isAny else { return format }
      let asked: ResolutionFormat = output.json ? .json : .jsonl
      guard format == .text || format == asked else {
        throw CommandFailure("--\(asked.rawValue) and --format \(format.rawValue) cannot be used together")
      }
      return asked
    }
  }
}

/// A form of output of `resolve`.
enum ResolutionFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, jsonl, m3u8, xspf, ffconcat
}

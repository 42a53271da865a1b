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
      Prints one line per ayah: ayah, file, start and end in seconds, reciter, and whether the row is verified. "shared" \
      means that other ayat are heard in the same stretch, and nothing says where they part. "as 1:2 in kufi" means that \
      the recording is numbered otherwise, and what was asked for is 1:2 there.

        tilawa resolve 18:10 --library ~/recitations
        tilawa resolve kahf 1-10 --reciter yasser-al-dosari --reciter husary

      Only rows in the requested riwayah are served (hafs unless --riwayah is given); a row whose riwayah is unknown is \
      never served. Of several rows, the one by the reciter named first wins; then verified rows, the higher priority, the \
      higher confidence, the newer recording, the earlier path, the earlier row.

      Ayah numbers are read as mushafs of the riwayah count, unless --numbering names another count: with --riwayah warsh \
      1:1 is what follows the basmalah.

      Bundles that number ayat differently are searched for the same text. If they divide it into several ayat, consecutive \
      rows are played as one. If they join it to other text in one ayah, that is played whole, as shared. If neither is \
      so, the row is ignored.

      --playback takes riwayah, reciters and their order from playback.yaml, so that what is found is what tilawa play would \
      play; --explain says what that is.

      Files of reciters elsewhere are described in reciters/*.yaml of the library. Those that are here come after the \
      reciter's own recordings; with --remote, those that would have to be downloaded come last.

      Published libraries are asked over https for no more than the ayat need; what came is kept below $XDG_CACHE_HOME/tilawa and \
      answers when no server does. Their audio is named by its address, until tilawa play or tilawa audio fetch has brought it. Of \
      several libraries the first that can play an ayah does, whatever the later ones have:

        tilawa resolve 18:10 --library ~/recitations --library https://example.org/library/

      Audio that is not here is ignored: a missing file, a Git LFS pointer, an annex link without content. If there is \
      nothing else, it is reported with the command that fetches it.

      Bundles with faults are reported on standard error and don't stop the rest.

      Exit status: 0 every ayah can be played; 1 one can't, or faults were reported; 2 wrong usage, or the library can't be read.
      """)

  @Argument(help: "Ayat: 18:10, 2:1-5, kahf, juz 30.", completion: .surahs) var passages: [String]

  @OptionGroup var place: LibrariesArguments

  @OptionGroup var listener: SessionArguments

  @OptionGroup var playback: PlaybackArguments

  @Flag(help: "Explain why each candidate won, lost or was ignored.") var explain = false

  @Option(help: "What to print: text, json, jsonl, or a playlist in m3u8, xspf or ffconcat.")
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
  /// By `--json` and `--jsonl` as well as by `--format`.
  private var chosenFormat: ResolutionFormat {
    get throws {
      guard output.isAny else { return format }
      let asked: ResolutionFormat = output.json ? .json : .jsonl
      guard format == .text || format == asked else {
        throw CommandFailure("--\(asked.rawValue) and --format \(format.rawValue) can't be used together")
      }
      return asked
    }
  }
}

/// What `resolve` prints.
enum ResolutionFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, jsonl, m3u8, xspf, ffconcat
}

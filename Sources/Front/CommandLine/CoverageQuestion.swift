import TilawaRemote
import ArgumentParser
import TilawaBase
import TilawaLibrary
import TilawaQuran

/// Which ayat a command asks a library for, and how it tells of them.
struct CoverageQuestion: ParsableArguments {
  @Argument(help: "Ayat: 18:1-31, kahf, juz 30. (default: the whole Quran)", completion: .surahs)
  var passages: [String] = []

  @OptionGroup var place: LibrariesArguments

  @OptionGroup var listener: SessionArguments

  @OptionGroup var playback: PlaybackArguments

  @Option(help: "Group ayat by this: surah, juz or page.") var by: Coverage.Grouping?

  @Flag(help: "Show each reciter separately: those of --reciter, or all that are found.")
  var eachReciter = false

  /// The answer, and what it says, reciter by reciter if asked for.
  ///
  /// `tellingVerified` takes longer, and tells which ayat are verified.
  func answer(
    in terminal: Terminal, tellingVerified: Bool = false
  ) throws -> Answer {
    let (session, rules) = try playback.session(listener, place, in: terminal)
    if let rules { terminal.say("tilawa: \(rules)") }
    listener.tellCounting(of: session, in: terminal)
    try requireNoPictures()
    let ayat = try PassageArguments.ayat(passages, counting: session.counting)
    let folder = try place.open(in: terminal)
    let library = folder.coverage(
      of: ayat, in: session, byReciter: eachReciter, tellingVerified: tellingVerified)
    if let reason = folder.reasonForNothing(in: place.root(in: terminal)) {
      terminal.say("tilawa: \(reason)")
    } else if eachReciter, library.reciters.isEmpty {
      terminal.say("tilawa: no reciter has any of it in \(session.riwayah.rawValue)")
    }
    let grouping = by ?? .surah
    let reports =
      eachReciter && !library.reciters.isEmpty
      ? library.reciters.map { reciter in
        CoverageReport(
          reciter.coverage, by: grouping, heading: reciter.name ?? reciter.id ?? "unknown reciter")
      } : [CoverageReport(library.all, by: grouping)]
    return Answer(library: library, reports: reports, session: session)
  }

  /// What the library says, and what is said of that.
  struct Answer {
    let library: LibraryCoverage
    /// Of each reciter, if that is asked for, else of all.
    let reports: [CoverageReport]
    let session: Session
  }

  /// A file that is named where ayat are meant to be.
  private func requireNoPictures() throws(CommandFailure) {
    for passage in passages where passage.ends(with: ".svg") || passage.ends(with: ".png") {
      throw CommandFailure("\"\(passage)\" is no ayah; tilawa coverage -o \(passage) draws a picture there")
    }
  }

  /// The whole answer for programs.
  func json(_ answer: Answer) -> JSONValue {
    let (library, reports, session) = (answer.library, answer.reports, answer.session)
    let byReciter = JSONValue(zip(library.reciters, reports)) { reciter, report in
      ["reciter": JSONValue(reciter.id), "reciter_name": JSONValue(reciter.name), "coverage": report.json]
    }
    return [
      "version": 1, "riwayah": .string(session.riwayah.rawValue),
      "numbering": .string(session.counting.rawValue), "by": .string((by ?? .surah).rawValue),
      "coverage": eachReciter ? nil : reports.first?.json ?? nil, "by_reciter": eachReciter ? byReciter : nil,
      "faults": JSONValue(library.faults, \.json),
    ]
  }
}

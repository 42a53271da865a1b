import ArgumentParser
import TilawaBase
import TilawaLibrary
import TilawaQuran
import TilawaRemote

/// The ayat that a command searches a library for, and the form of its report.
struct CoverageQuestion: ParsableArguments {
  @Argument(help: "Ayat: 18:1-31, kahf, juz 30. (default: all)", completion: .surahs)
  var passages: [String] = []

  @OptionGroup var place: LibrariesArguments

  @OptionGroup var listener: SessionArguments

  @OptionGroup var playback: PlaybackArguments

  @Option(help: "Group ayat by this.") var by: Coverage.Grouping?

  @Flag(help: "Show each reciter (of --reciter, or all) separately.")
  var eachReciter = false

  /// The answer and its report, by reciter if asked for.
  ///
  /// With `tellingVerified` it takes longer, and marks the verified ayat.
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
      terminal.say("tilawa: no reciter covers any of these ayat in \(session.riwayah.rawValue)")
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

  /// The coverage of the library, and the reports on it.
  struct Answer {
    let library: LibraryCoverage
    /// The report on each reciter, if that is asked for, else the one on all.
    let reports: [CoverageReport]
    let session: Session
  }

  /// Throws for the name of a picture in the place of ayat.
  private func requireNoPictures() throws(CommandFailure) {
    for passage in passages where passage.ends(with: ".svg") || passage.ends(with: ".png") {
      throw CommandFailure(
        "invalid ayah \"\(passage)\"; to draw a picture, use tilawa coverage -o \(passage)")
    }
  }

  /// The whole answer for programs.
  func document(_ answer: Answer) -> String { Self.shape.document(of: (self, answer)) }

  typealias Shape = OutputShape<(question: CoverageQuestion, answer: Answer)>

  static let shape = Shape(
    "coverage",
    [
      .key(.riwayah, { $0.answer.session.riwayah.rawValue }),
      .key(.numbering, { $0.answer.session.counting.rawValue }),
      .key("by", .word, { $0.question.by ?? .surah }, "Kind of the groups."),
      .nullable(
        "coverage", CoverageReport.form, { $0.question.eachReciter ? nil : $0.answer.reports.first },
        "Coverage of the requested ayat."),
      .nullable(
        "by_reciter", .list(of: .object(reciterKeys)),
        {
          $0.question.eachReciter
            ? zip($0.answer.library.reciters, $0.answer.reports).map { ($0, $1) } : nil
        },
        "With --each-reciter, in place of coverage."),
      .key(.faults, { $0.answer.library.faults }),
    ])

  private static let reciterKeys:
    [JSONKey<(reciter: (id: String?, name: String?, coverage: Coverage), report: CoverageReport)>] = [
      .nullable(.reciter, { $0.reciter.id }), .nullable(.reciterName, { $0.reciter.name }),
      .key("coverage", CoverageReport.form, { $0.report }, "Coverage of the requested ayat."),
    ]
}

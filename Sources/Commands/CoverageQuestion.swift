import ArgumentParser
import Diagnostics
import Library
import QuranIndex

/// Which ayat a command asks a library for, and how it tells of them.
struct CoverageQuestion: ParsableArguments {
  @Argument(help: "Ayat: 18:1-31, kahf, juz 30. (default: the whole Quran)") var passages: [String] = []

  @OptionGroup var place: LibraryArguments

  @OptionGroup var listener: SessionArguments

  @Option(help: "Group ayat by this: surah, juz or page.") var by: Coverage.Grouping = .surah

  @Flag(help: "Show each reciter separately: those of --reciter, or all that are found.")
  var eachReciter = false

  /// The answer, and what it says, reciter by reciter if asked for.
  func answer(in terminal: Terminal) throws -> (library: LibraryCoverage, reports: [CoverageReport]) {
    let session = try listener.session()
    let ayat = try PassageArguments.ayat(passages, counting: session.counting)
    let folder = try place.open(in: terminal)
    let library = folder.coverage(of: ayat, in: session, byReciter: eachReciter)
    if let reason = folder.reasonForNothing(in: place.root(in: terminal)) {
      terminal.say("tilawa: \(reason)")
    } else if eachReciter, library.reciters.isEmpty {
      terminal.say("tilawa: no reciter has any of it in \(session.riwayah.rawValue)")
    }
    let reports =
      eachReciter && !library.reciters.isEmpty
      ? library.reciters.map { CoverageReport($0.coverage, by: by, heading: $0.id ?? "unknown reciter") }
      : [CoverageReport(library.all, by: by)]
    return (library, reports)
  }

  /// The whole answer for programs.
  func json(_ library: LibraryCoverage, _ reports: [CoverageReport]) throws -> JSONValue {
    let session = try listener.session()
    let byReciter = JSONValue(zip(library.reciters, reports)) { reciter, report in
      ["reciter": JSONValue(reciter.id), "coverage": report.json]
    }
    return [
      "version": 1, "riwayah": .string(session.riwayah.rawValue),
      "numbering": .string(session.counting.rawValue), "by": .string(by.rawValue),
      "coverage": eachReciter ? nil : reports.first?.json ?? nil, "by_reciter": eachReciter ? byReciter : nil,
      "faults": JSONValue(library.faults, \.json),
    ]
  }
}

import ArgumentParser
import Diagnostics
import Merging
import TilawaFormat
import Timing

struct Compare: TilawaCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell how well annotators of one recording agree.",
    discussion: """
      Takes two or more versions: bundles, files of them, or versions in git as REV:PATH.

        tilawa compare mine.tilawa yours.tilawa his.tilawa
        tilawa compare HEAD~3:friday.tilawa friday.tilawa

      Told are, for every two and for all: how far starts and ends lie apart (an end at which both begin the next row counts \
      once among all), which part of them lies within 20 to 500 ms, the F1 of the boundaries as `score` counts them, how well \
      names agree over time (Cohen's kappa, for all of several Fleiss's), then the rows that not all have, names that differ, \
      and the places that lie furthest apart. Bias is by how much the second is later.

      Compared are segments, or markers where there are no segments; words with --words.

      Exits with 0 when all agree within the tolerance, 1 when they don't, 2 when they can't be compared.
      """)

  @Argument(help: "The versions.", completion: .directory) var versions: [String]

  @Option(help: "Places that lie no further apart agree, such as 100ms or 0.1.")
  var tolerance = TimeTolerance(argument: "100ms") ?? .zero

  @Option(help: "How many of the places that don't agree are listed, the furthest apart first.") var worst =
    10

  @OptionGroup(title: "Different audio") var alignment: AlignmentOptions

  @Flag(help: "Compare the times of words.") var words = false

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Everywhere") var everywhere: GlobalOptions

  func validate() throws {
    guard worst >= 0 else { throw ValidationError("--worst is a number from 0, not \(worst)") }
    guard versions.count > 1 else {
      throw ValidationError("compare takes two versions or more, found \(versions.count)")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    do {
      let compared = try loaded(terminal)
      if !alignment.alignAudio { tellOfDifferentAudio(compared, terminal) }
      let report = AgreementReport(compared, tolerance: tolerance.time, worst: worst, words: words)
      if json {
        terminal.write(report.json.documentText)
      } else {
        report.lines(terminal.palette, width: nil).forEach(terminal.print)
      }
      return report.isAgreed ? .done : .findings
    } catch let error as FileMerge.Unmergeable {
      return error.tell(in: terminal)
    }
  }

  /// The versions in their order, all on the timeline of the first.
  private func loaded(_ terminal: Terminal) throws -> [ComparedVersion] {
    var loaded: [ComparedVersion] = []
    for given in versions {
      var version = try terminal.version(given)
      if alignment.alignAudio, let first = loaded.first {
        version = try terminal.aligned(version, named: given, to: first.version, named: first.name)
      }
      loaded.append(try ComparedVersion(given, version, words: words))
    }
    return loaded
  }

  private func tellOfDifferentAudio(_ compared: [ComparedVersion], _ terminal: Terminal) {
    let known = compared.compactMap { version in
      version.version.audioChecksum.map { (version.name, $0.lowercased()) }
    }
    guard let first = known.first, let other = known.first(where: { $0.1 != first.1 }) else { return }
    terminal.say(
      "\(first.0) and \(other.0) are of different audio: sha256 \(first.1.prefix(12))… and \(other.1.prefix(12))…; "
        + "times are compared as they are")
  }
}

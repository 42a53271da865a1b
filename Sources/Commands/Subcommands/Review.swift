import Annotating
import ArgumentParser
import Diagnostics
import TilawaFormat
import TilawaKit
import Timing

struct ReviewCommand: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "List what to check by ear, least certain first.",
    discussion: """
      Every row that nobody has verified or confirmed is work; what is least sure comes first: ayat of the passage that \
      were not found, rows that overlap, markers without a name, ayat far longer or shorter than the tempo says, low \
      confidence, and stretches of which nothing is said. Each line begins with the place in the file, for editors to \
      jump to, then the time in the recording.

        tilawa review friday.tilawa
        tilawa review ~/recitations --limit 50

      Exit status: 0 nothing is left; 1 something is; 2 used wrongly, or a bundle can't be read.
      """)

  @OptionGroup var targets: BundleTargets

  @Option(help: ArgumentHelp("How many lines at most; 0 for all.", valueName: "count")) var limit: Int?

  @Flag(help: "Print JSON; all of it, unless --limit is given.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit takes a number from 0 on, not \(limit)") }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    var outcome = Outcome.done
    let found = targets.find(in: terminal) {
      terminal.complain("tilawa: \($0)")
      outcome = .failed
    }
    var reviews: [(bundle: TilawaBundle, review: Review)] = []
    for target in found {
      let bundle = TilawaBundle(
        readingAt: target.path, shownAs: target.shownPath, only: [.recording, .markers, .segments])
      do throws(FaultyFiles) {
        try bundle.requireReadable([.recording, .markers, .segments])
        reviews.append((bundle, Review(of: bundle)))
      } catch {
        terminal.complain(error.diagnostics)
        outcome = .failed
      }
    }
    let items = reviews.flatMap { entry in entry.review.items.map { (bundle: entry.bundle, item: $0) } }
      .enumerated().sorted { ($1.element.item.urgency, $0.offset) < ($0.element.item.urgency, $1.offset) }
      .map(\.element)
    let most = limit ?? (json ? 0 : 20)
    let shown = most > 0 ? Array(items.prefix(most)) : items
    let report = ReviewReport(reviews: reviews.map(\.review))
    if json {
      terminal.write(report.document(shown).documentText)
    } else {
      report.lines(shown).forEach(terminal.print)
      if shown.count < items.count {
        terminal.say("\(items.count - shown.count) more; --limit 0 shows all")
      }
      terminal.print(report.summary)
    }
    return items.isEmpty ? outcome : outcome.and(.findings)
  }
}

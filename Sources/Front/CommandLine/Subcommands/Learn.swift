import ArgumentParser
import TilawaBase
import TilawaKit
import TilawaLibrary
import TilawaRecognition
import TilawaSound

struct Learn: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Train an acoustic model on your verified rows.",
    discussion: """
      Learns sounds and their durations from the verified segments of a library, or between confirmed \
      markers. At least ten minutes of recitation are worthwhile.

        tilawa learn --library ~/recitations -o mine.txt
        tilawa mark friday.tilawa --passage 18:1-31 --model mine.txt
      """)

  @OptionGroup var library: LibraryArguments

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write to this file, or - for standard output.", valueName: "table"))
  var output: String

  @Option(help: "Name the model.") var name = "learnt"

  @Flag(help: "Also learn from unverified rows.") var unverified = false

  @Flag(help: "Also learn from riwayat other than Hafs.")
  var anyRiwayah = false

  @OptionGroup var writing: OutputArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    try writing.require([output], in: terminal)
    let folder = try library.open(in: terminal)
    if let reason = folder.reasonForNothing(in: try library.root(in: terminal)) {
      throw CommandFailure(reason)
    }
    var outcome = folder.faults.tell(in: terminal)
    var request = ModelLearning.Request()
    request.name = name
    request.takesUnverified = unverified
    request.takesAnyRiwayah = anyRiwayah
    let plan = ModelLearning(from: folder, request, in: terminal.workplace)
    outcome = outcome.and(tell(plan.exclusions, terminal))
    let (learnt, exclusions) = try plan.learnt(terminal.monitor)
    outcome = outcome.and(tell(exclusions, terminal))
    let skipped =
      plan.rowsLeftOut.isEmpty ? "" : "; rows left out: \(plan.rowsLeftOut.joined(separator: ", "))"
    guard let learnt else {
      throw CommandFailure(
        "no rows to learn from in \(try library.root(in: terminal))\(skipped)"
          + "; verify segments, or use --unverified to learn from all rows")
    }
    if output == "-" {
      terminal.write(learnt.model.text)
    } else {
      try AtomicFile.write(Array(learnt.model.text.utf8), to: terminal.path(output))
    }
    terminal.say("\(output == "-" ? "learnt" : output): learnt from \(learnt.model.source)\(skipped)")
    if !learnt.isEnough {
      terminal.complain(
        "tilawa: less than ten minutes of recitation; the built-in model will mark better")
    }
    return outcome
  }

  private func tell(_ exclusions: [ModelLearning.Exclusion], _ terminal: Terminal) -> Outcome {
    var outcome = Outcome.done
    for exclusion in exclusions {
      switch exclusion {
      case .fault(let fault): outcome = outcome.and([fault].tell(in: terminal))
      case .noAudio(let obstacle):
        terminal.complain("tilawa: \(obstacle); left out")
        outcome = .findings
      case .unreadable(let error, let path):
        terminal.complain("tilawa: \(error.message(showing: path)); left out")
        outcome = .findings
      }
    }
    return outcome
  }
}

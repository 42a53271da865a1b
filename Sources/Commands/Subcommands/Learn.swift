import ArgumentParser
import Audio
import Files
import Library
import Recognition
import TilawaKit

struct Learn: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Train an acoustic model on your verified rows.",
    discussion: """
      Writes a table of what the classes of sounds are like and how long they last, as it is in the verified segments \
      of all bundles of a library; of bundles without segments, in the stretches of confirmed markers. What is left \
      out, and why, is told. About ten minutes of recitation are the least that is worth it, several reciters better \
      than one.

        tilawa learn --library ~/recitations -o mine.txt
        tilawa mark friday.tilawa --passage 18:1-31 --model mine.txt

      The same recordings and rows give the same table.
      """)

  @OptionGroup var library: LibraryArguments

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Where the table goes; - is standard output.", valueName: "table"))
  var output: String

  @Option(help: "What the model is called.") var name = "learnt"

  @Flag(help: "Learn from rows that nobody verified, too.") var unverified = false

  @Flag(help: "Learn from other riwayat than Hafs, too; the sounds looked for are those of Hafs.")
  var anyRiwayah = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let folder = try library.open(in: terminal)
    if let reason = folder.reasonForNothing(in: library.root(in: terminal)) { throw CommandFailure(reason) }
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
        "nothing to learn from in \(library.root(in: terminal))\(skipped)"
          + "; verify segments, or take all rows with --unverified")
    }
    if output == "-" {
      terminal.write(learnt.model.text)
    } else {
      try AtomicFile.write(Array(learnt.model.text.utf8), to: terminal.path(output))
    }
    terminal.say("\(output == "-" ? "learnt" : output): learnt from \(learnt.model.source)\(skipped)")
    if !learnt.isEnough {
      terminal.complain(
        "tilawa: less than ten minutes of recitation; the model that comes with tilawa will mark better")
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

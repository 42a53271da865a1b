import ArgumentParser
import TilawaKit

struct New: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a bundle without audio, to fill in by hand.",
    discussion: """
      Writes a folder with a recording.yaml, or adds recording.yaml to a folder that has none. Put the audio beside it and \
      name it there, or use tilawa import, which does both. If the library describes the reciter, the bundle gets a copy.
      """)

  @Argument(help: "The bundle to make; its name ends in .tilawa.", completion: .directory) var bundle: String

  @OptionGroup(title: "The recording") var recording: RecordingFacts

  @Flag(
    help: "Begin the file with a line that points editors to its schema (see tilawa schema --install)."
  )
  var modeline = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let plan = try NewBundlePlan(
      at: bundle, recording.facts, hasModeline: modeline, in: terminal.workplace)
    try plan.carryOut()
    terminal.print(terminal.shown(plan.path))
    for remark in plan.remarks { terminal.say(remark) }
    return .done
  }
}

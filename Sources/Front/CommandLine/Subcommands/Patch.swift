import ArgumentParser
import TilawaFormat
import TilawaKit

struct Patch: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch",
    abstract: "Apply the changes of a diff to a bundle or a document.",
    discussion: """
      Each row and key must match the old version of the diff. Otherwise nothing is changed, all mismatches are \
      reported, and the exit status is 1. Reads the diff from standard input unless a file is named:

        tilawa diff --json old.tilawa new.tilawa | tilawa patch mine.tilawa
      """)

  @Argument(help: "A bundle, or a document of a library such as playback.yaml.", completion: .directory)
  var target = "."

  @Argument(help: "The output of tilawa diff --json; - is standard input.") var diff = "-"

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let found = try terminal.documents(at: target)
    let patches: [FilePatch]
    do {
      patches = try FilePatch.read(try terminal.source(diff))
    } catch let misfit as FilePatch.Misfit {
      throw CommandFailure(
        misfit.reasons.joined(separator: "; ") + "; expected the output of `tilawa diff --json`")
    }
    var plan = try PatchPlan(patches, to: found, in: terminal.workplace)
    if !dryRun { plan = try plan.apply() }
    guard plan.misfits.isEmpty else {
      for misfit in plan.misfits { terminal.complain("tilawa: \(misfit)") }
      terminal.complain("tilawa: nothing was changed")
      return .findings
    }
    for file in plan.files {
      if dryRun { terminal.write(file.diff) } else { terminal.print("\(file.shownPath): patched") }
    }
    return .done
  }
}

import Annotating
import ArgumentParser
import TilawaFormat
import TilawaKit

struct MakeSegments: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "segment",
    abstract: "Turn markers into segments, or back into markers.",
    discussion: """
      Each marker becomes a segment that lasts up to its own end, the next marker, or the end of the \
      audio. Verified \
      segments stay as they are; others give way to what the markers say of the same time. The markers are \
      then removed.
      """)

  @OptionGroup var target: BundleArguments

  @Flag(help: "Leave markers that have no ayah waiting, instead of refusing.") var partial = false

  @Flag(help: "Don't remove the markers.") var keepMarkers = false

  @Flag(help: "The other way round: make markers of the segments that nobody has verified.") var reopen =
    false

  @Flag(help: "With --reopen: of verified segments, too. They become confirmed markers.") var verified = false

  @Flag(help: "Change nothing; show what would change.") var dryRun = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if reopen, partial || keepMarkers {
      throw ValidationError("--reopen goes without --partial and --keep-markers")
    }
    if verified, !reopen { throw ValidationError("--verified goes with --reopen") }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    do {
      let found = try target.find(in: terminal)
      return try reopen ? undo(found, terminal) : make(found, terminal)
    } catch let faults as FaultyFiles {
      return faults.tell(in: terminal)
    } catch let refusal as Segmenting.Refusal {
      terminal.complain("tilawa: \(refusal.words); nothing was changed")
      return .findings
    }
  }

  private func make(_ found: FoundBundle, _ terminal: Terminal) throws -> Outcome {
    var plan = try BundlePlan.segmenting(found, isPartial: partial, keepsMarkers: keepMarkers)
    if dryRun { terminal.write(plan.diff) } else { plan = try plan.carriedOut() }
    for remark in plan.content.remarks { terminal.complain("tilawa: \(remark)") }
    terminal.say("\(found.shownPath)/segments.yaml: \(plan.content.summary(isDryRun: dryRun))")
    return .done
  }

  private func undo(_ found: FoundBundle, _ terminal: Terminal) throws -> Outcome {
    var plan = try BundlePlan.reopening(found, includingVerified: verified)
    if dryRun { terminal.write(plan.diff) } else { plan = try plan.carriedOut() }
    let made = plan.content
    for remark in made.remarks { terminal.complain("tilawa: \(remark)") }
    var parts = [
      "\(counted(made.reopened, "segment")) \(dryRun ? "would become" : "became") "
        + (made.reopened == 1 ? "a marker" : "markers")
    ]
    if made.verified > 0 { parts.append("\(made.verified) verified kept (--verified takes them, too)") }
    terminal.say("\(found.shownPath)/markers.yaml: \(parts.joined(separator: ", "))")
    return made.reopened > 0 ? .done : .findings
  }
}

import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

struct MakeSegments: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "segment",
    abstract: "Turn markers into segments, or back into markers.",
    discussion: """
      Each marker becomes a segment that lasts until the marker's own end, the next marker, or the end of the audio. \
      Verified segments stay; markers replace other segments of the same time. The \
      markers are then removed. A folder stands for all bundles below it that have markers.

      With --min-confidence, stretches that begin or end at a marker with a lower confidence stay in markers.yaml. Markers \
      set or confirmed by a person are sure.

        tilawa segment friday.tilawa
        tilawa segment friday.tilawa --min-confidence 0.9
        tilawa segment friday.tilawa --reopen
      """)

  @OptionGroup var targets: ManyBundles

  @Flag(help: "Leave markers without an ayah in markers.yaml, instead of refusing.") var partial = false

  @Option(
    help: ArgumentHelp("Leave markers below this confidence, 0 to 1.", valueName: "confidence"))
  var minConfidence: Double?

  @Flag(help: "Keep the markers.") var keepMarkers = false

  @Flag(help: "Turn unverified segments back into markers.") var reopen =
    false

  @Flag(help: "With --reopen: also turn back verified segments, into confirmed markers.") var verified = false

  @Flag(help: "Show what would change without writing anything.") var dryRun = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if reopen, partial || keepMarkers || minConfidence != nil {
      throw ValidationError("--reopen cannot be used with --partial, --min-confidence or --keep-markers")
    }
    if let minConfidence, !(0...1).contains(minConfidence) {
      throw ValidationError("invalid --min-confidence \(minConfidence) (expected 0 to 1)")
    }
    if verified, !reopen { throw ValidationError("--verified needs --reopen") }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let wanted = reopen ? FileKind.segments : .markers
    return try targets.each(in: terminal) {
      FileStatus.mayBe(.file, PathText.joined($0.path, wanted.fileName))
    } _: { found in
      do { return try reopen ? undo(found, terminal) : make(found, terminal) } catch let refusal
        as Segmenting.Refusal
      {
        terminal.complain("tilawa: \(refusal.words); nothing was changed")
        return .findings
      }
    }
  }

  private func make(_ found: FoundBundle, _ terminal: Terminal) throws -> Outcome {
    var plan = try BundlePlan.segmenting(
      found, isPartial: partial, keepsMarkers: keepMarkers, leastConfidence: minConfidence)
    if dryRun { terminal.write(plan.diff) } else { plan = try plan.apply() }
    for remark in plan.content.remarks { terminal.complain("tilawa: \(remark)") }
    terminal.say("\(found.shownPath)/segments.yaml: \(plan.content.summary(isDryRun: dryRun))")
    return .done
  }

  private func undo(_ found: FoundBundle, _ terminal: Terminal) throws -> Outcome {
    var plan = try BundlePlan.reopening(found, includingVerified: verified)
    if dryRun { terminal.write(plan.diff) } else { plan = try plan.apply() }
    let made = plan.content
    for remark in made.remarks { terminal.complain("tilawa: \(remark)") }
    var parts = [
      "\(counted(made.reopened, "segment")) \(dryRun ? "would become" : "became") "
        + (made.reopened == 1 ? "a marker" : "markers")
    ]
    if made.verified > 0 {
      parts.append("\(made.verified) verified kept (use --verified to turn these back as well)")
    }
    terminal.say("\(found.shownPath)/markers.yaml: \(parts.joined(separator: ", "))")
    return made.reopened > 0 ? .done : .findings
  }
}

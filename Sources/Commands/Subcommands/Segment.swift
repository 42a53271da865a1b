import ArgumentParser
import Annotating
import TilawaFormat

struct MakeSegments: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "segment",
    abstract: "Make segments of markers, or markers of segments.",
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

  @OptionGroup(title: "Everywhere") var everywhere: GlobalOptions

  func validate() throws {
    if reopen, partial || keepMarkers {
      throw ValidationError("--reopen goes without --partial and --keep-markers")
    }
    if verified, !reopen { throw ValidationError("--verified goes with --reopen") }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    do {
      let transaction = try target.find(in: terminal).open(changing: [.recording, .markers, .segments])
      return try reopen ? undo(transaction, terminal) : make(transaction, terminal)
    } catch let faults as FaultyFiles {
      return faults.tell(in: terminal)
    } catch let refusal as Segmenting.Refusal {
      terminal.complain("tilawa: \(refusal.words); nothing was changed")
      return .findings
    }
  }

  private func make(_ opened: consuming BundleTransaction, _ terminal: Terminal) throws -> Outcome {
    var transaction = opened
    let bundle = transaction.bundle
    let plan = try Segmenting(bundle, end: bundle.audioEnd, isPartial: partial, keepsMarkers: keepMarkers)
    if dryRun {
      terminal.write(plan.segments.diff(of: .segments, in: bundle))
      terminal.write(plan.markers.diff(of: .markers, in: bundle))
    } else {
      try transaction.apply(plan.segments, to: .segments)
      try transaction.apply(plan.markers, to: .markers)
      _ = try transaction.commit()
    }
    for remark in plan.remarks { terminal.complain("tilawa: \(remark)") }
    terminal.say("\(bundle.shownPath)/segments.yaml: \(plan.summary(isDryRun: dryRun))")
    return .done
  }

  private func undo(_ opened: consuming BundleTransaction, _ terminal: Terminal) throws -> Outcome {
    var transaction = opened
    let bundle = transaction.bundle
    let plan = Reopening(bundle, includingVerified: verified)
    if dryRun {
      terminal.write(plan.markers.diff(of: .markers, in: bundle))
      terminal.write(plan.segments.diff(of: .segments, in: bundle))
    } else {
      try transaction.apply(plan.markers, to: .markers)
      try transaction.apply(plan.segments, to: .segments)
      // The other way round from usual: what is added is in the markers.
      _ = try transaction.commit(first: .markers)
    }
    for remark in plan.remarks { terminal.complain("tilawa: \(remark)") }
    var parts = [
      "\(counted(plan.reopened, "segment")) \(dryRun ? "would become" : "became") "
        + (plan.reopened == 1 ? "a marker" : "markers")
    ]
    if plan.verified > 0 { parts.append("\(plan.verified) verified kept (--verified takes them, too)") }
    terminal.say("\(bundle.shownPath)/markers.yaml: \(parts.joined(separator: ", "))")
    return plan.reopened > 0 ? .done : .findings
  }
}

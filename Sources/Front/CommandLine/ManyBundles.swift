import ArgumentParser
import TilawaBase
import TilawaKit

/// The bundles that a command works on, one after another.
struct ManyBundles: ParsableArguments {
  @Argument(
    help: "Bundles, paths inside them, or folders that contain bundles.", completion: .directory)
  var paths: [String] = ["."]

  /// Returns the places of the bundles, each once. Throws a `CommandFailure` if a path leads to none.
  func find(in terminal: Terminal) throws -> [FoundBundle] {
    var found: [FoundBundle] = []
    var known: Set<ExactText> = []
    for given in paths {
      let places: [FoundBundle]
      if let place = FoundBundle(containing: given, in: terminal.workplace) {
        places = [place]
      } else {
        guard FileStatus.mayBe(.folder, terminal.path(given)) else {
          throw CommandFailure(FoundBundle.reasonForNone(at: given, in: terminal.workplace))
        }
        let (below, problems) = GivenPaths([given], in: terminal.workplace).bundles()
        if let problem = problems.first { throw CommandFailure(problem.text) }
        places = below.map { FoundBundle(at: $0.path, in: terminal.workplace) }
      }
      found += places.filter { known.insert(ExactText($0.path)).inserted }
    }
    return found
  }

  /// Works on all of them, and prints a summary if they are several. One that fails is reported, and the
  /// others go on.
  func each(
    in terminal: Terminal, where isWanted: (FoundBundle) -> Bool = { _ in true },
    _ work: (FoundBundle) throws -> Outcome
  ) throws -> Outcome {
    let found = try find(in: terminal)
    let wanted = found.filter(isWanted)
    guard found.count > 1 else { return try wanted.map(work).first ?? .done }
    var counts: [Outcome: Int] = [:]
    for place in wanted {
      try terminal.monitor.check()
      let outcome: Outcome
      do { outcome = try work(place) } catch {
        if error is CancellationError { throw error }
        outcome = try terminal.tell(error)
      }
      counts[outcome, default: 0] += 1
    }
    let rest = [
      (counts[.findings] ?? 0, "with something left to do"), (counts[.failed] ?? 0, "failed"),
      (found.count - wanted.count, "passed over"),
    ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
    let all = ["\(counts[.done] ?? 0) done"] + rest
    terminal.say("\(counted(found.count, "bundle")): \(all.joined(separator: ", "))")
    return counts.keys.reduce(.done) { $0.and($1) }
  }
}

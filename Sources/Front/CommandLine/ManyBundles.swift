import ArgumentParser
import TilawaBase
import TilawaKit

/// The bundles that a command works on, one after another.
struct ManyBundles: ParsableArguments {
  @Argument(help: "Bundles, or folders that contain bundles. (default: .)", completion: .directory)
  var paths: [String] = []

  /// Returns the places of the bundles, each once, and whether each was named itself or found in a folder.
  /// Throws a `CommandFailure` if a path leads to none.
  func find(in terminal: Terminal) throws -> [(place: FoundBundle, isNamed: Bool)] {
    var found: [(place: FoundBundle, isNamed: Bool)] = []
    var known: Set<ExactText> = []
    // A library is changed as a whole only where it is named.
    for given in paths.isEmpty ? ["."] : paths {
      let places: [FoundBundle]
      let named = FoundBundle(containing: given, in: terminal.workplace)
      if let named {
        places = [named]
      } else {
        guard !paths.isEmpty, FileStatus.mayBe(.folder, terminal.path(given)) else {
          throw CommandFailure(FoundBundle.reasonForNone(at: given, in: terminal.workplace))
        }
        let (below, problems) = GivenPaths([given], in: terminal.workplace).bundles()
        if let problem = problems.first { throw CommandFailure(problem.text) }
        places = below.map { FoundBundle(at: $0.path, in: terminal.workplace) }
      }
      for place in places where known.insert(ExactText(place.path)).inserted {
        found.append((place, named != nil))
      }
    }
    return found
  }

  /// Works on all of them, and prints a summary if they are several. One that fails is reported, and the
  /// others go on. Of the bundles in folders only those are worked on that are `wanted`.
  func each(
    in terminal: Terminal, wanted isWanted: (FoundBundle) -> Bool,
    _ work: (FoundBundle) throws -> Outcome
  ) throws -> Outcome {
    let found = try find(in: terminal)
    let wanted = found.filter { $0.isNamed || isWanted($0.place) }.map(\.place)
    if let only = wanted.first, found.count == 1 { return try work(only) }
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

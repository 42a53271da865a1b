import ArgumentParser
package import TilawaFormat

/// Options by which merging commands settle changes of both sides.
struct MergeOptions: ParsableArguments {
  @Option(help: "Keep this side where both changed the same thing.")
  var prefer: MergePolicy.Preference = .verified

  @Option(help: "Treat times that differ by at most this as equal.")
  var tolerance = TimeTolerance(argument: "20ms") ?? .zero

  var policy: MergePolicy { MergePolicy(preference: prefer, tolerance: tolerance.time) }
}

// The words that are accepted are the names of the cases.
extension MergePolicy.Preference: ExpressibleByArgument {}

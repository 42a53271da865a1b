import ArgumentParser
package import TilawaFormat

/// How commands that merge settle what both sides changed.
struct MergeOptions: ParsableArguments {
  @Option(
    help: """
      What wins where both sides changed the same thing: verified (what a person verified, confirmed or says, else the more \
      confident row), ours, theirs, or none (each is a conflict).
      """)
  var prefer: MergePolicy.Preference = .verified

  @Option(help: "Times that differ by no more than this count as the same edit.")
  var tolerance = TimeTolerance(argument: "20ms") ?? .zero

  var policy: MergePolicy { MergePolicy(preference: prefer, tolerance: tolerance.time) }
}

// Which words are understood is what the cases are called.
extension MergePolicy.Preference: ExpressibleByArgument {}

import ArgumentParser
import TilawaKit

/// The bundles that a command is to work on: named themselves, by a file inside them, or by a folder above
/// them.
struct BundleTargets: ParsableArguments {
  @Argument(
    help: "Bundles, files in bundles, or folders with bundles, playback.yaml or a journal.",
    completion: .directory)
  var paths: [String] = ["."]

  @Flag(help: "Include bundles excluded by .gitignore or .tilawaignore.")
  var noIgnore = false

  /// The paths with what they lead to.
  func given(in terminal: Terminal) -> GivenPaths {
    GivenPaths(paths, takesIgnored: noIgnore, in: terminal.workplace)
  }

  /// The bundles that the paths lead to, each once, in the order of the paths; `problem` is called for those that lead nowhere.
  func find(in terminal: Terminal, problem: (String) -> Void) -> [BundleTarget] {
    let (found, problems) = given(in: terminal).bundles()
    problems.map(\.text).forEach(problem)
    return found
  }
}

extension PathProblem {
  /// As it is told.
  var text: String {
    switch self {
    case .noBundle(let given, let isIgnored):
      "no bundle found in \(given); "
        + (isIgnored
          ? "use --no-ignore to include folders that ignore files exclude"
          : "a bundle is a folder whose name ends in .tilawa")
    case .other(let text): text
    }
  }
}

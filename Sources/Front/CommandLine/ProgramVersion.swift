import TilawaFormat

/// The version of the program; the format has its own.
let tilawaVersion = "0.1.0"

extension Terminal {
  /// What `--version` tells: the program on the first line, then the commit and the format.
  func printVersion() {
    print("tilawa \(tilawaVersion)")
    print("commit \(BuildFacts.commit ?? "unknown: it was built without TILAWA_COMMIT")")
    print("format \(FormatVersion.current)")
  }

  /// What `version` tells: the same and the libraries. They are loaded for that, which takes as long as all the rest.
  func printVersionAndLibraries() {
    printVersion()
    for (name, version) in BuildFacts.libraries { print("\(name) \(version)") }
  }
}

import TilawaFormat

/// The version of the program; the format has its own.
let tilawaVersion = "0.1.0"

extension Terminal {
  /// Prints the version for `--version`: the program on the first line, then the commit, the format, and the
  /// libraries, which are loaded for that.
  func printVersion() {
    print("tilawa \(tilawaVersion)")
    print("commit \(BuildFacts.commit ?? "unknown (built without TILAWA_COMMIT)")")
    print("format \(FormatVersion.current)")
    for (name, version) in BuildFacts.libraries { print("\(name) \(version)") }
  }
}

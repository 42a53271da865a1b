import TilawaFormat

/// The version of the program; the format has its own.
let tilawaVersion = "0.1.0"

extension Terminal {
  /// What `--version` tells: the program on the first line, then what it is made of.
  func printVersion() {
    print("tilawa \(tilawaVersion)")
    print("commit \(BuildFacts.commit ?? "unknown: it was built without TILAWA_COMMIT")")
    print("format \(FormatVersion.current)")
    for (name, version) in BuildFacts.libraries { print("\(name) \(version)") }
  }
}

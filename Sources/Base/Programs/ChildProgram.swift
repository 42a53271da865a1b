public import TilawaBase

/// Another program, run to its end.
public struct ChildProgram: Sendable {
  /// The outcome of a run.
  public struct Ending: Sendable {
    /// Its exit status; 128 and the signal's number when a signal ended it.
    public let status: Int32
    /// The text that it wrote on standard error, up to 64 KiB.
    public let talk: String
  }

  /// Where the program lies.
  public let path: String
  /// The environment of the program; nil for that of this process.
  public var environment: [String: String]?

  /// The program at `path`.
  public init(path: String) {
    self.path = path
  }

  /// The first program called `name` in the folders of `searchPath`, as `PATH` has them; nil when none has
  /// it. Folders that hang on where the process stands don't count: a received folder would be one.
  public init?(named name: String, searchPath: String) {
    let found = searchPath.words(by: ":").filter { $0.begins(with: "/") }.map {
      PathText.joined(String($0), name)
    }
    .first { System.isExecutable($0) && FileStatus.mayBe(.file, $0) }
    guard let found else { return nil }
    path = found
  }

  /// Runs it with nothing on standard input and its standard output thrown away, and waits for it.
  public func run(_ arguments: [String]) throws(FileError) -> Ending {
    do {
      return try System.run(path, arguments, environment)
    } catch {
      throw FileError("run", path, error)
    }
  }

  /// Runs it as a separate program, which neither Ctrl-C nor the end of this program ends.
  ///
  /// Waits for it, and returns its exit status as `run` does.
  public func runApart(_ arguments: [String]) throws(FileError) -> Int32 {
    do {
      return try System.reap(
        System.spawn(
          path, arguments, input: nil, output: nil, error: nil, environment, isApart: true))
    } catch {
      throw FileError("run", path, error)
    }
  }
}

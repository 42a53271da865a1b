extension ChildProgram {
  /// A run of which the standard output was kept.
  public struct Answer: Sendable {
    /// Its exit status; 128 and the signal's number when a signal ended it.
    public let status: Int32
    /// What it wrote on standard output.
    public let output: [UInt8]
    /// What it wrote on standard error, up to 64 KiB.
    public let talk: String
  }

  /// Runs it with nothing on standard input, and waits for all that it says.
  public func ask(_ arguments: [String]) throws(FileError) -> Answer {
    let program = try PipedProgram(self, arguments, .reading)
    var output: [UInt8] = []
    while case let part = try program.read(atMost: 65_536), !part.isEmpty { output += part }
    let ending = try program.finish()
    return Answer(status: ending.status, output: output, talk: ending.talk)
  }
}

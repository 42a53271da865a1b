public import TilawaBase

extension ChildProgram {
  /// The outcome of a run whose standard output was kept.
  public struct Answer: Sendable {
    /// Its exit status; 128 and the signal's number when a signal ended it.
    public let status: Int32
    /// The bytes that it wrote on standard output.
    public let output: [UInt8]
    /// The text that it wrote on standard error, up to 64 KiB.
    public let talk: String
  }

  /// The maximum output of a program unless the caller sets another, 1 GiB.
  public static let longestOutput = 1 << 30

  /// Runs it with nothing on standard input, and waits for all that it says.
  ///
  /// Throws, and ends it, when that is more than `limit` bytes.
  public func ask(_ arguments: [String], atMost limit: Int = longestOutput) throws(FileError) -> Answer {
    let program = try PipedProgram(self, arguments, .reading)
    var output: [UInt8] = []
    while case let part = try program.read(atMost: 65_536), !part.isEmpty {
      // It is ended when the value goes.
      guard part.count <= limit - output.count else {
        throw FileError("read the output of", path, because: "larger than \(limit) bytes")
      }
      output += part
    }
    let ending = try program.finish()
    return Answer(status: ending.status, output: output, talk: ending.talk)
  }

  /// Runs the program and returns its output, up to `limit` bytes, for programs that finish quickly.
  ///
  /// Returns nil if there is no output for `seconds`; the program is then ended.
  public func ask(_ arguments: [String], within seconds: Int, atMost limit: Int) throws(FileError) -> Answer?
  {
    let program = try PipedProgram(self, arguments, .reading)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { buffer.deallocate() }
    var output: [UInt8] = []
    while true {
      // It is ended when the value goes.
      guard let count = try program.read(into: buffer, within: seconds) else { return nil }
      if count == 0 { break }
      if output.count < limit { output += buffer.prefix(min(count, limit - output.count)) }
    }
    let ending = try program.finish()
    return Answer(status: ending.status, output: output, talk: ending.talk)
  }
}

public import TilawaBase

/// Another program that runs beside this one, fed or read through a pipe.
///
/// When the value goes, or a signal ends this program, the other is ended too.
public final class PipedProgram {
  /// Which way the pipe goes.
  public enum Direction: Sendable {
    /// To the program's standard input.
    case feeding
    /// From the program's standard output.
    case reading
  }

  private let path: String
  private let child: Int32
  private let talk: Int32
  private var pipe: Int32?
  private var ending: ChildProgram.Ending?

  /// Starts it.
  public init(_ program: ChildProgram, _ arguments: [String], _ direction: Direction) throws(FileError) {
    path = program.path
    do throws(SystemFault) {
      talk = try System.makeNamelessFile()
      let ends = try System.makePipe()
      let (own, other) =
        direction == .feeding ? (ends.writing, ends.reading) : (ends.reading, ends.writing)
      if direction == .feeding { System.shrinkPipe(own, toBytes: 16384) }
      defer { System.closeDescriptor(other) }
      child = try System.spawn(
        program.path, arguments, input: direction == .feeding ? other : nil,
        output: direction == .reading ? other : nil, error: talk, program.environment)
      pipe = own
    } catch {
      throw FileError("run", program.path, error)
    }
    InterruptCleanup.add(.child(child))
  }

  deinit {
    if ending == nil { System.kill(child) }
    _ = try? finish()
    System.closeDescriptor(talk)
  }

  /// Feeds it; waits while it is busy. False when it reads no more.
  public func write(_ bytes: [UInt8]) throws(FileError) -> Bool {
    guard let pipe else { return false }
    do {
      try System.feed(bytes, to: pipe)
      return true
    } catch {
      if error.isClosedPipe { return false }
      throw FileError("write", "to \(path)", error)
    }
  }

  /// Returns the next bytes of its output, up to `limit`; none at the end.
  public func read(atMost limit: Int) throws(FileError) -> [UInt8] {
    guard let pipe else { return [] }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 16)
    defer { buffer.deallocate() }
    do {
      return Array(buffer.prefix(try System.read(from: pipe, into: buffer)))
    } catch {
      throw FileError("read", path, error)
    }
  }

  /// Reads the next bytes of its output into `buffer` and returns their number: zero at the end.
  ///
  /// Returns nil if there is no output for `seconds`.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer, within seconds: Int
  ) throws(FileError) -> Int? {
    guard let pipe else { return 0 }
    do {
      guard System.hasNews(pipe, withinSeconds: seconds) else { return nil }
      return try System.read(from: pipe, into: buffer)
    } catch {
      throw FileError("read", path, error)
    }
  }

  /// Requests the program to end.
  public func interrupt() {
    if ending == nil { System.interrupt(child) }
  }

  /// Ends it at once; output that it has not written yet is lost.
  public func kill() {
    if ending == nil { System.kill(child) }
  }

  /// Closes the pipe and waits for its end.
  @discardableResult
  public func finish() throws(FileError) -> ChildProgram.Ending {
    if let ending { return ending }
    if let pipe { System.closeDescriptor(pipe) }
    pipe = nil
    InterruptCleanup.remove(.child(child))
    do {
      let status = try System.reap(child)
      let said = System.readStart(of: talk, atMost: 65_536)
      let ending = ChildProgram.Ending(status: status, talk: String(decoding: said, as: UTF8.self))
      self.ending = ending
      return ending
    } catch {
      throw FileError("run", path, error)
    }
  }
}

/// The streams every process is born with, and what else it gets from outside.
public enum StandardStream: Int32, Sendable {
  /// Where data comes from.
  case input = 0
  /// Where data goes.
  case output = 1
  /// Where talk goes.
  case error = 2

  /// True if the stream is connected to a terminal.
  public var isTerminal: Bool { System.isTerminal(rawValue) }

  /// The number of columns of the terminal; nil if there is none.
  public var width: Int? { System.width(ofTerminal: rawValue) }

  private var name: String {
    switch self {
    case .input: "standard input"
    case .output: "standard output"
    case .error: "standard error"
    }
  }

  /// Writes all of it, however many calls that takes.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    do {
      try System.write(bytes, to: rawValue)
    } catch {
      throw FileError("write", "to \(name)", error)
    }
  }

  /// Reads what is there, at most `limit` bytes, and waits when nothing is; nothing at the end.
  public func readChunk(atMost limit: Int) throws(FileError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 16)
    defer { buffer.deallocate() }
    do {
      return Array(buffer.prefix(try System.read(from: rawValue, into: buffer)))
    } catch {
      throw FileError("read", name, error)
    }
  }

  /// Reads to the end; throws when there are more than `limit` bytes.
  public func read(atMost limit: Int = FileContents.usualLimit) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 64)
    defer { buffer.deallocate() }
    do {
      while true {
        let count = try System.read(from: rawValue, into: buffer)
        if count == 0 { return bytes }
        bytes += buffer[..<count]
        guard bytes.count <= limit else { break }
      }
    } catch {
      throw FileError("read", name, error)
    }
    throw FileError("read", name, because: "larger than \(limit) bytes")
  }
}

/// The environment of the process, as the system reports it.
public enum Surroundings {
  /// The environment; of a variable that stands twice the last counts.
  public static var environment: [String: String] { System.environment() }

  /// Returns the working directory at the first call, as an absolute path.
  public static func workingDirectory() throws(FileError) -> String { try started.get() }

  private static let started: Result<String, FileError> = {
    do throws(SystemFault) { return .success(try System.workingDirectory()) } catch {
      return .failure(FileError("read", "the working directory", error))
    }
  }()

  /// The wall clock, in whole seconds since 1970 in UTC.
  public static var secondsSinceEpoch: Int64 { System.secondsSinceEpoch() }

  /// Returns the offset of local time from UTC at a moment, both in seconds: by `TZ`, or by the system's
  /// setting.
  public static func secondsEast(at moment: Int64) -> Int64 { System.secondsEast(at: moment) }

  /// Lets time pass.
  public static func pause(milliseconds: Int) { System.pause(milliseconds: UInt32(clamping: milliseconds)) }

  /// Ends the process.
  public static func exit(_ status: Int32) -> Never { System.end(status) }

  /// Has the next Ctrl-C do this, on a thread of its own, instead of ending the process; the one after it
  /// ends it. Nil takes that back.
  public static func onInterrupt(_ answer: (@Sendable () -> Void)?) {
    InterruptCleanup.setPoliteAnswer(answer)
  }

  /// Sets work to be done, on a thread of its own, before Ctrl-C, a termination request or a lost terminal
  /// ends the process.
  ///
  /// Nil removes it.
  public static func beforeEnding(_ work: (@Sendable () -> Void)?) {
    InterruptCleanup.setLastWork(work)
  }

  /// Lets a closed pipe or Ctrl-C end the process by the signal, as users and shells expect. This holds even
  /// if the program that started it had set it otherwise.
  ///
  /// Half-built files are removed before that. Call this before anything else.
  public static func endBySignals() {
    System.holdStandardStreams()
    System.restoreSignals()
    InterruptCleanup.install()
  }
}

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The built `tilawa` with a terminal for all of its streams, and a script at the keyboard.
final class KeyboardTerminal {
  private struct NoTerminal: Error {}

  private let process = Process()
  private let screen: Int32
  private(set) var bytes: [UInt8] = []
  private var isOver = false

  init(_ arguments: [String], in directory: String, environment: [String: String], columns: UInt16 = 80)
    throws
  {
    var (screen, line): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 30, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&screen, &line, nil, nil, &size) == 0 else { throw NoTerminal() }
    self.screen = screen
    for end in [screen, line] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(screen, F_SETFL, O_NONBLOCK)
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    // What sanitizers are told of, the program is told, too.
    let sanitizers = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
    process.environment = environment.merging(sanitizers) { given, _ in given }
    let end = FileHandle(fileDescriptor: line)
    process.standardInput = end
    process.standardOutput = end
    process.standardError = end
    try process.run()
    close(line)
  }

  deinit { close(screen) }

  var isRunning: Bool { process.isRunning }

  /// Reads the output until `condition` is true for all of it, for half a minute at most. Returns false if it
  /// never is.
  @discardableResult func wait(until condition: (String) -> Bool) -> Bool {
    let limit = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < limit {
      if condition(text) { return true }
      if !read() { return condition(text) }
    }
    return false
  }

  /// Presses keys, and waits until what has come since fulfils `condition`.
  @discardableResult func press(_ keys: String, until condition: (String) -> Bool = { _ in true }) -> Bool {
    bytes = []
    _ = keys.withCString { write(screen, $0, strlen($0)) }
    return wait(until: condition)
  }

  func kill(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

  /// The exit status, when it has ended.
  func end() -> Int32 {
    while read() {}
    process.waitUntilExit()
    return process.terminationStatus
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  private func read() -> Bool {
    var place = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
    guard poll(&place, 1, 20) > 0 else { return process.isRunning }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Foundation.read(screen, &buffer, buffer.count)
    guard count > 0 else { return false }
    bytes += buffer[..<count]
    return true
  }
}

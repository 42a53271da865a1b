import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The built `tilawa` with a terminal for both of its streams, and without any keyboard input.
enum PseudoTerminal {
  private struct NoTerminal: Error {}

  /// Returns the output that arrives at the terminal, byte for byte.
  static func bytes(of arguments: [String], in directory: String, environment: [String: String]) throws
    -> [UInt8]
  {
    var (screen, line): (Int32, Int32) = (-1, -1)
    guard openpty(&screen, &line, nil, nil, nil) == 0 else { throw NoTerminal() }
    defer { close(screen) }
    // Programs that other tests start meanwhile must not hold it open.
    for end in [screen, line] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var mode = termios()
    tcgetattr(line, &mode)
    // Line ends arrive as they were sent.
    mode.c_oflag &= ~tcflag_t(OPOST)
    tcsetattr(line, TCSANOW, &mode)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(fileDescriptor: line)
    process.standardError = FileHandle(fileDescriptor: line)
    try process.run()
    close(line)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(screen, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    process.waitUntilExit()
    return bytes
  }
}

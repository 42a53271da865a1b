import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Calls about the terminal's keys.
extension System {
  /// The settings of the terminal before its keys were taken.
  private static let terminalBefore = Mutex<termios?>(nil)

  /// Makes keys come one by one and unseen; false when the terminal can't.
  static func takeKeys() -> Bool {
    var settings = termios()
    guard tcgetattr(0, &settings) == 0 else { return false }
    terminalBefore.withLock { $0 = settings }
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    return tcsetattr(0, TCSANOW, &settings) == 0
  }

  static func giveBackKeys() {
    terminalBefore.withLock { before in
      if var settings = before { tcsetattr(0, TCSANOW, &settings) }
      before = nil
    }
  }

  static func nextKey(waitingMilliseconds time: Int) -> UInt8? {
    var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, Int32(clamping: time)) > 0 else { return nil }
    let byte = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
    defer { byte.deallocate() }
    return (try? read(from: 0, into: byte)) == 1 ? byte[0] : nil
  }
}

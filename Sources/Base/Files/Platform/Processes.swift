internal import TilawaCSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Calls about this process and its terminal.
extension System {
  static func environment() -> [String: String] {
    guard var next = files_environment() else { return [:] }
    var result: [String: String] = [:]
    while let entry = next.pointee {
      if let (name, value) = String(cString: entry).cut(at: "=") { result[String(name)] = String(value) }
      next += 1
    }
    return result
  }

  static func end(_ status: Int32) -> Never { exit(status) }

  /// Ends another program at once.
  package static func kill(_ program: Int32) {
    #if canImport(Darwin)
      _ = Darwin.kill(program, SIGKILL)
    #else
      _ = Glibc.kill(program, SIGKILL)
    #endif
  }

  /// Opens what of the three standard streams is closed, where reading and writing fail or lead nowhere: a
  /// file that is opened later must not get their numbers, and with them what is meant for the screen.
  static func holdStandardStreams() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) == -1 {
      // Results that can't be shown are a fault; talk that can't be heard is none.
      _ = open("/dev/null", number == 2 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Lets a closed pipe or Ctrl-C end the process by the signal, whatever the parent process had set.
  ///
  /// A file that exceeds the size limit of the process (`ulimit -f`) doesn't end it. Writing fails then, as
  /// it does on a full disk.
  static func restoreSignals() {
    signal(SIGPIPE, SIG_DFL)
    signal(SIGINT, SIG_DFL)
    signal(SIGXFSZ, SIG_IGN)
    // What a parent has blocked is blocked in the programs that it starts, too.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static let endingSignals = [SIGINT, SIGTERM, SIGHUP]

  /// Does `cleanup` before Ctrl-C, a request to end or a lost terminal ends the process by its signal.
  ///
  /// To be called on the first thread before there are others: they inherit that these signals wait for a
  /// thread of their own, on which anything may be done, as it may not in a signal handler.
  ///
  /// Ctrl-C that `isAnswered` takes care of doesn't end it.
  static func beforeEnding(
    unless isAnswered: @escaping @Sendable () -> Bool,
    _ cleanup: @escaping @Sendable (_ then: () -> Void) -> Void
  ) {
    var signals = sigset_t()
    sigemptyset(&signals)
    // What the starter of the program has ignored (`nohup`) stays ignored.
    for number in endingSignals where !isIgnored(number) { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let isWatched = OwnThread.start { [signals] in
      var signals = signals
      var number: Int32 = 0
      repeat {
        guard sigwait(&signals, &number) == 0 else { return }
      } while number == SIGINT && isAnswered()
      cleanup {
        signal(number, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
      }
    }
    if !isWatched { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    let before = signal(number, SIG_DFL)
    guard unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else { return false }
    signal(number, SIG_IGN)
    return true
  }
}

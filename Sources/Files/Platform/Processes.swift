#if canImport(Glibc)
  // `environ` is a plain global variable there.
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Calls about this process, its terminal, and those it starts.
extension System {
  /// Runs a program with its standard error read through a pipe, and reaps it.
  static func run(_ path: String, _ arguments: [String]) throws(SystemFault) -> ChildProgram.Ending {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last }
    let (reading, writing) = (ends[0], ends[1])
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, writing, 2)
    posix_spawn_file_actions_addclose(&actions, reading)
    posix_spawn_file_actions_addclose(&actions, writing)
    let words = ([path] + arguments).map { strdup($0) }
    // The child is to end by the signals that `InterruptCleanup` keeps from this program's threads.
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var child = pid_t()
    let fault = posix_spawn(&child, path, &actions, &attributes, words + [nil], Self.environmentPointer)
    posix_spawnattr_destroy(&attributes)
    for word in words { free(word) }
    posix_spawn_file_actions_destroy(&actions)
    close(writing)
    defer { close(reading) }
    guard fault == 0 else { throw SystemFault(code: fault) }
    var talk: [UInt8] = []
    let program = InterruptCleanup.Duty.child(child)
    InterruptCleanup.add(program)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    defer { buffer.deallocate() }
    while case let count = try read(from: reading, into: buffer), count > 0 {
      if talk.count < 65_536 { talk += buffer.prefix(count) }
    }
    // Once it is reaped its number may be another program's.
    InterruptCleanup.remove(program)
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 {
      guard errno == EINTR else { throw .last }
    }
    let signal = status & 0x7F
    return ChildProgram.Ending(
      status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, talk: String(decoding: talk, as: UTF8.self))
  }

  private static var environmentPointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      _NSGetEnviron().pointee
    #else
      environ
    #endif
  }

  static func environment() -> [String: String] {
    guard var next = environmentPointer else { return [:] }
    var result: [String: String] = [:]
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let sign = text.firstIndex(of: "=") {
        result[String(text[..<sign])] = String(text[text.index(after: sign)...])
      }
      next += 1
    }
    return result
  }

  static func end(_ status: Int32) -> Never { exit(status) }

  /// Ends another program at once.
  static func kill(_ program: Int32) {
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

  /// Lets a closed pipe or Ctrl-C end the process by the signal, whatever a parent had set.
  static func restoreSignals() {
    signal(SIGPIPE, SIG_DFL)
    signal(SIGINT, SIG_DFL)
  }

  private static let endingSignals = [SIGINT, SIGTERM, SIGHUP]

  /// Does `cleanup` before Ctrl-C, a request to end or a lost terminal ends the process by its signal.
  ///
  /// To be called on the first thread before there are others: they inherit that these signals wait for a
  /// thread of their own, on which anything may be done, as it may not in a signal handler.
  static func beforeEnding(_ cleanup: @escaping @Sendable (_ then: () -> Void) -> Void) {
    var signals = sigset_t()
    sigemptyset(&signals)
    // What the starter of the program has ignored (`nohup`) stays ignored.
    for number in endingSignals where !isIgnored(number) { sigaddset(&signals, number) }
    let watch = Unmanaged.passRetained(SignalWatch(signals: signals, cleanup: cleanup)).toOpaque()
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    #if canImport(Darwin)
      var thread: pthread_t?
      let fault = pthread_create(&thread, nil, { SignalWatch.run($0) }, watch)
    #else
      var thread = pthread_t()
      let fault = pthread_create(&thread, nil, { SignalWatch.run($0) }, watch)
    #endif
    if fault != 0 { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    let before = signal(number, SIG_DFL)
    guard unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else { return false }
    signal(number, SIG_IGN)
    return true
  }
}

/// What waits for a signal.
private final class SignalWatch: Sendable {
  private let signals: sigset_t
  private let cleanup: @Sendable (_ then: () -> Void) -> Void

  init(signals: sigset_t, cleanup: @escaping @Sendable (_ then: () -> Void) -> Void) {
    self.signals = signals
    self.cleanup = cleanup
  }

  static func run(_ watch: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let watch else { return nil }
    let this = Unmanaged<SignalWatch>.fromOpaque(watch).takeRetainedValue()
    var signals = this.signals
    var number: Int32 = 0
    guard sigwait(&signals, &number) == 0 else { return nil }
    this.cleanup {
      signal(number, SIG_DFL)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(number)
    }
    return nil
  }
}

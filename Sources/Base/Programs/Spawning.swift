import TilawaBase
import TilawaCSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Starting other programs and waiting for them.
extension System {
  /// Runs a program with its standard error read through a pipe, and reaps it.
  static func run(
    _ path: String, _ arguments: [String], _ environment: [String: String]?
  ) throws(SystemFault) -> ChildProgram.Ending {
    let ends = try makePipe()
    let child: Int32
    do {
      child = try spawn(path, arguments, input: nil, output: nil, error: ends.writing, environment)
    } catch {
      close(ends.reading)
      close(ends.writing)
      throw error
    }
    close(ends.writing)
    let reading = ends.reading
    defer { close(reading) }
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
    return ChildProgram.Ending(status: try reap(child), talk: String(decoding: talk, as: UTF8.self))
  }

  /// A pipe whose ends other programs don't inherit.
  static func makePipe() throws(SystemFault) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard files_pipe(&ends) == 0 else { throw .last }
    return (ends[0], ends[1])
  }

  /// The number of attempts, 10 ms apart, to start a program that is busy.
  private static var mostAttempts: Int { 100 }

  /// Starts a program with these three streams; where one is nil, it reads nothing or its output is
  /// discarded.
  ///
  /// A program that is `apart` gets no signals from the terminal. Without an environment it gets that of this
  /// process.
  static func spawn(
    _ path: String, _ arguments: [String], input: Int32?, output: Int32?, error: Int32?,
    _ environment: [String: String]?, isApart: Bool = false
  ) throws(SystemFault) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (stream, given) in [(Int32(0), input), (1, output), (2, error)] {
      if let given {
        posix_spawn_file_actions_adddup2(&actions, given, stream)
      } else {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
      }
    }
    // The child is to end by the signals that `InterruptCleanup` keeps from this program's threads.
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // And by the one that this program ignores.
    var ignored = sigset_t()
    sigemptyset(&ignored)
    sigaddset(&ignored, SIGXFSZ)
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    // Ctrl-C goes to all programs of a group.
    if isApart { posix_spawnattr_setpgroup(&attributes, 0) }
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
        | (isApart ? Int16(POSIX_SPAWN_SETPGROUP) : 0))
    let words = ([path] + arguments).map { strdup($0) }
    let settings = environment.map { $0.map { strdup("\($0.key)=\($0.value)") } }
    defer { for word in words + (settings ?? []) { free(word) } }
    var child = pid_t()
    var fault: Int32 = 0
    for _ in 0..<mostAttempts {
      fault =
        if let settings {
          posix_spawn(&child, path, &actions, &attributes, words + [nil], settings + [nil])
        } else {
          posix_spawn(&child, path, &actions, &attributes, words + [nil], files_environment())
        }
      // A program that was just written: another one, started meanwhile, holds it open for writing until it runs.
      guard fault == ETXTBSY else { break }
      usleep(10_000)
    }
    guard fault == 0 else { throw SystemFault(code: fault) }
    return child
  }

  /// Waits for a program's end; returns its exit status, or 128 plus the number of the signal that ended it.
  static func reap(_ child: Int32) throws(SystemFault) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 {
      guard errno == EINTR else { throw .last }
    }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  /// Writes to a pipe. If its other end is closed this fails, and doesn't end the program; writing elsewhere
  /// still does.
  static func feed(_ bytes: [UInt8], to pipe: Int32) throws(SystemFault) {
    var (closedPipe, before) = (sigset_t(), sigset_t())
    sigemptyset(&closedPipe)
    sigaddset(&closedPipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &closedPipe, &before)
    defer {
      // The signal waits for this thread, and is taken before it may come.
      if sigismember(&before, SIGPIPE) == 0 {
        var waiting = sigset_t()
        sigpending(&waiting)
        var number: Int32 = 0
        if sigismember(&waiting, SIGPIPE) == 1 { sigwait(&closedPipe, &number) }
      }
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    try write(bytes, to: pipe)
  }

  /// Waits until a pipe has bytes to read, or is at its end; false when it has neither for so long.
  static func hasNews(_ pipe: Int32, withinSeconds seconds: Int) -> Bool {
    var wait = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&wait, 1, Int32(clamping: seconds * 1000))
      if count >= 0 { return count > 0 }
      // Reading reports any other error.
      guard errno == EINTR else { return true }
    }
  }

  /// Requests a program to end, as its user would with Ctrl-C.
  static func interrupt(_ program: Int32) {
    #if canImport(Darwin)
      _ = Darwin.kill(program, SIGINT)
    #else
      _ = Glibc.kill(program, SIGINT)
    #endif
  }

  /// Reduces the capacity of a pipe to `bytes`, or the least possible, where the system allows it.
  ///
  /// Sound that is in the pipe is still heard after everything else has stopped.
  static func shrinkPipe(_ end: Int32, toBytes bytes: Int32) {
    #if canImport(Glibc)
      // F_SETPIPE_SZ of Linux, which Glibc's module map leaves out.
      _ = fcntl(end, 1031, bytes)
    #endif
  }

  /// A file without a name, for what another program says.
  static func makeNamelessFile() throws(SystemFault) -> Int32 {
    guard let stream = tmpfile() else { throw .last }
    defer { fclose(stream) }
    let copy = fcntl(fileno(stream), F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .last }
    return copy
  }

  static func closeDescriptor(_ number: Int32) { close(number) }

  /// The beginning of a file that is open.
  static func readStart(of number: Int32, atMost limit: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = pread(number, &bytes, limit, 0)
    return Array(bytes.prefix(max(0, count)))
  }
}

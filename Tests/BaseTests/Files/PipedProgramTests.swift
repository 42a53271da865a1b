import Foundation
import Synchronization
import Testing

@testable import TilawaBase
@testable import TilawaPrograms

@Suite struct PipedProgramTests {
  private static func isClosedPipeBlocked() -> Bool {
    var signals = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &signals)
    return sigismember(&signals, SIGPIPE) == 1
  }

  /// Feeding a program that has ended fails, on any thread, and changes nothing of what ends this one.
  @Test func feedingOneThatHasEndedFailsAndLeavesTheSignalAsItWas() throws {
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let program = try PipedProgram(ChildProgram(path: "/bin/sh"), ["-c", "exec 0<&-; exit 3"], .feeding)
    #expect(!Self.isClosedPipeBlocked())
    let bytes = [UInt8](repeating: 65, count: 65536)
    var isFed = true
    // What it doesn't read fits into the pipe until it has closed its end.
    for _ in 0..<1000 where isFed { isFed = try program.write(bytes) }
    #expect(!isFed)
    #expect(!Self.isClosedPipeBlocked())
    #expect(try program.finish().status == 3)
  }

  /// A signal of this kind that is blocked for another reason stays so.
  @Test func whatIsBlockedStaysBlocked() throws {
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let program = try PipedProgram(ChildProgram(path: "/bin/sh"), ["-c", "cat > /dev/null"], .feeding)
    #expect(try program.write([65]))
    #expect(Self.isClosedPipeBlocked())
    #expect(try program.finish().status == 0)
  }

  /// A program that another thread starts while a pipe is being made must not inherit its writing end.
  /// Otherwise the pipe would never reach its end.
  @Test func noProgramStartedMeanwhileHoldsAPipe() throws {
    let isDone = Mutex(false)
    let children = Mutex<[Int32]>([])
    let threads = DispatchGroup()
    for _ in 0..<4 {
      threads.enter()
      Thread.detachNewThread {
        defer { threads.leave() }
        for _ in 0..<100 where !isDone.withLock(\.self) {
          guard let child = try? System.spawn("/bin/sleep", ["60"], input: nil, output: nil, error: nil, nil)
          else { return }
          children.withLock { $0.append(child) }
          usleep(2000)
        }
      }
    }
    defer {
      isDone.withLock { $0 = true }
      threads.wait()
      for child in children.withLock(\.self) {
        System.kill(child)
        _ = try? System.reap(child)
      }
    }
    for _ in 0..<3000 {
      let ends = try System.makePipe()
      System.closeDescriptor(ends.writing)
      defer { System.closeDescriptor(ends.reading) }
      try #require(System.hasNews(ends.reading, withinSeconds: 10))
    }
  }
}

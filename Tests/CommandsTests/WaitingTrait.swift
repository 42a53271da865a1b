import Dispatch
import Foundation
import Synchronization
import Testing

/// Runs tests that mostly wait on threads of their own. They wait for players, which take as long as the
/// sound that they play, and for programs that will be interrupted.
///
/// There are only as many other threads as processors. A test that waits on one of them would delay the tests
/// that compute.
struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  static var waits: Self { Self() }
}

private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()

  private let jobs = Mutex<[UnownedJob]>([])
  private let waiting = DispatchSemaphore(value: 0)

  private init() {
    for _ in 0..<4 {
      Thread.detachNewThread { [self] in
        while true {
          waiting.wait()
          jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
        }
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    waiting.signal()
  }
}

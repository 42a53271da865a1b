import Synchronization
import Testing
import TilawaBase

struct ProcessorsTests {
  @Test(arguments: [0, 1, 2, 3, 1000], [nil, 1, 2, 100]) func eachNumberComesOnce(count: Int, limit: Int?) {
    let processors = Processors()
    if let limit { processors.limit(to: limit) }
    let seen = Mutex([Int](repeating: 0, count: count))
    processors.share(count) { number in seen.withLock { $0[number] += 1 } }
    #expect(seen.withLock { $0.allSatisfy { $0 == 1 } })
  }

  /// Also of work that is shared within shared work.
  @Test(arguments: [1, 2, 3]) func noMoreThreadsWorkThanMay(limit: Int) {
    let processors = Processors()
    processors.limit(to: limit)
    let now = Atomic(0)
    let most = Mutex(0)
    processors.share(20) { _ in
      processors.share(20) { _ in
        let all = now.add(1, ordering: .relaxed).newValue
        most.withLock { $0 = max($0, all) }
        let end = ContinuousClock.now.advanced(by: .microseconds(300))
        while ContinuousClock.now < end {}
        now.subtract(1, ordering: .relaxed)
      }
    }
    #expect((1...limit).contains(most.withLock(\.self)))
  }
}

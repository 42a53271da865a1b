@_exported import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The standard library's `Mutex` as the thread sanitizer can follow it: it knows the locks of pthreads, and not those that ask the
/// kernel themselves. `Tests/Trials/code/sanitize thread` has every file import this in the place of `Synchronization`.
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  /// A lock around `initialValue`.
  public init(_ initialValue: consuming sending Value) {
    lock = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    value = .allocate(capacity: 1)
    value.initialize(to: initialValue)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Does `body` with the value while nobody else has it.
  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    nonisolated(unsafe) let value = value
    return try body(&value.pointee)
  }

  /// The same, unless somebody else has it now: nil.
  public borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    guard pthread_mutex_trylock(lock) == 0 else { return nil }
    defer { pthread_mutex_unlock(lock) }
    nonisolated(unsafe) let value = value
    return try body(&value.pointee)
  }
}

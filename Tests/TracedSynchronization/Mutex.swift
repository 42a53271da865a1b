@_exported import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The standard library's `Mutex` in a form that the thread sanitizer can follow. The sanitizer supports the
/// locks of pthreads, but not those that call the kernel directly.
///
/// `Tests/Trials/code/sanitize thread` has every file import this instead of `Synchronization`.
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

  /// Calls `body` with the value while no other thread has the lock.
  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    nonisolated(unsafe) let value = value
    return try body(&value.pointee)
  }

  /// Like ``withLock(_:)``, but returns nil if another thread has the lock.
  public borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    guard pthread_mutex_trylock(lock) == 0 else { return nil }
    defer { pthread_mutex_unlock(lock) }
    nonisolated(unsafe) let value = value
    return try body(&value.pointee)
  }
}

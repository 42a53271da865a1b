/// The exclusive right to write in a folder. It ends with the value or with the process.
///
/// The lock is on the folder itself, so no lock file is left behind. It is advisory: it binds only programs
/// that request it. Two values for one folder exclude each other within one process too, so requesting it
/// twice on one thread waits forever.
public struct DirectoryLock: ~Copyable {
  private let folder: Descriptor
  /// False on file systems without locks; the work then proceeds unlocked.
  public let isHeld: Bool

  /// Waits for the lock on `folder`, then removes what a killed program left half-built there.
  ///
  /// `onWait` is called once if another program has the lock. With a `timeout`, the wait ends in an error
  /// that names the program with the lock. Without one, the timeout of `LockPatience` applies.
  public init(
    on folder: String, timeout: Duration? = nil, onWait: () -> Void = {}
  ) throws(FileError) {
    let descriptor: Descriptor
    do {
      descriptor = try Descriptor(folder, for: .readingFolder)
    } catch {
      throw FileError("lock", folder, error)
    }
    do {
      isHeld = try Self.take(descriptor, folder, timeout ?? LockPatience.current.limit, onWait)
    } catch {
      guard error.isBusy else { throw FileError("lock", folder, error) }
      try FileError.checkCancellation("lock", folder)
      throw FileError(busy: folder, holder: LockHolder(ofLockOn: folder))
    }
    self.folder = descriptor
    // What lies beside the files of a change that was broken off is needed to take it back.
    let isSettled = !isHeld || ChangeNote.settleAll(in: folder)
    TemporaryName.sweep(folder, holdingLock: isHeld && isSettled)
  }

  private static func take(
    _ descriptor: borrowing Descriptor, _ folder: String, _ limit: Duration?, _ onWait: () -> Void
  ) throws(SystemFault) -> Bool {
    do throws(SystemFault) {
      if try isTaken(descriptor) { return true }
      onWait()
      let patience = LockPatience.current
      let clock = ContinuousClock()
      let start = clock.now
      var isTold = false
      while true {
        let waited = clock.now - start
        if patience.isCancelled?() ?? false { throw .busy }
        if let limit, waited >= limit { throw .busy }
        if !isTold, waited >= patience.quietly {
          patience.onWait(folder, LockHolder(ofLockOn: folder))
          isTold = true
          if limit == nil, patience.isCancelled == nil {
            try descriptor.lock(waiting: true)
            return true
          }
        }
        System.pause(milliseconds: 10)
        if try isTaken(descriptor) { return true }
      }
    } catch {
      guard error.isUnsupported else { throw error }
      return false
    }
  }

  private static func isTaken(_ descriptor: borrowing Descriptor) throws(SystemFault) -> Bool {
    do throws(SystemFault) {
      try descriptor.lock(waiting: false)
      return true
    } catch {
      guard error.isBusy else { throw error }
      return false
    }
  }

  /// Does `body` while holding the lock on `folder`.
  public static func holding<Result>(
    _ folder: String, timeout: Duration? = nil, onWait: () -> Void = {}, _ body: () throws -> Result
  ) throws -> Result {
    let lock = try DirectoryLock(on: folder, timeout: timeout, onWait: onWait)
    let result = try body()
    _ = consume lock
    return result
  }
}

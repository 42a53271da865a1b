/// The right to write in a folder, held by one program at a time, and given back when the value goes or
/// its process ends.
///
/// It lies on the folder itself, so no lock file is left behind. It binds only those who ask for it. Two
/// values for one folder exclude each other within one process too: asking twice on one thread waits forever.
public struct DirectoryLock: ~Copyable {
  private let folder: Descriptor
  /// False on file systems that know no locks; work goes on without.
  public let isHeld: Bool

  /// Waits for the lock on `folder`, then removes what a killed program left half-built there.
  ///
  /// `onWait` is called once when another holds the lock. With a `timeout` the wait ends in an error.
  public init(
    on folder: String, timeout: Duration? = nil, onWait: () -> Void = {}
  ) throws(FileError) {
    let descriptor: Descriptor
    let isHeld: Bool
    do {
      descriptor = try Descriptor(folder, for: .readingFolder)
    } catch {
      throw FileError("lock", folder, error)
    }
    do {
      isHeld = try Self.take(descriptor, timeout, onWait)
    } catch {
      throw error.isBusy
        ? FileError("lock", folder, because: "another program is working on it")
        : FileError("lock", folder, error)
    }
    self.folder = descriptor
    self.isHeld = isHeld
    TemporaryName.sweep(folder, holdingLock: isHeld)
  }

  private static func take(
    _ folder: borrowing Descriptor, _ timeout: Duration?, _ onWait: () -> Void
  ) throws(SystemFault) -> Bool {
    do {
      do {
        try folder.lock(waiting: false)
        return true
      } catch  where error.isBusy {
        onWait()
      }
      guard let timeout else {
        try folder.lock(waiting: true)
        return true
      }
      let clock = ContinuousClock()
      let end = clock.now.advanced(by: timeout)
      while true {
        do {
          try folder.lock(waiting: false)
          return true
        } catch  where error.isBusy && clock.now < end {
          System.pause(milliseconds: 10)
        }
      }
    } catch  where error.isUnsupported {
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

import Synchronization
internal import TilawaCSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file or folder, closed when it is let go of.
struct Descriptor: ~Copyable {
  let number: Int32
  private let isLocked = Atomic(false)

  /// Takes over an open descriptor.
  init(owning number: Int32) { self.number = number }

  deinit {
    // Closing alone would leave the lock to a child that another thread is just starting, until that is another program.
    if isLocked.load(ordering: .relaxed) { flock(number, LOCK_UN) }
    close(number)
  }

  /// The purpose for which a file is opened.
  enum Purpose {
    case reading
    case readingFolder
    /// A new file; fails when the name is taken, by a dangling link too.
    case creating(mode: UInt32)
    /// A file to go on writing at its end; made when there is none.
    case appending(mode: UInt32)
    /// An existing pipe or device.
    case writing
  }

  init(_ path: String, for purpose: Purpose) throws(SystemFault) {
    // A zero byte would end the path early and open another file.
    guard !path.utf8.contains(0) else { throw SystemFault(code: ENOENT) }
    let number =
      switch purpose {
      // Without O_NONBLOCK a named pipe in place of a file would hang the program.
      case .reading: retrying(.open) { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
      case .readingFolder: retrying(.openFolder) { open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
      case .creating(let mode):
        retrying(.create) { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(mode)) }
      case .appending(let mode):
        retrying(.create) { open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, mode_t(mode)) }
      case .writing: retrying(.create) { open(path, O_WRONLY | O_CLOEXEC) }
      }
    guard number >= 0 else { throw .last }
    self.number = number
  }

  /// A file to read; nil when a link has the name.
  static func readingUnlessLink(_ path: String) throws(SystemFault) -> Descriptor? {
    guard !path.utf8.contains(0) else { throw SystemFault(code: ENOENT) }
    let number = retrying(.open) { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW) }
    if number < 0, errno == ELOOP { return nil }
    guard number >= 0 else { throw .last }
    return Descriptor(owning: number)
  }

  /// Reads what fits; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemFault) -> Int {
    try System.read(from: number, into: buffer)
  }

  func write(_ bytes: [UInt8]) throws(SystemFault) {
    try System.write(bytes, to: number)
  }

  func truncate(to size: Int64) throws(SystemFault) {
    guard retrying(.truncate, { ftruncate(number, off_t(size)) }) == 0 else { throw .last }
  }

  /// Informs the system that the file will be read from start to end, so that it reads further ahead.
  func willBeReadThrough() {
    #if canImport(Glibc)
      _ = posix_fadvise(number, 0, 0, POSIX_FADV_SEQUENTIAL)
    #endif
  }

  func status() throws(SystemFault) -> FileStatus {
    var result = stat()
    guard !isFailing(.status), fstat(number, &result) == 0 else { throw .last }
    return FileStatus(result)
  }

  /// Waits until the bytes are on the disk, as far as the system reports it.
  func sync() throws(SystemFault) {
    let result = retrying(.sync) {
      #if canImport(Darwin)
        if fcntl(number, F_FULLFSYNC) == 0 { return 0 }
      #endif
      return fsync(number)
    }
    guard result == 0 else { throw .last }
  }

  /// As `sync`, but quiet about file systems that can't do this for folders.
  func syncFolder() throws(SystemFault) {
    do { try sync() } catch  where error.isUnsupported {}
  }

  func setMode(_ mode: UInt32) throws(SystemFault) {
    guard !isFailing(.setMode), fchmod(number, mode_t(mode)) == 0 else { throw .last }
  }

  /// Best effort: only root may give files away.
  func setOwner(_ owner: UInt32, group: UInt32) {
    _ = fchown(number, owner, group)
  }

  /// The bytes from `offset` on, at most `count`; fewer only where the file ends.
  func bytes(from offset: Int64, atMost count: Int) throws(SystemFault) -> [UInt8] {
    let number = number
    var fault: SystemFault?
    let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
      do throws(SystemFault) {
        while filled < buffer.count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
          let read = try System.read(from: number, at: offset + Int64(filled), into: rest)
          if read == 0 { return }
          filled += read
        }
      } catch {
        fault = error
      }
    }
    if let fault { throw fault }
    return bytes
  }

  /// Returns true if no program has the file open for writing. None can open it so until this is closed.
  ///
  /// Also returns true where the system can't determine it.
  func holdUnwritten() -> Bool { files_hold_unwritten(number) == 0 || errno != EAGAIN }

  /// Advisory, exclusive, gone when the descriptor is let go of or the process ends however it ends.
  func lock(waiting: Bool) throws(SystemFault) {
    guard retrying(.lock, { flock(number, waiting ? LOCK_EX : LOCK_EX | LOCK_NB) }) == 0 else { throw .last }
    isLocked.store(true, ordering: .relaxed)
  }
}

/// Calls again when a signal came in between.
func retrying(_ kind: SystemCall, _ call: () -> Int32) -> Int32 {
  while true {
    let result = isFailing(kind) ? -1 : call()
    if result >= 0 || errno != EINTR { return result }
  }
}

public import TilawaBase
internal import TilawaCLibraries

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that audio is written to. It remembers the first write that failed, whichever code made it.
///
/// libsndfile writes the end of a file and its header while it closes it, and doesn't report a failure.
public final class OutputFile {
  /// True if the file allows seeking; false for a pipe or a device.
  public let isSeekable: Bool
  private let path: String
  private let descriptor: Int32
  private var failure: Int32 = 0
  private var writes = 0
  /// The bytes in the file that are hidden from libsndfile, and the place where they begin.
  private var inserted: (bytes: [UInt8], place: Int64)?
  private var insertedLength: Int64 { isInserted ? Int64(inserted?.bytes.count ?? 0) : 0 }
  private var isInserted = false

  /// The number of the write that fails for want of space, for tests.
  @TaskLocal package static var failingWrite: Int?

  /// Replaces the contents of the file at `path`, or makes it.
  public init(path: String) throws(AudioError) {
    self.path = path
    var number: Int32
    repeat {
      number = Self.isFailing(.create) ? -1 : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    } while number < 0 && errno == EINTR
    descriptor = number
    guard descriptor >= 0 else {
      throw AudioError(
        kind: .unwritable, path: path,
        message: errno == ENOENT || errno == ENOTDIR
          ? "the file cannot be created; does its folder exist, and is it writable?"
          : "the file cannot be created: \(systemMessage(errno))")
    }
    var status = stat()
    isSeekable = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  deinit { close(descriptor) }

  /// Returns true if a test makes this call fail; always false in a release build.
  private static func isFailing(_ call: SystemCall) -> Bool {
    #if DEBUG
      CallFaults.isFailing(call)
    #else
      false
    #endif
  }

  /// Writes where the last write ended, or at `place`.
  public func write(_ bytes: [UInt8], at place: Int64? = nil) throws(AudioError) {
    let isWhole = bytes.withUnsafeBytes { write($0, at: place) }
    guard isWhole else { throw fault }
  }

  /// Has `bytes` stand at `place`, before whatever libsndfile writes there. Nothing has been written yet.
  func insert(_ bytes: [UInt8], at place: Int64) { inserted = (bytes, place) }

  /// Where libsndfile believes to be, and moves to.
  private var shownPosition: Int64 {
    let position = Int64(lseek(descriptor, 0, SEEK_CUR))
    guard let inserted, position > inserted.place else { return position }
    return position - insertedLength
  }

  private func move(to shown: Int64) -> Int64 {
    let isBehind = inserted.map { shown > $0.place } ?? false
    return lseek(descriptor, off_t(isBehind ? shown + insertedLength : shown), SEEK_SET) < 0 ? -1 : shown
  }

  private var shownLength: Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return -1 }
    return Int64(status.st_size) - insertedLength
  }

  /// Writes libsndfile's bytes around the inserted ones, at the position that libsndfile assumes.
  private func writeAround(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let inserted else { return write(bytes, at: nil) }
    let place = shownPosition
    let before = max(0, min(bytes.count, Int(inserted.place - place)))
    if before > 0, !write(UnsafeRawBufferPointer(rebasing: bytes[..<before]), at: nil) { return false }
    guard before < bytes.count else { return true }
    if !isInserted {
      guard inserted.bytes.withUnsafeBytes({ write($0, at: inserted.place) }) else { return false }
      isInserted = true
    }
    lseek(descriptor, off_t(place + Int64(before) + insertedLength), SEEK_SET)
    return write(UnsafeRawBufferPointer(rebasing: bytes[before...]), at: nil)
  }

  private func write(_ bytes: UnsafeRawBufferPointer, at place: Int64?) -> Bool {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = put(rest, at: place.map { $0 + Int64(done) })
      if count > 0 {
        done += count
      } else if errno == EAGAIN {
        // Somebody made the pipe non-blocking; wait until it takes more.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)
      } else if errno != EINTR {
        if failure == 0 { failure = errno }
        return false
      }
    }
    return true
  }

  private func put(_ bytes: UnsafeRawBufferPointer, at place: Int64?) -> Int {
    writes += 1
    if Self.failingWrite == writes {
      errno = ENOSPC
      return -1
    }
    if Self.isFailing(.write) { return -1 }
    if let place { return pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(place)) }
    #if canImport(Darwin)
      return Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      return Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Throws when anything was not written, or doesn't reach the disk.
  public func finish() throws(AudioError) {
    if failure == 0, isSeekable {
      var isDone: Bool
      repeat { isDone = !Self.isFailing(.sync) && fsync(descriptor) == 0 } while !isDone && errno == EINTR
      if !isDone, errno != EINVAL { failure = errno }
    }
    guard failure == 0 else { throw fault }
  }

  /// Why it could not be written.
  var fault: AudioError {
    AudioError(
      kind: .unwritable, path: path,
      message: failure == EPIPE
        ? "its reader has closed it"
        : failure == 0
          ? "it could not be written completely"
          : "it could not be written completely: \(systemMessage(failure))")
  }

  /// The functions by which libsndfile reads and writes the file. The file must outlive the handle.
  var door: SF_VIRTUAL_IO {
    SF_VIRTUAL_IO(
      get_filelen: { file in OutputFile.of(file)?.shownLength ?? -1 },
      seek: { offset, whence, file in
        guard let file = OutputFile.of(file) else { return -1 }
        switch whence {
        case SEEK_SET: return file.move(to: offset)
        case SEEK_CUR: return file.move(to: file.shownPosition + offset)
        default: return file.move(to: file.shownLength + offset)
        }
      },
      read: { _, _, _ in 0 },
      write: { bytes, count, file in
        let bytes = UnsafeRawBufferPointer(start: bytes, count: Int(count))
        return OutputFile.of(file)?.writeAround(bytes) == true ? count : 0
      },
      tell: { file in OutputFile.of(file)?.shownPosition ?? -1 })
  }

  /// The pointer that libsndfile is given, and passes back.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> OutputFile? {
    pointer.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }
}

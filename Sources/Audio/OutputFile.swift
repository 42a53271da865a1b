internal import CSndfile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that audio is written to, which remembers the first write that failed, whoever asked for it.
///
/// libsndfile writes the end of a file and its header while it closes it, and doesn't say when that fails.
public final class OutputFile {
  /// Whether one can go back in it; a pipe or a device can't.
  public let isSeekable: Bool
  private let path: String
  private let descriptor: Int32
  private var failure: Int32 = 0
  private var writes = 0

  /// The number of the write that fails for want of space, for tests.
  @TaskLocal package static var failingWrite: Int?

  /// Replaces the contents of the file at `path`, or makes it.
  public init(path: String) throws(AudioError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw AudioError(
        kind: .unwritable, path: path,
        message: errno == ENOENT || errno == ENOTDIR
          ? "the file can't be created; is there a directory for it that may be written?"
          : "the file can't be created: \(systemMessage(errno))")
    }
    var status = stat()
    isSeekable = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  deinit { close(descriptor) }

  /// Writes where the last write ended, or at `place`.
  public func write(_ bytes: [UInt8], at place: Int64? = nil) throws(AudioError) {
    let isWhole = bytes.withUnsafeBytes { write($0, at: place) }
    guard isWhole else { throw fault }
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
    if let place { return pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(place)) }
    #if canImport(Darwin)
      return Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      return Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Throws when anything was not written, or doesn't reach the disk.
  public func finish() throws(AudioError) {
    if failure == 0, isSeekable, fsync(descriptor) != 0, errno != EINVAL { failure = errno }
    guard failure == 0 else { throw fault }
  }

  /// Why it could not be written.
  var fault: AudioError {
    AudioError(
      kind: .unwritable, path: path,
      message: failure == EPIPE
        ? "nobody reads it any more"
        : failure == 0 ? "not all could be written" : "not all could be written: \(systemMessage(failure))")
  }

  /// How libsndfile reaches it. It must outlive the handle.
  var door: SF_VIRTUAL_IO {
    SF_VIRTUAL_IO(
      get_filelen: { file in
        var status = stat()
        guard let file = OutputFile.of(file), fstat(file.descriptor, &status) == 0 else { return -1 }
        return Int64(status.st_size)
      },
      seek: { offset, whence, file in
        OutputFile.of(file).map { Int64(lseek($0.descriptor, off_t(offset), whence)) } ?? -1
      },
      read: { _, _, _ in 0 },
      write: { bytes, count, file in
        let bytes = UnsafeRawBufferPointer(start: bytes, count: Int(count))
        return OutputFile.of(file)?.write(bytes, at: nil) == true ? count : 0
      },
      tell: { file in OutputFile.of(file).map { Int64(lseek($0.descriptor, 0, SEEK_CUR)) } ?? -1 })
  }

  /// What libsndfile is given, and hands back.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> OutputFile? {
    pointer.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }
}

import TilawaBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that becomes longer while it is rewritten from its start; what isn't read yet is never written over.
final class GrowingFile {
  private let path: String
  private let descriptor: Int32
  private var position = 0
  private var written = 0
  /// The bytes that wait until their place is read, after those that were written.
  private var waiting: [UInt8] = []
  private var done = 0

  init(_ path: String) throws(AudioError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.fault(path) }
  }

  deinit { close(descriptor) }

  /// The next bytes; nil at the end of what the file was.
  func read() throws(AudioError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = pread(descriptor, &bytes, bytes.count, off_t(position))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.fault(path) }
      position += count
      return count == 0 ? nil : Array(bytes[..<count])
    }
  }

  /// Writes behind what was written.
  func write(_ bytes: [UInt8]) throws(AudioError) {
    waiting += bytes
    try put(min(waiting.count - done, position - written))
  }

  /// Writes the rest, and waits until all stands on the disk.
  func finish() throws(AudioError) {
    try put(waiting.count - done)
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw Self.fault(path) }
  }

  private func put(_ count: Int) throws(AudioError) {
    let end = done + count
    while done < end {
      let more = waiting[done..<end].withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(written))
      }
      if more < 0, errno == EINTR { continue }
      guard more > 0 else { throw Self.fault(path) }
      done += more
      written += more
    }
    // Seldom, since the rest moves.
    guard done > waiting.count / 2 else { return }
    waiting.removeFirst(done)
    done = 0
  }

  private static func fault(_ path: String) -> AudioError {
    AudioError(
      kind: .unwritable, path: path, message: "cannot append to it: \(systemMessage(errno))")
  }
}

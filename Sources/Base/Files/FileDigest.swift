/// The SHA-256 and the size of a file, which identify its contents.
public struct FileDigest: Hashable, Sendable {
  /// SHA-256 in 64 lower-case hexadecimal digits.
  public let sha256: String
  /// The size.
  public let bytes: Int64

  /// A digest that is known already, such as one that a file names.
  public init(sha256: String, bytes: Int64) {
    self.sha256 = sha256
    self.bytes = bytes
  }

  /// Reads the file through, a piece at a time. `progress` gets the bytes read so far after each piece.
  public static func of(_ path: String, progress: (Int64) -> Void = { _ in }) throws(FileError) -> FileDigest
  {
    try reading(path, as: "read") { part, done in progress(done) }
  }

  /// Of bytes in memory.
  public static func of(_ bytes: [UInt8]) throws(FileError) -> FileDigest {
    FileDigest(sha256: try RunningDigest.hex(.sha256, of: bytes), bytes: Int64(bytes.count))
  }

  /// Returns the MD5 in 32 lower-case hexadecimal digits, as lists of older servers have it. It protects from
  /// accidents only.
  public static func md5(ofFileAt path: String) throws(FileError) -> String {
    try RunningDigest.hex(.md5, of: try FileContents.read(path))
  }

  /// SHA-512 in 128 lower-case hexadecimal digits, which some lists have. Reads the file through, a piece at a time.
  public static func sha512(ofFileAt path: String) throws(FileError) -> String {
    try reading(path, as: "read", .sha512) { _, _ in }.sum
  }

  /// SHA-512 of bytes in memory.
  public static func sha512(of bytes: [UInt8]) throws(FileError) -> String {
    try RunningDigest.hex(.sha512, of: bytes)
  }

  static func reading(
    _ path: String, as action: String, _ each: (UnsafeRawBufferPointer, Int64) throws -> Void
  ) throws(FileError) -> FileDigest {
    let (sum, bytes) = try reading(path, as: action, .sha256, each)
    return FileDigest(sha256: sum, bytes: bytes)
  }

  private static func reading(
    _ path: String, as action: String, _ digest: RunningDigest.Kind,
    _ each: (UnsafeRawBufferPointer, Int64) throws -> Void
  ) throws(FileError) -> (sum: String, bytes: Int64) {
    do {
      let file = try Descriptor(path, for: .reading)
      let kind = try file.status().kind
      if kind == .folder { throw SystemFault.isDirectory }
      guard kind == .file else { throw FileError(action, path, because: "not a regular file") }
      file.willBeReadThrough()
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
      defer { buffer.deallocate() }
      var hash = try RunningDigest(digest)
      var done: Int64 = 0
      while true {
        let count = try file.read(into: buffer)
        if count == 0 { break }
        let part = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        try hash.update(part)
        done += Int64(count)
        try each(part, done)
      }
      return (try hash.finish(), done)
    } catch let error as FileError {
      throw error
    } catch let fault as SystemFault {
      throw FileError(action, path, fault)
    } catch {
      throw FileError(action, path, because: "\(error)")
    }
  }
}

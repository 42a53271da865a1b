/// Computes the digest of bytes that come piece by piece: their SHA-256 and their number. Used by one thread
/// at a time.
public struct GrowingDigest: ~Copyable {
  private var hash: RunningDigest
  private var bytes: Int64 = 0

  /// Of nothing yet.
  public init() throws(FileError) { hash = try RunningDigest(.sha256) }

  /// Takes the next bytes.
  public mutating func update(_ part: UnsafeRawBufferPointer) throws(FileError) {
    try hash.update(part)
    bytes += Int64(part.count)
  }

  /// Of all that was taken.
  public consuming func finish() throws(FileError) -> FileDigest {
    FileDigest(sha256: try hash.finish(), bytes: bytes)
  }
}

/// Limits on what is taken from an archive, so that its maker can't exhaust a reader's disk or memory.
package struct ArchiveLimits: Hashable, Sendable {
  /// Entries of any kind.
  package var entries = 100_000
  /// Bytes of all files together, unpacked.
  package var bytes: Int64 = 20_000_000_000
  /// The maximum number of unpacked bytes for each byte of the archive, above `freeBytes`. Text is seldom
  /// more than 20 times as long.
  package var ratio: Int64 = 100
  /// Bytes that come unpacked whatever the archive's size is.
  package var freeBytes: Int64 = 67_108_864
  /// Bytes of one name with its folders.
  package var nameBytes = 1024
  /// Bytes of one part of a name: what file systems take.
  package var partBytes = 255
  /// Folders within each other.
  package var depth = 16
  /// Bytes of the list of a zip file, of an extended header of a tar file, and of a manifest.
  package var listBytes = 67_108_864

  package init() {}

  /// Returns the maximum number of bytes that may come out of an archive of `packed` bytes.
  func allowance(packed: Int64) -> (bytes: Int64, isByRatio: Bool) {
    let byRatio = freeBytes + min(packed, .max / 2 / ratio) * ratio
    return byRatio < bytes ? (byRatio, true) : (bytes, false)
  }
}

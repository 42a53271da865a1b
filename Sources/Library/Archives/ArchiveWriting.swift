import TilawaBase

/// Writes archives that are the same, byte for byte, whenever and wherever the same files are packed. Files
/// are in the order of their names, with one mode and one time for all, and without data about who packed
/// them.
///
/// Zip and tar files are written by hand, because libarchive's output depends on its version and on the
/// system's language. 3.8.6 writes other tar files (pax and GNU) around long names than 3.4.2 and 3.7.7. In
/// `C`, 3.6.2 marks Arabic names so that GNU tar complains of each, or can't declare them as UTF-8 (zip). In
/// its zip files, the checksum follows a stored file, which Java's streams refuse. libzip 1.7.3 can't write
/// to a pipe. Only zstd's compression is a library's: another version of it writes another file around the
/// same tar file.
package enum ArchiveWriting {
  /// Writes the items, in the order of their names' bytes, followed by a manifest.
  ///
  /// `progress` gets the number of bytes of content that are done, and may throw to cancel. Throws a
  /// `FileError` if a file can't be read, or changes meanwhile.
  package static func write(
    _ items: [PackedItem], as format: ArchiveFormat, to output: ArchiveOutput,
    progress: (Int64) throws -> Void = { _ in }
  ) throws {
    switch format {
    case .zip: try write(items, ZipWriter(to: output), progress)
    case .tar: try write(items, TarWriter { bytes throws(FileError) in try output.append(bytes) }, progress)
    case .tarZstd:
      let compressor = try Compressor(to: output)
      try write(items, TarWriter { bytes throws(FileError) in try compressor.append(bytes) }, progress)
      try compressor.finish()
    }
  }

  private static func write(
    _ items: [PackedItem], _ writer: any ArchiveWriter, _ progress: (Int64) throws -> Void
  ) throws {
    var manifest = Manifest()
    var done: Int64 = 0
    for item in items.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
      let content = try PackedContent(item)
      var digest = try GrowingDigest()
      // The type of errors thrown while a file is read doesn't admit other errors.
      var calledOff: (any Error)?
      try writer.add(item.name, content) { part throws(FileError) in
        try digest.update(part)
        done += Int64(part.count)
        do { try progress(done) } catch {
          calledOff = error
          throw FileError("write", item.name, because: "cancelled")
        }
      } else: {
        calledOff
      }
      let found = try digest.finish()
      try item.require(found)
      manifest.add(item.name, found)
    }
    let list = try PackedContent(PackedItem(Manifest.name, .bytes(manifest.bytes)))
    try writer.add(Manifest.name, list, { _ in }, else: { nil })
    try writer.finish()
  }
}

/// Files become an archive, one behind the other.
protocol ArchiveWriter {
  /// Adds one; `seen` gets its bytes as they are written.
  func add(
    _ name: String, _ content: PackedContent, _ seen: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError)
  /// Writes what stands behind all files.
  func finish() throws(FileError)
}

extension ArchiveWriter {
  /// Adds a file. If `reason` returns an error, throws that instead of the error that it has caused.
  fileprivate func add(
    _ name: String, _ content: PackedContent, _ seen: (UnsafeRawBufferPointer) throws(FileError) -> Void,
    else reason: () -> (any Error)?
  ) throws {
    do { try add(name, content, seen) } catch { throw reason() ?? error }
  }
}

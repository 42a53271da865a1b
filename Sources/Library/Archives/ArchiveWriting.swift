import TilawaBase

/// Writing archives that are the same, byte for byte, whenever and wherever the same files are packed: in the order of
/// their names, with one mode and one time for all, and nothing of who packed them.
///
/// Zip and tar files are written by hand, because what libarchive writes depends on which one is there and on the system's
/// language: of 3.4.2, 3.7.7 and 3.8.6 the last writes other tar files (pax and GNU) around long names, and in `C` 3.6.2 marks
/// Arabic names so that GNU tar complains of each, or can't say that they are UTF-8 (zip). Its stored files in zip have their
/// checksum behind them, where Java's streams refuse it; libzip 1.7.3 can't write to a pipe. Only zstd's compression is a
/// library's: with another version of it another file comes out, around the same tar file.
package enum ArchiveWriting {
  /// Writes the items, in the order of their names' bytes, and a manifest behind them.
  ///
  /// `progress` is told how many bytes of content are done, and may throw to call it off. Throws a `FileError` when a
  /// file can't be read, or changes meanwhile.
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
      // An error of ours has no room in what a file's reading throws.
      var calledOff: (any Error)?
      try writer.add(item.name, content) { part throws(FileError) in
        try digest.update(part)
        done += Int64(part.count)
        do { try progress(done) } catch {
          calledOff = error
          throw FileError("write", item.name, because: "it was called off")
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
  /// The same, and throws `reason` in the place of the error that it was the reason for.
  fileprivate func add(
    _ name: String, _ content: PackedContent, _ seen: (UnsafeRawBufferPointer) throws(FileError) -> Void,
    else reason: () -> (any Error)?
  ) throws {
    do { try add(name, content, seen) } catch { throw reason() ?? error }
  }
}

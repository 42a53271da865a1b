package import TilawaBase

/// Archives of strangers, unpacked into a new folder that nobody else sees.
package struct ArchiveExtraction {
  /// The content of an unpacked archive.
  package struct Result: Sendable {
    /// The digest of every file that was written, by its name in the archive.
    package var files: [String: FileDigest] = [:]
    /// Names of files that were not wanted.
    package var leftOut: [String] = []
    /// As a word for people: `zip`, `tar`, `tar.gz`.
    package var form = ""
    package init() {}
  }

  /// The archive.
  package let path: String
  private let limits: ArchiveLimits

  package init(of path: String, _ limits: ArchiveLimits = ArchiveLimits()) {
    self.path = path
    self.limits = limits
  }

  /// Unpacks each file to the path below `folder` that `place` returns. If it returns nil, the file is left
  /// out.
  ///
  /// Every name is checked, including those of files left out. Throws an `ArchiveRefusal` or whatever `place`
  /// and `progress` throw. Throws a `FileError` if the archive can't be opened or a file can't be written.
  /// Files unpacked until then stay, and the caller must remove them. `progress` gets the number of bytes
  /// unpacked so far.
  package func unpack(
    into folder: String, progress: (Int64) throws -> Void = { _ in },
    placing place: (EntryName) throws -> String?
  ) throws -> Result {
    let file = try FileParts(of: path)
    var result = Result()
    let reader = try reader(file, &result)
    let allowance = limits.allowance(packed: file.size)
    if let zip = reader as? ZipReader {
      try require(zip.size, allowance)
      // All names of a zip file are known before anything is written.
      var names = EntryNames()
      for entry in zip.entries { try names.add(EntryName(entry.name, limits), isFolder: entry.isFolder) }
    }
    var names = EntryNames()
    var (count, done): (Int, Int64) = (0, 0)
    while let entry = try reader.next() {
      count += 1
      guard count <= limits.entries else {
        throw ArchiveRefusal(.tooManyEntries, nil, "has more than \(limits.entries) entries")
      }
      // The folder that was packed by its own name `.`.
      if entry.isFolder, entry.name.elementsEqual("./".utf8) || entry.name.elementsEqual(".".utf8) {
        continue
      }
      let name = try EntryName(entry.name, limits)
      try names.add(name, isFolder: entry.isFolder)
      let (whole, isTooMuch) = done.addingReportingOverflow(entry.size)
      try require(isTooMuch ? .max : whole, allowance)
      if entry.isFolder { continue }
      guard let target = try place(name) else {
        result.leftOut.append(name.path)
        // What a tar file leaves out is passed over, and counts as well.
        if !(reader is ZipReader) { done += entry.size }
        continue
      }
      result.files[name.path] = try write(reader, to: PathText.joined(folder, target)) { part in
        done += Int64(part)
        try progress(done)
      }
    }
    return result
  }

  private func require(
    _ bytes: Int64, _ allowance: (bytes: Int64, isByRatio: Bool)
  ) throws(ArchiveRefusal) {
    guard bytes > allowance.bytes else { return }
    throw allowance.isByRatio
      ? ArchiveRefusal(.bomb, nil, "would unpack to \(bytes) bytes, more than \(limits.ratio) times its size")
      : ArchiveRefusal(
        .tooLarge, nil, "would unpack to \(bytes) bytes; at most \(limits.bytes) are allowed")
  }

  private func write(_ reader: any ArchiveReader, to path: String, _ done: (Int) throws -> Void) throws
    -> FileDigest
  {
    try FileTransfer.makeFolder(PathText.folder(of: path))
    let file = try NewFile(making: path)
    var digest = try GrowingDigest()
    while true {
      let part = try reader.read()
      if part.isEmpty { break }
      try part.span.withUnsafeBytes { (buffer) throws(FileError) in
        try digest.update(buffer)
        try file.append(buffer)
      }
      try done(part.count)
    }
    try file.sync()
    return try digest.finish()
  }

  // MARK: - Which archive it is

  private func reader(_ file: FileParts, _ result: inout Result) throws -> any ArchiveReader {
    let start = try file.bytes(from: 0, atMost: 512)
    let begins = { (bytes: [UInt8]) in start.starts(with: bytes) }
    if begins([0x50, 0x4B, 3, 4]) || begins([0x50, 0x4B, 5, 6]) {
      result.form = "zip"
      return try ZipReader(file, limits)
    }
    if begins([0x50, 0x4B, 7, 8]) { throw ArchiveRefusal(.inPieces, nil, "is one part of a split archive") }
    if TarReader.isHeader(start) {
      result.form = "tar"
      return TarReader(FileStream(file), limits)
    }
    if begins([0x1F, 0x8B]) {
      result.form = "tar.gz"
      return TarReader(try GzipStream(file), limits)
    }
    if begins([0x28, 0xB5, 0x2F, 0xFD]) {
      result.form = "tar.zst"
      return TarReader(try ZstandardStream(path: path), limits)
    }
    if file.size == 0 { throw ArchiveRefusal(.notAnArchive, nil, "is empty") }
    throw ArchiveRefusal(
      .notAnArchive, nil, "is not a supported archive (zip, tar, tar.gz or tar.zst)")
  }
}

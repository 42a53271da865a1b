/// Reading whole files.
public enum FileContents {
  /// The maximum size of a text file unless the caller sets another, 64 MiB.
  ///
  /// This is far above the largest annotation and far below any size that would cause trouble.
  public static let usualLimit = 67_108_864

  /// The bytes of a regular file, in one allocation and one reading when it doesn't grow meanwhile.
  ///
  /// Throws when it is missing, no regular file, or larger than `limit` bytes; and, when it is a file of `folder`,
  /// when a link leads out of that, which isn't followed.
  public static func read(
    _ path: String, in folder: String? = nil, atMost limit: Int = usualLimit
  ) throws(FileError) -> [UInt8] {
    do {
      let file = try opened(path, in: folder)
      let status = try file.status()
      if status.kind == .folder { throw SystemFault.isDirectory }
      guard status.kind == .file else {
        throw FileError("read", path, because: "not a regular file")
      }
      guard status.size <= limit else { throw tooLarge(path, limit) }
      // With room for one byte more than there should be, a file that has not grown shows its end at once.
      var bytes = try contents(of: file, upTo: Int(status.size) + 1)
      while bytes.count > status.size {
        let more = try contents(of: file, upTo: 65536)
        if more.isEmpty { break }
        bytes += more
        guard bytes.count <= limit else { throw tooLarge(path, limit) }
      }
      return bytes
    } catch let error as FileError {
      throw error
    } catch let fault as SystemFault {
      throw FileError("read", path, fault)
    } catch {
      throw FileError("read", path, because: "\(error)")
    }
  }

  /// Reads a file that the system generates while it is read, as in `/proc`. Such files report a size of 0.
  static func stream(_ path: String) throws -> [UInt8] {
    let file = try Descriptor(path, for: .reading)
    var bytes: [UInt8] = []
    while bytes.count < usualLimit {
      let more = try contents(of: file, upTo: 65536)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// The first `count` bytes, or as many as there are.
  public static func beginning(of path: String, _ count: Int) throws(FileError) -> [UInt8] {
    do {
      return try contents(of: try Descriptor(path, for: .reading), upTo: count + 1).prefix(count).map(\.self)
    } catch let fault as SystemFault {
      throw FileError("read", path, fault)
    } catch {
      throw FileError("read", path, because: "\(error)")
    }
  }

  private static func opened(_ path: String, in folder: String?) throws -> Descriptor {
    guard let folder else { return try Descriptor(path, for: .reading) }
    if PathText.folder(of: path) == folder, let file = try Descriptor.readingUnlessLink(path) { return file }
    if let target = LinkRule.target(of: path, outside: folder) {
      throw FileError(
        "read", path,
        because:
          "a link to \(FileStatus.target(ofLink: path) ?? target), outside its folder, which is not followed"
      )
    }
    if FileStatus.target(ofLink: path) != nil, FileStatus.isAbsent(path) {
      throw FileError("read", path, because: "the link is broken")
    }
    return try Descriptor(path, for: .reading)
  }

  /// Returns the bytes, or nil if there is no such file.
  public static func readIfAny(
    _ path: String, in folder: String? = nil, atMost limit: Int = usualLimit
  ) throws(FileError) -> [UInt8]? {
    do {
      return try read(path, in: folder, atMost: limit)
    } catch  where error.isMissing {
      return nil
    }
  }

  private static func tooLarge(_ path: String, _ limit: Int) -> FileError {
    FileError("read", path, because: "larger than \(limit) bytes")
  }

  /// As many bytes as there are, or `size`.
  private static func contents(of file: borrowing Descriptor, upTo size: Int) throws -> [UInt8] {
    let number = file.number
    return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let part = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let read = try System.read(from: number, into: part)
        count += read
        // A regular file gives less than asked only at its end; one byte short is the end that was expected.
        if read == 0 || count == size - 1 { return }
      }
    }
  }
}

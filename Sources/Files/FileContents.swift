/// Reading whole files.
public enum FileContents {
  /// What a text file may have at most unless the caller says otherwise, 64 MiB: far above the largest
  /// annotation, far below what would hurt.
  public static let usualLimit = 67_108_864

  /// The bytes of a regular file. One allocation when the file doesn't grow meanwhile.
  ///
  /// Throws when it is missing, no regular file, or larger than `limit` bytes.
  public static func read(_ path: String, atMost limit: Int = usualLimit) throws(FileError) -> [UInt8] {
    do {
      let file = try Descriptor(path, for: .reading)
      let status = try file.status()
      if status.kind == .folder { throw SystemFault.isDirectory }
      guard status.kind == .file else {
        throw FileError("read", path, because: "it is no regular file")
      }
      guard status.size <= limit else { throw tooLarge(path, limit) }
      var bytes = try contents(of: file, expecting: Int(status.size))
      while true {
        // Most often this finds the end at once; otherwise the file has grown meanwhile.
        let more = try contents(of: file, expecting: 4096)
        if more.isEmpty { return bytes }
        bytes += more
        guard bytes.count <= limit else { throw tooLarge(path, limit) }
      }
    } catch let error as FileError {
      throw error
    } catch let fault as SystemFault {
      throw FileError("read", path, fault)
    } catch {
      throw FileError("read", path, because: "\(error)")
    }
  }

  /// The bytes, or nil when there is no such file.
  public static func readIfAny(
    _ path: String, atMost limit: Int = usualLimit
  ) throws(FileError) -> [UInt8]? {
    do {
      return try read(path, atMost: limit)
    } catch  where error.isMissing {
      return nil
    }
  }

  private static func tooLarge(_ path: String, _ limit: Int) -> FileError {
    FileError("read", path, because: "it has more than \(limit) bytes")
  }

  private static func contents(of file: borrowing Descriptor, expecting size: Int) throws -> [UInt8] {
    guard size > 0 else { return [] }
    let number = file.number
    return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let part = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let read = try System.read(from: number, into: part)
        if read == 0 { return }
        count += read
      }
    }
  }
}

/// A regular file that is open for reading any part of it, by several threads at once. It stays what it was when another takes
/// its name.
public final class FileParts: Sendable {
  /// In bytes, when it was opened.
  public let size: Int64
  private let path: String
  private let descriptor: Descriptor

  /// Opens the file. Throws when it is missing, or no regular file.
  public init(of path: String) throws(FileError) {
    do throws(SystemFault) {
      let descriptor = try Descriptor(path, for: .reading)
      let status = try descriptor.status()
      guard status.kind == .file else { throw SystemFault.isDirectory }
      size = status.size
      self.descriptor = descriptor
      self.path = path
    } catch {
      throw FileError("read", path, error)
    }
  }

  /// The bytes from `offset` on, at most `count`; fewer only where the file ends.
  public func bytes(from offset: Int64, atMost count: Int) throws(FileError) -> [UInt8] {
    let number = descriptor.number
    do {
      return try [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
        while filled < buffer.count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
          let read = try System.read(from: number, at: offset + Int64(filled), into: rest)
          if read == 0 { return }
          filled += read
        }
      }
    } catch let fault as SystemFault {
      throw FileError("read", path, fault)
    } catch {
      throw FileError("read", path, because: "\(error)")
    }
  }
}

/// A regular file that is open for reading any part of it, by several threads at once.
///
/// It keeps its contents if another file takes its name.
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
    do throws(SystemFault) { return try descriptor.bytes(from: offset, atMost: count) } catch {
      throw FileError("read", path, error)
    }
  }
}

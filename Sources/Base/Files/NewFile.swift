/// A file that is written from its start, piece by piece, and whose parts may be changed afterwards.
///
/// Used by one thread at a time.
public final class NewFile {
  /// Where it is.
  public let path: String
  /// The number of bytes appended.
  public private(set) var size: Int64 = 0
  /// True if appended bytes can be changed; false for a pipe or a device.
  public let isChangeable: Bool
  private let descriptor: Descriptor

  /// Makes the file. Throws when the name is taken, by a link too.
  public init(making path: String) throws(FileError) {
    do { descriptor = try Descriptor(path, for: .creating(mode: 0o666)) } catch {
      throw FileError("create", path, error)
    }
    self.path = path
    isChangeable = true
  }

  /// Fills the file of an output that has just been begun, or writes to the pipe or device that it is.
  public init(of output: borrowing AtomicOutput) throws(FileError) {
    path = output.path
    do throws(SystemFault) {
      descriptor = try Descriptor(output.path, for: .writing)
      isChangeable = try descriptor.status().kind == .file
    } catch {
      throw FileError("write", output.target, error)
    }
  }

  /// Adds bytes at its end.
  public func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    do { try System.write(bytes, to: descriptor.number) } catch { throw FileError("write", path, error) }
    size += Int64(bytes.count)
  }

  /// Puts bytes in the place of some that were appended; where `isChangeable`.
  public func change(_ bytes: [UInt8], at offset: Int64) throws(FileError) {
    do { try System.write(bytes, to: descriptor.number, at: offset) } catch {
      throw FileError("write", path, error)
    }
  }

  /// Waits until the bytes are on the disk.
  public func sync() throws(FileError) {
    do { try descriptor.sync() } catch { throw FileError("write", path, error) }
  }
}

internal import TilawaCSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The size, times and inode number of a file, which show whether it is still the one that was examined.
public struct FileStamp: Hashable, Sendable {
  /// In bytes.
  public let size: Int64
  /// When the contents changed, in nanoseconds since 1970.
  public let modified: Int64
  /// When anything of it changed, its name among that; the system alone sets it.
  public let changed: Int64
  /// Of the file in its file system.
  public let number: UInt64

  /// Of what a name leads to; nil when there is nothing.
  public init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    size = Int64(status.st_size)
    number = UInt64(status.st_ino)
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    self.modified = Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec)
    self.changed = Int64(changed.tv_sec) * 1_000_000_000 + Int64(changed.tv_nsec)
  }

  /// Reads a stamp from its ``text``; nil for any other text.
  public init?(_ text: some StringProtocol) {
    let parts = text.utf8.split(separator: UInt8(ascii: ".")).map {
      Int64(String(decoding: $0, as: UTF8.self))
    }
    guard parts.count == 4, let size = parts[0], let modified = parts[1], let changed = parts[2],
      let number = parts[3]
    else { return nil }
    (self.size, self.modified, self.changed) = (size, modified, changed)
    self.number = UInt64(bitPattern: number)
  }

  /// Four numbers with dots between them.
  public var text: String { "\(size).\(modified).\(changed).\(Int64(bitPattern: number))" }

  /// Returns true if the file could change unnoticed, because it was changed less than `span` before
  /// `moment`.
  ///
  /// Both are in nanoseconds; the clocks of file systems are coarse.
  public func isFresh(at moment: Int64, within span: Int64) -> Bool { max(modified, changed) > moment - span }

  /// Nanoseconds since 1970.
  public static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// A file for what doesn't fit into memory, gone when the value is: it has no name from the beginning.
public final class ScratchFile: Sendable {
  private let descriptor: Descriptor
  private let folder: String

  /// Creates the file in a folder that has enough space.
  public init(in folder: String) throws(FileError) {
    self.folder = folder
    let path = PathText.joined(folder, TemporaryName.beside("scratch"))
    do throws(SystemFault) {
      let number = retrying(.create) { open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600) }
      guard number >= 0 else { throw .last }
      descriptor = Descriptor(owning: number)
      try System.remove(file: path)
    } catch {
      throw FileError("create", path, error)
    }
  }

  /// Writes at the end.
  public func append(_ bytes: [UInt8]) throws(FileError) {
    do throws(SystemFault) { try descriptor.write(bytes) } catch {
      throw FileError("write a scratch file in", folder, error)
    }
  }

  /// Returns `count` bytes from `offset`; fewer only where the file ends.
  public func bytes(from offset: Int64, count: Int) throws(FileError) -> [UInt8] {
    do throws(SystemFault) { return try descriptor.bytes(from: offset, atMost: count) } catch {
      throw FileError("read a scratch file in", folder, error)
    }
  }
}

/// A file that other programs of this user may read, and no other user may.
///
/// It is removed with the value, or when a signal ends the program.
public final class PrivateFile: Sendable {
  /// Where it is.
  public let path: String

  /// In a folder, under a new name with this start and end. It need not survive a power cut.
  public init(_ bytes: [UInt8], in folder: String, named start: String, _ ending: String) throws(FileError) {
    path = PathText.joined(folder, start + String(UInt64.random(in: 1 << 60 ... .max), radix: 36) + ending)
    InterruptCleanup.add(.path(path))
    do throws(SystemFault) { try Descriptor(path, for: .creating(mode: 0o600)).write(bytes) } catch {
      InterruptCleanup.remove(.path(path))
      throw FileError("create", path, error)
    }
  }

  deinit {
    try? System.remove(file: path)
    InterruptCleanup.remove(.path(path))
  }
}

/// Files that are derived from others and can be made again.
///
/// Each is there wholly or not at all. Only ``settle(_:)`` waits for the disk, once for all of them.
public enum DerivedFile {
  /// Puts `bytes` at `path`, whose folder exists; false when it held just these, and is left as it is.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) -> Bool {
    if try holds(bytes, at: path) { return false }
    do throws(SystemFault) {
      let temporary = PathText.joined(
        PathText.folder(of: path), TemporaryName.beside(PathText.name(of: path)))
      do throws(SystemFault) {
        try Descriptor(temporary, for: .creating(mode: 0o666)).write(bytes)
        try System.rename(temporary, to: path)
      } catch {
        try? System.remove(file: temporary)
        throw error
      }
    } catch {
      throw FileError("write", path, error)
    }
    return true
  }

  /// Copies a file to `path`, replacing any file there, and returns its checksum from the same reading.
  public static func copy(_ source: String, to path: String) throws(FileError) -> FileDigest {
    let temporary = PathText.joined(
      PathText.folder(of: path), TemporaryName.beside(PathText.name(of: path)))
    do throws(FileError) {
      let file: Descriptor
      do throws(SystemFault) { file = try Descriptor(temporary, for: .creating(mode: 0o666)) } catch {
        throw FileError("create", path, error)
      }
      let number = file.number
      let digest = try FileDigest.reading(source, as: "copy") { part, _ in
        do { try System.write(part, to: number) } catch let fault as SystemFault {
          throw FileError("write", path, fault)
        }
      }
      do throws(SystemFault) { try System.rename(temporary, to: path) } catch {
        throw FileError("write", path, error)
      }
      return digest
    } catch {
      try? System.remove(file: temporary)
      throw error
    }
  }

  /// Returns true if the file at `path` has exactly these bytes, and false if there is none.
  ///
  /// Throws if the entry is not a regular file.
  public static func holds(_ bytes: [UInt8], at path: String) throws(FileError) -> Bool {
    guard let old = try FileStatus.ifAny(path, followingLinks: false) else { return false }
    guard old.kind == .file else {
      throw FileError("write", path, because: "not a regular file")
    }
    guard old.size == Int64(bytes.count) else { return false }
    return try FileContents.read(path, atMost: bytes.count) == bytes
  }

  /// Brings all that was written on the file system of `folder` to its disk.
  public static func settle(_ folder: String) throws(FileError) {
    do throws(SystemFault) {
      let opened = try Descriptor(folder, for: .readingFolder)
      guard retrying(.sync, { files_settle(opened.number) }) == 0 else { throw .last }
    } catch {
      throw FileError("write", folder, error)
    }
  }

  /// Removes a folder when nothing is in it.
  public static func removeIfEmpty(_ folder: String) { try? System.remove(emptyFolder: folder) }
}

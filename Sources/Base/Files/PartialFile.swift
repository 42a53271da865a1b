/// A file that is filled bit by bit, over several runs if need be, and takes its name when it is whole.
///
/// Until then it lies beside its place as `.tilawa-part.NAME`, held by a lock. What is left of a run that was
/// killed is found by the next one, with a note of where it came from. Belongs to one thread at a time.
public final class PartialFile {
  /// The name it will have.
  public let target: String
  /// Where it lies meanwhile.
  public let path: String
  /// The number of bytes in the file.
  public private(set) var size: Int64
  private let file: Descriptor

  /// Opens what there is of `target`, or starts it; folders on the way are made.
  ///
  /// Throws when `target` exists, and when another program is filling it.
  public init(for target: String) throws(FileError) {
    let folder = PathText.folder(of: target)
    try FileTransfer.makeFolder(folder)
    let path = PathText.joined(folder, ".tilawa-part." + PathText.name(of: target))
    do throws(SystemFault) {
      file = try Self.opened(path)
      size = try file.status().size
    } catch {
      throw error.isBusy
        ? FileError("write", target, because: "another program is fetching it")
        : FileError("write", target, error)
    }
    // Whoever held the lock before may have been through with it.
    guard try FileStatus.ifAny(target, followingLinks: false) == nil else {
      try? System.remove(file: path)
      throw FileError("write", target, .exists)
    }
    self.target = target
    self.path = path
  }

  private static func opened(_ path: String) throws(SystemFault) -> Descriptor {
    for _ in 0..<8 {
      let file = try Descriptor(path, for: .appending(mode: 0o666))
      do { try file.lock(waiting: false) } catch  where error.isUnsupported {}
      // It may have got its name, or been removed, between opening and locking.
      if try file.status().links > 0, try System.status(of: path, followingLinks: false).kind == .file {
        return file
      }
    }
    throw .exists
  }

  private var notePath: String { path + ".note" }

  /// The note saved about the bytes that are there; nil if there is none.
  public var note: String? {
    (try? FileContents.readIfAny(notePath, atMost: 4096)).flatMap(\.self).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Notes something of the bytes, for the run that finds them; nil takes the note away.
  public func setNote(_ text: String?) throws(FileError) {
    if let text {
      try AtomicFile.write(Array(text.utf8), to: notePath)
    } else {
      do { try System.remove(file: notePath) } catch  where error.isMissing {} catch {
        throw FileError("remove", notePath, error)
      }
    }
  }

  /// Adds bytes at its end.
  public func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    do { try System.write(bytes, to: file.number) } catch { throw FileError("write", target, error) }
    size += Int64(bytes.count)
  }

  /// Takes all bytes away, and the note.
  public func clear() throws(FileError) {
    do { try file.truncate(to: 0) } catch { throw FileError("write", target, error) }
    size = 0
    try setNote(nil)
  }

  /// Gives the file its final name; its bytes are on the disk when it returns.
  public func finish() throws(FileError) {
    do throws(SystemFault) {
      try file.sync()
      guard try System.isFree(target) else { throw .exists }
      try System.rename(path, to: target)
      try Descriptor(PathText.folder(of: target), for: .readingFolder).syncFolder()
    } catch {
      throw FileError("write", target, error)
    }
    try setNote(nil)
  }

  /// Removes what there is of it.
  public func discard() {
    try? System.remove(file: path)
    try? setNote(nil)
  }
}

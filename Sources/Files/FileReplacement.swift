import Synchronization

/// New contents for a file, on the disk beside it, that take the place of what was read and of nothing else.
///
/// An editor knows nothing of our lock. So the two files change names in one step, and what came out is compared
/// with what was read: when somebody has saved meanwhile, that goes back to its place. An editor that opened the
/// file before and writes after is seen by a lease on what came out, which is compared once more when the folder
/// is on the disk. Where the system can't exchange names, the comparison stands right before renaming.
final class FileReplacement {
  private let path: String
  private let shownPath: String
  private let old: [UInt8]?
  private let new: [UInt8]?
  /// Where the new contents lie, and what came out for them afterwards.
  private let spare: String
  private let folder: String
  /// The new contents, locked so that nobody takes them for a leftover.
  private var made: OpenFile?
  /// What came out, and that nobody writes to any more.
  private var out: OpenFile?
  private var isPlaced = false

  /// Brings `new` to the disk; nil is for removing the file. `old` is what was read, nil where nothing was.
  ///
  /// `path` is told in errors as `shownPath`, which may be a link that leads to it.
  ///
  /// A file that wasn't there is for its owner alone where that is asked for.
  init(
    _ path: String, shownAs shownPath: String, old: [UInt8]?, new: [UInt8]?, isForOwnerAlone: Bool = false
  ) throws {
    self.path = path
    self.shownPath = shownPath
    self.old = old
    self.new = new
    folder = PathText.folder(of: path)
    spare = PathText.joined(
      folder, TemporaryName.exchanging(PathText.name(of: path), old, for: new))
    guard let new else { return }
    let unnamed = try AtomicFile.make(
      new, for: path, like: try? System.status(of: path, followingLinks: true),
      mode: isForOwnerAlone ? 0o600 : 0o666)
    Self.step(.synced, path)
    InterruptCleanup.remove(.path(unnamed.path))
    do {
      try System.rename(unnamed.path, to: spare)
    } catch {
      unnamed.abandon()
      throw error
    }
    made = unnamed
  }

  deinit {
    // What nobody knows of isn't thrown away.
    if isPlaced { TemporaryName.removeExchanged(spare) } else { try? System.remove(file: spare) }
  }

  /// Brings all of them to their places, or none.
  ///
  /// Throws `isOvertaken` when one of the files isn't as it was read.
  static func place(_ all: [FileReplacement]) throws {
    var placed: [FileReplacement] = []
    do {
      for one in all {
        guard try one.swap() else { throw FileError.overtaken(one.shownPath) }
        placed.append(one)
      }
      for folder in Set(all.map(\.folder)) { try Descriptor(folder, for: .readingFolder).syncFolder() }
      for one in all {
        step(.folderSynced, one.path)
        guard one.isSettled(keeping: true) else { throw FileError.overtaken(one.shownPath) }
      }
    } catch {
      for one in placed.reversed() { try? one.undo() }
      throw error
    }
    for one in all {
      step(.settled, one.path)
      TemporaryName.removeExchanged(one.spare)
    }
  }

  /// Whether what was read came out.
  private func swap() throws -> Bool {
    Self.step(.placing, path)
    defer { Self.step(.placed, path) }
    isPlaced = true
    switch (old, new) {
    case (let old?, _?):
      return try Self.exchange(spare, path, expecting: old) { self.isSettled(keeping: false) }
    case (nil, _?): return try System.rename(spare, toFree: path)
    case (_, nil):
      guard try System.rename(path, toFree: spare) else { return false }
      if isSettled(keeping: false) { return true }
      _ = try System.rename(spare, toFree: path)
      return false
    }
  }

  /// Lets `spare` and `path` change places until what came out is what was believed to be there.
  private static func exchange(
    _ spare: String, _ path: String, expecting old: [UInt8], isSettled: () -> Bool
  ) throws -> Bool {
    var expected = old
    for round in 0..<100 {
      let goesIn = try FileContents.read(spare, atMost: .max)
      do {
        if !canExchange { throw SystemFault.unsupported }
        try System.exchange(spare, path)
      } catch let fault as SystemFault where fault.isUnsupported {
        guard try FileContents.readIfAny(path, atMost: .max) == old else { return false }
        try System.rename(spare, to: path)
        return true
      } catch let fault as SystemFault where fault.isMissing {
        return false
      }
      step(.exchanged, path)
      // A later round brings back what was saved meanwhile; what comes out then is what had just gone in.
      if round == 0 ? isSettled() : try FileContents.read(spare, atMost: .max) == expected {
        return round == 0
      }
      expected = goesIn
    }
    return false
  }

  /// Whether what came out is what was read, and nobody writes to it.
  private func isSettled(keeping: Bool) -> Bool {
    guard let old, FileStatus.ifAny(spare, followingLinks: false) != nil else { return true }
    guard let file = try? OpenFile(Descriptor(spare, for: .reading), at: spare),
      file.descriptor.holdUnwritten(), (try? FileContents.read(spare, atMost: .max)) == old
    else { return false }
    if keeping { out = file }
    return true
  }

  private func undo() throws {
    out = nil
    switch (old, new) {
    case (let old?, let new?):
      if FileStatus.ifAny(spare, followingLinks: false) != nil {
        _ = try Self.exchange(spare, path, expecting: new) {
          (try? FileContents.read(self.spare, atMost: .max)) == new
        }
      } else if try FileContents.readIfAny(path, atMost: .max) == new {
        // Here names can't be exchanged.
        try AtomicFile.write(old, to: path)
      }
    case (nil, let new?):
      guard try System.rename(path, toFree: spare) else { return }
      if try FileContents.read(spare, atMost: .max) != new { _ = try System.rename(spare, toFree: path) }
    case (_, nil): _ = try System.rename(spare, toFree: path)
    }
  }

  // MARK: Seen by tests

  /// The steps between which somebody else may do something.
  package enum Step: String, CaseIterable, Sendable {
    case synced, placing, exchanged, placed, folderSynced, settled
  }

  /// Called after each step with the file that it is about.
  package static let observer = Mutex<(@Sendable (Step, String) -> Void)?>(nil)

  /// False where a test wants the way of systems that can't exchange names.
  @TaskLocal package static var canExchange = true

  private static func step(_ step: Step, _ path: String) {
    let seen = observer.withLock { $0 }
    seen?(step, path)
  }
}

import Synchronization

/// New contents for a file, on the disk beside it. They replace the contents that were read, and no others.
///
/// Editors don't use our lock. So the two files exchange names in one step, and the file that came out is
/// compared with what was read. If another program has saved meanwhile, its file goes back to its place. An
/// editor that opened the file before the exchange and writes after it is noticed by a lease on the file that
/// came out. That file is compared once more when the folder is on the disk. Where the system can't exchange
/// names, the comparison comes right before renaming.
final class FileReplacement {
  private let path: String
  private let shownPath: String
  private let old: [UInt8]?
  private let new: [UInt8]?
  /// Where the new contents lie, and what came out for them afterwards.
  private let spare: String
  private let folder: String
  /// The file with the new contents, locked so that no other program takes it for a leftover.
  private var made: OpenFile?
  /// The file that came out of the exchange, which no program has open for writing any more.
  private var out: OpenFile?
  private var isPlaced = false
  /// True if the new file is in its place though it should not be, and couldn't be taken back.
  private var isStuck = false

  /// Brings `new` to the disk; nil removes the file. `old` is the contents that were read, nil if there was
  /// no file.
  ///
  /// Errors name the file as `shownPath`, which may be a link that leads to it. A new file is readable by its
  /// owner only if `isForOwnerAlone` is true.
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
      new, for: path, like: try FileStatus.ifAny(path),
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

  /// Creates a replacement from the files that an interrupted change left: `new` is in its place, and `old`
  /// came out, or there was no file.
  init(found path: String, spare: String, old: [UInt8]?, new: [UInt8]?) {
    (self.path, shownPath, self.spare, self.old, self.new) = (path, path, spare, old, new)
    folder = PathText.folder(of: path)
    (isPlaced, isStuck) = (true, true)
  }

  deinit {
    if isStuck { return }
    // A file with unknown contents isn't removed.
    if isPlaced { TemporaryName.removeExchanged(spare) } else { try? System.remove(file: spare) }
  }

  /// Brings all of the files to their places, or none.
  ///
  /// Throws `isOvertaken` if one of the files isn't as it was read. If a file can't be taken back either, the
  /// error says so. A note of it is left for the next program to hold the lock of its folder. `last` is
  /// called when all files are in their places.
  static func place(_ all: [FileReplacement], last: () throws -> Void) throws {
    var placed: [FileReplacement] = []
    var underWay: FileReplacement?
    let notes = try ChangeNote.write(for: all)
    do {
      for one in all {
        underWay = one
        let isPlaced = try one.swap()
        underWay = nil
        guard isPlaced else { throw FileError.overtaken(one.shownPath) }
        placed.append(one)
      }
      for folder in Set(all.map(\.folder)) { try Descriptor(folder, for: .readingFolder).syncFolder() }
      for one in all {
        step(.folderSynced, one.path)
        guard one.isSettled(keeping: true) else { throw FileError.overtaken(one.shownPath) }
      }
      try last()
    } catch {
      // A disk may fail between the exchange and the look at what came out.
      if let underWay, underWay.mayBeInPlace { placed.append(underWay) }
      try takeBack(placed, because: error, isNoted: !notes.isEmpty)
      for note in notes { note.remove() }
      throw error
    }
    for note in notes { note.remove() }
    for one in all {
      step(.settled, one.path)
      TemporaryName.removeExchanged(one.spare)
    }
  }

  /// True if the file has its new contents, or if it can't be read: a failing disk may report that nothing is
  /// there.
  private var mayBeInPlace: Bool {
    guard let now = try? FileContents.readIfAny(path, atMost: .max) else { return true }
    return now == new
  }

  /// The entry in the change note: the file's name, the contents that were read, and the new contents.
  var noted: (folder: String, entry: ChangeNote.Entry) {
    (folder, ChangeNote.Entry(PathText.name(of: path), old: old, new: new))
  }

  /// Brings what was there before back to its place. Throws, and says so, where that fails as well.
  private static func takeBack(
    _ placed: [FileReplacement], because cause: any Error, isNoted: Bool
  ) throws {
    var stuck: [FileReplacement] = []
    for one in placed.reversed() {
      do { try one.undo() } catch {
        one.isStuck = true
        stuck.append(one)
      }
    }
    guard let first = stuck.last else { return }
    let reason = (cause as? SystemFault)?.text ?? (cause as? FileError)?.reason ?? "\(cause)"
    let names = stuck.reversed().map { PathText.name(of: $0.path) }.joined(separator: ", ")
    throw FileError(
      "write", first.shownPath,
      because: "\(reason); already replaced and not restored: \(names)"
        + (isNoted
          ? "; the next command that changes \(first.folder) restores the old contents" : ""))
  }

  /// Exchanges the files. Returns true if the file that came out has the contents that were read.
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

  /// Returns true if the file that came out has the contents that were read, and no program has it open for
  /// writing.
  private func isSettled(keeping: Bool) -> Bool {
    guard let old, !FileStatus.isAbsent(spare, followingLinks: false) else { return true }
    let isAsRead = { (try? FileContents.read(self.spare, atMost: .max)) == old }
    guard let file = try? OpenFile(Descriptor(spare, for: .reading), at: spare) else { return false }
    // A child that another thread is just starting holds what this program wrote open until it is another program.
    var waits = Self.mostWaits
    while !file.descriptor.holdUnwritten() {
      guard waits > 0, isAsRead() else { return false }
      waits -= 1
      System.pause(milliseconds: 10)
    }
    guard isAsRead() else { return false }
    if keeping { out = file }
    return true
  }

  /// Restores the contents that were read, unless another program has saved since.
  ///
  /// Throws where that can't be determined: a failing disk may report that nothing is there.
  func undo() throws {
    out = nil
    var isBack = false
    switch (old, new) {
    case (let old?, let new?):
      if try FileStatus.ifAny(spare, followingLinks: false) != nil {
        _ = try Self.exchange(spare, path, expecting: new) {
          (try? FileContents.read(self.spare, atMost: .max)) == new
        }
      } else if try FileContents.readIfAny(path, atMost: .max) == new {
        // Here names can't be exchanged.
        try AtomicFile.write(old, to: path)
      }
    case (nil, let new?):
      isBack = try System.rename(path, toFree: spare)
      if isBack, try FileContents.read(spare, atMost: .max) != new {
        _ = try System.rename(spare, toFree: path)
      }
    case (_, nil): isBack = try System.rename(spare, toFree: path)
    }
    if isBack { return }
    guard let now = try FileContents.readIfAny(path, atMost: .max), now != new else {
      throw FileError("write", shownPath, because: "the previous contents could not be restored")
    }
  }

  // MARK: Seen by tests

  /// The steps between which a test lets another program act.
  package enum Step: String, CaseIterable, Sendable {
    case synced, placing, exchanged, placed, folderSynced, settled
  }

  /// Called after each step with the file that it is about.
  package static let observer = Mutex<(@Sendable (Step, String) -> Void)?>(nil)

  /// False where a test wants the way of systems that can't exchange names.
  @TaskLocal package static var canExchange = true

  /// The number of further checks, 10 ms apart, whether any program still has a file open for writing.
  ///
  /// It is 0 in tests whose editor keeps the file open until the command is done.
  @TaskLocal package static var mostWaits = 100

  private static func step(_ step: Step, _ path: String) {
    let seen = observer.withLock { $0 }
    seen?(step, path)
  }
}

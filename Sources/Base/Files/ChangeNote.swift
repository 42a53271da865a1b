/// A note of a change of several files in one folder. It lies beside them while they get their new contents.
///
/// No system call changes several files at once. If a kill or a failing disk interrupts such a change, its
/// note stays behind. The next program to hold the folder's lock finds the note and undoes the part that was
/// done. A change that was completed stays.
struct ChangeNote {
  /// One of the files.
  struct Entry {
    /// Its name in the folder.
    let name: String
    /// The sum of what was read, and of what is to be; empty where nothing was or will be.
    let old, new: String

    init(_ name: String, old: [UInt8]?, new: [UInt8]?) {
      self.name = name
      self.old = old.map(TemporaryName.sum) ?? ""
      self.new = new.map(TemporaryName.sum) ?? ""
    }

    fileprivate init?(_ fields: ArraySlice<ArraySlice<UInt8>>) {
      let texts = fields.map { String(decoding: $0, as: UTF8.self) }
      guard texts.count == 3, !texts[0].isEmpty, !texts[0].holds("/"), texts[0] != "..", texts[0] != "."
      else {
        return nil
      }
      (name, old, new) = (texts[0], texts[1], texts[2])
    }
  }

  private static let infix = ".tilawa-change-"
  private static let heading = "tilawa change 1"
  private let path: String
  /// The note's file, kept open because the lock is on it.
  private let file: OpenFile

  /// Notes what of `all` happens in each folder, where that is more than one file. The notes are on the disk then.
  static func write(for all: [FileReplacement]) throws -> [ChangeNote] {
    var entries: [ExactText: [Entry]] = [:]
    for one in all.map(\.noted) { entries[ExactText(one.folder), default: []].append(one.entry) }
    var notes: [ChangeNote] = []
    do {
      for (folder, entries) in entries where entries.count > 1 {
        notes.append(try ChangeNote(entries, in: folder.text))
      }
    } catch {
      for note in notes { note.remove() }
      throw error
    }
    return notes
  }

  private init(_ entries: [Entry], in folder: String) throws {
    let fields = [Self.heading] + entries.flatMap { [$0.name, $0.old, $0.new] }
    let made = try AtomicFile.make(
      Array(fields.joined(separator: "\0").utf8), for: PathText.joined(folder, "change"), like: nil,
      mode: 0o600)
    let number = PathText.name(of: made.path).utf8.suffix(8)
    path = PathText.joined(folder, Self.infix + String(decoding: Array(number), as: UTF8.self))
    InterruptCleanup.remove(.path(made.path))
    do {
      try System.rename(made.path, to: path)
      try Descriptor(folder, for: .readingFolder).syncFolder()
    } catch {
      made.abandon()
      try? System.remove(file: path)
      throw error
    }
    file = made
  }

  /// Takes the note away: all was done, or nothing.
  func remove() { try? System.remove(file: path) }

  /// Settles all notes in a folder whose lock is held. False where one had to be left.
  static func settleAll(in folder: String) -> Bool {
    guard let entries = try? System.entries(of: folder, unnamed: {}) else { return false }
    var isSettled = true
    for (name, _) in entries where matches(name) { isSettled = settle(name, in: folder) && isSettled }
    return isSettled
  }

  private static func matches(_ name: String) -> Bool {
    guard let ending = name.after(infix) else { return false }
    return ending.count == 8 && ending.allSatisfy(TemporaryName.digits.contains)
  }

  /// Undoes the part of a change that was done, unless all of it was, and removes the note.
  ///
  /// Returns false if that isn't possible; it is then left for the next time.
  private static func settle(_ name: String, in folder: String) -> Bool {
    let path = PathText.joined(folder, name)
    let note: OpenFile
    do { note = OpenFile(try Descriptor(path, for: .reading), at: path) } catch { return error.isMissing }
    do {
      // A program that works without the folder's lock has locked the note.
      guard TemporaryName.isAbandoned(note.descriptor) else { return false }
      if let entries = entries(of: try FileContents.read(path)) {
        for one in try placed(of: entries, in: folder).reversed() { try one.undo() }
      }
      try System.remove(file: path)
      return true
    } catch {
      return false
    }
  }

  /// Returns the replacements to undo: files that have their new contents while others still have the old
  /// ones.
  ///
  /// Returns none if every file has its new contents, or if the old contents of one are already removed. In
  /// both cases the change was completed, and only its note was left.
  private static func placed(of entries: [Entry], in folder: String) throws -> [FileReplacement] {
    var placed: [FileReplacement] = []
    for entry in entries {
      switch try entry.state(in: folder) {
      case .placed(let one): placed.append(one)
      case .settled: return []
      case .waiting, .savedSince: break
      }
    }
    return placed.count < entries.count ? placed : []
  }

  /// Nil for what no program of ours has written wholly.
  private static func entries(of bytes: [UInt8]) -> [Entry]? {
    let fields = bytes.split(separator: 0, omittingEmptySubsequences: false)
    guard fields.first?.elementsEqual(heading.utf8) == true, fields.count % 3 == 1 else { return nil }
    let entries = stride(from: 1, to: fields.count, by: 3).compactMap { Entry(fields[$0..<($0 + 3)]) }
    return entries.count * 3 == fields.count - 1 ? entries : nil
  }
}

extension ChangeNote.Entry {
  fileprivate enum State {
    /// It has its new contents, and what was there before came out.
    case placed(FileReplacement)
    /// It has its new contents, and what came out is gone.
    case settled
    /// It is as it was.
    case waiting
    /// Another program saved the file since.
    case savedSince
  }

  fileprivate func state(in folder: String) throws -> State {
    let path = PathText.joined(folder, name)
    let spare = PathText.joined(folder, TemporaryName.exchanging(name, sums: old, new))
    let now = try FileContents.readIfAny(path, atMost: .max)
    let out = try FileContents.readIfAny(spare, atMost: .max)
    let sum = now.map(TemporaryName.sum) ?? ""
    if sum == old { return .waiting }
    guard sum == new else { return .savedSince }
    guard (out.map(TemporaryName.sum) ?? "") == old else { return .settled }
    return .placed(FileReplacement(found: path, spare: spare, old: out, new: now))
  }
}

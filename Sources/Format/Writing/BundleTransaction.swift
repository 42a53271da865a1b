public import TilawaBase
import TilawaYAML

/// A change to a bundle: locked from the moment its files are read until they are written.
///
/// Edits are collected, and written as whole files when it is committed; without a commit nothing is written.
public struct BundleTransaction: ~Copyable {
  private let lock: DirectoryLock
  /// The bundle as it was read under the lock.
  public let bundle: TilawaBundle
  private var changes: [FileKind: [UInt8]?] = [:]
  /// The files of which edits are all that changes.
  private var edited: Set<FileKind> = []

  /// Locks the folder at `path`, waiting for whoever holds it, and reads its files.
  public init(openingAt path: String, shownAs shownPath: String) throws(FileError) {
    lock = try DirectoryLock(on: path)
    bundle = TilawaBundle(readingAt: path, shownAs: shownPath)
  }

  /// Puts a change of one file on the list; a later one takes its place. Edits are of the text that was read.
  ///
  /// Edits that overlap are a fault of the program, and are refused.
  public mutating func apply(_ change: RowList.Change, to kind: FileKind) throws(FileError) {
    let source = bundle.source(of: kind)
    if case .none = change { return }
    if case .edit = change, source == nil { return }
    let bytes = change.applied(to: source?.bytes)
    if case .edit = change {
      guard bytes != nil else {
        throw FileError("change", source?.path ?? "", because: "two edits overlap; nothing was written")
      }
      edited.insert(kind)
    } else {
      edited.remove(kind)
    }
    changes[kind] = .some(bytes)
  }

  /// Writes what changed, all of it or nothing. Gives the names of the files written or removed.
  ///
  /// A crash between two files must lose nothing, so what is added goes before what is removed: files that
  /// gain rows that another loses are named as `first`, and files are removed last.
  ///
  /// `last` is done when all files have got their new contents, and they are taken back when it throws.
  ///
  /// Throws when a file is not as it was read (`isOvertaken`), or could not be read: what it holds would be lost.
  public consuming func commit(
    first: FileKind = .recording, last: () throws(FileError) -> Void = {}
  ) throws(FileError) -> [String] {
    let order: [FileKind] =
      [first] + [.recording, .reciter, .segments, .words, .markers].filter { $0 != first }
    var written: [(kind: FileKind, change: AtomicFile.Change)] = []
    for kind in order {
      guard let new = changes[kind] else { continue }
      try bundle.requireSafeToChange(kind, keepingRest: edited.contains(kind))
      let path = "\(bundle.path)/\(kind.fileName)"
      let old = bundle.source(of: kind)?.bytes
      // A person has put a link there: what it leads to is emptied, and the link stays.
      let isLink = try FileStatus.ifAny(path, followingLinks: false)?.kind == .link
      let empty = Array("tilawa: \(FormatVersion.current)\n\(kind.rawValue): []\n".utf8)
      let bytes = new ?? (isLink ? empty : nil)
      if bytes != old { written.append((kind, AtomicFile.Change(path, from: old, to: bytes))) }
    }
    let isRemoval = { (kind: FileKind) in changes[kind] == .some(nil) }
    written = written.filter { !isRemoval($0.kind) } + written.filter { isRemoval($0.kind) }
    try AtomicFile.change(written.map(\.change), last: last)
    return written.map(\.kind.fileName)
  }
}

extension TilawaBundle {
  /// Throws when a file is not as it was read, or when a change that keeps nothing of it would lose what
  /// couldn't be read.
  fileprivate func requireSafeToChange(_ kind: FileKind, keepingRest: Bool) throws(FileError) {
    let source = source(of: kind)
    let isUnderstood =
      switch kind {
      case .recording: recording?.content != nil
      case .reciter: reciter?.content != nil
      case .markers: markers?.content != nil
      case .segments: segments?.content != nil
      case .words: words?.content != nil
      }
    let path = "\(path)/\(kind.fileName)"
    // Editors don't respect the lock.
    guard try FileContents.readIfAny(path, in: self.path, atMost: YAMLRules.maximumBytes) == source?.bytes
    else {
      throw FileError.overtaken(path, from: source?.bytes)
    }
    guard source == nil || isUnderstood || keepingRest else {
      throw FileError("change", path, because: "it could not be read; nothing was written")
    }
  }
}

import TilawaBase
package import TilawaFormat

/// A session in which a person edits the rows of a bundle, beside others who edit the same files.
///
/// Each edit is written to the files before the call returns, so nothing is lost if the program ends. Changes
/// that somebody else saved meanwhile are merged row by row. Edits are undone and redone by the same merge.
///
/// Not thread-safe: use it on one thread only.
package final class EditingSession {
  /// An edit: the changes to the files and to the row that it is about.
  package struct Edit: Sendable {
    /// The title for a menu: `Confirm 1:2`.
    package var title: String
    /// The changes to the files; files that aren't listed stay as they are.
    package var changes: [(kind: FileKind, change: RowList.Change)]
    /// The identity of its row before the edit.
    package var row: AnnotatedRow.Identity?
    /// The identity, after the edit, of the row to select next.
    package var after: AnnotatedRow.Identity?
    /// The rows that were moved or renamed, with their identities before and after.
    var moved: [Row.ID: (from: AnnotatedRow.Identity, to: AnnotatedRow.Identity)] = [:]

    /// Creates an edit.
    package init(
      _ title: String, _ changes: [(kind: FileKind, change: RowList.Change)],
      of row: AnnotatedRow.Identity? = nil, goingOnWith after: AnnotatedRow.Identity? = nil
    ) {
      (self.title, self.changes, self.row, self.after) = (title, changes, row, after)
    }
  }

  /// An edit that was made and can be undone.
  package struct Step: Sendable {
    /// The title of the edit.
    package let title: String
    /// The identity of the row before the edit.
    package let row: AnnotatedRow.Identity?
    /// The identity of the row after the edit.
    package let after: AnnotatedRow.Identity?
    /// The rows that were moved or renamed, with their identities before and after.
    let moved: [Row.ID: (from: AnnotatedRow.Identity, to: AnnotatedRow.Identity)]
    /// True if it couldn't be undone or redone because somebody has changed the same since.
    fileprivate var isRefused = false
    /// The numbers of the files' texts before and after the edit.
    fileprivate let versions: [FileKind: (before: Int, after: Int)]
  }

  /// The result of checking the files for other people's changes.
  package enum Reunion: Sendable {
    /// The files are unchanged.
    case unchanged
    /// Somebody else saved, without touching the edits of this session.
    case taken
    /// Somebody else saved, and the changes of both are in the files now.
    case merged
    /// Both changed the same values, which are now as the other left them.
    case disputed([Dispute])
  }

  private let place: FoundBundle
  /// True if files may have faults. Faulty files aren't merged, and edits check what they need.
  private let takesFaults: Bool
  /// The bundle at the beginning of the session.
  package let beginning: TilawaBundle
  /// The current bundle.
  package private(set) var bundle: TilawaBundle
  /// All rows, in order of time.
  package private(set) var rows: [AnnotatedRow]
  /// The edits that can be undone, the latest last.
  package private(set) var done: [Step] = []
  /// The edits that can be redone, the latest last.
  package private(set) var undone: [Step] = []
  /// The edit that `undo` reverses.
  package var undoable: Step? { done.last { !$0.isRefused } }
  /// The edit that `redo` repeats.
  package var redoable: Step? { undone.last { !$0.isRefused } }
  private var texts: [FileKind: TextVersions]
  /// The changes of others that were found while making edits.
  private var reunions: [Reunion] = []

  private static let kinds: Set<FileKind> = [.recording, .segments, .markers, .words]
  /// The files to which edits are written.
  private static let edited: [FileKind] = [.segments, .markers, .words, .recording, .reciter]
  /// The number of texts to remember, about an hour's work. Older texts aren't considered as the base of
  /// somebody else's change.
  private static let remembered = 256

  /// Opens a bundle.
  ///
  /// Throws `FaultyFiles` if a file can't be read well enough to be changed, unless `takesFaults` is true.
  package init(of place: FoundBundle, takesFaults: Bool = false) throws {
    (self.place, self.takesFaults) = (place, takesFaults)
    let bundle = TilawaBundle(readingAt: place.path, shownAs: place.shownPath)
    if takesFaults { try bundle.require(.looking) } else { try bundle.require(.relying(on: Self.kinds)) }
    (self.bundle, beginning) = (bundle, bundle)
    rows = AnnotatedRow.rows(of: bundle)
    texts = Self.edited.reduce(into: [:]) { texts, kind in
      texts[kind] = TextVersions(bundle.source(of: kind)?.bytes, remembering: Self.remembered)
    }
  }

  /// Reads the bundle anew, for example after it was marked again. Earlier edits can't be undone any more.
  package func startAnew() throws {
    let found = TilawaBundle(readingAt: place.path, shownAs: place.shownPath)
    try found.require(.relying(on: Self.kinds))
    (done, undone) = ([], [])
    take(found)
  }

  // MARK: Edits

  /// Makes an edit and writes it. `plan` receives the current bundle and rows, and returns nil to make no
  /// edit. An edit that changes nothing isn't added to the steps.
  ///
  /// Rethrows the errors of `plan`, in which case nothing is written.
  @discardableResult
  package func make(_ plan: (TilawaBundle, [AnnotatedRow]) throws -> Edit?) throws -> Edit? {
    try untilNobodyIsInTheWay { try makeOnce(plan) }
  }

  private func makeOnce(_ plan: (TilawaBundle, [AnnotatedRow]) throws -> Edit?) throws -> Edit? {
    let transaction = try openReunited()
    guard let edit = try plan(transaction.bundle, rows) else { return nil }
    let before = texts.mapValues(\.current)
    let now = try write(edit.changes, transaction)
    take(now)
    let versions = before.reduce(into: [FileKind: (before: Int, after: Int)]()) { versions, entry in
      let after = texts[entry.key]?.current ?? entry.value
      if after != entry.value { versions[entry.key] = (entry.value, after) }
    }
    guard !versions.isEmpty else { return edit }
    done.append(
      Step(title: edit.title, row: edit.row, after: edit.after, moved: edit.moved, versions: versions))
    undone = []
    return edit
  }

  /// Undoes the latest edit and returns it, or nil if there is none. Changes that somebody else saved since
  /// stay.
  ///
  /// Throws `Failure` if somebody has changed the same since. The next call then undoes the edit before it.
  /// With `evenIfChanged`, this edit is undone regardless of other changes.
  package func undo(evenIfChanged: Bool = false) throws -> Step? {
    try turn(\.done, from: \.after, to: \.before, into: \.undone, evenIfChanged)
  }

  /// Redoes the edit that was undone last and returns it, or nil if there is none. Throws as `undo`.
  package func redo(evenIfChanged: Bool = false) throws -> Step? {
    try turn(\.undone, from: \.before, to: \.after, into: \.done, evenIfChanged)
  }

  private func turn(
    _ steps: ReferenceWritableKeyPath<EditingSession, [Step]>, from old: (Versions) -> Int,
    to new: (Versions) -> Int, into others: ReferenceWritableKeyPath<EditingSession, [Step]>,
    _ evenIfChanged: Bool
  ) throws -> Step? {
    try untilNobodyIsInTheWay {
      guard let index = self[keyPath: steps].lastIndex(where: { evenIfChanged || !$0.isRefused }) else {
        return nil
      }
      do { try turn(self[keyPath: steps][index], from: old, to: new, evenIfChanged) } catch let refusal
        as Failure
      {
        self[keyPath: steps][index].isRefused = true
        throw refusal
      }
      var step = self[keyPath: steps].remove(at: index)
      step.isRefused = false
      self[keyPath: others].append(step)
      return step
    }
  }

  private typealias Versions = (before: Int, after: Int)

  private func turn(
    _ step: Step, from old: (Versions) -> Int, to new: (Versions) -> Int, _ evenIfChanged: Bool
  ) throws {
    let transaction = try openReunited()
    var changes: [(kind: FileKind, change: RowList.Change)] = []
    var numbers: [FileKind: Int] = [:]
    for (kind, versions) in step.versions {
      guard let known = texts[kind] else { continue }
      let target = known.text(of: new(versions))
      var bytes = target
      if known.current == old(versions) {
        numbers[kind] = new(versions)
      } else {
        bytes = try Self.merged(
          base: known.text(of: old(versions)), ours: known.text, theirs: target, kind, transaction.bundle,
          evenIfChanged ? .theirs : .none)
      }
      changes.append((kind, RowList.Change(from: known.text, to: bytes)))
    }
    let now = try write(changes, transaction)
    for (kind, number) in numbers { texts[kind]?.take(now.source(of: kind)?.bytes, as: number) }
    take(now)
  }

  /// Writes changes, additions first: a crash between two files must not lose a row.
  private func write(
    _ changes: [(kind: FileKind, change: RowList.Change)], _ opened: consuming BundleTransaction
  ) throws -> TilawaBundle {
    var transaction = opened
    let read = transaction.bundle
    for (kind, change) in changes { try transaction.apply(change, to: kind) }
    let now = changes.reduce(read) { $0.applying($1.change, to: $1.kind) }
    func growth(_ kind: FileKind) -> Int {
      (now.source(of: kind)?.bytes.count ?? 0) - (read.source(of: kind)?.bytes.count ?? 0)
    }
    let first = changes.map(\.kind).max { growth($0) < growth($1) }
    _ = try transaction.commit(first: first ?? .recording)
    return now
  }

  private static func merged(
    base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?, _ kind: FileKind, _ bundle: TilawaBundle,
    _ preference: MergePolicy.Preference
  ) throws -> [UInt8]? {
    // A file that is removed or created counts as one without rows.
    func text(_ bytes: [UInt8]?) -> SourceText {
      SourceText(
        path: "\(bundle.shownPath)/\(kind.fileName)", bytes: bytes ?? Array(kind.text(ofRows: []).utf8))
    }
    guard ours != nil || base == nil || preference == .theirs else {
      throw Failure(refused: "\(kind.fileName) was removed meanwhile")
    }
    let merge = try? FileMerge(
      base: text(base), ours: text(ours), theirs: text(theirs), kind: kind.document,
      policy: MergePolicy(preference: preference, tolerance: .zero))
    guard let merge, merge.conflicts.isEmpty else {
      throw Failure(refused: "cannot undo: the row was changed elsewhere since")
    }
    return merge.bytes
  }

  // MARK: Changes of others

  /// Checks whether somebody else has saved the files, and merges their changes with the edits of this
  /// session.
  ///
  /// An editor may save a text that it read before edits were written, which would undo them, so they are
  /// merged in again.
  package func reunite() throws -> Reunion {
    try untilNobodyIsInTheWay { try reuniteOnce() }
  }

  /// Returns the results of checks since the last call, except those of `reunite`.
  package func takeReunions() -> [Reunion] {
    defer { reunions = [] }
    return reunions
  }

  /// Retries while another program that is saving replaces a file.
  private func untilNobodyIsInTheWay<Result>(_ work: () throws -> Result) throws -> Result {
    for _ in 0..<20 {
      do { return try work() } catch let error as FileError where error.isOvertaken {
        Surroundings.pause(milliseconds: 25)
      }
    }
    return try work()
  }

  private func reuniteOnce() throws -> Reunion {
    let found = TilawaBundle(readingAt: place.path, shownAs: place.shownPath)
    guard !isAsLeft(found) else { return .unchanged }
    // The other program may still be writing; nothing is decided until the files can be read.
    try require(found)
    return try reunite(open())
  }

  /// Locks and reads the files, after merging changes of others with the edits of this session.
  private func openReunited() throws -> BundleTransaction {
    while true {
      let transaction = try open()
      if isAsLeft(transaction.bundle) { return transaction }
      reunions.append(try reunite(transaction))
    }
  }

  /// Locks and reads the files.
  private func open() throws -> BundleTransaction {
    let transaction = try BundleTransaction(openingAt: place.path, shownAs: place.shownPath)
    try require(transaction.bundle)
    return transaction
  }

  /// Throws if files that could be read before can't be read well enough now, unless the reason is conflicts
  /// that somebody is to settle.
  private func require(_ found: TilawaBundle) throws {
    guard takesFaults else { return try found.require(.relying(on: Self.kinds)) }
    try found.require(.looking)
    let broken = Self.kinds.filter { kind in
      found.hasErrors(in: kind) && !bundle.hasErrors(in: kind)
        && found.source(of: kind).map { ConflictedText($0).conflicts.isEmpty } ?? true
    }
    if !broken.isEmpty { try found.require(.relying(on: broken)) }
  }

  private func isAsLeft(_ found: TilawaBundle) -> Bool {
    Self.edited.allSatisfy { found.source(of: $0)?.bytes == bundle.source(of: $0)?.bytes }
  }

  private func reunite(_ opened: consuming BundleTransaction) throws -> Reunion {
    var transaction = opened
    let read = transaction.bundle
    var now = read
    var disputes: [Dispute] = []
    for kind in Self.edited where read.source(of: kind)?.bytes != bundle.source(of: kind)?.bytes {
      guard let theirs = read.source(of: kind), let ours = bundle.source(of: kind),
        let base = base(of: theirs.bytes, kind), base != ours.bytes
      else { continue }
      guard
        let merge = try? FileMerge(
          base: SourceText(path: theirs.path, bytes: base), ours: ours, theirs: theirs, kind: kind.document,
          policy: MergePolicy(preference: .theirs, tolerance: .zero))
      else { continue }
      disputes += merge.decisions.filter { $0.reason == .preferred }.map { Dispute($0, in: kind) }
      let change = RowList.Change(from: theirs.bytes, to: merge.bytes)
      try transaction.apply(change, to: kind)
      now = now.applying(change, to: kind)
    }
    let isMerged = Self.edited.contains { now.source(of: $0)?.bytes != read.source(of: $0)?.bytes }
    if isMerged { _ = try transaction.commit() }
    // When the other editor saves again, it may still have the text that it saved now. If that text were
    // remembered before the merge, it would be its own base in a retry, and the editor's changes would be
    // lost.
    remember(read)
    take(now)
    return !disputes.isEmpty ? .disputed(disputes) : isMerged ? .merged : .taken
  }

  /// Returns the text that an editor had read when it saved `theirs`: of the file's recent texts, the one
  /// with the fewest differing lines.
  private func base(of theirs: [UInt8], _ kind: FileKind) -> [UInt8]? {
    let lines = Self.lines(of: theirs)
    // Of equally near texts, the earliest.
    return (texts[kind]?.lately.reversed() ?? []).compactMap { $0 }.map { bytes in
      (bytes: bytes, differing: lines.symmetricDifference(Self.lines(of: bytes)).count)
    }.min { $0.differing < $1.differing }?.bytes
  }

  private static func lines(of bytes: [UInt8]) -> Set<ArraySlice<UInt8>> {
    Set(bytes.split(separator: 10))
  }

  private func take(_ now: TilawaBundle) {
    bundle = now
    rows = AnnotatedRow.rows(of: now)
    remember(now)
  }

  private func remember(_ bundle: TilawaBundle) {
    for kind in Self.edited { texts[kind]?.take(bundle.source(of: kind)?.bytes) }
  }
}

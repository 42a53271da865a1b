import TilawaBase
package import TilawaFormat

/// A person's edits of the rows of a bundle, beside others who edit the same files.
///
/// Each edit stands in the files before the call returns, so that nothing is lost by whatever ends the program. What somebody else
/// saved meanwhile is merged, row by row, with what was done here; edits are taken back and made again by the same merge.
///
/// Belongs to one thread.
package final class EditingSession {
  /// An edit: what becomes of the files, and of the row that it is about.
  package struct Edit: Sendable {
    /// What it does, as a menu says it: `Confirm 1:2`.
    package var title: String
    /// What becomes of the files; those that aren't named stay.
    package var changes: [(kind: FileKind, change: RowList.Change)]
    /// The row that it is about, as it is known before.
    package var row: AnnotatedRow.Identity?
    /// What to go on with: a row as it is known afterwards.
    package var after: AnnotatedRow.Identity?
    /// Rows that were moved or renamed, by what they are known before and after.
    var moved: [Row.ID: (from: AnnotatedRow.Identity, to: AnnotatedRow.Identity)] = [:]

    /// An edit.
    package init(
      _ title: String, _ changes: [(kind: FileKind, change: RowList.Change)],
      of row: AnnotatedRow.Identity? = nil, goingOnWith after: AnnotatedRow.Identity? = nil
    ) {
      (self.title, self.changes, self.row, self.after) = (title, changes, row, after)
    }
  }

  /// An edit that was made, and can be taken back.
  package struct Step: Sendable {
    /// What it did.
    package let title: String
    /// The row as it was known before.
    package let row: AnnotatedRow.Identity?
    /// The row as it was known afterwards.
    package let after: AnnotatedRow.Identity?
    /// Rows that were moved or renamed, by what they are known before and after.
    let moved: [Row.ID: (from: AnnotatedRow.Identity, to: AnnotatedRow.Identity)]
    /// Whether it could not be turned round because somebody has changed the same since.
    fileprivate var isRefused = false
    /// The texts that the files had before and after, by number.
    fileprivate let versions: [FileKind: (before: Int, after: Int)]
  }

  /// What was found when the files were looked at again.
  package enum Reunion: Sendable {
    /// They are as they were left.
    case unchanged
    /// Somebody saved, and nothing that was done here was touched.
    case taken
    /// Somebody saved, and both are in the files now.
    case merged
    /// Both changed the same, which is as the other left it.
    case disputed([Dispute])
  }

  private let place: FoundBundle
  /// Whether files may have faults: nothing of them is merged then, and edits ask for what they need.
  private let takesFaults: Bool
  /// As it was when the session began.
  package let beginning: TilawaBundle
  /// As it is.
  package private(set) var bundle: TilawaBundle
  /// All rows, in the order of time.
  package private(set) var rows: [AnnotatedRow]
  /// What can be taken back, the latest last.
  package private(set) var done: [Step] = []
  /// What can be made again, the latest last.
  package private(set) var undone: [Step] = []
  /// The edit that `undo` takes back.
  package var undoable: Step? { done.last { !$0.isRefused } }
  /// The edit that `redo` makes again.
  package var redoable: Step? { undone.last { !$0.isRefused } }
  private var texts: [FileKind: TextVersions]
  /// What was found on the way to an edit.
  private var reunions: [Reunion] = []

  private static let kinds: Set<FileKind> = [.recording, .segments, .markers, .words]
  /// Files in which edits are written.
  private static let edited: [FileKind] = [.segments, .markers, .words, .recording, .reciter]
  /// Texts of an hour's work; an editor that read its text earlier is not looked for.
  private static let remembered = 256

  /// Opens a bundle.
  ///
  /// Throws `FaultyFiles` when a file can't be read well enough to be changed, unless it `takesFaults`.
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

  /// Reads the bundle anew, as after it was marked again; edits before that can't be taken back any more.
  package func startAnew() throws {
    let found = TilawaBundle(readingAt: place.path, shownAs: place.shownPath)
    try found.require(.relying(on: Self.kinds))
    (done, undone) = ([], [])
    take(found)
  }

  // MARK: Edits

  /// Makes an edit and writes it. `plan` gets the bundle and its rows as they are by then; nil makes none. An edit that changes nothing
  /// is no step to be taken back.
  ///
  /// Throws what `plan` throws, and then nothing was written.
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

  /// Takes the latest edit back; nil when there is none. What somebody else saved since stays.
  ///
  /// Throws `Failure` when somebody has changed the same since. The next call then takes back the edit before, and one with
  /// `evenIfChanged` this one, whatever they did.
  package func undo(evenIfChanged: Bool = false) throws -> Step? {
    try turn(\.done, from: \.after, to: \.before, into: \.undone, evenIfChanged)
  }

  /// Makes the edit again that was taken back last; nil when there is none. Throws as `undo`.
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

  /// Writes changes, those first that add something: a crash between two files must lose no row.
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
    // A file that is gone, or comes, is one without rows.
    func text(_ bytes: [UInt8]?) -> SourceText {
      SourceText(
        path: "\(bundle.shownPath)/\(kind.fileName)", bytes: bytes ?? Array(kind.text(ofRows: []).utf8))
    }
    guard ours != nil || base == nil || preference == .theirs else {
      throw Failure(refused: "\(kind.fileName) has been removed meanwhile")
    }
    let merge = try? FileMerge(
      base: text(base), ours: text(ours), theirs: text(theirs), kind: kind.document,
      policy: MergePolicy(preference: preference, tolerance: .zero))
    guard let merge, merge.conflicts.isEmpty else {
      throw Failure(refused: "the row has been changed elsewhere since; the decision can't be undone here")
    }
    return merge.bytes
  }

  // MARK: Other hands

  /// Looks whether somebody else has saved the files, and brings together what they did and what was done here.
  ///
  /// An editor may save a text that it read before edits were written: then these would be gone, so they are merged in again.
  package func reunite() throws -> Reunion {
    try untilNobodyIsInTheWay { try reuniteOnce() }
  }

  /// What was found since this was asked last, besides by `reunite`.
  package func takeReunions() -> [Reunion] {
    defer { reunions = [] }
    return reunions
  }

  /// An editor that is saving holds a file for a moment.
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
    // Somebody may be in the middle of it; nothing is decided until the files can be read.
    try require(found)
    return try reunite(open())
  }

  /// Locks and reads the files, which are then as this session knows them: what somebody else saved is brought together with
  /// what was done here.
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

  /// Throws when files can't be read well enough that could be before, unless it is for conflicts that somebody is to settle.
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
    // The next time the editor saves it may still hold the text that it saved now. Remembered before it was merged in, it
    // would be its own base when this is tried again, and what the editor did would be lost.
    remember(read)
    take(now)
    return !disputes.isEmpty ? .disputed(disputes) : isMerged ? .merged : .taken
  }

  /// The text that an editor had read when it saved `theirs`: of those that the file had, the one with most lines in common.
  private func base(of theirs: [UInt8], _ kind: FileKind) -> [UInt8]? {
    let lines = Self.lines(of: theirs)
    // Of equally near ones the first that the file had.
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

package import Annotating
import Diagnostics
import Files
import Merging
package import TilawaFormat
import Timing

/// A person's way through the rows of a bundle that are worth hearing.
///
/// Each decision stands in the files before the call returns, so that nothing is lost by whatever ends the program. The files
/// are a person's to edit meanwhile: what somebody else saved is merged, row by row, with what was decided here.
///
/// Belongs to one thread.
package final class ListeningReview {
  /// What comes first.
  package enum Order: String, CaseIterable, Sendable {
    /// What is most likely to be wrong.
    case doubtful
    /// What is heard first.
    case time
  }

  /// What a decision did.
  package struct Decision: Sendable {
    /// What was decided.
    package let correction: Correction
    /// The row as it was.
    package let row: AnnotatedRow
    /// The row as it is known now.
    package let after: AnnotatedRow.Identity
    fileprivate let texts: [FileKind: (before: [UInt8]?, after: [UInt8]?)]
    fileprivate let position: Int
    fileprivate let queue: [AnnotatedRow.Identity]
  }

  /// What was found when the files were looked at again.
  package enum Reunion: Sendable {
    /// They are as they were left.
    case unchanged
    /// Somebody saved, and nothing that was decided here was touched.
    case taken
    /// Somebody saved, and both are in the files now.
    case merged
    /// Both changed the same rows, which are as the other left them and wait to be heard again.
    case disputed([String])
  }

  private let place: FoundBundle
  private let order: Order
  private let takesAll: Bool
  /// As it was when the review began.
  package let beginning: TilawaBundle
  /// As it is.
  package private(set) var bundle: TilawaBundle
  /// All rows, in the order of time.
  package private(set) var rows: [AnnotatedRow]
  /// What to listen to, in this order; some may be decided already.
  package private(set) var queue: [AnnotatedRow.Identity] = []
  /// Why each is worth hearing, in words.
  package private(set) var reasons: [AnnotatedRow.Identity: [String]] = [:]
  /// The place in `queue` at which the listener is; its count at the end.
  package private(set) var position = 0
  /// What was decided, the latest last.
  package private(set) var decisions: [Decision] = []
  /// The rows that `takeRest` added.
  private var rest: [AnnotatedRow.Identity] = []
  /// Texts that the files had while this review lasted, the latest last.
  private var history: [FileKind: [[UInt8]?]] = [:]

  private static let kinds: Set<FileKind> = [.recording, .segments, .markers, .words]
  /// Files in which decisions are written.
  private static let edited: [FileKind] = [.segments, .markers, .words]

  /// Opens a bundle for listening: to rows that nobody has confirmed, those that are worth it; to all of them with `takesAll`.
  ///
  /// Throws `FaultyFiles` when a file can't be read well enough to be changed.
  package init(of place: FoundBundle, in order: Order = .doubtful, takesAll: Bool = false) throws {
    self.place = place
    self.order = order
    self.takesAll = takesAll
    bundle = TilawaBundle(readingAt: place.path, shownAs: place.shownPath)
    try bundle.requireReadable(Self.kinds)
    beginning = bundle
    rows = AnnotatedRow.rows(of: bundle)
    remember(bundle)
    fillQueue()
  }

  /// Reads the bundle anew, as after it was marked again; decisions before that can't be taken back any more.
  package func startAnew() throws {
    let found = TilawaBundle(readingAt: place.path, shownAs: place.shownPath)
    try found.requireReadable(Self.kinds)
    decisions = []
    take(found)
    fillQueue()
  }

  // MARK: The way

  /// The row to listen to; nil at the end.
  package var current: AnnotatedRow? { position < queue.count ? rows.row(queue[position]) : nil }

  /// How many rows are still to be listened to, the current one among them.
  package var left: Int {
    queue.dropFirst(position).count { identity in rows.row(identity).map { !$0.isConfirmed } ?? false }
  }

  /// How many rows nobody has confirmed, whether they are worth hearing or not.
  package var unconfirmed: Int { rows.count { !$0.isConfirmed } }

  /// Goes to the next row of the queue that still exists.
  package func goOn() {
    repeat { position += 1 } while position < queue.count && rows.row(queue[position]) == nil
  }

  /// Goes back to the row before.
  package func goBack() {
    guard position > 0 else { return }
    repeat { position -= 1 } while position > 0 && rows.row(queue[position]) == nil
  }

  /// Takes the rows that are sure as well, behind those of the queue; false when there are none.
  package func takeRest() -> Bool {
    let known = Set(queue)
    let added = rows.filter { !$0.isConfirmed && !known.contains($0.identity) }.map(\.identity)
    queue += added
    rest += added
    return !added.isEmpty
  }

  private func fillQueue() {
    let review = Review(of: bundle)
    reasons = review.items.reduce(into: [:]) { reasons, item in
      if let row = item.row { reasons[row, default: []] += item.reasons.map(\.description) }
    }
    let open = rows.filter { !$0.isConfirmed }.map(\.identity)
    let doubtful = Set(review.doubtful)
    queue =
      switch order {
      case .doubtful: review.doubtful + (takesAll ? open.filter { !doubtful.contains($0) } : [])
      case .time: takesAll ? open : open.filter(doubtful.contains)
      }
    position = 0
    rest = []
  }

  // MARK: Decisions

  /// Makes a correction of a row and writes it; a row that isn't given is the current one. What somebody else saved meanwhile
  /// stays.
  ///
  /// Throws `CorrectionRefusal` when the row can't be so, and then nothing was written.
  @discardableResult
  package func decide(_ correction: Correction, of given: AnnotatedRow.Identity? = nil) throws -> Decision? {
    try untilNobodyIsInTheWay { try decideOnce(correction, of: given) }
  }

  private func decideOnce(_ correction: Correction, of given: AnnotatedRow.Identity?) throws -> Decision? {
    var transaction = try openReunited()
    let identity = given ?? (position < queue.count ? queue[position] : nil)
    guard let identity, let row = rows.row(identity) else { return nil }
    let read = transaction.bundle
    let made = try CorrectedRow(correction, of: row, in: read, overrulesConfirmed: true)
    for (kind, change) in made.changes { try transaction.apply(change, to: kind) }
    _ = try transaction.commit()
    let now = made.changes.reduce(read) { $0.applying($1.change, to: $1.kind) }
    let texts = made.changes.reduce(into: [FileKind: (before: [UInt8]?, after: [UInt8]?)]()) { texts, entry in
      texts[entry.kind] = (read.source(of: entry.kind)?.bytes, now.source(of: entry.kind)?.bytes)
    }
    let decision = Decision(
      correction: correction, row: row, after: made.after, texts: texts, position: position,
      queue: queue)
    take(now)
    decisions.append(decision)
    if let index = queue.firstIndex(of: identity) {
      queue[index] = made.after
      if let second = made.second { queue.insert(second, at: index + 1) }
    }
    reasons[made.after] = reasons[made.after] ?? reasons[identity]
    return decision
  }

  /// Takes the latest decision back, and goes to its row; nil when there is none. What somebody else saved since stays.
  ///
  /// Throws `CorrectionRefusal` when somebody has changed the same row since.
  package func undo() throws -> Decision? {
    try untilNobodyIsInTheWay { try undoOnce() }
  }

  private func undoOnce() throws -> Decision? {
    var transaction = try openReunited()
    guard let last = decisions.last else { return nil }
    let read = transaction.bundle
    var now = read
    for (kind, texts) in last.texts {
      let current = read.source(of: kind)?.bytes
      let bytes =
        current == texts.after
        ? texts.before : try Self.merged(base: texts.after, ours: current, theirs: texts.before, kind, read)
      let change = RowList.Change(from: current, to: bytes)
      try transaction.apply(change, to: kind)
      now = now.applying(change, to: kind)
    }
    _ = try transaction.commit()
    decisions.removeLast()
    take(now)
    // A row that was split is asked for once again, not twice.
    (queue, position) = (last.queue, last.position)
    // Rows that were asked for since are asked for still, by what they are known by now.
    let asked = Set(queue)
    queue += rest.compactMap { rows.row($0)?.identity }.filter { !asked.contains($0) }
    return last
  }

  private static func merged(
    base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?, _ kind: FileKind, _ bundle: TilawaBundle
  ) throws -> [UInt8]? {
    guard let ours, let theirs else {
      throw CorrectionRefusal("\(kind.fileName) has been removed meanwhile")
    }
    func text(_ bytes: [UInt8]) -> SourceText {
      SourceText(path: "\(bundle.shownPath)/\(kind.fileName)", bytes: bytes)
    }
    let merge = try? FileMerge(
      base: base.map(text), ours: text(ours), theirs: text(theirs), kind: kind.document,
      policy: MergePolicy(preference: .none, tolerance: .zero))
    guard let merge, merge.conflicts.isEmpty else {
      throw CorrectionRefusal("the row has been changed elsewhere since; the decision can't be undone here")
    }
    return merge.bytes
  }

  // MARK: Other hands

  /// Looks whether somebody else has saved the files, and brings together what they did and what was decided here.
  ///
  /// An editor may save a text that it read before decisions were written: then these would be gone, so they are merged in again.
  package func reunite() throws -> Reunion {
    try untilNobodyIsInTheWay { try reuniteOnce() }
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
    try found.requireReadable(Self.kinds)
    return try reunite(place.open(changing: Self.kinds))
  }

  /// Locks and reads the files, which are then as this review knows them: what somebody else saved is brought together with
  /// what was decided here.
  private func openReunited() throws -> BundleTransaction {
    while true {
      let transaction = try place.open(changing: Self.kinds)
      if isAsLeft(transaction.bundle) { return transaction }
      _ = try reunite(transaction)
    }
  }

  private func isAsLeft(_ found: TilawaBundle) -> Bool {
    (Self.edited + [.recording]).allSatisfy { found.source(of: $0)?.bytes == bundle.source(of: $0)?.bytes }
  }

  private func reunite(_ opened: consuming BundleTransaction) throws -> Reunion {
    var transaction = opened
    let read = transaction.bundle
    var now = read
    var disputes: [String] = []
    for kind in Self.edited where read.source(of: kind)?.bytes != bundle.source(of: kind)?.bytes {
      guard let theirs = read.source(of: kind), let ours = bundle.source(of: kind),
        let base = base(of: theirs.bytes, kind), base != ours.bytes
      else { continue }
      guard
        let merge = try? FileMerge(
          base: SourceText(path: theirs.path, bytes: base), ours: ours, theirs: theirs, kind: kind.document,
          policy: MergePolicy(preference: .theirs, tolerance: .zero))
      else { continue }
      disputes += merge.decisions.filter { $0.reason == .preferred }.map(\.place)
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
    return (history[kind] ?? []).compactMap { $0 }.map { bytes in
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

  /// Texts of an hour's work; an editor that read its text earlier is not looked for.
  private static let remembered = 256

  private func remember(_ bundle: TilawaBundle) {
    for kind in Self.edited {
      let bytes = bundle.source(of: kind)?.bytes
      guard history[kind]?.last != bytes else { continue }
      history[kind, default: []].append(bytes)
      if history[kind, default: []].count > Self.remembered { history[kind]?.removeFirst() }
    }
  }
}

import TilawaBase
package import TilawaFormat

/// A person's review of the rows of a bundle that should be checked.
///
/// It is a queue over an `EditingSession`. Each decision is in the files before the call returns. Changes
/// that other programs saved meanwhile are merged, row by row, with the decisions.
///
/// Not thread-safe: use it from one thread.
package final class ListeningReview {
  /// The order of the queue.
  package enum Order: String, CaseIterable, Sendable {
    /// The rows that are most likely wrong come first.
    case doubtful
    /// The rows are in order of time.
    case time
  }

  /// The result of a decision.
  package struct Decision: Sendable {
    /// The correction.
    package let correction: Correction
    /// The row before the decision.
    package let row: AnnotatedRow
    /// The current identity of the row.
    package let after: AnnotatedRow.Identity
    /// True if it changed anything.
    fileprivate let isChange: Bool
    fileprivate let position: Int
    fileprivate let queue: [AnnotatedRow.Identity]
  }

  private let order: Order
  private let takesAll: Bool
  private let session: EditingSession
  /// The bundle at the time when the review began.
  package var beginning: TilawaBundle { session.beginning }
  /// The current bundle.
  package var bundle: TilawaBundle { session.bundle }
  /// All rows, in order of time.
  package var rows: [AnnotatedRow] { session.rows }
  /// The rows to check, in order; some may be decided already.
  package private(set) var queue: [AnnotatedRow.Identity] = []
  /// The reasons to check each, in words.
  package private(set) var reasons: [AnnotatedRow.Identity: [String]] = [:]
  /// The current index in `queue`; its count at the end.
  package private(set) var position = 0
  /// The decisions, the latest last.
  package private(set) var decisions: [Decision] = []
  /// The rows that `takeRest` added.
  private var rest: [AnnotatedRow.Identity] = []

  /// Opens a bundle for a review of the unconfirmed rows that should be checked; with `takesAll`, of all
  /// unconfirmed rows.
  ///
  /// Throws `FaultyFiles` if a file can't be read well enough to be changed.
  package init(of place: FoundBundle, in order: Order = .doubtful, takesAll: Bool = false) throws {
    self.order = order
    self.takesAll = takesAll
    session = try EditingSession(of: place)
    fillQueue()
  }

  /// Reads the bundle again, such as after it was marked again. Earlier decisions can't be undone any more.
  package func startAnew() throws {
    try session.startAnew()
    decisions = []
    fillQueue()
  }

  // MARK: The way

  /// The row to check, or nil at the end.
  package var current: AnnotatedRow? { position < queue.count ? rows.row(queue[position]) : nil }

  /// The number of rows left to check, including the current one.
  package var left: Int {
    queue.dropFirst(position).count { identity in rows.row(identity).map { !$0.isConfirmed } ?? false }
  }

  /// The number of unconfirmed rows, including those that need no check.
  package var unconfirmed: Int { rows.count { !$0.isConfirmed } }

  /// Advances to the next existing row of the queue.
  package func goOn() {
    repeat { position += 1 } while position < queue.count && rows.row(queue[position]) == nil
  }

  /// Returns to the row before.
  package func goBack() {
    guard position > 0 else { return }
    repeat { position -= 1 } while position > 0 && rows.row(queue[position]) == nil
  }

  /// Adds the remaining unconfirmed rows to the end of the queue. Returns false if there are none.
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

  /// Makes a correction of a row, by default the current one, and writes it. Changes that other programs
  /// saved meanwhile stay.
  ///
  /// Throws `Failure` if the correction isn't possible; nothing is written then.
  @discardableResult
  package func decide(_ correction: Correction, of given: AnnotatedRow.Identity? = nil) throws -> Decision? {
    let steps = session.done.count
    let identity = given ?? (position < queue.count ? queue[position] : nil)
    var made: CorrectedRow?
    _ = try session.make { bundle, rows in
      guard let identity, let row = rows.row(identity) else { return nil }
      let corrected = try CorrectedRow(correction, of: row, in: bundle, overrulesConfirmed: true)
      made = corrected
      return EditingSession.Edit(
        correction.title(of: row), corrected.changes, of: row.identity, goingOnWith: corrected.after)
    }
    guard let made, let identity else { return nil }
    let decision = Decision(
      correction: correction, row: made.before, after: made.after, isChange: session.done.count > steps,
      position: position, queue: queue)
    decisions.append(decision)
    if let index = queue.firstIndex(of: identity) {
      queue[index] = made.after
      if let second = made.second { queue.insert(second, at: index + 1) }
    }
    reasons[made.after] = reasons[made.after] ?? reasons[identity]
    return decision
  }

  /// Undoes the latest decision, and goes to its row. Returns nil if there is none. Changes that other
  /// programs saved since stay.
  ///
  /// Throws `Failure` if another program has changed the same row since; the next call undoes the decision
  /// before.
  package func undo() throws -> Decision? {
    guard let last = decisions.last else { return nil }
    do { if last.isChange { _ = try session.undo() } } catch let refusal as Failure {
      // It must not prevent earlier ones from being undone.
      decisions.removeLast()
      throw refusal
    }
    decisions.removeLast()
    // A row that was split is in the queue once, not twice.
    (queue, position) = (last.queue, last.position)
    // Rows that were added since stay in the queue, under their current identities.
    let asked = Set(queue)
    queue += rest.compactMap { rows.row($0)?.identity }.filter { !asked.contains($0) }
    return last
  }

  /// Checks if another program has saved the files, and merges its changes with the decisions.
  package func reunite() throws -> EditingSession.Reunion { try session.reunite() }
}

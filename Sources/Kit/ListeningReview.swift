import TilawaBase
package import TilawaFormat

/// A person's way through the rows of a bundle that are worth hearing.
///
/// A queue over an `EditingSession`: each decision stands in the files before the call returns, and what somebody else saved
/// meanwhile is merged, row by row, with what was decided here.
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
    /// Whether it changed anything.
    fileprivate let isChange: Bool
    fileprivate let position: Int
    fileprivate let queue: [AnnotatedRow.Identity]
  }

  private let order: Order
  private let takesAll: Bool
  private let session: EditingSession
  /// As it was when the review began.
  package var beginning: TilawaBundle { session.beginning }
  /// As it is.
  package var bundle: TilawaBundle { session.bundle }
  /// All rows, in the order of time.
  package var rows: [AnnotatedRow] { session.rows }
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

  /// Opens a bundle for listening: to rows that nobody has confirmed, those that are worth it; to all of them with `takesAll`.
  ///
  /// Throws `FaultyFiles` when a file can't be read well enough to be changed.
  package init(of place: FoundBundle, in order: Order = .doubtful, takesAll: Bool = false) throws {
    self.order = order
    self.takesAll = takesAll
    session = try EditingSession(of: place)
    fillQueue()
  }

  /// Reads the bundle anew, as after it was marked again; decisions before that can't be taken back any more.
  package func startAnew() throws {
    try session.startAnew()
    decisions = []
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
  /// Throws `Failure` when the row can't be so, and then nothing was written.
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

  /// Takes the latest decision back, and goes to its row; nil when there is none. What somebody else saved since stays.
  ///
  /// Throws `Failure` when somebody has changed the same row since; the next call takes back the one before.
  package func undo() throws -> Decision? {
    guard let last = decisions.last else { return nil }
    do { if last.isChange { _ = try session.undo() } } catch let refusal as Failure {
      // It must not keep those before from being taken back.
      decisions.removeLast()
      throw refusal
    }
    decisions.removeLast()
    // A row that was split is asked for once again, not twice.
    (queue, position) = (last.queue, last.position)
    // Rows that were asked for since are asked for still, by what they are known by now.
    let asked = Set(queue)
    queue += rest.compactMap { rows.row($0)?.identity }.filter { !asked.contains($0) }
    return last
  }

  /// Looks whether somebody else has saved the files, and brings together what they did and what was decided here.
  package func reunite() throws -> EditingSession.Reunion { try session.reunite() }
}

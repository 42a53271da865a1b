package import TilawaBase
import TilawaFormat
import TilawaRecognition

/// The command "Find the ayat": listens to the recording, and replaces the unconfirmed markers between the
/// confirmed ones.
struct StudioMarking {
  let session: StudioSession
  let workplace: Workplace
  /// The span to mark again, or nil for the whole recording.
  let span: TimeSpan?
  let monitor: WorkMonitor

  /// Marks the recording again. Throws the reason if it can't be done.
  func run() throws -> StudioSearchResult {
    var marking = try MarkingAgain(of: session.versions.now, in: workplace, monitor)
    // A person's changes meanwhile only move the fixed places; the recording need not be processed again.
    for _ in 0..<5 {
      try monitor.check()
      if let done = try session.take(marking, in: span) { return done }
      marking = marking.around(session.versions.now, monitor)
    }
    throw Failure(refused: "the rows were changed all the time; try again")
  }
}

extension StudioSession {
  /// Returns the span between two times, or up to the ends of the sound; nil for the whole recording.
  /// Throws if it would be empty.
  package func span(_ from: Milliseconds?, _ to: Milliseconds?) throws(Failure) -> TimeSpan? {
    guard from != nil || to != nil else { return nil }
    guard let span = TimeSpan(from ?? .zero, to ?? sound?.duration ?? .zero), span.length > .zero else {
      throw Failure(refused: "there is nothing between these two places")
    }
    return span
  }

  /// Replaces unconfirmed markers with those that a tool found, in a span or everywhere. Returns nil if the
  /// bundle has changed since the search.
  fileprivate func take(_ marking: MarkingAgain, in span: TimeSpan?) throws -> StudioSearchResult? {
    let found: (change: RowList.Change, count: Int)
    do throws(MarkRefusal) { found = try marking.change(within: span) } catch {
      throw Failure(refused: "nothing that fits was heard; nothing was changed")
    }
    let made: Bool
    do {
      made = try makeByItself { now, _ in
        guard marking.isUpToDate(with: now) else { throw Overtaken() }
        return EditingSession.Edit("Find the ayat", [(.markers, found.change)])
      }
    } catch is Overtaken {
      return nil
    }
    return made ? .found(found.count) : .unchanged
  }
}

/// The rows were changed while a tool searched.
private struct Overtaken: Error {}

/// Reports the progress of a job to the windows.
final class StudioJobStage: WorkStage {
  private let title: String
  private let tell: @Sendable (Double, String) -> Void

  init(_ title: String, _ tell: @escaping @Sendable (Double, String) -> Void) {
    (self.title, self.tell) = (title, tell)
    tell(0, title)
  }

  func update(_ done: Int64, of total: Int64) { tell(total > 0 ? Double(done) / Double(total) : 1, title) }
  func whileWorking<Result>(_ work: () throws -> Result) rethrows -> Result { try work() }
  func finish() { tell(1, title) }
}

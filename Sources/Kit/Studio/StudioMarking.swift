package import TilawaBase
import TilawaFormat
import TilawaRecognition

/// "Mark again": the recording is listened to, and what nobody has confirmed is set anew between what is.
struct StudioMarking {
  let session: StudioSession
  let workplace: Workplace
  /// What is marked anew; nil for all of it.
  let span: TimeSpan?
  let monitor: WorkMonitor

  /// Does it, and says what came of it. Throws why it can't be.
  func run() throws -> String {
    var marking = try MarkingAgain(of: session.versions.now, in: workplace, monitor)
    // What a person did meanwhile settles other places; listening once is enough.
    for _ in 0..<5 {
      try monitor.check()
      if let done = try session.take(marking, in: span) { return done }
      marking = marking.around(session.versions.now, monitor)
    }
    throw Failure(refused: "the rows were changed all the time; nothing was marked again")
  }
}

extension StudioSession {
  /// A stretch from one place to another, or to the ends of the sound; nil for all of it. Throws when it would be empty.
  package func span(_ from: Milliseconds?, _ to: Milliseconds?) throws(Failure) -> TimeSpan? {
    guard from != nil || to != nil else { return nil }
    guard let span = TimeSpan(from ?? .zero, to ?? sound?.duration ?? .zero), span.length > .zero else {
      throw Failure(refused: "there is nothing between these two places")
    }
    return span
  }

  /// Markers that a tool found take the place of those that nobody has confirmed, in a stretch or everywhere. Nil when the bundle
  /// isn't any more as it was when they were looked for.
  fileprivate func take(_ marking: MarkingAgain, in span: TimeSpan?) throws -> String? {
    let found: (change: RowList.Change, count: Int)
    do throws(MarkRefusal) { found = try marking.change(within: span) } catch {
      throw Failure(refused: "nothing that fits was heard; nothing was changed")
    }
    let made: Bool
    do {
      made = try makeByItself { now, _ in
        guard marking.isUpToDate(with: now) else { throw Overtaken() }
        return EditingSession.Edit("Mark again", [(.markers, found.change)])
      }
    } catch is Overtaken {
      return nil
    }
    return made
      ? "marked again: \(counted(found.count, "marker")) heard" : "marked again: everything stays as it was"
  }
}

/// Somebody changed the rows while they were looked for.
private struct Overtaken: Error {}

/// Tells the windows how far a job has come.
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

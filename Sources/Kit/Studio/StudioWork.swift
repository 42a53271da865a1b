import Dispatch
import Synchronization
package import TilawaBase
import TilawaFormat
import TilawaSound

/// The background work of the studio: computing the waveform, and watching for other programs' changes and
/// for faults.
package final class StudioWork: Sendable {
  private let session: StudioSession
  private let isEnded = Atomic<Bool>(false)
  private let isMarking = Atomic<Bool>(false)
  private let isCancelled = Atomic<Bool>(false)
  private let group = DispatchGroup()

  /// Starts the work. Throws if the system can't start a thread.
  package init(for session: StudioSession) throws(Failure) {
    self.session = session
    do throws(Failure) {
      try begin { $0.watch() }
      if session.sound != nil { try begin { $0.listen() } }
    } catch {
      end()
      throw error
    }
  }

  /// Starts work in the background.
  private func begin(_ work: @escaping @Sendable (StudioWork) -> Void) throws(Failure) {
    group.enter()
    let isStarted = OwnThread.start { [self] in
      work(self)
      group.leave()
    }
    guard isStarted else {
      group.leave()
      throw Failure(refused: OwnThread.refusal)
    }
  }

  /// Starts to mark the recording again, and returns a message. Its progress is reported to the windows.
  ///
  /// Throws `Failure` if this is already running, or isn't possible.
  package func markAgain(
    _ span: TimeSpan?, in workplace: Workplace
  ) throws(Failure) -> StudioDelta {
    if session.isReadOnly {
      throw Failure("the studio was opened with --read-only", unless: .openingForEditing)
    }
    guard session.sound != nil else { throw Failure(refused: "there is no sound to listen to") }
    if session.hasOnlySegments { throw Failure(refused: "make markers of the segments first") }
    guard isMarking.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else {
      throw Failure(refused: "it is being marked already")
    }
    isCancelled.store(false, ordering: .relaxed)
    do throws(Failure) {
      try begin { this in
        let said = this.mark(span, workplace)
        this.isMarking.store(false, ordering: .relaxed)
        this.session.publish(.searched(said))
      }
    } catch {
      isMarking.store(false, ordering: .relaxed)
      throw error
    }
    return session.unchanged
  }

  /// Stops marking, soon, without a change.
  package func stopMarking() -> StudioDelta {
    isCancelled.store(true, ordering: .relaxed)
    return session.unchanged
  }

  private func mark(_ span: TimeSpan?, _ workplace: Workplace) -> StudioSearchResult {
    let session = session
    let told = Mutex(ContinuousClock.now)
    let monitor = WorkMonitor {
      !self.goesOn || self.isCancelled.load(ordering: .relaxed)
    } begin: { title in
      StudioJobStage(title) { done, title in
        // Some updates per second are enough for the eye.
        let isDue = told.withLock { last in
          guard done == 0 || done == 1 || .now - last > .milliseconds(250) else { return false }
          last = .now
          return true
        }
        if isDue { session.publish(.searching(StudioSearchPhase(of: title), done: done)) }
      }
    }
    do {
      return try StudioMarking(session: session, workplace: workplace, span: span, monitor: monitor).run()
    } catch is CancellationError {
      return .cancelled
    } catch {
      // Reading of sound ends with an error of its own.
      return isCancelled.load(ordering: .relaxed)
        ? .cancelled : .failed(StudioSession.words(for: error))
    }
  }

  /// Ends the work, and waits until it has stopped.
  package func end() {
    isEnded.store(true, ordering: .relaxed)
    group.wait()
  }

  private var goesOn: Bool { !isEnded.load(ordering: .relaxed) }

  /// Checks the files several times per second.
  private func watch() {
    // Other programs may have saved since the session read the files.
    var seen: [FileStatus?] = []
    while goesOn {
      Surroundings.pause(milliseconds: 100)
      let now = status
      if now != seen {
        // Another program may be still writing. A file that couldn't be read is read again.
        if (try? session.lookAround()) != nil { seen = now }
      }
      session.checkWhenQuiet()
    }
  }

  private var status: [FileStatus?] {
    FileKind.allCases.map { try? FileStatus.ifAny("\(session.place.path)/\($0.fileName)") }
  }

  private func listen() {
    guard let sound = session.sound else { return }
    var told = ContinuousClock.now
    try? sound.peaks.fill {
      !goesOn
    } progress: {
      guard sound.peaks.isComplete || .now - told > .milliseconds(400) else { return }
      told = .now
      session.publish(
        .peaks(done: sound.peaks.isComplete ? sound.duration : sound.peaks.done, total: sound.duration))
    }
  }
}

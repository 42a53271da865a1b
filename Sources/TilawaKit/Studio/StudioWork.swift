import Audio
import Dispatch
import Files
import Synchronization
import TilawaFormat

/// What goes on in the studio besides requests: the pass over the sound, and looking for other hands and for faults.
package final class StudioWork: Sendable {
  private let session: StudioSession
  private let isEnded = Atomic<Bool>(false)
  private let group = DispatchGroup()

  /// Begins.
  package init(for session: StudioSession) {
    self.session = session
    DispatchQueue(label: "studio.files").async(group: group) { self.watch() }
    guard session.sound != nil else { return }
    DispatchQueue(label: "studio.peaks").async(group: group) { self.listen() }
  }

  /// Ends, and waits until nothing is done any more.
  package func end() {
    isEnded.store(true, ordering: .relaxed)
    group.wait()
  }

  private var goesOn: Bool { !isEnded.load(ordering: .relaxed) }

  /// Looks at the files some times a second.
  private func watch() {
    var seen = status
    while goesOn {
      Surroundings.pause(milliseconds: 100)
      let now = status
      if now != seen {
        // Somebody may be in the middle of it: what couldn't be read is looked at again.
        if (try? session.lookAround()) != nil { seen = now }
      }
      session.checkWhenQuiet()
    }
  }

  private var status: [FileStatus?] {
    FileKind.allCases.map { FileStatus.ifAny("\(session.place.path)/\($0.fileName)") }
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

import Synchronization

/// The work to do when a signal such as Ctrl-C ends the program: removing half-built files, and ending
/// programs that it has started.
package enum InterruptCleanup {
  /// One thing to undo.
  package enum Duty: Hashable, Sendable {
    /// A temporary file or folder, to be removed.
    case path(String)
    /// A program that runs, to be ended.
    case child(Int32)
    /// The keys of the terminal, to be given back.
    case terminal
  }

  private static let duties = Mutex<Set<Duty>>([])
  private static let politeAnswer = Mutex<(@Sendable () -> Void)?>(nil)

  private static let lastWork = Mutex<(@Sendable () -> Void)?>(nil)

  /// Sets the work that is done before a signal ends the program; nil for none.
  static func setLastWork(_ work: (@Sendable () -> Void)?) {
    lastWork.withLock { $0 = work }
  }

  /// Sets the action of the next Ctrl-C, in place of ending the program; nil ends the program.
  static func setPoliteAnswer(_ answer: (@Sendable () -> Void)?) {
    politeAnswer.withLock { $0 = answer }
  }

  package static func add(_ duty: Duty) {
    duties.withLock { _ = $0.insert(duty) }
  }

  /// Called before a duty becomes untrue: what has got its final name must not be removed.
  package static func remove(_ duty: Duty) {
    duties.withLock { _ = $0.remove(duty) }
  }

  /// From now on does all duties when a signal ends the program.
  static func install() {
    let answersPolitely: @Sendable () -> Bool = {
      let answer = politeAnswer.withLock { answer in
        defer { answer = nil }
        return answer
      }
      answer?()
      return answer != nil
    }
    System.beforeEnding(unless: answersPolitely) { end in
      // It may write files, which have duties of their own.
      lastWork.withLock { $0 }?()
      // Never given back: whoever is about to give a file its name waits for the end.
      duties.withLock { duties in
        for case .child(let number) in duties { System.kill(number) }
        if duties.contains(.terminal) { System.giveBackKeys() }
        for case .path(let path) in duties {
          if (try? FileStatus.isFolder(path)) == true {
            try? TemporaryName.removeTree(path)
          } else {
            try? System.remove(file: path)
          }
        }
        end()
      }
    }
  }
}

import Audio
import Diagnostics
import Exchange
import Files

extension Terminal {
  /// Tells what kept work from being done, when it is one of the errors that are for users; else throws it on.
  func tell(_ error: any Error) throws {
    switch error {
    case let failure as ExchangeFailure:
      guard let place = failure.place, place.range != nil else { return complain("tilawa: \(failure)") }
      complain([Diagnostic(ExchangeRules.malformed, failure.description, at: place)])
    case let faults as FaultyFiles: _ = faults.tell(in: self)
    case let error as FileError: complain("tilawa: \(error.message(showing: shown(error.path)))")
    case let error as AudioError: complain("tilawa: \(error.message(showing: shown(error.path)))")
    case let failure as CommandFailure: complain("tilawa: \(failure)")
    default: throw error
    }
  }

  /// Whether the person at standard input agrees; nil when nobody sits there.
  func agrees(_ question: String) -> Bool? {
    guard let keyboard = keyboard() else { return nil }
    output.flush()
    talk.write(TerminalText.shown("\(question) [y/N] ", isLine: true))
    talk.flush()
    var key: UInt8?
    while key == nil { key = keyboard.key(waitingMilliseconds: 1000) }
    let isYes = key == UInt8(ascii: "y") || key == UInt8(ascii: "Y")
    complain(isYes ? "yes" : "no")
    return isYes
  }
}

/// Several pieces of work that don't depend on each other: one that fails is told, and the others go on.
struct IndependentWork {
  let terminal: Terminal
  private var done = 0
  private var failed = 0
  private var wasOvertaken = false

  init(in terminal: Terminal) { self.terminal = terminal }

  /// Does one piece; nil when it failed.
  mutating func attempt<Result>(_ work: () throws -> Result) throws -> Result? {
    do {
      let result = try work()
      done += 1
      return result
    } catch {
      try terminal.tell(error)
      failed += 1
      if let error = error as? FileError, error.outcome == .findings { wasOvertaken = true }
      return nil
    }
  }

  /// How it ended: failed when nothing was done, and findings when only some was.
  var outcome: Outcome { failed == 0 ? .done : done == 0 && !wasOvertaken ? .failed : .findings }
  /// Whether there is nothing to go on with.
  var isFruitless: Bool { failed > 0 && done == 0 }
}

package import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaSound

/// What a person should know of work that was planned or done.
package enum Remark: Sendable {
  /// One piece of work failed; the others went on.
  case failure(any Error)
  /// Findings in files, with their places.
  case findings([Diagnostic])
  /// Something that is not as it should be.
  case problem(String)
  /// What gets lost, or stays where it was asked to change.
  case loss(String)
  /// What stays because a person has verified it.
  case kept(String)
  /// What is left out because it is personal.
  case personal(String)
  /// What was done.
  case note(String)
}

/// Several pieces of work that don't depend on each other: when one fails, the others go on.
package struct IndependentWork {
  /// How much of it was done.
  package enum Completion: Int, Sendable {
    case whole, partial, none

    /// That of two pieces of work together.
    package func and(_ other: Completion) -> Completion { rawValue >= other.rawValue ? self : other }
  }

  /// Why pieces failed.
  package private(set) var remarks: [Remark] = []
  private var done = 0
  private var wasOvertaken = false

  /// Does one piece; nil when it failed. Errors that are not for people are thrown on.
  mutating func attempt<Result>(_ work: () throws -> Result) throws -> Result? {
    do {
      let result = try work()
      done += 1
      return result
    } catch {
      switch error {
      case let error as FileError: if error.isOvertaken { wasOvertaken = true }
      case is ExchangeFailure, is FaultyFiles, is AudioError, is Failure: break
      default: throw error
      }
      remarks.append(.failure(error))
      return nil
    }
  }

  /// None when nothing was done, and partial when only some was.
  package var completion: Completion {
    remarks.isEmpty ? .whole : done == 0 && !wasOvertaken ? .none : .partial
  }
  /// Whether there is nothing to go on with.
  var isFruitless: Bool { !remarks.isEmpty && done == 0 }
}

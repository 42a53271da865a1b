package import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaSound

/// A remark for the user about planned or completed work.
package enum Remark: Sendable {
  /// One item failed; the others continued.
  case failure(any Error)
  /// Findings in files, with their places.
  case findings([Diagnostic])
  /// A problem.
  case problem(String)
  /// Content that is lost, or that stays although a change was requested.
  case loss(String)
  /// Content that stays because a person has verified it.
  case kept(String)
  /// Personal content that is left out.
  case personal(String)
  /// An action that was carried out.
  case note(String)
}

/// Several independent items of work. If one fails, the others continue.
package struct IndependentWork {
  /// The extent to which the work was done.
  package enum Completion: Int, Sendable {
    case whole, partial, none

    /// Returns the combined completion of two works.
    package func and(_ other: Completion) -> Completion { rawValue >= other.rawValue ? self : other }
  }

  /// The failures of items.
  package private(set) var remarks: [Remark] = []
  private var done = 0
  private var wasOvertaken = false

  /// Performs one item; returns nil if it failed. Rethrows errors that are not meant for people.
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

  /// The completion: `none` if nothing was done, and `partial` if only some was.
  package var completion: Completion {
    remarks.isEmpty ? .whole : done == 0 && !wasOvertaken ? .none : .partial
  }
  /// True if no item succeeded, so that there is nothing to continue with.
  var isFruitless: Bool { !remarks.isEmpty && done == 0 }
}

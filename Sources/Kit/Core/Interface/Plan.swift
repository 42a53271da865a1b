/// A prepared operation that isn't done yet, with the losses and the questions to confirm beforehand.
///
/// Making a plan writes nothing. Neither making nor applying one blocks the thread that calls.
public protocol Plan<Outcome>: Sendable {
  /// The result of applying the plan.
  associatedtype Outcome: Sendable

  /// The information that the result can't contain.
  var losses: [Loss] { get }
  /// The questions that must be confirmed before the plan is applied.
  var questions: [Question] { get }

  /// Applies the plan, completely or not at all unless the plan states otherwise.
  ///
  /// `progress` is called on separate threads. Throws `refused` if one of the ``questions`` isn't confirmed,
  /// `overtaken` if files have changed since they were read, and `cancelled` with the task.
  func apply(
    confirming: Set<Question>, progress: @escaping @Sendable (WorkProgress) -> Void
  ) async throws(TilawaError) -> Outcome
}

extension Plan {
  /// An empty list, unless the plan states otherwise.
  public var losses: [Loss] { [] }
  /// An empty list, unless the plan states otherwise.
  public var questions: [Question] { [] }

  /// Applies the plan without reporting progress.
  @discardableResult
  public func apply(confirming: Set<Question> = []) async throws(TilawaError) -> Outcome {
    try await apply(confirming: confirming, progress: unreported)
  }

  /// Applies a plan that has nothing to confirm.
  @discardableResult
  public func apply(
    progress: @escaping @Sendable (WorkProgress) -> Void
  ) async throws(TilawaError) -> Outcome {
    try await apply(confirming: [], progress: progress)
  }

  /// Does the work of a plan if its questions are confirmed.
  package func apply(
    _ confirmed: Set<Question>, _ progress: @escaping @Sendable (WorkProgress) -> Void,
    _ work: @escaping @Sendable (WorkMonitor) throws -> Outcome
  ) async throws(TilawaError) -> Outcome {
    if let open = questions.first(where: { !confirmed.contains($0) }) {
      throw TilawaError(.refused, open.description)
    }
    return try await inBackground(progress, work)
  }
}

/// A kind of information that a plan's result can't contain.
public struct Loss: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The kind, the same in every version of Tilawa, such as `confidence`.
  public let code: String
  /// The number of losses of this kind.
  public let count: Int
  /// One line for people: lower case, without a full stop.
  public let description: String

  package init(code: String, _ count: Int, _ description: String) {
    (self.code, self.count, self.description) = (code, count, description)
  }
}

/// A question to confirm before a plan is applied.
public enum Question: Hashable, Codable, Sendable, CustomStringConvertible {
  /// A file, and this number of others, would be replaced although their content differs.
  case replaces(String, more: Int)
  /// This number of a file's rows would be removed.
  case removes(Int, of: Int, file: String)
  /// This number of hand-made, unconfirmed markers would be removed.
  case removesHandMade(Int)
  /// A file was removed on one side and changed on the other; it would be kept.
  case keepsRemoved(String)

  /// One line for people: lower case, without a full stop.
  public var description: String {
    switch self {
    case .replaces(let path, let more):
      "\(path)\(more > 0 ? " and \(more) more" : "") would be replaced by different content"
    case .removes(let rows, let count, let file):
      "\(rows) of \(counted(count, "row")) would be removed from \(file)"
    case .removesHandMade(let count): "\(counted(count, "marker")) made by hand would be removed"
    case .keepsRemoved(let file): "one side removed \(file) and the other changed it; it would be kept"
    }
  }
}

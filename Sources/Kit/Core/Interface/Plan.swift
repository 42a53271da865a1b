/// Work that was thought through and not yet done: what will be lost, and what somebody should agree to first.
///
/// Making a plan writes nothing. Neither making nor applying one blocks the thread that calls.
public protocol Plan<Outcome>: Sendable {
  /// What applying it gives.
  associatedtype Outcome: Sendable

  /// What the result has no place for.
  var losses: [Loss] { get }
  /// What must be confirmed before it is applied.
  var questions: [Question] { get }

  /// Does it, all of it or nothing where the plan doesn't say otherwise.
  ///
  /// `progress` is called on threads of their own. Throws `refused` when one of the ``questions`` isn't confirmed, `overtaken` when files
  /// aren't any more as they were read, and `cancelled` with the task.
  func apply(
    confirming: Set<Question>, progress: @escaping @Sendable (WorkProgress) -> Void
  ) async throws(TilawaError) -> Outcome
}

extension Plan {
  /// Nothing, where the plan doesn't say otherwise.
  public var losses: [Loss] { [] }
  /// Nothing, where the plan doesn't say otherwise.
  public var questions: [Question] { [] }

  /// Does it without telling how far it is.
  @discardableResult
  public func apply(confirming: Set<Question> = []) async throws(TilawaError) -> Outcome {
    try await apply(confirming: confirming, progress: unreported)
  }

  /// Does it, where there is nothing to confirm.
  @discardableResult
  public func apply(
    progress: @escaping @Sendable (WorkProgress) -> Void
  ) async throws(TilawaError) -> Outcome {
    try await apply(confirming: [], progress: progress)
  }

  /// Does the work of a plan once its questions are confirmed.
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

/// Something that a plan's result has no place for.
public struct Loss: Hashable, Codable, Sendable, CustomStringConvertible {
  /// What kind of thing it is, the same in every version of Tilawa, such as `confidence`.
  public let code: String
  /// How many of them.
  public let count: Int
  /// One line for people: lower case, without a full stop.
  public let description: String

  package init(code: String, _ count: Int, _ description: String) {
    (self.code, self.count, self.description) = (code, count, description)
  }
}

/// Something that somebody should agree to before a plan is applied.
public enum Question: Hashable, Codable, Sendable, CustomStringConvertible {
  /// A file, and so many more, would be replaced that say something else.
  case replaces(String, more: Int)
  /// So many of the rows of a file would go.
  case removes(Int, of: Int, file: String)
  /// So many markers would go that a person made and nobody confirmed.
  case removesHandMade(Int)
  /// A file was removed on one side and changed on the other; it would stay.
  case keepsRemoved(String)

  /// One line for people: lower case, without a full stop.
  public var description: String {
    switch self {
    case .replaces(let path, let more):
      "\(path)\(more > 0 ? " and \(more) more" : "") differs from what would be written"
    case .removes(let rows, let count, let file): "\(rows) of \(counted(count, "row")) would go from \(file)"
    case .removesHandMade(let count): "\(counted(count, "marker")) that no tool made would go"
    case .keepsRemoved(let file): "one side removed \(file) and the other changed it; it would stay"
    }
  }
}

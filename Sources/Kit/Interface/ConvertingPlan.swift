import TilawaExchange
import TilawaBase

/// A format of another program.
public struct ExchangeFormat: Hashable, Sendable {
  /// Its name, such as `audacity`, `textgrid` or `webvtt`.
  public let name: String
  /// One line on it.
  public let summary: String

  /// All that can be read or written.
  public static let all = ForeignFormat.all.map { ExchangeFormat(name: $0.name, summary: $0.title) }
}

/// Annotations on their way to another program, or from one.
public struct ConvertingPlan: Sendable {
  private let plan: ConversionPlan

  init(_ plan: ConversionPlan) throws {
    if let failure = plan.failure { throw failure }
    if plan.refusal != nil { throw TilawaError(.refused, "the file has faults, and would change the bundle") }
    self.plan = plan
  }

  /// The files or bundles that are made or changed.
  public var outputs: [String] { plan.results.map(\.output) }
  /// What the output has no place for, or the input said and can't be kept: a line each.
  public var losses: [String] {
    plan.results.flatMap(\.losses.inOrder).map { $0.code.sentence($0.count) }
      + plan.results.flatMap(\.findings).map { "\(Finding($0))" }
  }
  /// What somebody should agree to before: files would be replaced that say something else, or most rows would go. Nil for nothing.
  public var question: String? {
    switch plan.question {
    case .replaces(let path, let more):
      "\(path)\(more > 0 ? " and \(more) more" : "") differs from what would be written"
    case .removes(let rows, let count, let file, _):
      "\(rows) of \(counted(count, "row")) would go from \(file)"
    case nil: nil
    }
  }

  /// Writes the files, each wholly or not at all.
  ///
  /// Throws `refused` when there is a ``question`` and nobody `agrees`, and `overtaken` when a bundle isn't any more as it was read.
  public func carryOut(agrees: Bool = false) throws(TilawaError) {
    if let question, !agrees { throw TilawaError(.refused, question) }
    do {
      let outcome = try plan.carriedOut(isDry: false)
      for case .failure(let error) in outcome.remarks { throw error }
    } catch {
      throw TilawaError(error)
    }
  }
}

extension RecitationBundle {
  /// Plans a file for another program. The format is told by the path's ending, unless it is given.
  ///
  /// Throws `invalidArgument` when no format is meant.
  public func planExport(to path: String, as format: ExchangeFormat? = nil) throws(TilawaError)
    -> ConvertingPlan
  {
    var request = ConversionRequest([self.path], into: path, facts: { AudioImport.Facts(id: "") })
    request.to = format.flatMap { ForeignFormat.named($0.name) }
    do { return try ConvertingPlan(ConversionPlan(request, in: workplace)) } catch {
      throw TilawaError(error)
    }
  }

  /// Plans to bring in what another program changed: only that changes here, and verified rows stay.
  public func planUpdate(from path: String, as format: ExchangeFormat? = nil) throws(TilawaError)
    -> ConvertingPlan
  {
    var request = ConversionRequest([path], into: self.path, facts: { AudioImport.Facts(id: "") })
    request.from = format.flatMap { ForeignFormat.named($0.name) }
    do { return try ConvertingPlan(ConversionPlan(request, in: workplace)) } catch {
      throw TilawaError(error)
    }
  }
}

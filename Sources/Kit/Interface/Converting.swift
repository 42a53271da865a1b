public import FoundationEssentials
import TilawaBase
import TilawaExchange

/// A format of another program, by the name that Tilawa gives it.
public struct ExchangeFormat: RawRepresentable, Hashable, Codable, Sendable {
  /// Its name, such as `audacity`, `textgrid` or `webvtt`.
  public let rawValue: String

  /// The format of that name; plans refuse names that don't exist.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// All that can be read or written.
  public static let all = ForeignFormat.all.map { ExchangeFormat(rawValue: $0.name) }
  /// Label tracks of Audacity.
  public static let audacity = ExchangeFormat(rawValue: "audacity")
  /// TextGrids of Praat.
  public static let textGrid = ExchangeFormat(rawValue: "textgrid")
  /// Subtitles for the web.
  public static let webVTT = ExchangeFormat(rawValue: "webvtt")

  /// One line on it; nil where there is no such format.
  public var summary: String? { ForeignFormat.named(rawValue)?.title }

  func format() throws(TilawaError) -> ForeignFormat {
    if let format = ForeignFormat.named(rawValue) { return format }
    throw TilawaError(.unknownFormat, "no such format: \(rawValue)")
  }
}

extension ConversionPlan {
  /// The plan, where it can be carried out.
  fileprivate func whole() throws -> ConversionPlan {
    if let failure { throw failure }
    if refusal != nil { throw TilawaError(.refused, "the file has faults, and would change the bundle") }
    return self
  }

  /// The files or bundles that are made or changed.
  public var outputs: [URL] {
    results.map { URL(filePath: workplace.path($0.output), directoryHint: .inferFromPath) }
  }
  /// What the output has no place for.
  public var losses: [Loss] { results.flatMap(\.losses.inOrder).map { Loss($0.code, $0.count) } }
  /// What the input said and can't be kept.
  public var findings: [Finding] { results.flatMap(\.findings).map { Finding($0) } }
  /// Files that would be replaced and say something else, or most rows that would go.
  public var questions: [Question] {
    switch question {
    case .replaces(let path, let more): [.replaces(path, more: more)]
    case .removes(let rows, let count, let file, _): [.removes(rows, of: count, file: file)]
    case nil: []
    }
  }

  /// Writes the files, each wholly or not at all, and gives them.
  public func apply(
    confirming: Set<Question>, progress: @escaping @Sendable (WorkProgress) -> Void
  ) async throws(TilawaError) -> [URL] {
    try await apply(confirming, progress) { _ in
      let outcome = try apply(isDry: false)
      for case .failure(let error) in outcome.remarks { throw error }
      return outputs
    }
  }
}

extension RecitationBundle {
  /// Plans a file for another program. The format is chosen by the ending of its name, unless it is given.
  ///
  /// Throws `unknownFormat` when no format is meant.
  public func planExport(
    to file: URL, as format: ExchangeFormat? = nil
  ) async throws(TilawaError) -> ConversionPlan {
    try await inBackground(unreported) { _ in
      let target = try file.filePath() + (file.hasDirectoryPath ? "/" : "")
      var request = ConversionRequest([path], into: target, facts: { AudioImport.Facts(id: "") })
      request.to = try format?.format()
      return try ConversionPlan(request, in: workplace).whole()
    }
  }

  /// Plans to bring in what another program changed: only that changes here, and verified rows stay.
  public func planUpdate(
    from file: URL, as format: ExchangeFormat? = nil
  ) async throws(TilawaError) -> ConversionPlan {
    try await inBackground(unreported) { _ in
      var request = ConversionRequest([try file.filePath()], into: path, facts: { AudioImport.Facts(id: "") })
      request.from = try format?.format()
      return try ConversionPlan(request, in: workplace).whole()
    }
  }
}

extension Loss {
  init(_ code: LossCode, _ count: Int) { self.init(code: "\(code)", count, code.sentence(count)) }
}

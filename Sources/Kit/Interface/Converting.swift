public import FoundationEssentials
import TilawaBase
import TilawaExchange

/// A format of another program, by the name that Tilawa gives it.
public struct ExchangeFormat: RawRepresentable, Hashable, Codable, Sendable {
  /// Its name, such as `audacity`, `textgrid` or `webvtt`.
  public let rawValue: String

  /// Creates the format with that name; plans refuse unknown names.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// All formats that can be read or written.
  public static let all = ForeignFormat.all.map { ExchangeFormat(rawValue: $0.name) }
  /// Label tracks of Audacity.
  public static let audacity = ExchangeFormat(rawValue: "audacity")
  /// TextGrids of Praat.
  public static let textGrid = ExchangeFormat(rawValue: "textgrid")
  /// Subtitles for the web.
  public static let webVTT = ExchangeFormat(rawValue: "webvtt")

  /// A description in one line, or nil if there is no such format.
  public var summary: String? { ForeignFormat.named(rawValue)?.title }

  func format() throws(TilawaError) -> ForeignFormat {
    if let format = ForeignFormat.named(rawValue) { return format }
    throw TilawaError(.unknownFormat, noSuch("format", rawValue, in: ForeignFormat.all.map(\.name)))
  }
}

extension ConversionPlan {
  /// Returns the plan if it can be carried out, and throws otherwise.
  fileprivate func whole() throws -> ConversionPlan {
    if let failure { throw failure }
    if refusal != nil { throw TilawaError(.refused, "the file has faults and would change the bundle") }
    return self
  }

  /// The files or bundles that are made or changed.
  public var outputs: [URL] {
    results.map { URL(filePath: workplace.path($0.output), directoryHint: .inferFromPath) }
  }
  /// The parts of the input that the output can't contain.
  public var losses: [Loss] { results.flatMap(\.losses.inOrder).map { Loss($0.code, $0.count) } }
  /// The parts of the input that can't be kept.
  public var findings: [Finding] { results.flatMap(\.findings).map { Finding($0) } }
  /// Existing files that would be replaced with other content, or the removal of most rows.
  public var questions: [Question] {
    switch question {
    case .replaces(let path, let more): [.replaces(path, more: more)]
    case .removes(let rows, let count, let file, _): [.removes(rows, of: count, file: file)]
    case nil: []
    }
  }

  /// Writes the files, each completely or not at all, and returns them.
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
  /// Plans a file for another program. The format follows from the file name's extension, unless it is given.
  ///
  /// Throws `unknownFormat` if neither names a format.
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

  /// Plans to import the changes that another program made. Nothing else changes, and verified rows stay.
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

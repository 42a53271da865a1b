import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaKit

/// The report of `convert`.
struct ConversionReport {
  let isDryRun: Bool
  /// True if only failures are reported, not losses.
  var isQuiet = false
  let terminal: Terminal

  func tell(_ remarks: [Remark]) throws {
    for remark in remarks where !isQuiet || !remark.isOfLosses {
      switch remark {
      case .failure(let error): try terminal.tell(error)
      case .findings(let findings):
        terminal.complain(isQuiet ? findings.filter { $0.severity == .error } : findings)
      case .problem(let text): terminal.complain("tilawa: \(text)")
      case .loss(let text): terminal.complain(text)
      case .kept(let text): terminal.complain("\(text); use --including-verified to change it")
      case .personal(let text): terminal.complain("\(text); use --journal to include it")
      case .note(let text): terminal.say(text)
      }
    }
  }

  /// Tells why nothing was done.
  func tell(_ refusal: ConversionRefusal) -> Outcome {
    switch refusal {
    case .warnings:
      terminal.complain("tilawa: nothing was written, because --strict treats warnings as errors")
    case .losses: terminal.complain("tilawa: nothing was written, because --strict treats losses as errors")
    case .faulty(let bundle, let input):
      terminal.complain("tilawa: nothing was changed in \(bundle); fix \(input) first")
    case .unmergeable(let fault): return fault.tell(in: terminal)
    }
    return .findings
  }

  /// Throws unless whoever sits there agrees.
  func ask(_ question: ConversionQuestion) throws {
    switch question {
    case .replaces(let path, let more):
      let loss = "\(path)\(more > 0 ? " and \(more) more" : "") would be replaced by different content"
      if terminal.agrees("\(loss); replace it?") == true { return }
      throw CommandFailure(
        "\(loss); use --force to replace it, or `tilawa convert \(path) BUNDLE` to keep its changes; "
          + "nothing was written")
    case .removes(let rows, let count, let file, let input):
      let loss =
        "\(rows) of \(counted(count, "row")) would be removed from \(file), because they are not in \(input)"
      if terminal.agrees("\(loss); continue?") == true { return }
      throw CommandFailure("\(loss); use --force to remove them; nothing was changed")
    }
  }

  /// Prints the changes, done or planned, in an existing bundle.
  func tell(_ diff: BundleDiff, of bundle: String) {
    let summary = DiffReport(diff: diff, palette: .plain).statistics
    terminal.say("\(bundle): " + (summary.isEmpty ? "nothing to change" : summary.joined(separator: "; ")))
  }

  static let shape = OutputShape<[ConversionResult]>(
    "convert", [.key("results", .list(of: .object(keys)), { $0 }, "Each file or bundle written.")],
    or: FormatReport.shape.description)

  private static let keys: [JSONKey<ConversionResult>] = [
    .key(.path, \.output), .key("format", .text, \.format, "Name of the format, or tilawa."),
    .key(.segmentCount, \.rows), .key(.markerCount, \.markers), .key(.wordCount, \.words),
    .key(
      "losses",
      .list(
        of: .object([
          .key(.code, { $0.code.rawValue }), .key("count", .count, { $0.count }, "Number of rows or facts."),
          .key(.message, { $0.code.sentence($0.count) }),
        ])), \.losses.inOrder, "Kinds of losses, each with a count."),
    .key(.diagnostics, { $0.findings.map(\.withTheOption).reported() }),
    .nullable(
      "files", .list(of: FileDiff.form), \.changes?.files, "Changes to an existing bundle."),
  ]
}

extension Outcome {
  init(_ completion: IndependentWork.Completion) {
    self =
      switch completion {
      case .whole: .done
      case .partial: .findings
      case .none: .failed
      }
  }
}

extension Remark {
  /// True if it reports only losses or rows that stay, and no failure.
  fileprivate var isOfLosses: Bool {
    switch self {
    case .loss, .kept, .personal: true
    case .failure, .findings, .problem, .note: false
    }
  }
}

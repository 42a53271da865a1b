import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran

/// Boundaries held against those of a reference: `tilawa compare --reference`.
struct ReferenceScore {
  let reference: String
  let hypothesis: String
  /// In seconds.
  let tolerances: [Double]
  /// A table of pauses.
  let gaps: String?
  let json: Bool

  func run(in terminal: Terminal) throws -> Outcome {
    func boundaries(of given: String, mayBeTimes: Bool) throws -> [ScoredBoundary] {
      let isFolder = try given != "-" && FileStatus.isFolder(terminal.path(given))
      let source = BoundarySource(given, text: isFolder ? nil : try terminal.source(given))
      return try source.boundaries(mayBeTimes: mayBeTimes, in: terminal.workplace)
    }
    do {
      let truth = try boundaries(of: reference, mayBeTimes: false)
      let predicted = try boundaries(of: hypothesis, mayBeTimes: true)
      var ways: [ScoringWay] = []
      let windows = try gaps.map { try BoundarySource($0, text: try terminal.source($0)).pauses() }
      for tolerance in tolerances {
        ways.append(ScoringWay(tolerance, nil, truth, predicted))
        if let windows { ways.append(ScoringWay(tolerance, windows, truth, predicted)) }
      }
      terminal.write(
        json
          ? Self.shape.document(of: (truth.count, predicted.count, ways)) : table(ways, truth, predicted))
      return .done
    } catch let faults as FaultyFiles {
      terminal.complain(faults.diagnostics)
      return .failed
    }
  }

  // MARK: Telling

  private func table(
    _ ways: [ScoringWay], _ truth: [ScoredBoundary], _ predicted: [ScoredBoundary]
  ) -> String {
    var rows = [
      ["tolerance"], ["matched"], ["precision"], ["recall"], ["F1"], ["median"], ["90 %"], ["misnamed"],
    ]
    if gaps != nil { rows.insert(["pauses"], at: 1) }
    for way in ways {
      var cells = [
        fixed(way.tolerance), "\(way.score.matchedCount)", fixed(way.score.precision),
        fixed(way.score.recall), fixed(way.score.f1), way.score.medianError.map(fixed) ?? "-",
        way.score.ninetiethError.map(fixed) ?? "-", "\(way.score.misnamedCount)",
      ]
      if gaps != nil { cells.insert(way.countsPauses ? "right" : "strict", at: 1) }
      for (column, cell) in cells.enumerated() { rows[column].append(cell) }
    }
    let columns = rows.map { column in
      let width = column.map(\.count).max() ?? 0
      return column.map { String(repeating: " ", count: width - $0.count) + $0 }
    }
    let lines = (0...ways.count).map { line in columns.map { $0[line] }.joined(separator: "  ") + "\n" }
    return "reference \(truth.count), hypothesis \(predicted.count)\n" + lines.joined()
  }

  fileprivate static let shape = OutputShape<(truth: Int, predicted: Int, ways: [ScoringWay])>(
    "compare",
    [
      .key("reference_count", .count, { $0.truth }, "Boundaries of the reference."),
      .key("hypothesis_count", .count, { $0.predicted }, "Boundaries of the hypothesis."),
      .key("scores", .list(of: .object(ScoringWay.keys)), { $0.ways }, "Scores, one for each tolerance."),
    ])

  static var description: OutputDescription { shape.description }
}

/// One way to score: at a tolerance, with or without the pauses.
private struct ScoringWay {
  let tolerance: Double
  let countsPauses: Bool
  let score: BoundaryScore
  private let misnamed: [(at: Double, truth: Ayah?, predicted: Ayah?)]
  private let missed, extra: [ScoredBoundary]

  init(
    _ tolerance: Double, _ windows: PauseWindows?, _ truth: [ScoredBoundary], _ predicted: [ScoredBoundary]
  ) {
    self.tolerance = tolerance
    countsPauses = windows != nil
    let matches = BoundaryScore.matches(
      truth: truth, predicted: predicted, tolerance: tolerance, windows: windows ?? PauseWindows())
    score = BoundaryScore(matches, truth: truth.count, predicted: predicted.count)
    misnamed = matches.filter(\.isMisnamed).map { match in
      let boundary = predicted[match.predicted]
      return (boundary.at, truth[match.truth].ayah, boundary.ayah)
    }
    let (found, used) = (Set(matches.map(\.truth)), Set(matches.map(\.predicted)))
    missed = truth.indices.filter { !found.contains($0) }.map { truth[$0] }
    extra = predicted.indices.filter { !used.contains($0) }.map { predicted[$0] }
  }

  static let keys: [JSONKey<ScoringWay>] = [
    .key(.tolerance, { rounded($0.tolerance) }),
    .key(
      "counts_pauses", .flag, \.countsPauses, "True if a boundary anywhere in the pause counts as right."),
    .key("matched_count", .count, \.score.matchedCount, "Boundaries that match."),
    .key("precision", .fixed(0, 1), \.score.precision, "Share of the hypothesis that matches."),
    .key("recall", .fixed(0, 1), \.score.recall, "Share of the reference that matches."),
    .key("f1", .fixed(0, 1), \.score.f1, "Harmonic mean of precision and recall."),
    .nullable("median_error", .fixed(0), \.score.medianError, "Median of the errors, in seconds."),
    .nullable(
      "percentile_90_error", .fixed(0), \.score.ninetiethError,
      "90th percentile of the errors, in seconds."),
    .key("misnamed", .list(of: .object(misnamedKeys)), \.misnamed, "Matching boundaries whose ayat differ."),
    .key(
      "missed", .list(of: .object(boundaryKeys)), \.missed,
      "Boundaries of the reference without a match in the hypothesis."),
    .key(
      "extra", .list(of: .object(boundaryKeys)), \.extra,
      "Boundaries of the hypothesis without a match in the reference."),
  ]

  private static let misnamedKeys: [JSONKey<(at: Double, truth: Ayah?, predicted: Ayah?)>] = [
    .key(.at, { rounded($0.at) }),
    .nullable("reference", .ayat, { $0.truth?.description }, "The ayah in the reference."),
    .nullable("hypothesis", .ayat, { $0.predicted?.description }, "The ayah in the hypothesis."),
  ]

  private static let boundaryKeys: [JSONKey<ScoredBoundary>] = [
    .key(.at, { rounded($0.at) }),
    .nullable(.ayah, \.ayah?.description),
  ]
}

extension JSONForm<Double> {
  /// With three decimals.
  fileprivate static func fixed(_ least: JSONValue? = nil, _ most: JSONValue? = nil) -> Self {
    JSONForm<String>.number(least, most).of { rounded($0).description }
  }
}

/// Thousandths, halves to even as other programs print them.
private func rounded(_ value: Double) -> Milliseconds {
  Milliseconds(Int64(max(-1e15, min(1e15, (value * 1000).rounded(.toNearestOrEven)))))
}

private func fixed(_ value: Double) -> String { rounded(value).description }

import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran

/// The version of one annotator in a comparison.
struct ComparedVersion {
  /// As the user named it.
  let name: String
  let version: BundleVersion
  let rows: AnnotatedRows
  /// Its boundaries as `tilawa compare --reference` counts them.
  let boundaries: [ScoredBoundary]

  /// Throws when its files have faults, or when there is nothing to compare in them.
  init(_ name: String, _ version: BundleVersion, words: Bool) throws {
    guard let rows = try AnnotatedRows(of: version, words: words) else {
      throw CommandFailure(
        words
          ? "\(name) has no rows in words.yaml to compare"
          : "\(name) has no segments or markers to compare")
    }
    self.name = name
    self.version = version
    self.rows = rows
    let segments = rows.kind == .segments ? version.files[.segments] : nil
    let markers = rows.kind == .markers ? version.files[.markers] : nil
    let counting = try version.counting()
    boundaries = ScoredBoundary.all(
      of: RecitedRow.rows(
        segments.flatMap { BundleFile(segments: $0).content?.rows } ?? [],
        markers.flatMap { BundleFile(markers: $0).content?.rows } ?? [], counting))
  }
}

/// The agreement of annotators, for people and for programs.
struct AgreementReport {
  let versions: [ComparedVersion]
  let agreement: Agreement
  /// Places further apart than this disagree.
  let tolerance: Milliseconds
  /// The number of them that are listed.
  let worst: Int
  let words: Bool
  private let figures: [Figures]

  /// The figures for two annotators, or for all together.
  private struct Figures {
    let title: String
    let members: [Int]
    let starts, ends, all: BoundaryDifferences
    let f1: [Double]
    let names: NameAgreement
  }

  static let limits = [20, 50, 100, 250, 500].map { Milliseconds($0) }

  init(
    _ versions: [ComparedVersion], tolerance: Milliseconds, worst: Int, words: Bool
  ) {
    self.versions = versions
    self.tolerance = tolerance
    self.worst = worst
    self.words = words
    let agreement = Agreement(versions.map(\.rows))
    self.agreement = agreement
    var figures = agreement.pairs.map { pair in
      Figures(
        title: "\(Self.letter(pair.first)) \(Self.letter(pair.second))", members: [pair.first, pair.second],
        starts: agreement.differences(pair.first, pair.second, .start),
        ends: agreement.differences(pair.first, pair.second, .end),
        all: agreement.differences(pair.first, pair.second),
        f1: words
          ? []
          : Self.limits.map { limit in
            BoundaryScore(
              truth: versions[pair.first].boundaries, predicted: versions[pair.second].boundaries,
              tolerance: limit.seconds
            ).f1
          }, names: NameAgreement(agreement, among: [pair.first, pair.second]))
    }
    if versions.count > 2 {
      let none = BoundaryDifferences([])
      figures.append(
        Figures(
          title: "all", members: Array(versions.indices), starts: figures.map(\.starts).reduce(none, +),
          ends: figures.map(\.ends).reduce(none, +), all: figures.map(\.all).reduce(none, +),
          // The mean over all pairs.
          f1: words
            ? []
            : Self.limits.indices.map { limit in
              figures.map { $0.f1[limit] }.reduce(0, +) / Double(figures.count)
            },
          names: NameAgreement(agreement, among: Array(versions.indices))))
    }
    self.figures = figures
  }

  private var partial: [Agreement.Row] { agreement.rows.filter { !$0.isInAll } }
  private var renamed: [Agreement.Row] { agreement.rows.filter { !$0.hasOneName } }
  private var disagreements: [Agreement.Boundary] {
    agreement.boundaries.filter { !$0.isShared && $0.spread > tolerance }
      .enumerated().sorted { ($1.element.spread, $0.offset) < ($0.element.spread, $1.offset) }
      .map(\.element)
  }

  /// True if nobody disagrees with anybody.
  var isAgreed: Bool { partial.isEmpty && renamed.isEmpty && disagreements.isEmpty }

  /// A, B, C and so on.
  static func letter(_ index: Int) -> String {
    index < 26 ? String(UnicodeScalar(UInt8(65 + index))) : "V\(index + 1)"
  }
}

// MARK: - For people

extension AgreementReport {
  func lines(_ palette: Palette, width: Int?) -> [String] {
    var lines = versions.enumerated().map { index, version in
      let verified = version.rows.stretches.count(where: \.isVerified)
      return "\(Self.letter(index))  \(withoutControls(version.name)): \(version.rows.stretches.count) in "
        + "\(version.rows.kind.fileName)" + (verified > 0 ? ", \(verified) verified" : "")
    }
    lines.append("")
    lines += differenceTable.lines(width: width, palette: palette)
    lines.append("")
    lines += nameTable.lines(width: width, palette: palette)
    func list(_ title: String, _ items: [String]) {
      guard !items.isEmpty else { return }
      lines += ["", palette.paint(title, .strong)] + items
    }
    list("rows missing from some versions", partial.map { "\(Self.place($0))  only \(who($0))" })
    list(
      "names that differ",
      renamed.map { row in
        let names = row.stretches.enumerated().compactMap { index, stretch in
          stretch.map { "\(Self.letter(index)) \($0.label)" }
        }
        return "\(row.start)  \(names.joined(separator: ", "))"
      })
    let disagreements = disagreements
    let rest = disagreements.count - min(worst, disagreements.count)
    list(
      "further apart than \(tolerance)",
      disagreements.prefix(worst).map { boundary in
        let times = boundary.times.enumerated().compactMap { index, time in
          time.map { "\(Self.letter(index)) \($0)" }
        }
        return "\(boundary.spread)  \(agreement.rows[boundary.row].label) \(boundary.edge.rawValue)  "
          + times.joined(separator: ", ")
      } + (rest > 0 ? ["and \(rest) more; use --worst \(disagreements.count) to list them"] : []))
    return lines
  }

  private var differenceTable: TextTable {
    var table = TextTable(
      [TextTable.Column(title: ""), .init(title: "")]
        + (["count", "median", "90 %", "95 %", "mean", "bias"] + Self.limits.map { "<= \($0)" })
        .map { .init(title: $0, isAtRight: true) })
    for figure in figures {
      for (title, values) in [("starts", figure.starts), ("ends", figure.ends), ("all", figure.all)] {
        let cells = [
          values.percentile(0.5), values.percentile(0.9), values.percentile(0.95), values.meanLength,
          values.bias,
        ].map { $0.map(Self.decimals) ?? "-" }
        let shares = Self.limits.map { values.share(within: $0).map(Self.percent) ?? "-" }
        table.add([title == "starts" ? figure.title : "", title, "\(values.count)"] + cells + shares)
      }
    }
    return table
  }

  private var nameTable: TextTable {
    let limits = words ? [] : Self.limits.map { "F1 \($0)" }
    var table = TextTable(
      [TextTable.Column(title: "")]
        + (["kappa", "same name"] + limits).map { .init(title: $0, isAtRight: true) })
    for figure in figures {
      table.add(
        [
          figure.title, figure.names.kappa.map(Self.decimals) ?? "-",
          figure.names.frames > 0 ? Self.percent(figure.names.observed) : "-",
        ] + figure.f1.map(Self.decimals))
    }
    return table
  }

  private func who(_ row: Agreement.Row) -> String {
    row.stretches.enumerated().filter { $0.element != nil }.map { Self.letter($0.offset) }
      .joined(separator: ", ")
  }

  private static func place(_ row: Agreement.Row) -> String {
    let end = row.stretches.lazy.compactMap { $0 }.first { $0.saysEnd }?.end
    return "\(row.label)  \(row.start)" + (end.map { "-\($0)" } ?? "")
  }
}

// MARK: - For programs

extension AgreementReport {
  /// With what the versions agree on, where that was asked for.
  typealias Document = (report: AgreementReport, consensus: ConsensusReport?)

  static let shape = OutputShape<Document>(
    "compare",
    keys.of { $0.report } + [
      .optional(
        "consensus", .object(ConsensusReport.keys), { $0.consensus },
        "With --consensus: the rows on which the versions agree.")
    ], or: ReferenceScore.description)

  private static let keys: [JSONKey<AgreementReport>] = [
    .key("versions", .list(of: .object(versionKeys)), \.versions, "The versions that are compared."),
    .key("different_audio", .flag, \.differsInAudio, "True if they name different audio."),
    .key(.tolerance, \.tolerance),
    .key("agreed", .flag, \.isAgreed, "True if all agree within the tolerance."),
    .key(
      "agreement", .list(of: .object(figureKeys)), \.figures,
      "Agreement of each pair of versions, and of all."),
    .key("rows_not_in_all", rows, \.partial, "Rows that some versions lack: one row per version, or null."),
    .key(
      "names_that_differ", rows, \.renamed,
      "Rows whose names differ: one row per version, or null."),
    .key(
      "furthest_apart", .list(of: .object(boundaryKeys)),
      { report in
        report.disagreements.prefix(report.worst).map { ($0, report.agreement.rows[$0.row].label) }
      }, "Boundaries that are furthest apart, worst first."),
    .key(
      "beyond_tolerance_count", .count, \.disagreements.count,
      "Number of boundaries that are further apart than the tolerance."),
  ]

  private var differsInAudio: Bool {
    Set(versions.compactMap { $0.version.audioChecksum?.lowercased() }).count > 1
  }

  private static let versionKeys: [JSONKey<ComparedVersion>] = [
    .key(.name, \.name), .key(.file, \.rows.kind.fileName), .key(.rowCount, \.rows.stretches.count),
    .key(.verifiedCount, { $0.rows.stretches.count(where: \.isVerified) }),
    .nullable(.sha256, \.version.audioChecksum),
  ]

  private static let figureKeys: [JSONKey<Figures>] = [
    .key("members", .list(of: .count), \.members, "Indices into versions."),
    .key("starts", .object(differenceKeys), \.starts, "Differences of starts."),
    .key("ends", .object(differenceKeys), \.ends, "Differences of ends."),
    .key("boundaries", .object(differenceKeys), \.all, "Differences of starts and ends together."),
    .key(
      "f1_by_tolerance", .list(of: .object(f1Keys)), { Array(zip(limits, $0.f1)) },
      "F1 of the boundaries, for each tolerance."),
    .nullable(
      "kappa", .decimals(-1, 1), \.names.kappa, "Agreement on names beyond chance."),
    .key(
      "kappa_of", .word(["cohen", "fleiss"]), { $0.members.count == 2 ? "cohen" : "fleiss" },
      "Which kappa it is."),
    .key("same_name", .decimals(0, 1), \.names.observed, "Share of the time in which names agree."),
    .key("frame_count", .count, \.names.frames, "Number of moments compared."),
  ]

  private static let differenceKeys: [JSONKey<BoundaryDifferences>] = [
    .key("count", .count, \.count, "Number of differences."),
    .nullable("median", .decimals(), { $0.percentile(0.5) }, "Median of the differences, in seconds."),
    .nullable(
      "percentile_90", .decimals(), { $0.percentile(0.9) },
      "90th percentile of the differences, in seconds."),
    .nullable(
      "percentile_95", .decimals(), { $0.percentile(0.95) }, "95th percentile of the differences, in seconds."
    ),
    .nullable("mean", .decimals(), \.meanLength, "Mean of the differences, in seconds."),
    .nullable("bias", .decimals(), \.bias, "Mean delay of the second version, in seconds."),
    .key(
      "within", .list(of: .object(shareKeys)),
      { differences in limits.map { ($0, differences.share(within: $0)) } },
      "Shares of differences up to several limits."),
  ]

  private static let shareKeys: [JSONKey<(limit: Milliseconds, share: Double?)>] = [
    .key("limit", .time, { $0.limit }, "Limit of the differences, in seconds."),
    .nullable("share", .decimals(0, 1), { $0.share }, "Share of differences up to the limit."),
  ]

  private static let f1Keys: [JSONKey<(Milliseconds, Double)>] = [
    .key(.tolerance, { $0.0 }),
    .key("f1", .decimals(0, 1), { $0.1 }, "Harmonic mean of precision and recall."),
  ]

  private static let rows = JSONForm<[Agreement.Row]>.list(
    of: JSONForm<[AnnotatedStretch?]>.list(of: .orNull(.object(stretchKeys))).of(\.stretches))

  private static let stretchKeys: [JSONKey<AnnotatedStretch>] = [
    .key(.label, \.label), .key(.start, \.start), .nullable(.end, { $0.saysEnd ? $0.end : nil }),
    .key(.verified, \.isVerified),
  ]

  private static let boundaryKeys: [JSONKey<(boundary: Agreement.Boundary, label: String)>] = [
    .key(.label, { $0.label }),
    .key("edge", .word, { $0.boundary.edge }, "Boundary of the row."),
    .key("apart", .time, { $0.boundary.spread }, "Distance between the times, in seconds."),
    .key(
      "times", .list(of: .orNull(.time)), { $0.boundary.times },
      "A time for each version, in seconds; null for those that lack it."),
  ]

  /// Three decimals.
  fileprivate static func decimals(_ value: Double) -> String {
    Milliseconds(Int64((max(-1e12, min(1e12, value)) * 1000).rounded())).description
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded(.down))) %" }
}

extension JSONForm<Double> {
  /// With three decimals.
  fileprivate static func decimals(_ least: JSONValue? = nil, _ most: JSONValue? = nil) -> Self {
    JSONForm<String>.number(least, most).of(AgreementReport.decimals)
  }
}

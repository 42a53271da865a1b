import TilawaKit
import TilawaBase
import TilawaFormat
import TilawaQuran

/// What one annotator brought to a comparison.
struct ComparedVersion {
  /// As the user named it.
  let name: String
  let version: BundleVersion
  let rows: AnnotatedRows
  /// Its boundaries as `tilawa score` counts them.
  let boundaries: [ScoredBoundary]

  /// Throws when its files have faults, or when there is nothing to compare in them.
  init(_ name: String, _ version: BundleVersion, words: Bool) throws {
    guard let rows = try AnnotatedRows(of: version, words: words) else {
      throw CommandFailure(
        words
          ? "\(name) has no words.yaml with rows; nothing can be compared"
          : "\(name) has no segments and no markers; nothing can be compared")
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

/// How well annotators agree, for people and for programs.
struct AgreementReport {
  let versions: [ComparedVersion]
  let agreement: Agreement
  /// Places further apart than this disagree.
  let tolerance: Milliseconds
  /// How many of them are listed.
  let worst: Int
  let words: Bool
  private let figures: [Figures]

  /// What is reported of two annotators, or of all together.
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

  /// Whether nobody disagrees with anybody.
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
    list("rows that not all have", partial.map { "\(Self.place($0))  only \(who($0))" })
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
      } + (rest > 0 ? ["and \(rest) more; --worst \(disagreements.count) lists them"] : []))
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
        ].map { $0.map(Self.seconds) ?? "-" }
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
  var json: JSONValue {
    let checksums = versions.map { $0.version.audioChecksum?.lowercased() }
    return [
      "version": 1,
      "versions": JSONValue(versions) { version in
        [
          "name": .string(version.name), "file": .string(version.rows.kind.fileName),
          "row_count": JSONValue(version.rows.stretches.count),
          "verified_count": JSONValue(version.rows.stretches.count(where: \.isVerified)),
          "sha256": JSONValue(version.version.audioChecksum),
        ]
      },
      "different_audio": .bool(Set(checksums.compactMap(\.self)).count > 1),
      "tolerance": .number("\(tolerance)"), "agreed": .bool(isAgreed),
      "agreement": JSONValue(figures) { figure in
        [
          "members": JSONValue(figure.members) { JSONValue($0) },
          "starts": Self.json(figure.starts), "ends": Self.json(figure.ends),
          "boundaries": Self.json(figure.all),
          "f1_by_tolerance": JSONValue(zip(Self.limits, figure.f1)) { limit, f1 in
            ["tolerance": .number("\(limit)"), "f1": .number(Self.decimals(f1))]
          },
          "kappa": figure.names.kappa.map { .number(Self.decimals($0)) } ?? .null,
          "kappa_of": .string(figure.members.count == 2 ? "cohen" : "fleiss"),
          "same_name": .number(Self.decimals(figure.names.observed)),
          "frame_count": JSONValue(figure.names.frames),
        ]
      },
      "rows_not_in_all": JSONValue(partial, Self.json), "names_that_differ": JSONValue(renamed, Self.json),
      "furthest_apart": JSONValue(disagreements.prefix(worst)) { boundary in
        [
          "label": .string(agreement.rows[boundary.row].label), "edge": .string(boundary.edge.rawValue),
          "apart": .number("\(boundary.spread)"),
          "times": JSONValue(boundary.times) { $0.map { .number("\($0)") } ?? .null },
        ]
      },
      "beyond_tolerance_count": JSONValue(disagreements.count),
    ]
  }

  private static func json(_ values: BoundaryDifferences) -> JSONValue {
    let number = { (value: Double?) in value.map { JSONValue.number(decimals($0)) } ?? .null }
    return [
      "count": JSONValue(values.count), "median": number(values.percentile(0.5)),
      "percentile_90": number(values.percentile(0.9)), "percentile_95": number(values.percentile(0.95)),
      "mean": number(values.meanLength), "bias": number(values.bias),
      "within": JSONValue(limits) { limit in
        ["limit": .number("\(limit)"), "share": number(values.share(within: limit))]
      },
    ]
  }

  private static func json(_ row: Agreement.Row) -> JSONValue {
    JSONValue(row.stretches) { stretch in
      guard let stretch else { return .null }
      return [
        "label": .string(stretch.label), "start": .number("\(stretch.start)"),
        "end": stretch.saysEnd ? .number("\(stretch.end)") : .null, "verified": .bool(stretch.isVerified),
      ]
    }
  }

  private static func seconds(_ value: Double) -> String { decimals(value) }

  /// Three decimals.
  private static func decimals(_ value: Double) -> String {
    Milliseconds(Int64((max(-1e12, min(1e12, value)) * 1000).rounded())).description
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded(.down))) %" }
}

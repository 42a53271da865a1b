import TilawaBase
import TilawaKit
import TilawaLibrary
import TilawaQuran
import TilawaSound

/// The report on the ayat that a library can play.
struct CoverageReport {
  /// By whom; nil for whomever the session serves.
  let heading: String?
  private let coverage: Coverage
  private let groups: [Coverage.Group]
  private let grouping: Coverage.Grouping

  init(_ coverage: Coverage, by grouping: Coverage.Grouping, heading: String? = nil) {
    self.heading = heading
    self.coverage = coverage
    self.grouping = grouping
    groups = coverage.groups(by: grouping)
  }

  var isComplete: Bool { coverage.isComplete }

  // MARK: Text

  /// `found 23 of 31; missing 18:5, 18:12-18`, with at most so many runs.
  func summary(runs limit: Int = .max) -> String {
    let runs = coverage.missingRuns
    let listed = runs.prefix(limit).map(\.description).joined(separator: ", ")
    let rest = runs.count > limit ? " and " + counted(runs.count - limit, "more run") : ""
    return "Found \(coverage.foundCount) of \(coverage.wanted.count)"
      + (runs.isEmpty ? "" : "; missing \(listed)\(rest)")
  }

  /// A line for each part with a bar, and the sum.
  ///
  /// On a terminal all fits into `width`.
  func strip(width: Int, isTerminal: Bool, palette: Palette, showsUnicode: Bool) -> [String] {
    let names = groups.map(name)
    let nameWidth = names.map(\.count).max() ?? 0
    let counts = groups.map { "\($0.coverage.foundCount) of \($0.coverage.wanted.count)" }
    let countWidth = counts.map(\.count).max() ?? 0
    let barWidth = max(8, min(60, width - nameWidth - countWidth - 4))
    var levels: Set<Coverage.Level> = []
    var lines = zip(groups, zip(names, counts)).map { group, texts in
      let cells = group.coverage.levels(barWidth)
      levels.formUnion(cells)
      let count = String(repeating: " ", count: countWidth - texts.1.count) + texts.1
      return padded(texts.0, to: nameWidth) + "  " + bar(cells, palette, showsUnicode) + "  " + count
    }
    let room = isTerminal ? width : Int.max
    if groups.count > 1 || levels.count > 1 {
      lines += legend(
        Coverage.Level.allCases.filter(levels.contains).map {
          ($0.meaning, palette.paint($0.sign(showsUnicode), $0.role))
        }, width: room)
    }
    return lines + wrapped(summary(runs: 12), to: room)
  }

  private func bar(_ cells: [Coverage.Level], _ palette: Palette, _ showsUnicode: Bool) -> String {
    var text = ""
    var rest = cells[...]
    while let level = rest.first {
      let run = rest.prefix { $0 == level }
      text += palette.paint(String(repeating: level.sign(showsUnicode), count: run.count), level.role)
      rest = rest.dropFirst(run.count)
    }
    return text
  }

  /// A line for each part that lacks something, and the sum; the sum alone says it when there is one part.
  func missing(width: Int) -> [String] {
    guard groups.count > 1 else { return wrapped(summary(), to: width) }
    let lacking = groups.filter { !$0.coverage.isComplete }
    let nameWidth = lacking.map { name($0).count }.max() ?? 0
    return lacking.flatMap { group in
      let runs = group.coverage.missingRuns.map(\.description).joined(separator: ", ")
      let text = "\(group.coverage.foundCount) of \(group.coverage.wanted.count), missing \(runs)"
      return wrapped(text, to: width - nameWidth - 2).enumerated().map { index, line in
        padded(index == 0 ? name(group) : "", to: nameWidth) + "  " + line
      }
    } + [sum]
  }

  /// A line for each run of what is missing, over the ends of surahs, and the sum, which alone says it of one part.
  func missingRuns(width: Int) -> [String] {
    guard groups.count > 1 else { return wrapped(summary(), to: width) }
    let runs = coverage.missingRuns
    let texts = runs.map(\.description)
    let runWidth = texts.map(\.count).max() ?? 0
    var rest = coverage.wanted[...]
    return zip(runs, texts).flatMap { run, text in
      rest = rest.drop { $0 < run.first }
      let count = rest.prefix { $0 <= run.last }.count
      let meaning = names(of: run) + ", " + counted(count, "ayah", plural: "ayat")
      return wrapped(meaning, to: width - runWidth - 2).enumerated().map { index, line in
        padded(index == 0 ? text : "", to: runWidth) + "  " + line
      }
    } + [sum]
  }

  private var sum: String { "Found \(coverage.foundCount) of \(coverage.wanted.count)" }

  private func names(of run: AyahRange) -> String {
    let ends = [run.first.surah, run.last.surah].map { Surah.numbered($0)?.name ?? "\($0)" }
    return ends[0] == ends[1] ? ends[0] : "\(ends[0]) to \(ends[1])"
  }

  private func name(_ group: Coverage.Group) -> String {
    switch grouping {
    case .surah:
      let number = String(repeating: " ", count: 3 - "\(group.number)".count) + "\(group.number)"
      return "\(number) \(Surah.numbered(group.number)?.name ?? "")"
    case .juz: return "juz \(group.number)"
    case .page: return "page \(group.number)"
    }
  }

  // MARK: For programs

  static let form = JSONForm<CoverageReport>.object(
    countKeys.of { $0.coverage } + [
      .key(
        "groups", .list(of: .object(groupKeys)), { report in report.groups.map { ($0, report.grouping) } },
        "Coverage of each surah, juz or page.")
    ])

  private static let countKeys: [JSONKey<Coverage>] = [
    .key(.found, \.foundCount), .key(.of, \.wanted.count),
    .key(.missing, { $0.missingRuns.map(\.description) }),
  ]

  private static let groupKeys: [JSONKey<(group: Coverage.Group, grouping: Coverage.Grouping)>] =
    [
      .key(.number, { $0.group.number }),
      .nullable(.name, { $0.grouping == .surah ? Surah.numbered($0.group.number)?.name : nil }),
    ] + countKeys.of { $0.group.coverage }

  // MARK: Picture

  /// The picture of several reports, one above the other; `title` heads what has no heading.
  static func map(of reports: [CoverageReport], title: String) -> CoverageMap {
    let grouping = reports.first?.grouping ?? .surah
    return CoverageMap(
      reports.map { $0.panel(title: title) }, lineName: grouping == .surah ? nil : "juz",
      hasEqualParts: grouping == .page)
  }

  private func panel(title: String) -> CoverageMap.Panel {
    let (found, all, verified) = (coverage.foundCount, coverage.wanted.count, coverage.verifiedCount)
    return CoverageMap.Panel(
      heading: withoutControls(heading ?? title),
      summary: "found \(found) of \(all) ayat, \(verified) of them verified",
      parts: groups.map(part))
  }

  private func part(_ group: Coverage.Group) -> CoverageMap.Part {
    let coverage = group.coverage
    let line: Int? =
      switch grouping {
      case .surah: nil
      case .juz: group.number
      case .page: coverage.wanted.first.flatMap { Division.juz.number(of: $0, in: coverage.counting) }
      }
    return CoverageMap.Part(
      label: "\(group.number)",
      name: grouping == .surah ? Surah.numbered(group.number)?.name ?? "" : "", line: line,
      states: coverage.wanted.map {
        coverage.verified.contains($0) ? .verified : coverage.found.contains($0) ? .found : .missing
      })
  }
}

extension Coverage.Level {
  fileprivate func sign(_ showsUnicode: Bool) -> String {
    switch self {
    case .all: showsUnicode ? "\u{2588}" : "#"
    case .some: showsUnicode ? "\u{2592}" : "+"
    case .none: showsUnicode ? "\u{B7}" : "."
    }
  }

  fileprivate var role: Palette.Role {
    switch self {
    case .all: .good
    case .some: .warning
    case .none: .faint
    }
  }

  fileprivate var meaning: String {
    switch self {
    case .all: "found"
    case .some: "in part"
    case .none: "missing"
    }
  }
}

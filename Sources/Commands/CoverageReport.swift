import Diagnostics
import Library
import QuranIndex

/// What is said of the ayat that a library can play.
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
    let rest = runs.count > limit ? " and \(runs.count - limit) more runs" : ""
    return "Found \(coverage.foundCount) of \(coverage.wanted.count)"
      + (runs.isEmpty ? "" : "; missing \(listed)\(rest)")
  }

  /// A line for each part with a bar, and the sum.
  func strip(width: Int, palette: Palette, showsUnicode: Bool) -> [String] {
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
    let legend = Coverage.Level.allCases.filter(levels.contains).map { level in
      palette.paint(level.sign(showsUnicode), level.role) + " " + level.meaning
    }
    if groups.count > 1 || levels.count > 1 { lines.append(legend.joined(separator: "  ")) }
    return lines + [summary(runs: 12)]
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
  var missing: [String] {
    guard groups.count > 1 else { return [summary()] }
    let lacking = groups.filter { !$0.coverage.isComplete }
    let nameWidth = lacking.map { name($0).count }.max() ?? 0
    return lacking.map { group in
      let runs = group.coverage.missingRuns.map(\.description).joined(separator: ", ")
      return padded(name(group), to: nameWidth)
        + "  \(group.coverage.foundCount) of \(group.coverage.wanted.count), missing \(runs)"
    } + ["Found \(coverage.foundCount) of \(coverage.wanted.count)"]
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

  // MARK: JSON

  var json: JSONValue {
    [
      "found": JSONValue(coverage.foundCount), "of": JSONValue(coverage.wanted.count),
      "missing": JSONValue(coverage.missingRuns) { .string($0.description) },
      "groups": JSONValue(groups) { group in
        [
          "number": JSONValue(group.number),
          "name": JSONValue(grouping == .surah ? Surah.numbered(group.number)?.name : nil),
          "found": JSONValue(group.coverage.foundCount), "of": JSONValue(group.coverage.wanted.count),
          "missing": JSONValue(group.coverage.missingRuns) { .string($0.description) },
        ]
      },
    ]
  }

  // MARK: SVG

  /// The strip as a picture: a bar for each part, filled where ayat are found, with its numbers beside it.
  func svg(title: String) -> String {
    let rowHeight = 16
    let barStart = 150
    let barWidth = 600
    let height = (groups.count + 2) * rowHeight + 16
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="860" height="\(height)" viewBox="0 0 860 \(height)" \
      font-family="sans-serif" font-size="11">
      """,
      "<title>\(escaped(title))</title>",
      "<rect width=\"860\" height=\"\(height)\" fill=\"#ffffff\"/>",
      "<text x=\"8\" y=\"20\" font-size=\"13\">\(escaped(title)): \(escaped(summary(runs: 3)))</text>",
    ]
    for (index, group) in groups.enumerated() {
      let top = (index + 2) * rowHeight
      let coverage = group.coverage
      lines.append("<text x=\"8\" y=\"\(top + 11)\">\(escaped(name(group)))</text>")
      lines.append(
        "<rect x=\"\(barStart)\" y=\"\(top)\" width=\"\(barWidth)\" height=\"12\" fill=\"#e4e4e4\"/>")
      var start = 0
      while start < coverage.wanted.count {
        let isFound = coverage.found.contains(coverage.wanted[start])
        let end =
          coverage.wanted[start...].firstIndex { coverage.found.contains($0) != isFound }
          ?? coverage.wanted.count
        if isFound {
          let left = barStart + barWidth * start / coverage.wanted.count
          let right = barStart + barWidth * end / coverage.wanted.count
          let width = max(1, right - left)
          lines.append(
            "<rect x=\"\(left)\" y=\"\(top)\" width=\"\(width)\" height=\"12\" fill=\"#1b7f4d\"/>")
        }
        start = end
      }
      let count = "\(coverage.foundCount) of \(coverage.wanted.count)"
      lines.append("<text x=\"\(barStart + barWidth + 8)\" y=\"\(top + 11)\">\(count)</text>")
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func escaped(_ text: String) -> String { XMLText.escaped(withoutControls(text)) }
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

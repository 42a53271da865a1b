import TilawaBase
import TilawaFormat
import TilawaYAML

/// The suppressions in the comments of one file; see "Suppressing a finding" in `spec/core/bundle.md`.
struct Suppressions {
  let source: SourceText
  /// Comments that silence nothing by how they are written, and why.
  private(set) var faults: [(range: Range<Int>, message: String)] = []
  /// The texts in brackets, whether they are rule codes or not.
  private(set) var codes: [(code: String, range: Range<Int>)] = []
  private var inFile: Set<String> = []
  private var onLine: [Int: Set<String>] = [:]
  private let lines: LineTable
  /// The rows in the order of the text, to find the one that contains a finding.
  private let rows: [Range<Int>]

  /// Nil for files without such a comment, which is determined without reading them as YAML.
  init?(in source: SourceText, rows: () -> [Range<Int>]) {
    guard contains(mark, in: source.bytes) else { return nil }
    self.source = source
    lines = LineTable(of: source)
    self.rows = rows().sorted { $0.lowerBound < $1.lowerBound }
    let comments = YAMLDocument(parsing: source).comments.filter { contains(mark, in: source.bytes[$0]) }
    var below = 0..<0
    for comment in comments { add(comment, &below) }
  }

  /// Returns true if a comment silences the finding.
  func silence(_ finding: Diagnostic) -> Bool {
    guard Self.canSilence(finding.rule.code) else { return false }
    if inFile.contains(finding.rule.code) { return true }
    guard let range = finding.place.range else { return false }
    // In a row of several lines the comment may stand at its first or last one, too.
    var asked = [lines.line(at: range.lowerBound)]
    if let row = row(around: range.lowerBound) {
      asked += [
        lines.line(at: row.lowerBound),
        lines.line(at: max(row.lowerBound, row.upperBound - 1)),
      ]
    }
    return asked.contains { onLine[$0]?.contains(finding.rule.code) ?? false }
  }

  /// Faults of YAML and of shape are never silenced: what they leave unread would be lost without a word.
  static func canSilence(_ code: String) -> Bool { !code.begins(with: "Y") && !code.begins(with: "F") }

  /// `below` are the lines of the run of comments that was last looked through, up to the line it speaks for.
  private mutating func add(_ comment: Range<Int>, _ below: inout Range<Int>) {
    let line = lines.line(at: comment.lowerBound)
    let text = lines.range(ofLine: line)
    let standsAlone = source.bytes[text.lowerBound..<comment.lowerBound].allSatisfy { $0 == 32 || $0 == 9 }
    for order in orders(in: comment) {
      self.codes += order.codes
      let codes = order.codes.map(\.code)
      if !order.isForFile {
        onLine[line, default: []].formUnion(codes)
        if standsAlone {
          if !below.contains(line) { below = line..<lineBelow(line) }
          onLine[below.upperBound, default: []].formUnion(codes)
        }
      } else if let first = rows.first, first.lowerBound < comment.lowerBound {
        faults.append(
          (comment, "ignore-file has no effect below the first row; move it to the top"))
      } else {
        inFile.formUnion(codes)
      }
    }
  }

  /// Returns the first line below a comment that isn't a comment itself.
  private func lineBelow(_ line: Int) -> Int {
    var below = line + 1
    while below <= lines.count {
      let text = source.bytes[lines.range(ofLine: below)]
      guard text.first(where: { $0 != 32 && $0 != 9 }) == UInt8(ascii: "#") else { return below }
      below += 1
    }
    return below
  }

  private func row(around offset: Int) -> Range<Int>? {
    let low = rows.partitionPoint { $0.lowerBound <= offset }
    return low > 0 && rows[low - 1].contains(offset) ? rows[low - 1] : nil
  }

  private struct Order {
    var isForFile: Bool
    var codes: [(code: String, range: Range<Int>)]
  }

  /// Each `tilawa: ignore[S203, S207]` of a comment.
  private mutating func orders(in comment: Range<Int>) -> [Order] {
    var orders: [Order] = []
    var cursor = comment.lowerBound
    while let start = first(mark, in: source.bytes[cursor..<comment.upperBound]) {
      cursor = start + mark.count
      let isForFile = source.bytes[cursor..<comment.upperBound].starts(with: "-file".utf8)
      if isForFile { cursor += 5 }
      let rest = source.bytes[cursor..<comment.upperBound]
      guard rest.first == UInt8(ascii: "["), let close = rest.firstIndex(of: UInt8(ascii: "]")) else {
        faults.append((comment, "write the codes in brackets: \"tilawa: ignore[S203]\""))
        continue
      }
      var codes: [(code: String, range: Range<Int>)] = []
      for part in source.bytes[cursor + 1..<close].split(separator: UInt8(ascii: ",")) {
        let blank: (UInt8) -> Bool = { $0 == 32 || $0 == 9 }
        guard let from = part.firstIndex(where: { !blank($0) }),
          let to = part.lastIndex(where: { !blank($0) })
        else { continue }
        codes.append((source.text(in: from..<to + 1), from..<to + 1))
      }
      if codes.isEmpty { faults.append((comment, "the brackets contain no code")) }
      orders.append(Order(isForFile: isForFile, codes: codes))
      cursor = close + 1
    }
    return orders
  }
}

private let mark = Array("tilawa: ignore".utf8)

private func contains(_ needle: [UInt8], in bytes: some Collection<UInt8>) -> Bool {
  first(needle, in: bytes) != nil
}

/// Returns the first place of `needle`.
private func first<Bytes: Collection<UInt8>>(_ needle: [UInt8], in bytes: Bytes) -> Bytes.Index? {
  // ":" is rarer than letters, but rows are full of it; "w" stands in "tilawa" and hardly in any row.
  bytes.withContiguousStorageIfAvailable { buffer -> Int? in
    var index = 4
    while index < buffer.count {
      if buffer[index] == UInt8(ascii: "w"), index + needle.count - 4 <= buffer.count,
        buffer[(index - 4)..<(index - 4 + needle.count)].elementsEqual(needle)
      {
        return index - 4
      }
      index += 1
    }
    return nil
  }.flatMap { $0 }.map { bytes.index(bytes.startIndex, offsetBy: $0) }
}

import Foundation
import TilawaQuran
import TilawaTestSupport

/// An annotation and the commits of three people on it, for which the right result of any merge is known.
///
/// No two edits touch the same thing. A version is therefore the base with a set of edits, in whatever order
/// they came together.
struct GeneratedHistory {
  /// Something that one person changes. The number is that of a row of the base.
  enum Edit: Hashable {
    /// The boundary at which this row begins and the one before it ends.
    case boundary(Int)
    /// The end of a row that is followed by a gap.
    case end(Int)
    case verify(Int)
    case rename(Int)
    case remove(Int)
    case note(Int)
    case comment(Int)
    /// A new row in the gap behind a row.
    case insert(Int)
    /// More spaces in every row.
    case reformat
  }

  struct Commit {
    var author: String
    /// The subject, which identifies the commit when a rebase stops.
    var name: String
    var edits: Set<Edit>
  }

  static let authors = ["amina", "bilal", "yusuf"]

  private struct Row {
    var name: String
    var start: Int
    var end: Int
    var hasGapBehind: Bool
  }

  private var rows: [Row] = []
  private(set) var commits: [Commit] = []

  /// Makes a base of `count` rows and `commitCount` commits. They all lie in one stretch of it, as when
  /// people work on one passage.
  init(rows count: Int, commits commitCount: Int, seed: UInt64) {
    var random = SplitMix64(state: seed)
    var time = 3_120
    var index = 7
    while rows.count < count, let ayah = CountingSystem.kufi.ayah(at: index % CountingSystem.kufi.total) {
      let isRepeated = rows.count % 23 == 22
      let end = time + Int.random(in: 4_000...12_000, using: &random)
      let hasGapBehind = rows.count % 5 == 4
      rows.append(Row(name: "\(ayah)", start: time, end: end, hasGapBehind: hasGapBehind))
      time = end + (hasGapBehind ? 3_000 : 0)
      if !isRepeated { index += 1 }
    }
    var deck = edits(in: 0..<min(count, 286), &random)
    for number in 0..<commitCount {
      let author = Self.authors[number % Self.authors.count]
      var edits = Set(deck.suffix(Int.random(in: 1...3, using: &random)))
      deck.removeLast(edits.count)
      if number == 2 { edits = [.reformat] }
      commits.append(Commit(author: author, name: "edit \(number)", edits: edits))
    }
  }

  /// All that can be done to these rows without one touching the other, in random order.
  private func edits(in range: Range<Int>, _ random: inout SplitMix64) -> [Edit] {
    var deck: [Edit] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if rows[index].hasGapBehind, Bool.random(using: &random) { deck.append(.insert(index)) }
      var isRemoved = false
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2:
        // Takes two rows, of which nothing else may change.
        guard index + 1 < range.upperBound, !rows[index].hasGapBehind else { break }
        deck.append(.boundary(index + 1))
        deck.append(.note(index))
        index += 1
      case 3: if rows[index].hasGapBehind { deck.append(.end(index)) }
      case 4, 5: deck.append(.verify(index))
      case 6: deck.append(.rename(index))
      default:
        deck.append(.remove(index))
        isRemoved = true
      }
      if !isRemoved {
        deck.append(.note(index))
        if index % 3 == 0 { deck.append(.comment(index)) }
      }
      index += 1
    }
    return deck.shuffled(using: &random)
  }

  /// All that `author` does, or everybody.
  func edits(of author: String? = nil) -> Set<Edit> {
    commits.filter { author == nil || $0.author == author }.reduce(into: []) { $0.formUnion($1.edits) }
  }

  /// `segments.yaml` with these edits.
  func text(_ edits: Set<Edit>) -> String {
    let space = edits.contains(.reformat) ? "  " : " "
    var text = "tilawa: 1\nsegments:\n"
    let write = { (parts: [String], comment: String) in
      text += "  - {\(space)" + parts.joined(separator: ",\(space)") + " }\(comment)\n"
    }
    for (index, row) in rows.enumerated() {
      if !edits.contains(.remove(index)) {
        let move = (index * 37 % 150 + 60) * (index % 2 == 0 ? 1 : -1)
        let nextMove = ((index + 1) * 37 % 150 + 60) * (index % 2 == 0 ? -1 : 1)
        var end = row.end
        if edits.contains(.end(index)) { end += move }
        if edits.contains(.boundary(index + 1)) { end += nextMove }
        var parts = [edits.contains(.rename(index)) ? "skip: other" : "ayah: \"\(row.name)\""]
        parts.append("start: \(time(row.start + (edits.contains(.boundary(index)) ? move : 0)))")
        parts.append("end: \(time(end))")
        if edits.contains(.verify(index)) { parts.append("verified: true") }
        if edits.contains(.note(index)) { parts.append("note: cough \(index)") }
        write(parts, edits.contains(.comment(index)) ? "  # listen again to \(index)" : "")
      }
      if edits.contains(.insert(index)) {
        write(["skip: speech", "start: \(time(row.end + 800))", "end: \(time(row.end + 1_900))"], "")
      }
    }
    return text
  }

  private func time(_ milliseconds: Int) -> String {
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }

  /// Returns the values of a text in any layout: its rows with sorted values and their comments, in the order
  /// of the file.
  static func meaning(of text: String) -> [String] {
    text.split(separator: "\n").map { line in
      guard let open = line.firstIndex(of: "{"), let close = line.lastIndex(of: "}") else {
        return String(line)
      }
      let values = line[line.index(after: open)..<close].split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      return values.sorted().joined(separator: ", ")
        + line[close...].dropFirst().trimmingCharacters(in: .whitespaces)
    }
  }
}

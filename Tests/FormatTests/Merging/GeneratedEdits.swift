import TilawaTestSupport

/// An annotation of a few rows, and the edits that two people may make to it. Each row has an `x-id`, by
/// which a test recognises it after any other change.
struct GeneratedAnnotation {
  struct Row: Equatable {
    var id: Int
    var ayah: String?
    var skip: String?
    var start: Int
    var end: Int
    var isVerified = false
    var confidence: Int?
    var note: String?
    var comment: String?

    var fields: [String: String] {
      var fields = ["x-id": "\(id)", "start": Self.time(start), "end": Self.time(end)]
      fields["ayah"] = ayah
      fields["skip"] = skip
      if isVerified { fields["verified"] = "true" }
      fields["confidence"] = confidence.map { "0.\($0)" }
      fields["note"] = note
      return fields
    }

    static func time(_ count: Int) -> String {
      let fraction = String(count % 1000)
      return "\(count / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }

    func text(showsID: Bool) -> String {
      var parts: [String] = []
      if let ayah { parts.append("ayah: \"\(ayah)\"") }
      if let skip { parts.append("skip: \(skip)") }
      parts.append("start: \(Self.time(start))")
      parts.append("end: \(Self.time(end))")
      if isVerified { parts.append("verified: true") }
      if let confidence { parts.append("confidence: 0.\(confidence)") }
      if let note { parts.append("note: \(note)") }
      if showsID { parts.append("x-id: \(id)") }
      return "  - { " + parts.joined(separator: ", ") + " }" + (comment.map { "  # \($0)" } ?? "") + "\n"
    }
  }

  var rows: [Row] = []
  private var lastID = 0

  init(_ random: inout SplitMix64, rows count: ClosedRange<Int> = 1...8) {
    var time = Int.random(in: 0...3000, using: &random)
    let surah = Int.random(in: 1...3, using: &random)
    var number = Int.random(in: 0...2, using: &random)
    for _ in 0..<Int.random(in: count, using: &random) {
      let end = time + Int.random(in: 500...9000, using: &random)
      lastID += 1
      var row = Row(id: lastID, start: time, end: end)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: row.skip = ["takbir", "speech", "silence"].randomElement(using: &random)
      // A repeated ayah is a row of its own.
      case 1: row.ayah = "\(surah):\(max(1, number))"
      default:
        number += 1
        row.ayah = "\(surah):\(number)"
      }
      row.isVerified = Int.random(in: 0..<4, using: &random) == 0
      if !row.isVerified, Bool.random(using: &random) {
        row.confidence = Int.random(in: 50...99, using: &random)
      }
      rows.append(row)
      time =
        end + (Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 100...4000, using: &random) : 0)
    }
  }

  func text(showsIDs: Bool) -> String {
    "tilawa: 1\nsegments:" + (rows.isEmpty ? " []" : "") + "\n"
      + rows.map { $0.text(showsID: showsIDs) }.joined()
  }

  /// One edit that a person or a tool would make. `side` keeps the ids of new rows apart.
  mutating func edit(_ side: Int, _ random: inout SplitMix64) {
    guard !rows.isEmpty else { return insert(side, &random) }
    let index = Int.random(in: rows.indices, using: &random)
    let shift = Int.random(in: 0..<4, using: &random) == 0 ? 10 : Int.random(in: 30...400, using: &random)
    let move = Bool.random(using: &random) ? shift : -shift
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1, 2:
      // A boundary that two rows share moves in both.
      guard index > 0, rows[index - 1].end == rows[index].start else { return moveEnd(index, move) }
      let place = rows[index].start + move
      guard place > rows[index - 1].start, place < rows[index].end else { return }
      rows[index - 1].end = place
      rows[index].start = place
    case 3: moveEnd(index, move)
    case 4, 5:
      rows[index].isVerified = true
      rows[index].confidence = nil
    case 6: rows[index].note = ["cough", "wind", "door"].randomElement(using: &random)
    case 7: rows.remove(at: index)
    case 8: insert(side, &random)
    case 9: rows[index].comment = ["listen again", "fine"].randomElement(using: &random)
    case 10:
      rows[index].ayah = nil
      rows[index].skip = "other"
    default:
      if !rows[index].isVerified { rows[index].confidence = Int.random(in: 50...99, using: &random) }
    }
  }

  /// Lets one row run on over those behind it.
  mutating func stretch(_ random: inout SplitMix64) {
    guard let index = rows.indices.randomElement(using: &random) else { return }
    rows[index].end += Int.random(in: 1000...40_000, using: &random)
  }

  private mutating func moveEnd(_ index: Int, _ move: Int) {
    let end = rows[index].end + move
    let limit = index + 1 < rows.count ? rows[index + 1].start : Int.max
    if end > rows[index].start, end <= limit { rows[index].end = end }
  }

  private mutating func insert(_ side: Int, _ random: inout SplitMix64) {
    let index = Int.random(in: 0...rows.count, using: &random)
    let start = index > 0 ? rows[index - 1].end : 0
    let limit = index < rows.count ? rows[index].start : start + 5000
    guard limit - start >= 200 else { return }
    lastID += 1
    var row = Row(
      id: side * 1000 + lastID, start: start, end: Int.random(in: start + 100...limit, using: &random))
    row.ayah = "7:\(Int.random(in: 1...9, using: &random))"
    rows.insert(row, at: index)
  }
}

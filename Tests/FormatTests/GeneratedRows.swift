import TilawaQuran
import TilawaTestSupport

/// Files of rows as `fmt` writes them, and what hands and accidents make of them.
enum GeneratedRows {
  static func file(_ key: String, rows: [String]) -> [UInt8] {
    Array(("tilawa: 1\n\(key):\n" + rows.map { "  - { \($0) }\n" }.joined()).utf8)
  }

  static func segment(_ numbers: inout SplitMix64) -> String {
    var pairs = chance(5, &numbers) ? ["skip: \(word(&numbers))"] : ["ayah: \(reference(&numbers))"]
    pairs += ["start: \(time(&numbers))", "end: \(time(&numbers))"]
    if chance(4, &numbers) { pairs.append(joins(&numbers)) }
    if chance(3, &numbers) { pairs.append("verified: \(chance(2, &numbers))") }
    pairs += overrides(&numbers)
    if chance(4, &numbers) { pairs.append("priority: \(numbers.below(1001))") }
    return pairs.joined(separator: ", ")
  }

  static func marker(_ numbers: inout SplitMix64) -> String {
    var pairs = ["at: \(time(&numbers))"]
    if chance(3, &numbers) { pairs.append("end: \(time(&numbers))") }
    switch numbers.below(3) {
    case 0: pairs.append("ayah: \(reference(&numbers))")
    case 1: pairs.append("skip: \(word(&numbers))")
    default: break
    }
    if chance(4, &numbers) { pairs.append(joins(&numbers)) }
    if chance(3, &numbers) { pairs.append("confirmed: \(chance(2, &numbers))") }
    return (pairs + overrides(&numbers)).joined(separator: ", ")
  }

  private static func joins(_ numbers: inout SplitMix64) -> String {
    "joins: [" + (0...numbers.below(3)).map { _ in time(&numbers) }.joined(separator: ", ") + "]"
  }

  static func word(_ numbers: inout SplitMix64) -> String {
    ["takbir", "a", "x9_-", "true", "on", "speech"][numbers.below(6)]
  }

  /// A row of `words.yaml`.
  static func wordRow(_ numbers: inout SplitMix64) -> String {
    "ayah: \"\(numbers.below(115)):\(numbers.below(290))\", word: \(numbers.below(200) + 1), "
      + "start: \(time(&numbers)), end: \(time(&numbers))"
      + (chance(3, &numbers) ? ", confidence: \(confidence(&numbers))" : "")
  }

  private static func overrides(_ numbers: inout SplitMix64) -> [String] {
    var pairs: [String] = []
    if chance(3, &numbers) { pairs.append("confidence: \(confidence(&numbers))") }
    if chance(4, &numbers) { pairs.append("reciter: \(word(&numbers))") }
    if chance(4, &numbers) { pairs.append("riwayah: \(Riwayah.allCases[numbers.below(20)].rawValue)") }
    if chance(3, &numbers) {
      let notes = [
        "second imam", "Nulls", "\"a # b: c, {d}\"", "\"الله\"", "ab الله cd", "true", "\" \"", "yes",
        String(repeating: "a", count: 1500),
      ]
      pairs.append("note: \(notes[numbers.below(notes.count)])")
    }
    return pairs
  }

  private static func time(_ numbers: inout SplitMix64) -> String {
    let whole = numbers.below([1, 10, 4000, 999_999_999][numbers.below(4)])
    let fraction = String(numbers.below(1000) + 1000).dropFirst()
    return "\(whole)" + ["", ".\(fraction)", ".\(fraction)", ".\(fraction.prefix(1))"][numbers.below(4)]
  }

  private static func confidence(_ numbers: inout SplitMix64) -> String {
    ["0", "1", "1.0", "0.000", "1.000000000"][safe: numbers.below(10)] ?? "0.\(numbers.below(1_000_000))"
  }

  private static func reference(_ numbers: inout SplitMix64) -> String {
    let (surah, ayah) = (numbers.below(130), numbers.below(300))
    return "\"\(surah):\(ayah)" + ["", "-\(ayah + 2)", "-\(surah + 1):1", "-\(surah):7"][numbers.below(4)]
      + "\""
  }

  /// The bytes with one to three of the things that hands and accidents do.
  static func changed(_ bytes: [UInt8], _ numbers: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0...numbers.below(3) {
      let place = numbers.below(bytes.count)
      switch numbers.below(9) {
      case 0:
        bytes[place] = pieces[numbers.below(pieces.count)].utf8.first ?? 0
      case 1, 2:
        bytes.insert(contentsOf: Array(pieces[numbers.below(pieces.count)].utf8), at: place)
      case 3:
        bytes.remove(at: place)
      case 4:
        bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
      case 5, 6:
        // A blank where there is one: most often that changes nothing.
        if let blank = bytes[place...].firstIndex(of: 0x20) { bytes.insert(0x20, at: blank) }
      default:
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
        let comments = ["", "# a", "    # b: {", "   ", "#", "# ======="]
        bytes = Array(
          (lines.prefix(numbers.below(lines.count + 1)) + [
            Array(comments[numbers.below(comments.count)].utf8)
          ]
            + lines.suffix(numbers.below(2) + lines.count / 2 + 1)).joined(separator: [0x0A]))
        if chance(2, &numbers), let end = bytes.firstIndex(of: UInt8(ascii: "}")) {
          bytes.insert(contentsOf: Array("  # c".utf8), at: end + 1)
        }
      }
      if bytes.isEmpty { bytes = [0x0A] }
    }
    return bytes
  }

  private static let pieces = [
    " ", "  ", "\n", "\t", "\r", "#", " #", ":", ": ", ",", ", ", "-", "- ", "{", "}", "[", "]", "\"", "'",
    "&a ", "*a",
    "!", "|", ">", "%", "@", "`", "?", "? ", "~", "0", "00", "9", "1.", ".5", "e1", "null", "true", "false",
    "x-a: 1, ",
    "a", "B", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{661}", "\u{A0}", "\\", "\\n", "\0", "\u{7F}", "\u{9F}",
    "\u{FFFE}",
    "start: 1, ", "end: 2,", "note: ", "note: Null, ", "note: null, ", "note: \"\", ", "reciter: null, ",
    "verified: True, ", "priority: -1, ", "priority: 1001, ", "word: 0, ", "word: 201, ", "---\n", "...\n",
    ",5", ", 5", "7,569, ", "verifed: true, ", "strat: 1, ", "note: a, b, ", " #5", "joins: [7,5, 8,1], ",
    "=======\n",
    "<<<<<<< a\n", "confidence: 1.1, ", "confidence: .5, ", "joins: [], ", "joins: [1.0, 2], ", "skip: a, ",
    "ayah: 1:1, ", "ayah: \"1:1-2\", ", "riwayah: Hafs, ", "\u{10FFFF}", "\u{1F54C}", "  - {}\n", "  - \n",
  ]

  private static func chance(_ one: Int, _ numbers: inout SplitMix64) -> Bool { numbers.below(one) == 0 }
}

extension SplitMix64 {
  /// A number from 0 to below `limit`.
  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

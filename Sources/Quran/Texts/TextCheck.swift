/// A fault in a line of a text.
public struct TextFault: Hashable, Sendable {
  /// From 1.
  public let line: Int
  /// Lower case, no full stop.
  public let message: String
}

/// A text held against the index: every ayah once, and as many words as the index counts.
public struct TextCheck: Sendable {
  /// Ayat that have a line.
  public private(set) var ayahCount = 0
  /// Lines that are words.
  public private(set) var wordCount = 0
  /// The first hundred faults: lines that can't be read, lines that belong to none of the ayat, and repeated
  /// ayat.
  public private(set) var faults: [TextFault] = []
  /// The number of further faults.
  public private(set) var omitted = 0
  /// Ayat of the passage without a line, in runs.
  public private(set) var missing: [AyahRange] = []
  /// Ayat whose words aren't those of the index, with both counts.
  public private(set) var unlikeWords: [(ayah: Ayah, words: Int, expected: Int)] = []

  /// Goes through `file`.
  public init(of file: TextFile) {
    var seen = [Int32](repeating: 0, count: file.ayahCount)
    var last = -1
    if let end = Self.invalidText(in: file.bytes) {
      add(TextFault(line: file.bytes[..<end].count { $0 == 0x0A } + 1, message: "it is not UTF-8"))
    }
    file.forEachLine { _, line in
      guard let index = line.index else {
        add(TextFault(line: line.number, message: Self.reason(line, file)))
        return true
      }
      defer { last = index }
      if line.word == 0 {
        seen[index] += 1
        if seen[index] == 2, let ayah = line.ayah {
          add(TextFault(line: line.number, message: "\(ayah) occurs twice"))
        }
        return true
      }
      wordCount += 1
      if index == last || seen[index] == 0, line.word == Int(seen[index]) + 1 {
        seen[index] += 1
      } else if let ayah = line.ayah {
        add(
          TextFault(
            line: line.number,
            message: "\(ayah):\(line.word) instead of the expected \(ayah):\(seen[index] + 1)"))
      }
      return true
    }
    ayahCount = seen.count { $0 > 0 }
    compare(seen, file)
  }

  private mutating func add(_ fault: TextFault) {
    if faults.count < 100 { faults.append(fault) } else { omitted += 1 }
  }

  private mutating func compare(_ seen: [Int32], _ file: TextFile) {
    for (index, count) in seen.enumerated() {
      guard let ayah = file.ayah(at: index) else { continue }
      if count == 0 {
        if let last = missing.last?.last, index > 0, file.ayah(at: index - 1) == last,
          last.surah == ayah.surah
        {
          missing[missing.count - 1].last = ayah
        } else {
          missing.append(AyahRange(ayah))
        }
      } else if file.form == .words, let expected = AyahLength.words(of: ayah, in: file.counting),
        expected != Int(count)
      {
        unlikeWords.append((ayah, Int(count), expected))
      }
    }
  }

  private static func reason(_ line: TextFile.Line, _ file: TextFile) -> String {
    guard let ayah = line.ayah else {
      switch file.form {
      case .lines: return "more lines than the \(file.ayahCount) ayat of \(file.passage)"
      case .references: return "the line must begin with surah and ayah, such as 18|10|"
      case .words: return "the line must begin with surah, ayah, word and a tab, such as 18:10:1"
      }
    }
    return file.counting.contains(ayah) && ayah.number > 0
      ? "\(ayah) is not in \(file.passage)"
      : "\(ayah) does not exist in the \(file.counting.displayName) count"
  }

  /// Returns the start of the first line that isn't valid UTF-8; nil if all lines are.
  private static func invalidText(in bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var start = 0
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      if String(validating: bytes[start..<end], as: UTF8.self) == nil { return start }
      start = end + 1
    }
    return start
  }
}

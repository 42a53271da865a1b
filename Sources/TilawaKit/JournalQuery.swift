import Diagnostics
package import QuranIndex
import ScalarText
package import TilawaFormat
package import Timing

/// Which rows of a journal are wanted, and in what order.
package struct JournalQuery: Sendable {
  /// Rows that share an ayah with one of these; all where there are none.
  package var ayat: [AyahRange] = []
  /// Rows that hold this text somewhere, capitals, vowel signs and forms of alif aside.
  package var search: String?
  /// Rows that were made or changed then or later.
  package var since: Timestamp?
  /// The key by which they are sorted; nil for the order of the file.
  package var order: String?
  /// Whether the last come first.
  package var isReversed = false

  /// All rows, in the order of the file.
  package init() {}

  /// The rows of a list that are wanted.
  package func rows(of list: JournalList, among rows: [JournalRow]) -> [JournalRow] {
    let wanted = search.map(Self.folded)
    var found = rows.filter { row in
      takes(row.ayat) && (since.map { row.isFrom($0, list) } ?? true)
        && (wanted.map { text in row.values.contains { Self.folded($0.text).holds(text) } } ?? true)
    }
    if let order {
      found = found.enumerated().sorted { Self.comes($0, before: $1, by: order) }.map(\.element)
    }
    return isReversed ? found.reversed() : found
  }

  private func takes(_ range: AyahRange?) -> Bool {
    guard !ayat.isEmpty else { return true }
    guard let range else { return false }
    return ayat.contains { $0.first <= range.last && range.first <= $0.last }
  }

  private static func comes(
    _ a: (offset: Int, element: JournalRow), before b: (offset: Int, element: JournalRow), by key: String
  ) -> Bool {
    let (left, right) = (a.element[key], b.element[key])
    guard let left, let right else { return left != nil || (right == nil && a.offset < b.offset) }
    if left.isExactly(right) { return a.offset < b.offset }
    if let left = AyahRange(left), let right = AyahRange(right) {
      return (left.first, left.last) < (right.first, right.last)
    }
    if let left = Double(left), let right = Double(right) { return left < right }
    if let left = Timestamp(left), let right = Timestamp(right) { return left.seconds < right.seconds }
    return folded(left).utf8.lexicographicallyPrecedes(folded(right).utf8)
  }

  /// Without capitals, vowel signs and the signs on alif, waw and ya.
  static func folded(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.lowercased().unicodeScalars {
      switch scalar.value {
      case 0x640: continue
      case 0x622, 0x623, 0x625, 0x671: scalars.append("\u{627}")
      case 0x649: scalars.append("\u{64A}")
      default: if scalar.properties.generalCategory != .nonspacingMark { scalars.append(scalar) }
      }
    }
    return String(scalars)
  }
}

extension JournalRow {
  fileprivate func isFrom(_ time: Timestamp, _ list: JournalList) -> Bool {
    let dates = [list.list.dates.changed, list.list.dates.made].compactMap { $0 }
    return dates.compactMap { self[$0] }.compactMap { Timestamp($0) }.contains { $0.seconds >= time.seconds }
  }
}

/// Rows of a journal for other programs.
package enum JournalExport: String, CaseIterable, Sendable {
  /// RFC 4180, with a line of keys.
  case csv
  /// An object a line.
  case jsonl
  /// Words as cards: what Anki imports as a text file.
  case anki

  /// The text. Throws where a list has no such form.
  package func text(of rows: [JournalRow], in list: JournalList) throws(Obstacle) -> String {
    var keys = list.list.rowKeys
    for row in rows { for (key, _) in row.values where !keys.contains(key) { keys.append(key) } }
    switch self {
    case .csv:
      let lines = [keys] + rows.map { row in keys.map { row[$0] ?? "" } }
      return lines.map { $0.map { Self.quoted($0, separator: ",") }.joined(separator: ",") + "\r\n" }.joined()
    case .jsonl:
      return rows.map { row in
        JSONValue.object(row.values.map { .init($0.key, list.json(of: $0.key, $0.text)) }).compactText + "\n"
      }.joined()
    case .anki:
      guard list.list.rowKeys.contains("arabic"), list.list.rowKeys.contains("meaning") else {
        throw Obstacle("cards are made of vocabulary, and \(list.name) has no words; use csv or jsonl")
      }
      let cards = rows.map { row in
        [
          row["arabic"] ?? "", row["meaning"] ?? "", list.name(of: row.values), row["note"] ?? "",
          row["mastered"] == "true" ? "tilawa mastered" : "tilawa",
        ]
      }
      return "#separator:tab\n#html:false\n#columns:arabic\tmeaning\tplace\tnote\ttags\n#tags column:5\n"
        + cards.map { $0.map { Self.quoted($0, separator: "\t") }.joined(separator: "\t") + "\n" }.joined()
    }
  }

  private static func quoted(_ field: String, separator: Unicode.Scalar) -> String {
    let isPlain =
      !field.unicodeScalars.contains { [separator, "\"", "\n", "\r"].contains($0) }
      && !field.begins(with: "#")
    return isPlain ? field : "\"\(field.replaced("\"", with: "\"\""))\""
  }
}

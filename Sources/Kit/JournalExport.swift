package import TilawaBase
package import TilawaFormat

/// Exports rows of a journal for other programs.
package enum JournalExport: String, CaseIterable, Sendable {
  /// CSV by RFC 4180, with a header line of keys.
  case csv
  /// An object per line.
  case jsonl
  /// Vocabulary cards in the text format that Anki imports.
  case anki

  /// Returns the text. Throws if a list has no such form.
  package func text(of rows: [JournalRow], in list: JournalList) throws(Failure) -> String {
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
        throw Failure("cards need vocabulary, but \(list.name) has no words; use csv or jsonl")
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

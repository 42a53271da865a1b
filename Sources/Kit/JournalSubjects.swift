import TilawaBase
package import TilawaFormat
import TilawaQuran
import TilawaYAML

// Conversion of arguments on a command line to rows and values of a journal.

extension JournalList {
  typealias Value = (key: String, text: String, value: YAMLValue)

  /// Returns keys and values that the declaration accepts, in their written form.
  func values(_ given: [(key: String, text: String)]) throws(Failure) -> [Value] {
    var values: [Value] = []
    for (spelling, text) in given {
      guard let key = key(spelt: spelling) else {
        let meant = keyMeant(by: spelling).map { "; did you mean \($0)?" }
        throw Failure(
          "\(name) has no key \"\(spelling)\"" + (meant ?? "; it has \(list.rowKeys.joined(separator: ", "))")
        )
      }
      if key == placeKey {
        values += try subject(text)
      } else {
        values.append((key, text, try value(key, text)))
      }
    }
    if let twice = values.indices.first(where: { index in
      values[..<index].contains { $0.key == values[index].key }
    }) {
      throw Failure("\(values[twice].key) is given twice")
    }
    return values
  }

  private func value(_ key: String, _ text: String) throws(Failure) -> YAMLValue {
    switch value(of: key, from: text) {
    case .success(let value): return value
    case .failure(let fault): throw Failure("\(key): \(fault)")
    }
  }

  /// Returns the keys for a row's subject: ayat in any spelling of the command line, a surah by name or
  /// number, a word such as 18:10:4, a page, or a name.
  func subject(_ text: String) throws(Failure) -> [Value] {
    guard let key = placeKey else {
      guard let key = subjectKey else { return [] }
      return [(key, text, try value(key, text))]
    }
    let parts = text.fields(by: ":").map(String.init)
    if list.rowKeys.contains(RowKey.word), parts.count == 3 {
      return try subject("\(parts[0]):\(parts[1])") + [
        (RowKey.word, parts[2], try value(RowKey.word, parts[2]))
      ]
    }
    let words = text.words(by: " ").map(String.init)
    if list.rowKeys.contains("page"), words.count == 2, words[0].lowercased() == "page" {
      return [("page", words[1], try value("page", words[1]))]
    }
    let range: AyahRange
    switch PassageReference.parse(text) {
    case .success(let found): range = found
    case .failure(let error): throw Failure(error.message)
    }
    if key == "surah" {
      guard CountingSystem.kufi.range(ofSurah: range.first.surah) == range else {
        throw Failure("\(name) takes whole surahs, but \(range) is not one")
      }
      return [(key, "\(range.first.surah)", .plain("\(range.first.surah)"))]
    }
    guard key == "ayat" || range.isSingle else {
      throw Failure("\(name) takes one ayah, but \(range) is several")
    }
    return [(key, range.description, .quoted(range.description))]
  }

  /// Returns the name of a row in reports.
  package func name(of values: [(key: String, text: String)]) -> String {
    let value = { (key: String) in values.first { $0.key == key }?.text }
    guard let key = subjectKey else { return name }
    if key == "surah", let surah = value(key) { return "surah \(surah)" }
    if let place = value(key) { return value(RowKey.word).map { "\(place):\($0)" } ?? place }
    if let page = value("page") { return "page \(page)" }
    return (list.rowKeys.compactMap(value).first).map { "\"\($0)\"" } ?? name
  }

  /// Returns the named rows, in the order of the list.
  func rows(named which: [String], in rows: [JournalRow]) throws(Failure) -> [JournalRow] {
    var found: [Int: JournalRow] = [:]
    for text in which {
      // A surah is a number itself, and is listed only once.
      if let number = Int(text), placeKey != "surah" {
        guard let row = rows.first(where: { $0.number == number }) else {
          throw Failure("\(name) has no row \(number); see `tilawa journal list \(name)`")
        }
        found[number] = row
        continue
      }
      let wanted = try subject(text)
      let same = rows.filter { row in wanted.allSatisfy { row[$0.key] == $0.text } }
      guard let row = same.first else {
        throw Failure("\(name) has no row for \(text); see `tilawa journal list \(name)`")
      }
      guard same.count == 1 else {
        let numbers = same.map { "\($0.number)" }.joined(separator: ", ")
        throw Failure("\(name) has \(same.count) rows for \(text); name one by its number: \(numbers)")
      }
      found[row.number] = row
    }
    return found.values.sorted { $0.number < $1.number }
  }

  /// Returns the current rows with the content of `wanted`, even if other programs have added rows
  /// meanwhile.
  func same(_ wanted: [JournalRow], in rows: [JournalRow]) throws(Failure) -> [JournalRow] {
    var same: [JournalRow] = []
    for row in wanted {
      guard
        let now = rows.first(where: { $0.number == row.number && $0.says(row) })
          ?? rows.first(where: row.says)
      else {
        throw Failure(
          "\(kind.fileName): \(name(of: row.values)) was changed by another program meanwhile; nothing was written"
        )
      }
      same.append(now)
    }
    return same
  }

  var example: String {
    switch placeKey {
    case "ayah": list.rowKeys.contains(RowKey.word) ? "18:10:4" : "18:10"
    case "ayat": "18:10"
    case "surah": "18"
    default: "NAME"
    }
  }

  var exampleOfKey: String {
    (list.rowKeys.last { $0 != subjectKey }).map { "--\($0) VALUE" } ?? "x-mine=VALUE"
  }
}

package import TilawaBase
import TilawaExchange
package import TilawaFormat
import TilawaLibrary
import TilawaYAML

/// A journal in the form of the records that an app keeps in CloudKit.
package struct CloudJournalExport: Sendable {
  /// The content of the file.
  package let text: String
  /// The names of values that records can't contain, such as "ease of memorised", and how often each
  /// occurs.
  package let lost: [(name: String, count: Int)]
  /// The number of exported rows.
  package let rowCount: Int

  /// Exports these lists, or all of them and the progress of listening. The library's texts of an ayah are
  /// added to its rows, as in the app.
  ///
  /// Throws a `Failure` for a journal with faults, because rows that can't be read would be missing.
  package init(
    _ lists: [JournalList]?, of folder: JournalFolder, library: String, in workplace: Workplace
  ) throws(Failure) {
    let journal = folder.allRows()
    if let error = journal.faults.first(where: { $0.severity == .error }) {
      throw Failure("\(error.message); a journal with faults is not written (see `tilawa lint`)")
    }
    let shelf = workplace.texts(ofLibrary: library)
    var count = 0
    var files: [DocumentKind: [(key: String, value: YAMLValue)]] = [:]
    for (list, rows) in journal.rows where !rows.isEmpty && lists.map({ $0.contains(list) }) ?? true {
      count += rows.count
      let values = rows.map { row in
        let more = shelf.map { CopiedTexts.added(to: row, $0) } ?? []
        return YAMLValue.flow((row.values + (list.takesTexts ? more : [])).map { ($0.key, .quoted($0.text)) })
      }
      files[list.kind, default: []].append((list.name, .rows(values)))
    }
    // Notes refer to their categories.
    if let lists, !lists.contains(where: { $0.name == "categories" }),
      let (list, rows) = journal.rows.first(where: { $0.list.name == "categories" }), files[.notes] != nil,
      !rows.isEmpty
    {
      let values = rows.map { YAMLValue.flow($0.values.map { ($0.key, .quoted($0.text)) }) }
      files[.notes, default: []].append((list.name, .rows(values)))
    }
    var texts = files.reduce(into: [DocumentKind: String]()) { texts, file in
      texts[file.key] = file.key.text(file.value)
    }
    if lists == nil, let document = folder.read().document(.listening) {
      texts[.listening] = String(decoding: document.source.bytes, as: UTF8.self)
    }
    (text, lost) = ForeignFormat.cloudJournal(texts)
    rowCount = count
  }
}

extension JournalList {
  /// True if the app keeps the text of the ayah with a row.
  fileprivate var takesTexts: Bool { ["notes", "favourites", "memorised"].contains(name) }
}

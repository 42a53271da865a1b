package import TilawaBase
package import TilawaFormat
import TilawaLint
import TilawaQuran
import TilawaYAML

/// A change of a list of a journal: rows are added, changed or removed.
///
/// It is planned without writing anything. `apply()` decides again under the lock, from the file's current
/// content.
package struct JournalPlan: Sendable {
  /// The change of one row; contains its name.
  package enum Change: Hashable, Sendable {
    /// The row is new.
    case added(String)
    /// The row existed, and was changed.
    case changed(String)
    /// The row existed with the same content.
    case unchanged(String)
    /// The row was removed.
    case removed(String)
  }

  /// The result of a plan.
  package struct Result: Sendable {
    /// The change of each row, in the order of the file.
    package let changes: [Change]
    /// Remarks for the user: warnings of rules about the new rows.
    package let remarks: [String]
  }

  private let folder: JournalFolder
  private let list: JournalList
  private let decide: @Sendable ([JournalRow]) throws(Failure) -> [(change: Change, edits: [JournalEdit])]

  /// Writes the changes. Throws a `Failure` if the selected rows no longer exist, or if the file would
  /// violate a rule; nothing is written then.
  package func apply() throws -> Result {
    var changes: [Change] = []
    var remarks: [String] = []
    let known = Set(warnings(of: folder.rows(of: list).faults).map(\.message))
    try folder.change(list) { text in
      let findings = Linter(.hearing).lint(text, as: list.kind)
      if let error = findings.first(where: { $0.severity == .error }) { throw Failure(error.message) }
      remarks = warnings(of: findings).map(\.message).filter { !known.contains($0) }
    } _: { rows in
      let decisions = try decide(rows)
      changes = decisions.map(\.change)
      return decisions.flatMap(\.edits)
    }
    return Result(changes: changes, remarks: remarks)
  }

  private func warnings(of findings: [Diagnostic]) -> [Diagnostic] {
    findings.filter { $0.severity != .error }
  }
}

extension JournalPlan {
  /// Plans the changes that `decide` returns for the rows at the time of its call.
  init(
    changing list: JournalList, of folder: JournalFolder,
    _ decide: @escaping @Sendable ([JournalRow]) throws(Failure) -> [(change: Change, edits: [JournalEdit])]
  ) {
    (self.list, self.folder, self.decide) = (list, folder, decide)
  }

  /// Adds a row. An existing row with the same keys is changed instead. A word that is given by its number
  /// is looked up in the texts of the library at `library`.
  ///
  /// `subject` is the value of the key by which people name a row: ayat, a surah, a name. It is an obstacle
  /// if a required value is missing, except the time of making.
  package init(
    adding subject: String?, _ given: [(key: String, text: String)], to list: JournalList,
    of folder: JournalFolder, library: String? = nil, in workplace: Workplace
  ) throws(Failure) {
    self.folder = folder
    self.list = list
    var values = try list.values(given)
    if let subject { values = try list.subject(subject) + values }
    if list.kind == .vocabulary, let library {
      values += SavedWordTexts.missing(of: values, library, workplace)
    }
    for key in list.requiredKeys where !values.contains(where: { $0.key == key }) {
      let noun = list.description(of: key)?.noun ?? "a value"
      throw Failure(
        key == list.subjectKey
          ? "\(list.name) needs \(key == "surah" ? "a surah" : noun): `tilawa journal add \(list.name) \(list.example)`"
          : "\(list.name) needs --\(key): \(noun)")
    }
    let now = try workplace.moment().text
    let made = list.list.dates.made.map { (key: $0, text: now, value: YAMLValue.plain(now)) }
    let all = values
    let identity: [String] = if case .keys(let keys) = list.list.identity { keys } else { [] }
    let dates = [list.list.dates.made, list.list.dates.changed].compactMap { $0 }
    decide = { rows in
      let name = list.name(of: all.map { ($0.key, $0.text) })
      // A note that is written again is another note.
      let isKnown = !identity.contains { dates.contains($0) }
      if isKnown,
        let old = rows.first(where: { row in
          identity.allSatisfy { key in row[key] == all.first { $0.key == key }?.text }
        })
      {
        var edits = all.filter { old[$0.key] != $0.text }.map {
          JournalEdit.set(row: old.number, key: $0.key, $0.value)
        }
        if let changed = list.list.dates.changed, !all.contains(where: { $0.key == changed }) {
          edits.append(.set(row: old.number, key: changed, .plain(now)))
        }
        return [(edits.isEmpty ? .unchanged(name) : .changed(name), edits)]
      }
      let isDated = made.map { made in all.contains { $0.key == made.key } } ?? true
      let row = all + (isDated ? [] : made.map { [$0] } ?? [])
      return [(.added(name), [.add(row.map { ($0.key, $0.value) })])]
    }
  }

  /// Sets values of rows; an empty one removes the key. Rows are given by their number in the list, or by
  /// their subject.
  package init(
    setting given: [(key: String, text: String)], of which: [String], in list: JournalList,
    of folder: JournalFolder, in workplace: Workplace
  ) throws(Failure) {
    self.folder = folder
    self.list = list
    guard !given.isEmpty else {
      throw Failure("nothing to set; give a key and its value, such as \(list.exampleOfKey)")
    }
    let gone = given.filter(\.text.isEmpty).map(\.key)
    if let needed = gone.first(where: list.requiredKeys.contains) {
      throw Failure("\(list.name) requires \(needed); remove the row with `tilawa journal remove`")
    }
    let values = try list.values(given.filter { !$0.text.isEmpty })
    let now = try workplace.moment().text
    let wanted = try list.rows(named: which, in: folder.rows(of: list).rows)
    decide = { rows throws(Failure) in
      try list.same(wanted, in: rows).map { row in
        var edits = values.filter { row[$0.key] != $0.text }.map {
          JournalEdit.set(row: row.number, key: $0.key, $0.value)
        }
        edits += gone.filter { row[$0] != nil }.map { .set(row: row.number, key: $0, nil) }
        if let changed = list.list.dates.changed, !edits.isEmpty,
          !given.contains(where: { $0.key == changed })
        {
          edits.append(.set(row: row.number, key: changed, .plain(now)))
        }
        let name = list.name(of: row.values)
        return (edits.isEmpty ? .unchanged(name) : .changed(name), edits)
      }
    }
  }

  /// Removes rows, given by their number in the list, or by their subject.
  package init(
    removing which: [String], from list: JournalList, of folder: JournalFolder
  ) throws(Failure) {
    self.folder = folder
    self.list = list
    let wanted = try list.rows(named: which, in: folder.rows(of: list).rows)
    decide = { rows throws(Failure) in
      try list.same(wanted, in: rows).map { (.removed(list.name(of: $0.values)), [.remove(row: $0.number)]) }
    }
  }
}

package import TilawaBase
package import TilawaExchange
import TilawaFormat
package import TilawaQuran
import TilawaYAML

/// A row for a student's file.
package struct StudentRow: Sendable {
  /// The list to which it belongs.
  let list: String
  /// The values, in their written form.
  fileprivate(set) var values: [(key: String, text: String, value: YAMLValue)] = []
  /// True if a known mistake was made again, so that its count grows.
  var isAgain = false

  fileprivate subscript(key: String) -> String? { values.first { $0.key == key }?.text }

  /// Creates a row. Ayat may be in any spelling of the command line.
  init(_ list: String, _ given: [(key: String, text: String)]) throws(Failure) {
    self.list = list
    guard let keys = DocumentKind.student.keys.ofRows(list) else { throw Failure("no such list: \(list)") }
    for (key, text) in given {
      guard keys.key(spelt: key) != nil else {
        let meant = keys.keyMeant(by: key).map { "did you mean \($0)?" }
        throw Failure(
          "\(list) have no key \"\(key)\"; \(meant ?? "they have \(keys.names.joined(separator: ", "))")")
      }
      try set(key, text, keys)
    }
    if let missing = keys.required.first(where: { self[$0] == nil }) {
      throw Failure("\(missing) is missing: \(list) need it")
    }
  }

  private mutating func set(_ key: String, _ text: String, _ keys: DeclaredKeys) throws(Failure) {
    guard key == "ayat" || key == RowKey.ayah else {
      switch keys.value(of: key, from: text) {
      case .success(let value): values.append((key, text, value))
      case .failure(let fault): throw Failure("\(key): \(fault)")
      }
      return
    }
    switch PassageReference.parse(text) {
    case .success(let range) where key == "ayat" || range.isSingle:
      values.append((key, range.description, .quoted(range.description)))
    case .success(let range): throw Failure("a mistake is in one ayah, and \(range) is a run")
    case .failure(let error): throw Failure(error.message)
    }
  }

  /// The keys by which the row is known.
  private var identity: [String] {
    if case .keys(let keys)? = DocumentKind.student.list(list)?.identity { keys } else { [] }
  }

  /// Returns true if the other row is about the same thing.
  fileprivate func isSame(as other: StudentRow) -> Bool {
    list.isExactly(other.list) && identity.allSatisfy { self[$0] == other[$0] }
  }

  /// Adds the count of a mistake that was made again.
  fileprivate mutating func add(_ other: StudentRow) {
    setCount((Int(self["count"] ?? "1") ?? 1) + (Int(other["count"] ?? "1") ?? 1))
  }

  private mutating func setCount(_ count: Int) {
    values.removeAll { $0.key == "count" }
    values.append(("count", "\(count)", .plain("\(count)")))
  }

  /// Returns the edits that bring the row into a file: a new row, or changes of the one that is there.
  fileprivate func edits(of root: YAMLNode?) -> [DocumentEdit] {
    let rows = root?[list]?.sequence ?? []
    let text = { (row: YAMLNode, key: String) in row[key]?.scalar?.value }
    guard let index = rows.firstIndex(where: { row in identity.allSatisfy { text(row, $0) == self[$0] } })
    else {
      let order = DocumentKind.student.list(list)?.rowKeys ?? []
      let rank = { (key: String) in order.firstIndex(of: key) ?? order.count }
      let sorted = values.enumerated().sorted {
        (rank($0.element.key), $0.offset) < (rank($1.element.key), $1.offset)
      }
      return [.add(list: list, sorted.map { ($0.element.key, $0.element.value) })]
    }
    var row = self
    if isAgain {
      row.setCount((text(rows[index], "count").flatMap { Int($0) } ?? 1) + (Int(self["count"] ?? "1") ?? 1))
    }
    return row.values.filter { text(rows[index], $0.key) != $0.text }.map {
      .setInRow(list: list, index, key: $0.key, $0.value)
    }
  }
}

/// A change of the files of a class.
///
/// It is planned without writing anything. `apply()` decides again under the lock, from the files' current
/// content.
package struct ClassPlan: Sendable {
  private let steps: [ShelfPlan.Step]
  /// Remarks about what the plan leaves out.
  package let remarks: [String]

  private init(_ steps: [ShelfPlan.Step], remarks: [String] = []) {
    (self.steps, self.remarks) = (steps, remarks)
  }

  /// The changes, by the files' current content.
  package func changes() throws(Failure) -> [ShelfPlan.Change] {
    var changes: [ShelfPlan.Change] = []
    for step in steps {
      let root = step.file.document.flatMap { YAMLDocument(parsing: $0.source).root }
      changes += step.changes(try step.decide(root))
    }
    return changes
  }

  /// Writes the changes. Throws a `Failure` if a file would violate a rule; nothing is written then.
  package func apply() throws -> ShelfPlan.Result {
    var result = ShelfPlan.Result()
    guard !steps.isEmpty else { return result }
    try DocumentFile.holdingFolders(of: steps.map(\.file)) {
      try AtomicFile.change(steps.compactMap { try $0.replacement(LibraryFiles(), &result) })
    }
    return result
  }
}

// MARK: - What teachers do

extension ClassPlan {
  /// Adds a student, or changes values of one who is there.
  package init(
    adding id: String, _ given: [(key: String, text: String)], to roster: ClassRoster
  ) throws(Failure) {
    guard TextDraft.isID(id) else {
      throw Failure("\"\(id)\" is not a valid id: letters, digits, \".\", \"_\" and \"-\", at most 128")
    }
    if let same = roster.students.first(where: {
      $0.id.lowercased() == id.lowercased() && !$0.id.isExactly(id)
    }) {
      throw Failure("there is a student called \(same.id); ids differ in more than capitals")
    }
    var values: [(key: String, text: String, value: YAMLValue)] = []
    for (key, text) in given {
      switch DocumentKind.student.keys.value(of: key, from: text) {
      case .success(let value): values.append((key, text, value))
      case .failure(let fault): throw Failure("\(key): \(fault)")
      }
    }
    let all = values
    self.init([
      ShelfPlan.Step(book: id, file: roster.folder.file(ofStudent: id)) { root in
        let isNamed = root != nil || all.contains { $0.key == "name" }
        return (isNamed ? [] : [.set(key: "name", .text(id))])
          + all.filter { root?[$0.key]?.scalar?.value != $0.text }.map { .set(key: $0.key, $0.value) }
      }
    ])
  }

  /// Assigns ayat to a student.
  package init(
    assigning ayat: AyahRange, to name: String, given: Timestamp, due: Timestamp?, note: String?,
    in roster: ClassRoster
  ) throws(Failure) {
    let row = try StudentRow(
      "assignments",
      [("ayat", ayat.description), ("given", given.text)] + (due.map { [("due", $0.text)] } ?? [])
        + (note.map { [("note", $0)] } ?? []))
    self.init([Self.step(try roster.student(name), [row], roster)])
  }

  /// A recitation that a teacher heard.
  package struct Recitation: Sendable {
    package var ayat: AyahRange
    package var date: Timestamp
    /// The name of the listener; nil for the teacher whose journal it is.
    package var heardBy: String?
    package var note: String?
    /// True if the assignments within `ayat` are known by heart now.
    package var isLearnt = false
    package var mistakes: [HeardMistake] = []

    package init(of ayat: AyahRange, on date: Timestamp) { (self.ayat, self.date) = (ayat, date) }
  }

  /// Adds a lesson and its mistakes, and marks assignments as learnt.
  package init(
    recording recitation: Recitation, of name: String, in roster: ClassRoster
  ) throws(Failure) {
    let student = try roster.student(name)
    let date = recitation.date.text
    var rows = [
      try StudentRow(
        "lessons",
        [("date", date), ("ayat", recitation.ayat.description)]
          + (recitation.heardBy.map { [("heard_by", $0)] } ?? [])
          + (recitation.note.map { [("note", $0)] } ?? []))
    ]
    var outside = 0
    for mistake in recitation.mistakes {
      if !recitation.ayat.overlaps(AyahRange(mistake.ayah)) { outside += 1 }
      var row = try StudentRow("mistakes", mistake.values + [("date", date)])
      row.isAgain = true
      if let index = rows.firstIndex(where: row.isSame) { rows[index].add(row) } else { rows.append(row) }
    }
    var remarks =
      outside == 0 ? [] : ["\(counted(outside, "mistake")) outside of \(recitation.ayat)"]
    if recitation.isLearnt {
      let heard = recitation.ayat
      let learnt = student.open.filter { row in
        row.ayat.map { heard.first <= $0.value.first && $0.value.last <= heard.last } ?? false
      }
      for row in learnt {
        let given = row.given.map { [("given", $0.value.text)] } ?? []
        let ayat = row.ayat?.value.description ?? ""
        rows.append(try StudentRow("assignments", [("ayat", ayat), ("learnt", date)] + given))
      }
      if learnt.isEmpty {
        remarks.append("\(student.id) has no open assignment within \(recitation.ayat)")
      }
    }
    self.init([Self.step(student, rows, roster)], remarks: remarks)
  }

  private static func step(
    _ student: ClassStudent, _ rows: [StudentRow], _ roster: ClassRoster
  ) -> ShelfPlan.Step {
    ShelfPlan.Step(book: student.id, file: roster.folder.file(ofStudent: student.id)) { root in
      rows.flatMap { $0.edits(of: root) }
    }
  }
}

// MARK: - Tables

extension ClassPlan {
  /// Takes rows of a list from a table. Rows that are known are changed, so that a table may be taken again.
  package init(
    table source: ForeignSource, of list: ClassTable, into roster: ClassRoster
  ) throws {
    let (columns, lines) = try SpreadsheetTable.lines(of: source)
    guard columns.contains(ClassTable.studentColumn) else {
      throw Failure("\(source.shownPath): the first line names no column \"\(ClassTable.studentColumn)\"")
    }
    var steps: [(id: String, rows: [StudentRow], values: [(key: String, text: String)])] = []
    for line in lines {
      do {
        guard let name = line.values.first(where: { $0.column == ClassTable.studentColumn })?.text else {
          throw Failure("no student is named")
        }
        let values = line.values.filter { $0.column != ClassTable.studentColumn }.map {
          (key: $0.column, text: $0.text)
        }
        if list == .students,
          let wrong = values.first(where: {
            !ClassTable.students.columns.contains($0.key) && !$0.key.begins(with: "x-")
          })
        {
          throw Failure("students have no column \"\(wrong.key)\"")
        }
        let id = list == .students ? name : try roster.student(name).id
        let index = steps.firstIndex { $0.id == id } ?? steps.count
        if index == steps.count { steps.append((id, [], [])) }
        if list == .students {
          steps[index].values += values
        } else {
          steps[index].rows.append(try StudentRow(list.rawValue, values))
        }
      } catch let failure as Failure {
        throw ExchangeFailure(failure.description, at: line.place)
      }
    }
    if list == .students {
      self.init(try steps.flatMap { try ClassPlan(adding: $0.id, $0.values, to: roster).steps })
    } else {
      self.init(try steps.map { Self.step(try roster.student($0.id), $0.rows, roster) })
    }
  }
}

/// A table of a class: the students, or one of their lists.
package enum ClassTable: String, CaseIterable, Sendable {
  case students, assignments, lessons, mistakes

  static let studentColumn = "student"

  /// The columns behind that of the student.
  var columns: [String] {
    self == .students ? ["name", "note"] : DocumentKind.student.list(rawValue)?.rowKeys ?? []
  }

  /// Returns the table as CSV, with the number of its rows.
  package func text(of students: [ClassStudent]) -> (text: String, count: Int) {
    var lines: [[String]] = []
    for student in students {
      let rows =
        self == .students ? [student.root].compactMap(\.self) : student.root?[rawValue]?.sequence ?? []
      lines += rows.map { row in [student.id] + columns.map { row[$0]?.scalar?.value ?? "" } }
    }
    return (SpreadsheetTable.text([[Self.studentColumn] + columns] + lines), lines.count)
  }
}

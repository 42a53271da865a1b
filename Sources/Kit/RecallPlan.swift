package import TilawaBase
package import TilawaFormat
package import TilawaQuran
import TilawaYAML

/// Records the grade of passages in `memorised.yaml` that were recited from memory.
///
/// It is planned without writing anything; `apply()` computes again under the lock, from the file's current
/// content.
package struct RecallPlan: Sendable {
  /// A passage, and its state after the recall.
  package struct Step: Sendable {
    /// The ayat as they are written in the row.
    package let name: String
    /// The current state.
    package let recall: Recall
  }

  private let plan: JournalPlan
  private let folder: JournalFolder
  private let list: JournalList

  /// Grades the rows of exactly these ayat, which are in the Kufi count, from 0 to 5. Throws a `Failure` if
  /// there is no such row.
  package init(
    of passages: [AyahRange], grade: Int, in folder: JournalFolder, _ workplace: Workplace
  ) throws(Failure) {
    guard Recall.grades.contains(grade) else {
      throw Failure("invalid grade \(grade) (expected 0, nothing known, to 5, without hesitation)")
    }
    guard let list = JournalList(named: "memorised") else {
      throw Failure("the journal has no list \"memorised\"")
    }
    let rows = folder.rows(of: list).rows
    for passage in passages where !rows.contains(where: { $0.ayat == passage }) {
      throw Self.reasonForNone(of: passage, rows)
    }
    let wanted = rows.filter { $0.ayat.map(passages.contains) ?? false }
    let now = try workplace.moment()
    (self.folder, self.list) = (folder, list)
    plan = JournalPlan(changing: list, of: folder) { rows throws(Failure) in
      try list.same(wanted, in: rows).map { row in
        let values = Recall(row).after(grade: grade, at: now).values
        let edits = values.filter { row[$0.key] != $0.text }.map {
          JournalEdit.set(row: row.number, key: $0.key, .plain($0.text))
        }
        return (.changed(list.name(of: row.values)), edits)
      }
    }
  }

  /// Returns an error that names a row of which the passage is a part, if there is one.
  private static func reasonForNone(of passage: AyahRange, _ rows: [JournalRow]) -> Failure {
    let around = rows.compactMap(\.ayat).first(where: passage.overlaps)
    guard let around else {
      return Failure(
        "\(passage) is not in your memorised list; add it with `tilawa journal add memorised \(passage)`")
    }
    return Failure("\(passage) has no row of its own; recall \(around) as a whole")
  }

  /// Writes the grades, and returns the current states of the passages, in the order of the list.
  package func apply() throws -> [Step] {
    let names = try plan.apply().changes.map { change in
      switch change {
      case .added(let name), .changed(let name), .unchanged(let name), .removed(let name): name
      }
    }
    return folder.rows(of: list).rows.map { Step(name: list.name(of: $0.values), recall: Recall($0)) }
      .filter { names.contains($0.name) }
  }
}

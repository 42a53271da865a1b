package import TilawaBase
package import TilawaFormat
package import TilawaQuran
import TilawaYAML

/// Passages of `memorised.yaml` that were recited from memory, and how well.
///
/// Made without writing anything; `apply()` counts once more under the lock, from what the file says then.
package struct RecallPlan: Sendable {
  /// A passage, and how it stands after the recall.
  package struct Step: Sendable {
    /// Its ayat as the row says them.
    package let name: String
    /// How it stands now.
    package let recall: Recall
  }

  private let plan: JournalPlan
  private let folder: JournalFolder
  private let list: JournalList

  /// Grades, from 0 to 5, the rows of just these ayat, which the Kufi count numbers. Throws a `Failure` where there is none such.
  package init(
    of passages: [AyahRange], grade: Int, in folder: JournalFolder, _ workplace: Workplace
  ) throws(Failure) {
    guard Recall.grades.contains(grade) else {
      throw Failure("a grade is from 0, nothing was known, to 5, without hesitation; \(grade) is none")
    }
    guard let list = JournalList(named: "memorised") else { throw Failure("nothing is called memorised") }
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

  /// A part of a row may be what was meant.
  private static func reasonForNone(of passage: AyahRange, _ rows: [JournalRow]) -> Failure {
    let around = rows.compactMap(\.ayat).first(where: passage.overlaps)
    guard let around else {
      return Failure(
        "\(passage) is not among what you memorised; tilawa journal add memorised \(passage) adds it")
    }
    return Failure("\(passage) has no row of its own; \(around) has one, and is recalled as a whole")
  }

  /// Writes it, and gives how the passages stand now, in the order of the list.
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

import TilawaBase
package import TilawaFormat
import TilawaQuran

/// A person's answers about rows of a bundle, merged with the rows as they are now.
///
/// An answer says what the row was when it was asked about, and what it is according to the person. So it is
/// merged field by field: what the person left alone stays, and what somebody else has changed meanwhile isn't
/// changed again. Confirmed rows never change.
package struct AnsweredRows: Sendable {
  /// An answer and its result.
  package struct Item: Sendable {
    /// The row in words: `1:5 at 12.300`.
    package let label: String
    /// The changes that were made, such as `confirmed`; empty if the row already was as answered.
    package fileprivate(set) var taken: [String] = []
    /// The reasons why the answer, or a part of it, wasn't taken over.
    package fileprivate(set) var open: [String] = []
  }

  /// The answers, in the order of their file.
  package private(set) var items: [Item] = []
  /// The changes to the files.
  package private(set) var changes: [(FileKind, RowList.Change)] = []

  private var now: TilawaBundle
  private var moves: [(item: Int, row: Int, kind: FileKind, target: Target)] = []

  /// The row according to the person.
  fileprivate struct Target {
    let asked: (start: Milliseconds, end: Milliseconds, name: RowName)
    let start: Milliseconds
    let end: Milliseconds
    let facts: RowFacts
    let verdict: RowAnswer.Verdict?
    let note: String?
  }

  /// Merges answers with the rows of `bundle`. Notes begin with the name of the person who answered.
  package init(_ answers: [RowAnswer], by person: String?, in bundle: TilawaBundle) {
    now = bundle
    let rows = AnnotatedRow.rows(of: bundle)
    var known: Set<[Int]> = []
    for answer in answers {
      guard let kind = answer.list.map({ $0.value == .markers ? FileKind.markers : .segments }),
        let start = answer.start?.value, let end = answer.end?.value
      else { continue }
      let target = Target(answer, start, end, by: person)
      let asked = RowFacts(ayah: answer.ayah?.value, skip: answer.skip?.value)
      items.append(Item(label: "\(asked.label) at \(start)"))
      let item = items.count - 1
      guard let row = Self.row(of: target, kind, rows) else {
        items[item].open.append("there is no such row any more")
        continue
      }
      guard known.insert([kind == .markers ? 0 : 1, row.index]).inserted else {
        items[item].open.append("the row it is about now is answered already")
        continue
      }
      moves.append((item, row.index, kind, target))
    }
    change()
    changes = [FileKind.segments, .markers, .words].compactMap { kind in
      let (old, new) = (bundle.source(of: kind)?.bytes, now.source(of: kind)?.bytes)
      return old == new ? nil : (kind, RowList.Change(from: old, to: new))
    }
  }

  /// Returns the row that an answer is about: the one that was asked about, else the one that is as answered,
  /// else one of the same content, or of the same start, that overlaps it.
  private static func row(of target: Target, _ kind: FileKind, _ rows: [AnnotatedRow]) -> AnnotatedRow? {
    let rows = rows.filter { $0.kind == kind }
    let asked = target.asked
    func distance(_ row: AnnotatedRow) -> Int64 { abs(row.start.count - asked.start.count) }
    let overlapping = rows.filter { $0.start < asked.end && asked.start < $0.end }
    return rows.first { $0.start == asked.start && $0.facts.name == asked.name }
      ?? rows.first { $0.start == target.start && $0.facts.name == target.facts.name }
      ?? overlapping.filter { [asked.name, target.facts.name].contains($0.facts.name) }
      .min { distance($0) < distance($1) } ?? rows.first { $0.start == asked.start }
  }

  private func row(_ index: Int, _ kind: FileKind) -> AnnotatedRow? {
    AnnotatedRow.rows(of: now).first { $0.kind == kind && $0.index == index }
  }

  // MARK: Changes

  /// Makes the changes of all answers, then what they say of the result.
  private mutating func change() {
    var open: [(item: Int, row: Int, kind: FileKind, correction: Correction, said: String)] = []
    for (item, index, kind, target) in moves {
      guard let row = row(index, kind) else { continue }
      if row.isConfirmed {
        if !target.isRow(row) || target.verdict == .wrong {
          items[item].open.append(
            "it is confirmed, and the answer says \(target.says(of: row)); decide with `tilawa edit`")
        }
        continue
      }
      if target.start != target.asked.start, row.start != target.start {
        if row.start == target.asked.start {
          open.append((item, index, kind, .moveStart(to: target.start), "starts at \(target.start)"))
        } else {
          items[item].open.append("its start was moved meanwhile, to \(row.start)")
        }
      }
      if target.end != target.asked.end, row.end != target.end {
        if row.end == target.asked.end {
          open.append((item, index, kind, .moveEnd(to: target.end), "ends at \(target.end)"))
        } else {
          items[item].open.append("its end was moved meanwhile, to \(row.end)")
        }
      }
      name(item, row, target)
    }
    // A boundary may be in the way of another that moves, too.
    var isMoved = true
    while isMoved, !open.isEmpty {
      isMoved = false
      for step in open {
        guard let row = row(step.row, step.kind) else { continue }
        // Two answers may move one boundary.
        let isThere =
          switch step.correction {
          case .moveStart(let time): row.start == time
          case .moveEnd(let time): row.end == time
          default: false
          }
        if !isThere, apply(step.correction, to: row) != nil { continue }
        items[step.item].taken.append(step.said)
        open.removeAll { $0.item == step.item && $0.said == step.said }
        isMoved = true
      }
    }
    for step in open {
      guard let row = row(step.row, step.kind), let problem = apply(step.correction, to: row) else {
        continue
      }
      items[step.item].open.append(problem)
    }
    for (item, index, kind, target) in moves {
      guard let row = row(index, kind) else { continue }
      judge(item, row, target)
    }
  }

  private mutating func name(_ item: Int, _ row: AnnotatedRow, _ target: Target) {
    guard target.facts.name != target.asked.name, row.facts.name != target.facts.name else { return }
    guard row.facts.name == target.asked.name else {
      items[item].open.append("it was named \(row.label) meanwhile")
      return
    }
    let correction: Correction
    if let ayah = target.facts.ayah {
      correction = .hold(ayah)
    } else if let skip = target.facts.skip.flatMap(SkipKind.init) {
      correction = .skip(skip)
    } else {
      items[item].open.append("\"\(target.facts.skip ?? "")\" is not one of \(SkipKind.list)")
      return
    }
    if let problem = apply(correction, to: row) {
      items[item].open.append(problem)
    } else {
      items[item].taken.append("named \(target.facts.label)")
    }
  }

  private mutating func judge(_ item: Int, _ row: AnnotatedRow, _ target: Target) {
    if let note = target.note, !(row.note ?? "").holds(note) {
      if row.isConfirmed {
        items[item].open.append("it is confirmed, so this isn't noted: \(note)")
        return
      }
      let text = row.note.map { "\($0); \(note)" } ?? note
      if apply(.note(text), to: row) == nil { items[item].taken.append("note added") }
    }
    guard !row.isConfirmed, let verdict = target.verdict else { return }
    if verdict == .wrong {
      if row.confidence == 0 { return }
      if apply(.reject, to: row) == nil { items[item].taken.append("marked as wrong") }
    } else if !target.isRow(row) {
      // What was heard isn't what would be confirmed.
      if items[item].open.isEmpty {
        items[item].open.append("it was changed meanwhile, so it isn't confirmed")
      }
    } else if let problem = apply(.confirm, to: row) {
      items[item].open.append(problem)
    } else {
      items[item].taken.append("confirmed")
    }
  }

  /// Corrects a row; returns the reason if that isn't possible.
  private mutating func apply(_ correction: Correction, to row: AnnotatedRow) -> String? {
    do throws(Failure) {
      let made = try CorrectedRow(correction, of: row, in: now)
      for (kind, change) in made.changes { now = now.applying(change, to: kind) }
      return nil
    } catch { return error.description }
  }
}

extension AnsweredRows.Target {
  fileprivate init(_ answer: RowAnswer, _ start: Milliseconds, _ end: Milliseconds, by person: String?) {
    let asked = RowFacts(ayah: answer.ayah?.value, skip: answer.skip?.value)
    self.asked = (start, end, asked.name)
    self.start = answer.newStart?.value ?? start
    self.end = answer.newEnd?.value ?? end
    facts =
      answer.newAyah != nil || answer.newSkip != nil
      ? RowFacts(ayah: answer.newAyah?.value, skip: answer.newSkip?.value) : asked
    verdict = answer.verdict?.value
    note = answer.note.map { note in person.map { "\($0): \(note.value)" } ?? note.value }
  }

  /// Returns true if a row is as the person heard it.
  fileprivate func isRow(_ row: AnnotatedRow) -> Bool {
    row.start == start && row.end == end && row.facts.name == facts.name
  }

  /// Returns the ways in which the answer differs from a row, in words.
  fileprivate func says(of row: AnnotatedRow) -> String {
    let parts = [
      row.start == start ? nil : "it starts at \(start)", row.end == end ? nil : "it ends at \(end)",
      row.facts.name == facts.name ? nil : "it is \(facts.label)", verdict == .wrong ? "it is wrong" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: " and ")
  }
}

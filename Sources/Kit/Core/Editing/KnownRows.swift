import TilawaBase
import TilawaFormat
import TilawaQuran

/// The rows of a bundle with their ids, which stay what they are when other rows come or go, and while an editor moves or renames a row.
package struct KnownRows: Sendable {
  /// Rows that say the same at the same time are told apart by their order.
  private struct Key: Hashable {
    let identity: AnnotatedRow.Identity
    let number: Int
  }

  /// In the order of time.
  package let rows: [AnnotatedRow]
  /// Of the same order.
  package let ids: [Row.ID]
  private let places: [Row.ID: Int]
  private let known: [Key: Row.ID]

  /// Rows that nobody has edited: their ids follow from what the files say.
  package init(_ rows: [AnnotatedRow]) { self.init(rows, [:], [:]) }

  private init(_ rows: [AnnotatedRow], _ known: [Key: Row.ID], _ moved: [Row.ID: AnnotatedRow.Identity]) {
    var counts: [AnnotatedRow.Identity: Int] = [:]
    let keys = rows.map { row in
      counts[row.identity, default: 0] += 1
      return Key(identity: row.identity, number: counts[row.identity, default: 1])
    }
    var waiting = Dictionary(grouping: moved.keys.sorted { $0.rawValue < $1.rawValue }) { moved[$0] }
    var taken: Set<Row.ID> = []
    func take(_ id: Row.ID?) -> Row.ID? { id.flatMap { taken.insert($0).inserted ? $0 : nil } }
    var found = keys.map { key in
      take(waiting[key.identity]?.popLast()) ?? take(known[key].flatMap { moved[$0] == nil ? $0 : nil })
    }
    // A boundary that moves takes other rows along, and others move and rename rows as well.
    let lost = known.filter { !taken.contains($0.value) && moved[$0.value] == nil }
    for same in lost.isEmpty ? [] : [Likeness.content, Likeness.start] {
      let near = Dictionary(grouping: lost) { same.of($0.key.identity) }
      for index in found.indices where found[index] == nil {
        let identity = keys[index].identity
        let nearest = near[same.of(identity)]?.filter { !taken.contains($0.value) }.min {
          same.distance($0.key.identity, identity) < same.distance($1.key.identity, identity)
        }
        found[index] = take(nearest?.value)
      }
    }
    let ids = zip(keys, found).map { key, id in
      if let id { return id }
      var (name, number) = (Row.ID(key.identity), 1)
      while !taken.insert(name).inserted {
        number += 1
        name = Row.ID(key.identity, number)
      }
      return name
    }
    (self.rows, self.ids) = (rows, ids)
    places = Dictionary(zip(ids, ids.indices)) { first, _ in first }
    self.known = Dictionary(zip(keys, ids)) { first, _ in first }
  }

  /// The rows as they are by now; `moved` says what rows are known by that an edit moved or renamed.
  func followed(by rows: [AnnotatedRow], moved: [Row.ID: AnnotatedRow.Identity] = [:]) -> KnownRows {
    KnownRows(rows, known, moved)
  }

  /// The row of that id.
  subscript(id: Row.ID) -> AnnotatedRow? { places[id].map { rows[$0] } }

  /// The id of the first row that is known by `identity`.
  func id(of identity: AnnotatedRow.Identity) -> Row.ID? { known[Key(identity: identity, number: 1)] }
}

/// By what a row is taken for one that was there before.
private enum Likeness {
  /// It says the same.
  case content
  /// It begins where that one did.
  case start

  func of(_ identity: AnnotatedRow.Identity) -> AnnotatedRow.Identity {
    switch self {
    case .content: AnnotatedRow.Identity(identity.kind, .zero, identity.ayah, identity.skip)
    case .start: AnnotatedRow.Identity(identity.kind, identity.start, nil, nil)
    }
  }

  func distance(_ one: AnnotatedRow.Identity, _ other: AnnotatedRow.Identity) -> Int64 {
    abs(one.start.count - other.start.count)
  }
}

extension Row.ID {
  /// `m-4000-2:1`; of several rows that say the same at the same time those after the first get a number.
  fileprivate init(_ identity: AnnotatedRow.Identity, _ number: Int = 1) {
    let kind = identity.kind == .markers ? "m" : "s"
    let content = identity.ayah?.description ?? identity.skip ?? ""
    self.init(
      rawValue: "\(kind)-\(identity.start.count)-\(content)\(number > 1 ? "-\(number)" : "")")
  }
}

import TilawaBase
import TilawaFormat
import TilawaQuran

/// The rows of a bundle with their ids. The ids stay the same when other rows are added or removed, and while
/// an editor moves or renames a row.
package struct KnownRows: Sendable {
  /// The key of a row. Rows with the same content and time differ in their number.
  private struct Key: Hashable {
    let identity: AnnotatedRow.Identity
    let number: Int
  }

  /// The rows, in order of time.
  package let rows: [AnnotatedRow]
  /// The ids, in the order of the rows.
  package let ids: [Row.ID]
  private let places: [Row.ID: Int]
  private let known: [Key: Row.ID]

  /// Creates the list for unedited rows, whose ids follow from the content of the files.
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
    // Moving a boundary also moves other rows, and other people move and rename rows, too.
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

  /// Returns the current rows with their ids. `moved` contains the new identities of rows that an edit moved
  /// or renamed.
  func followed(by rows: [AnnotatedRow], moved: [Row.ID: AnnotatedRow.Identity] = [:]) -> KnownRows {
    KnownRows(rows, known, moved)
  }

  /// Returns the row with an id, or nil if there is none.
  subscript(id: Row.ID) -> AnnotatedRow? { places[id].map { rows[$0] } }

  /// Returns the id of the first row with `identity`, or nil if there is none.
  func id(of identity: AnnotatedRow.Identity) -> Row.ID? { known[Key(identity: identity, number: 1)] }
}

/// The property by which a row is recognised as an earlier one.
private enum Likeness {
  /// The content is the same.
  case content
  /// The start is the same.
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
  /// Creates an id such as `m-4000-2:1`. Of several rows with the same content and time, those after the
  /// first get a number.
  fileprivate init(_ identity: AnnotatedRow.Identity, _ number: Int = 1) {
    let kind = identity.kind == .markers ? "m" : "s"
    let content = identity.ayah?.description ?? identity.skip ?? ""
    self.init(
      rawValue: "\(kind)-\(identity.start.count)-\(content)\(number > 1 ? "-\(number)" : "")")
  }
}

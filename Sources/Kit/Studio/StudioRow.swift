package import TilawaBase
package import TilawaFormat
import TilawaQuran

/// A row as the studio shows it.
@dynamicMemberLookup
package struct StudioRow: Hashable, Sendable {
  /// The unique identifier of the row in requests.
  package let id: String
  /// The identity of the row. Its place in the file is not part of it, because another row's edit changes
  /// that.
  let identity: AnnotatedRow.Identity
  /// The content of the row.
  package let facts: RowFacts
  /// The time at which it ends.
  package let end: Milliseconds
  /// The number of the rak'ah in which it is heard.
  package let rakah: Int?
  /// True if a person should check it.
  package let isDoubtful: Bool
  /// The reasons to check it, in words. Empty if only the tool's confidence is low.
  package let doubts: [String]

  /// `markers` or `segments`.
  package var kind: String { identity.kind.rawValue }
  /// The time at which it begins.
  package var start: Milliseconds { identity.start }
  /// The recited ayat, as they are written.
  package var ayah: String? { facts.ayah?.description }

  package subscript<Fact>(dynamicMember fact: KeyPath<RowFacts, Fact>) -> Fact { facts[keyPath: fact] }

  init(_ row: AnnotatedRow, id: String, isDoubtful: Bool, doubts: [String]) {
    (self.id, identity, facts) = (id, row.identity, row.facts)
    (end, rakah, self.isDoubtful, self.doubts) = (row.end, row.rakah, isDoubtful, doubts)
  }
}

extension Review.Reason {
  fileprivate var isMoreThanDoubt: Bool {
    switch self {
    case .confidence, .unconfirmed: false
    default: true
    }
  }
}

/// All rows of a bundle, by their identifiers.
struct StudioRows {
  /// The rows, in order of time.
  private(set) var inTime: [StudioRow] = []
  private var byID: [String: StudioRow] = [:]

  init(_ rows: [AnnotatedRow], of bundle: TilawaBundle) {
    let review = Review(of: bundle)
    let worthHearing = Set(review.doubtful)
    // The page has words of its own for a tool's confidence, and none for the missing confirmation.
    let doubts = review.items.reduce(into: [AnnotatedRow.Identity: [String]]()) { doubts, item in
      guard let row = item.row, worthHearing.contains(row) else { return }
      doubts[row, default: []] += item.reasons.filter(\.isMoreThanDoubt).map(\.description)
    }
    for row in rows {
      var id =
        "\(row.kind == .markers ? "m" : "s")-\(row.start.count)-\(row.ayah?.description ?? row.skip ?? "")"
      var number = 2
      while byID[id] != nil {
        id =
          "\(row.kind == .markers ? "m" : "s")-\(row.start.count)-\(row.ayah?.description ?? row.skip ?? "")-\(number)"
        number += 1
      }
      let isDoubtful = !row.isConfirmed && worthHearing.contains(row.identity)
      let shown = StudioRow(
        row, id: id, isDoubtful: isDoubtful, doubts: isDoubtful ? doubts[row.identity] ?? [] : [])
      byID[id] = shown
      inTime.append(shown)
    }
  }

  subscript(id: String) -> StudioRow? { byID[id] }

  /// Returns the identifier of a row.
  func id(of identity: AnnotatedRow.Identity?) -> String? {
    identity.flatMap { identity in inTime.first { $0.identity == identity }?.id }
  }

  /// Returns the next row to check after a time, starting over at the end; if there is none, the next
  /// unconfirmed row.
  func next(after time: Milliseconds) -> String? {
    let open = inTime.filter(\.isDoubtful)
    let rest = open.isEmpty ? inTime.filter { !$0.isConfirmed } : open
    return (rest.first { $0.start > time } ?? rest.first)?.id
  }

  /// Returns the differences from earlier rows: the removed rows, and those that are new or changed.
  func difference(from old: StudioRows) -> (removed: [String], rows: [StudioRow]) {
    (
      old.inTime.map(\.id).filter { byID[$0] == nil },
      inTime.filter { old[$0.id] != $0 }
    )
  }
}

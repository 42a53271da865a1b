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
  /// The name, such as `Al-Fatihah 2`, and the Arabic name; nil if there is no ayah.
  package let name, arabic: String?
  /// The reasons to check it, in words.
  package let doubts: [String]

  /// `markers` or `segments`.
  package var kind: String { identity.kind.rawValue }
  /// The time at which it begins.
  package var start: Milliseconds { identity.start }
  /// The recited ayat, as they are written.
  package var ayah: String? { facts.ayah?.description }

  package subscript<Fact>(dynamicMember fact: KeyPath<RowFacts, Fact>) -> Fact { facts[keyPath: fact] }

  init(_ row: AnnotatedRow, id: String, doubts: [String]) {
    (self.id, identity, facts) = (id, row.identity, row.facts)
    (end, rakah, self.doubts) = (row.end, row.rakah, doubts)
    (name, arabic) = (row.ayah?.namedText, row.ayah?.arabicText)
  }
}

extension AyahRange {
  /// The ayat in words: `Al-Fatihah 2`, `Al-Anfal 75 – At-Tawbah 1`.
  var namedText: String? { text(\.name) { "\($0)" } }

  /// The ayat in Arabic, with Arabic digits.
  var arabicText: String? { text(\.arabicName, Self.arabicDigits) }

  private func text(_ name: (Surah) -> String, _ digits: (Int) -> String) -> String? {
    guard let surah = Surah.numbered(first.surah), let other = Surah.numbered(last.surah) else { return nil }
    let start = "\(name(surah)) \(digits(first.number))"
    if isSingle { return start }
    return start + "\u{2013}" + (crossesSurahs ? "\(name(other)) " : "") + digits(last.number)
  }

  private static func arabicDigits(_ number: Int) -> String {
    String(
      String.UnicodeScalarView("\(number)".unicodeScalars.map { Unicode.Scalar($0.value + 0x630) ?? $0 }))
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
  /// The number of unconfirmed rows to check.
  private(set) var left = 0
  /// The number of unconfirmed rows.
  private(set) var unconfirmed = 0
  private var worthHearing: Set<AnnotatedRow.Identity> = []

  init(_ rows: [AnnotatedRow], of bundle: TilawaBundle) {
    let review = Review(of: bundle)
    worthHearing = Set(review.doubtful)
    left = review.doubtful.count
    unconfirmed = rows.count { !$0.isConfirmed }
    // A tool's confidence, and the missing confirmation, are shown beside the row anyway.
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
      let shown = StudioRow(row, id: id, doubts: row.isConfirmed ? [] : doubts[row.identity] ?? [])
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
    let open = inTime.filter { worthHearing.contains($0.identity) }
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

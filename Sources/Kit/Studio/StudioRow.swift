package import TilawaBase
package import TilawaFormat
import TilawaQuran

/// A row as the studio shows it.
@dynamicMemberLookup
package struct StudioRow: Hashable, Sendable {
  /// What it is called in requests; no other row is called so.
  package let id: String
  /// What it is known by. Its place in the file is left out, as another row's edit moves that.
  let identity: AnnotatedRow.Identity
  /// What it says.
  package let facts: RowFacts
  /// Where it is over.
  package let end: Milliseconds
  /// In which rak'ah it is heard.
  package let rakah: Int?
  /// `Al-Fatihah 2`, and the same in Arabic; nil where no ayah is.
  package let name, arabic: String?
  /// Why it is worth hearing, in words.
  package let doubts: [String]

  /// `markers` or `segments`.
  package var kind: String { identity.kind.rawValue }
  /// Where it begins.
  package var start: Milliseconds { identity.start }
  /// What is recited, as it is written.
  package var ayah: String? { facts.ayah?.description }

  package subscript<Fact>(dynamicMember fact: KeyPath<RowFacts, Fact>) -> Fact { facts[keyPath: fact] }

  init(_ row: AnnotatedRow, id: String, doubts: [String]) {
    (self.id, identity, facts) = (id, row.identity, row.facts)
    (end, rakah, self.doubts) = (row.end, row.rakah, doubts)
    (name, arabic) = (row.ayah?.namedText, row.ayah?.arabicText)
  }
}

extension AyahRange {
  /// `Al-Fatihah 2`, `Al-Anfal 75 – At-Tawbah 1`.
  var namedText: String? { text(\.name) { "\($0)" } }

  /// The same in Arabic, with Arabic digits.
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

/// All rows of a bundle by what they are called.
struct StudioRows {
  /// In the order of time.
  private(set) var inTime: [StudioRow] = []
  private var byID: [String: StudioRow] = [:]
  /// How many are worth hearing that nobody has confirmed.
  private(set) var left = 0
  /// How many nobody has confirmed.
  private(set) var unconfirmed = 0
  private var worthHearing: Set<AnnotatedRow.Identity> = []

  init(_ rows: [AnnotatedRow], of bundle: TilawaBundle) {
    let review = Review(of: bundle)
    worthHearing = Set(review.doubtful)
    left = review.doubtful.count
    unconfirmed = rows.count { !$0.isConfirmed }
    // How sure a tool was, and that nobody has confirmed a row, is shown beside it anyhow.
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

  /// What the row is called.
  func id(of identity: AnnotatedRow.Identity?) -> String? {
    identity.flatMap { identity in inTime.first { $0.identity == identity }?.id }
  }

  /// The next row worth hearing after a time, from the beginning again; else the next that nobody has confirmed.
  func next(after time: Milliseconds) -> String? {
    let open = inTime.filter { worthHearing.contains($0.identity) }
    let rest = open.isEmpty ? inTime.filter { !$0.isConfirmed } : open
    return (rest.first { $0.start > time } ?? rest.first)?.id
  }

  /// What differs from rows before: what is gone, and what is new or changed.
  func difference(from old: StudioRows) -> (removed: [String], rows: [StudioRow]) {
    (
      old.inTime.map(\.id).filter { byID[$0] == nil },
      inTime.filter { old[$0.id] != $0 }
    )
  }
}

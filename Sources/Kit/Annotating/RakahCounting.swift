import TilawaBase
package import TilawaFormat
import TilawaQuran

/// Where rak'at begin, as far as the named rows tell it: each rak'ah begins with al-Fatihah.
///
/// What it can't tell: rak'at whose al-Fatihah nobody hears, or no row names. It never changes a row that a person confirmed, nor
/// a `rakah` that is there already, and after a beginning that it isn't sure of it says no more.
package struct RakahCounting: Sendable {
  /// Why a rak'ah is thought to begin.
  package enum Ground: Sendable {
    /// A row says so already.
    case stated
    /// Al-Fatihah is the first that is recited.
    case first
    /// A takbir, tahmid, tasdiq or taslim is heard between what was recited before and al-Fatihah.
    case phrase
    /// Another surah was recited since the last al-Fatihah.
    case surah
    /// Something was recited before the first al-Fatihah: the recording begins within a rak'ah, and nobody knows which.
    case late
    /// Nothing but al-Fatihah lies between: it may have been said again.
    case nothing

    /// How sure that is, 0 to 1.
    package var confidence: Double {
      switch self {
      case .stated: 1
      case .phrase: 0.95
      case .first: 0.9
      case .surah: 0.8
      case .nothing, .late: 0.4
      }
    }
  }

  /// Where one begins.
  package struct Beginning: Sendable {
    /// From 1.
    package let rakah: Int
    /// The row of al-Fatihah.
    package let row: AnnotatedRow
    package let ground: Ground
    /// Whether it is written into the row by this plan.
    package let isNew: Bool
  }

  /// In the order of time.
  package private(set) var beginnings: [Beginning] = []
  /// Where al-Fatihah begins, and nothing tells whether another rak'ah does, or which; nothing is numbered from there on.
  package private(set) var doubtful: (row: AnnotatedRow, ground: Ground)?
  /// Of which prayer the recording is.
  package let prayer: Prayer?
  package let changes: [(kind: FileKind, change: RowList.Change)]

  private static let least = 0.7

  /// Counts by the rows of both files of `bundle`.
  package init(of bundle: TilawaBundle) {
    prayer = bundle.recording?.content?.prayer?.value
    var hearer = Hearer()
    var number = 0
    for row in AnnotatedRow.rows(of: bundle) {
      guard let ground = hearer.hear(row) else {
        // Where rows that are no al-Fatihah name one, it goes on from there.
        number = max(number, row.facts.rakah ?? 0)
        continue
      }
      if let named = row.facts.rakah {
        number = named
        beginnings.append(Beginning(rakah: named, row: row, ground: .stated, isNew: false))
      } else if ground.confidence < Self.least {
        doubtful = (row, ground)
        break
      } else {
        number += 1
        beginnings.append(Beginning(rakah: number, row: row, ground: ground, isNew: !row.isConfirmed))
      }
    }
    let new = beginnings.filter(\.isNew)
    changes = [FileKind.segments, .markers].compactMap { kind in
      let edits = new.filter { $0.row.kind == kind }.map {
        RowEdit.set(row: $0.row.index, key: RowKey.rakah, text: "\($0.rakah)")
      }
      guard !edits.isEmpty, let source = bundle.source(of: kind) else { return nil }
      return kind.edits(of: source, making: edits).map { (kind, .edit($0)) }
    }
  }

  /// Those that begin at a row that a person confirmed, which stays as it is.
  package var untold: [Beginning] { beginnings.filter { !$0.isNew && $0.ground != .stated } }
}

/// Hears rows one after the other, and tells where al-Fatihah begins.
private struct Hearer {
  private var isFirst = true
  private var lastOfFatihah: Ayah?
  private var hasPhrase = false
  private var hasSurah = false

  private static let phrases: Set<String> = [
    SkipKind.takbir.rawValue, SkipKind.tahmid.rawValue, SkipKind.taslim.rawValue,
  ]

  /// Why a rak'ah begins with `row`; nil when none does.
  mutating func hear(_ row: AnnotatedRow) -> RakahCounting.Ground? {
    guard let ayah = row.ayah else {
      if let skip = row.skip, Self.phrases.contains(skip) { hasPhrase = true }
      return nil
    }
    guard ayah.first.surah == 1 else {
      (hasSurah, lastOfFatihah) = (true, nil)
      return nil
    }
    defer { lastOfFatihah = ayah.last.surah == 1 ? ayah.last : nil }
    if let last = lastOfFatihah {
      // It goes on, or is said once more from within.
      if ayah.first > last || (last < Ayah(1, 6) && !hasPhrase) { return nil }
    }
    // Some counts don't number its basmalah, and some imams don't recite it aloud.
    guard ayah.first.number <= 2 else { return nil }
    defer { (isFirst, hasPhrase, hasSurah) = (false, false, false) }
    if isFirst { return hasSurah ? .late : .first }
    return hasPhrase ? .phrase : hasSurah ? .surah : .nothing
  }
}

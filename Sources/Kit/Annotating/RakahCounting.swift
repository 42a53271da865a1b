import TilawaBase
package import TilawaFormat
import TilawaQuran

/// The beginnings of rak'at, found from the named rows: each rak'ah begins with al-Fatihah.
///
/// Rak'at whose al-Fatihah isn't audible, or has no row, aren't found. Confirmed rows and existing `rakah`
/// keys never change. Counting stops at the first doubtful beginning.
package struct RakahCounting: Sendable {
  /// The reason to assume that a rak'ah begins.
  package enum Ground: Sendable {
    /// A row already has the key `rakah`.
    case stated
    /// Al-Fatihah is recited first in the recording.
    case first
    /// A takbir, tahmid, tasdiq or taslim is heard between what was recited before and al-Fatihah.
    case phrase
    /// Another surah was recited since the last al-Fatihah.
    case surah
    /// Something was recited before the first al-Fatihah: the recording begins within a rak'ah of unknown
    /// number.
    case late
    /// Only al-Fatihah was recited since the last beginning; it may have been repeated.
    case nothing

    /// The confidence in this reason, from 0 to 1.
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

  /// The beginning of a rak'ah.
  package struct Beginning: Sendable {
    /// The number of the rak'ah, from 1.
    package let rakah: Int
    /// The row of al-Fatihah.
    package let row: AnnotatedRow
    package let ground: Ground
    /// True if this plan writes the number into the row.
    package let isNew: Bool
  }

  /// The beginnings, in order of time.
  package private(set) var beginnings: [Beginning] = []
  /// The first al-Fatihah at which it is unclear whether a rak'ah begins, or which one; nil if there is none.
  /// Nothing is numbered from there on.
  package private(set) var doubtful: (row: AnnotatedRow, ground: Ground)?
  /// The prayer that was recorded, or nil if the bundle doesn't say.
  package let prayer: Prayer?
  package let changes: [(kind: FileKind, change: RowList.Change)]

  private static let least = 0.7

  /// Counts the rak'at in the rows of both files of `bundle`.
  package init(of bundle: TilawaBundle) {
    prayer = bundle.recording?.content?.prayer?.value
    var hearer = Hearer()
    var number = 0
    for row in AnnotatedRow.rows(of: bundle) {
      guard let ground = hearer.hear(row) else {
        // If another row names a rak'ah, counting continues from there.
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

  /// The beginnings at confirmed rows without the key `rakah`, which stay as they are.
  package var untold: [Beginning] { beginnings.filter { !$0.isNew && $0.ground != .stated } }
}

/// Reads rows one after the other and finds where al-Fatihah begins.
private struct Hearer {
  private var isFirst = true
  private var lastOfFatihah: Ayah?
  private var hasPhrase = false
  private var hasSurah = false

  private static let phrases: Set<String> = [
    SkipKind.takbir.rawValue, SkipKind.tahmid.rawValue, SkipKind.taslim.rawValue,
  ]

  /// Returns the reason why a rak'ah begins with `row`, or nil if none does.
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
      // Al-Fatihah continues, or a part of it is repeated.
      if ayah.first > last || (last < Ayah(1, 6) && !hasPhrase) { return nil }
    }
    // Some counts don't number its basmalah, and some imams don't recite it aloud.
    guard ayah.first.number <= 2 else { return nil }
    defer { (isFirst, hasPhrase, hasSurah) = (false, false, false) }
    if isFirst { return hasSurah ? .late : .first }
    return hasPhrase ? .phrase : hasSurah ? .surah : .nothing
  }
}

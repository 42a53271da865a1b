import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran

/// The words of the ayat that somebody listens to or checks, where the library has texts.
///
/// One text of the ayat in the riwayah that is recited, and one translation: of each the first that `texts.yaml` lists and that has
/// these ayat.
struct TextsAtHand {
  private let shelf: TextShelf?
  private let counting: CountingSystem
  private let riwayah: Riwayah?
  /// The listener's notes on the ayat, where they are shown, too.
  var notes: NotesAtHand?

  private init(_ shelf: TextShelf?, _ riwayah: Riwayah?, _ counting: CountingSystem) {
    (self.shelf, self.counting, self.riwayah) = (shelf, counting, riwayah)
  }

  /// Those of the library that `bundle` lies in.
  init(around bundle: TilawaBundle) {
    self.init(TextShelf(around: bundle.path), bundle.riwayah, bundle.counting ?? .kufi)
  }

  /// Those of the library at `path`.
  init(inLibrary path: String, riwayah: Riwayah? = nil, counting: CountingSystem = .kufi) {
    self.init(TextShelf(inLibrary: path, shownAs: path), riwayah, counting)
  }

  /// True if there is nothing to show.
  var isEmpty: Bool {
    [TextKind.text, .translation].allSatisfy { shelf?.entries(of: $0, for: riwayah).isEmpty ?? true }
      && notes?.isEmpty ?? true
  }

  /// The texts of `ayat`, a line each, cut to `width` columns and isolated; none where there are no texts.
  func lines(of ayat: AyahRange?, width: Int? = nil) -> [String] {
    plainLines(of: ayat).map { text in
      let plain = withoutControls(text)
      return isolatedIfNeeded(width.map { cut(plain, to: max(1, $0)) } ?? plain)
    }
  }

  /// The texts of `ayat` as they are in their files, neither cut nor isolated.
  func plainLines(of ayat: AyahRange?) -> [String] {
    guard let ayat else { return [] }
    return [TextKind.text, .translation].compactMap {
      shelf?.texts(of: ayat, counting: counting, as: $0, for: riwayah).first?.text
    }
      + (notes?.lines(of: ayat, counting: counting) ?? [])
  }

  /// The words of an ayah that `counting` numbers, as the first text that has them says; nil where none does.
  func words(of ayah: Ayah, counting: CountingSystem) -> [String]? {
    shelf?.words(of: ayah, counting: counting, for: riwayah)?.words.map(\.text)
  }

  /// The beginning of `ayat`; nil where no text has them.
  func beginning(of ayat: AyahRange?, width: Int) -> String? { lines(of: ayat, width: width).first }
}

/// A person's notes on ayat, to be shown while the ayat are heard.
struct NotesAtHand {
  private let notes: [(ayat: AyahRange, text: String)]
  /// A screen has other things to show.
  private static let most = 3

  /// The notes of a journal; none where it can't be read.
  init(_ folder: JournalFolder) {
    guard let list = JournalList(named: "notes") else {
      notes = []
      return
    }
    notes = folder.rows(of: list).rows.compactMap { row in
      row.ayat.flatMap { ayat in row["text"].map { (ayat, $0) } }
    }
  }

  var isEmpty: Bool { notes.isEmpty }

  /// A line for each note that shares an ayah with `ayat`, which `counting` numbers; the count of those that are too many.
  func lines(of ayat: AyahRange, counting: CountingSystem) -> [String] {
    guard !isEmpty, let kufi = AyahMap.map(ayat, from: counting, to: .kufi) else { return [] }
    let found = notes.filter { $0.ayat.overlaps(kufi) }
    let more = found.count - Self.most
    return found.prefix(Self.most).map { "note: \($0.text.words.joined(separator: " "))" }
      + (more > 0 ? ["and \(counted(more, "more note"))"] : [])
  }
}

/// Texts and notes during playback: the lines of one passage are kept as long as it is heard.
final class KnownTexts {
  private let texts: TextsAtHand?
  private var known: (ayat: AyahRange, width: Int, lines: [String])?

  init(_ texts: TextsAtHand?) { self.texts = texts }

  func lines(of ayat: AyahRange?, width: Int) -> [String] {
    guard let texts, !texts.isEmpty, let ayat else { return [] }
    if let known, known.ayat == ayat, known.width == width { return known.lines }
    let lines = texts.lines(of: ayat, width: width)
    known = (ayat, width, lines)
    return lines
  }
}

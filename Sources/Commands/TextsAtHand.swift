import Diagnostics
import Library
import QuranIndex
import TilawaFormat

/// The words of the ayat that somebody listens to or checks, where the library has texts.
///
/// One text of the ayat in the riwayah that is recited, and one translation: the first of each that `texts.yaml` lists.
struct TextsAtHand {
  private let shelf: TextShelf?
  private let counting: CountingSystem
  private let chosen: [TextEntry]
  private let riwayah: Riwayah?

  private init(_ shelf: TextShelf?, _ riwayah: Riwayah?, _ counting: CountingSystem) {
    (self.shelf, self.riwayah, self.counting) = (shelf, riwayah, counting)
    chosen = [TextKind.text, .translation].compactMap { shelf?.entries(of: $0, for: riwayah).first }
  }

  /// Those of the library that `bundle` lies in.
  init(around bundle: TilawaBundle) {
    self.init(TextShelf(around: bundle.path), bundle.riwayah, bundle.counting ?? .kufi)
  }

  /// Those of the library at `path`.
  init(inLibrary path: String, riwayah: Riwayah? = nil, counting: CountingSystem = .kufi) {
    self.init(TextShelf(inLibrary: path, shownAs: path), riwayah, counting)
  }

  /// Whether there is nothing to show.
  var isEmpty: Bool { chosen.isEmpty }

  /// What the texts say of `ayat`, a line each, cut to `width` columns and isolated; none where they say nothing.
  func lines(of ayat: AyahRange?, width: Int? = nil) -> [String] {
    guard let ayat else { return [] }
    return chosen.compactMap { entry in
      shelf?.text(of: ayat, counting: counting, in: entry).map { text in
        let plain = withoutControls(text)
        return isolatedIfNeeded(width.map { cut(plain, to: max(1, $0)) } ?? plain)
      }
    }
  }

  /// The beginning of `ayat`; nil where no text has them.
  func beginning(of ayat: AyahRange?, width: Int) -> String? { lines(of: ayat, width: width).first }

  /// One word of an ayah; nil where no text has its words as the index counts them.
  func word(_ number: Int, of ayah: Ayah) -> String? {
    guard !isEmpty, let words = shelf?.words(of: ayah, counting: counting, for: riwayah)?.words, words.indices.contains(number - 1) else {
      return nil
    }
    return shownText(words[number - 1].text)
  }
}

import TilawaBase
import TilawaFormat
import TilawaLibrary
import TilawaQuran

/// The texts of a bundle's ayat in the library around it, for pages.
struct RowTexts {
  private let shelf: TextShelf?
  private let counting: CountingSystem
  private let riwayah: Riwayah?

  init(around bundle: TilawaBundle) {
    shelf = TextShelf(around: bundle.path)
    counting = bundle.counting ?? .kufi
    riwayah = bundle.riwayah
  }

  /// Returns the words of ayat, or nil if no text has them.
  func words(of ayah: AyahRange) -> String? { first(.text, ayah)?.text }

  /// Returns a translation of ayat and its language, or nil if there is none.
  func translation(of ayah: AyahRange) -> (text: String, language: String)? { first(.translation, ayah) }

  private func first(_ kind: TextKind, _ ayah: AyahRange) -> (text: String, language: String)? {
    shelf?.texts(of: ayah, counting: counting, as: kind, for: riwayah).first.map {
      ($0.text, $0.entry.language?.value ?? "ar")
    }
  }
}

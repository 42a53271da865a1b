import Synchronization
package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// The texts of a library. Each is read on first use, and no file is written beside it.
package final class TextShelf: Sendable {
  /// A text that was found to hold words that were looked for.
  package struct Found: Sendable {
    /// Which text it is.
    package let entry: TextEntry
    /// Where they are, in the order of the text.
    package let findings: [TextFinding]
  }

  /// The rows of `texts.yaml` that can be used, in its order.
  package let entries: [TextEntry]
  /// The findings in `texts.yaml`.
  package let diagnostics: [Diagnostic]
  /// Where the texts are.
  package let folder: TextFolder
  private let read = Mutex<[Int: TextFile?]>([:])

  /// The texts of the library at `path`; nil when it lists none. Messages call it `shownPath`.
  package init?(inLibrary path: String, shownAs shownPath: String) {
    var files = LibraryFiles()
    guard let place = DocumentKind.texts.path else { return nil }
    files.read(.texts, at: PathText.joined(path, place), shownAs: PathText.joined(shownPath, place))
    guard let document = files.document(.texts), let folder = files.texts else { return nil }
    self.folder = folder
    entries = (document.values(TextsFile.self)?.content?.rows ?? []).filter { $0.id != nil && $0.file != nil }
    diagnostics = document.diagnostics
  }

  /// The texts of the library that something at `path` lies in: of the nearest folder above it that has any.
  package convenience init?(around path: String) {
    var folder = path
    while true {
      let above = PathText.folder(of: folder)
      guard above != folder, above != "." else { return nil }
      if let place = DocumentKind.texts.path, FileStatus.mayBe(.file, PathText.joined(above, place)) {
        self.init(inLibrary: above, shownAs: above)
        return
      }
      folder = above
    }
  }

  /// The text of that id.
  package func entry(_ id: String) -> TextEntry? { entries.first { $0.id?.value == id } }

  /// Returns the texts of a kind that match a recitation in `riwayah`, the preferred one first. If the
  /// riwayah is unknown, all texts match. A text that names none matches every riwayah, and translations
  /// always match.
  package func entries(of kind: TextKind, for riwayah: Riwayah?) -> [TextEntry] {
    entries.filter { entry in
      guard entry.kind?.value == kind else { return false }
      guard kind != .translation, let riwayah, let own = entry.riwayah?.value else { return true }
      return own == riwayah
    }
  }

  /// The file of a text; nil when it can't be read.
  private func file(of entry: TextEntry) -> TextFile? {
    if let known = read.withLock({ $0[entry.index] }) { return known }
    let file = try? folder.text(of: entry)
    read.withLock { $0[entry.index] = .some(file) }
    return file
  }

  /// Returns the text of ayat that `counting` numbers, in order; nil if there is none.
  ///
  /// If the text has another count, its ayat that share words with them are returned.
  package func text(of ayat: AyahRange, counting: CountingSystem = .kufi, in entry: TextEntry) -> String? {
    guard let file = file(of: entry), let own = AyahMap.map(ayat, from: counting, to: file.counting) else {
      return nil
    }
    let lines = file.counting.ayat(in: own).compactMap(file.text)
    return lines.isEmpty ? nil : lines.joined(separator: " ")
  }

  /// Returns the text of ayat in each language in which the shelf has texts of that kind, in the order of
  /// `texts.yaml`. Each ayah is taken from the first text of the language that has it, so that one file a
  /// surah is as good as one file for all.
  package func texts(
    of ayat: AyahRange, counting: CountingSystem = .kufi, as kind: TextKind, for riwayah: Riwayah?
  ) -> [(entry: TextEntry, text: String)] {
    var languages: [String] = []
    var byLanguage: [String: [TextEntry]] = [:]
    for entry in entries(of: kind, for: riwayah) {
      let language = entry.language?.value ?? "ar"
      if byLanguage[language] == nil { languages.append(language) }
      byLanguage[language, default: []].append(entry)
    }
    return languages.compactMap { language in
      let entries = byLanguage[language] ?? []
      // Most texts have all of them; then they are asked once.
      var used: TextEntry?
      let pieces = counting.ayat(in: ayat).compactMap { ayah -> String? in
        for entry in entries {
          guard let text = text(of: AyahRange(ayah), counting: counting, in: entry) else { continue }
          used = used ?? entry
          return text
        }
        return nil
      }
      return used.map { ($0, pieces.joined(separator: " ")) }
    }
  }

  /// All that a text says, in the order of its file, as its own count numbers it; nil when the file can't be read.
  package func all(of entry: TextEntry) -> [(ayah: Ayah, text: String, words: [TextWord])]? {
    file(of: entry)?.all()
  }

  /// The words of an ayah; nil when the text hasn't got them as the index counts them, or counts its ayat otherwise.
  package func words(of ayah: Ayah, counting: CountingSystem = .kufi, in entry: TextEntry) -> [TextWord]? {
    guard let file = file(of: entry),
      file.counting == counting || AyahMap.map(ayah, from: counting, to: file.counting)?.relation == .same
    else { return nil }
    return file.words(of: ayah)
  }

  /// Returns the words of an ayah from the first text that has them. Word-by-word texts come before texts of
  /// whole ayat.
  package func words(
    of ayah: Ayah, counting: CountingSystem = .kufi, for riwayah: Riwayah? = nil
  ) -> (entry: TextEntry, words: [TextWord])? {
    for entry in entries(of: .wordByWord, for: riwayah) + entries(of: .text, for: riwayah) {
      if let words = words(of: ayah, counting: counting, in: entry) { return (entry, words) }
    }
    return nil
  }

  /// The texts that hold the words, each gone through side by side with the others.
  package func search(_ query: TextQuery, in entries: [TextEntry]) -> [Found] {
    let found = Mutex<[Int: [TextFinding]]>([:])
    let look: @Sendable (Int) -> Void = { index in
      guard let findings = self.file(of: entries[index])?.search(query), !findings.isEmpty else { return }
      found.withLock { $0[index] = findings }
    }
    sideBySide(entries.count, look)
    return found.withLock { found in
      entries.indices.compactMap { index in found[index].map { Found(entry: entries[index], findings: $0) } }
    }
  }
}

extension TextEntry {
  /// The text's name.
  package var name: String { id?.value ?? "" }
}

/// Does the same for each number up to `count`, on several processors.
private func sideBySide(_ count: Int, _ work: @Sendable (Int) -> Void) {
  Processors.share(count, work)
}

import TilawaBase
import TilawaFormat
import TilawaLibrary
import TilawaQuran

extension PublishedReciters {
  /// Creates the list of reciters who are heard in bundles, and of those in reciter files.
  init(_ library: LibraryFolder, _ bundles: [SiteNotes.Bundle]) {
    self.init()
    var heard: [ExactText: (name: NamedReciter, recordings: Int)] = [:]
    for reciter in bundles.lazy.flatMap(\.reciters) {
      let before = heard[ExactText(reciter.id)]
      let name = before.map { reciter.comes(before: $0.name) ? reciter : $0.name } ?? reciter
      heard[ExactText(reciter.id)] = (name, (before?.recordings ?? 0) + 1)
    }
    for reciter in library.readableReciters {
      guard let id = reciter.id?.value else { continue }
      var entry = Entry(reciter, id)
      entry.recordings = heard.removeValue(forKey: ExactText(id))?.recordings ?? 0
      items.append(entry)
    }
    for (id, (name, recordings)) in heard.sorted(by: {
      $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8)
    }) {
      var entry = Entry()
      (entry.reciter, entry.name, entry.recordings) = (id.text, name.name, recordings)
      (entry.shortName, entry.arabicName) = (name.shortName, name.arabicName)
      items.append(entry)
    }
  }
}

extension PublishedReciters.Entry {
  fileprivate init(_ reciter: Reciter, _ id: String) {
    self.init()
    func short(_ text: String?) -> String? {
      text.flatMap { $0.isEmpty || $0.utf8.count > PublishedLimits.longestName ? nil : $0 }
    }
    (self.reciter, isListed) = (id, true)
    name = short(reciter.name?.value)
    shortName = short(reciter.shortName?.value)
    arabicName = short(reciter.arabicName?.value)
    (riwayah, style, sortOrder) = (
      reciter.riwayah?.value, short(reciter.style?.value), reciter.sortOrder?.value
    )
    sources = reciter.sources.compactMap { row in
      guard let url = row.url?.value, PublishedAddress.isURL(url), let pattern = short(row.pattern?.value),
        SourcePattern(pattern) != nil
      else { return nil }
      var source = PublishedReciters.Source()
      (source.url, source.pattern, source.format) = (url, pattern, short(row.format?.value))
      (source.riwayah, source.counting) = (row.riwayah?.value, row.numbering?.value ?? .kufi)
      source.bitrate = row.bitrate?.value
      return source
    }
  }
}

extension LibraryFolder {
  /// The reciter files without errors, in the order in which their sources are preferred.
  fileprivate var readableReciters: [Reciter] {
    var seen: Set<ExactText> = []
    let files = reciterFiles.compactMap { file in file.file.hasErrors ? nil : file.file.content }
      .filter { reciter in reciter.id.map { seen.insert(ExactText($0.value)).inserted } ?? false }
    return files.enumerated().sorted {
      ($0.element.sortOrder?.value ?? .max, $0.offset) < ($1.element.sortOrder?.value ?? .max, $1.offset)
    }.map(\.element)
  }
}

import Diagnostics
import QuranIndex
import ScalarText

extension DocumentRule {
  /// One category twice.
  static let categoryListedTwice = rowListedTwice { (file: NotesFile) in
    [file.categories.map { ($0.name?.value, $0.bytes) }]
  }

  /// One favourite twice.
  static let favouriteListedTwice = rowListedTwice { (file: FavouritesFile) in
    [file.rows.map { ($0.ayat?.value.description, $0.bytes) }]
  }

  /// What is known by heart twice.
  static let memorisedListedTwice = rowListedTwice { (file: MemorisedFile) in
    [file.rows.map { ($0.ayat?.value.description, $0.bytes) }]
  }

  /// How far a surah was read twice, or what was looked at.
  static let readingListedTwice = rowListedTwice { (file: ReadingFile) in
    [
      file.progress.map { (($0.surah?.value).map { "surah \($0)" }, $0.bytes) },
      file.viewed.map { ($0.ayat?.value.description, $0.bytes) },
    ]
  }

  /// One word of one ayah twice.
  static let wordListedTwice = rowListedTwice { (file: VocabularyFile) in
    [
      file.rows.map { row in
        let place = [row.ayah?.value.description, row.word.map { "\($0.value)" }].compactMap { $0 }
        return (row.arabic.map { ([$0.value] + place).joined(separator: " ") }, row.bytes)
      }
    ]
  }

  /// A journal lists the same again; `lists` are its rows by what they are called.
  private static func rowListedTwice<Content: Sendable>(
    _ lists: @escaping @Sendable (Content) -> [[(name: String?, bytes: ByteRange)]]
  ) -> DocumentRule {
    DocumentRule("J905", "row-listed-twice", .warning) { (file: BundleFile<Content>, report) in
      for rows in file.content.map(lists) ?? [] {
        var known: [ExactText: ByteRange] = [:]
        for (name, bytes) in rows {
          guard let name else { continue }
          guard let first = known[ExactText(name)] else {
            known[ExactText(name)] = bytes
            continue
          }
          report.add(
            "\"\(name)\" is listed already", at: file.place(bytes),
            notes: [.init("the first is here", at: file.place(first))])
        }
      }
    }
  }
}

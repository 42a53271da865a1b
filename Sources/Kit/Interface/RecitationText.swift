import TilawaFormat
import TilawaLibrary
import TilawaQuran

/// The content of one of the library's texts for a passage.
public struct RecitationText: Hashable, Codable, Sendable {
  /// The id of the text.
  public let id: String
  /// `text`, `translation`, `transliteration`, `word_by_word` or `tafsir`.
  public let kind: String
  /// The language as a BCP 47 tag.
  public let language: String
  /// The text; one ayah after the other if the passage has several.
  public let text: String
}

/// A word of an ayah.
public struct RecitationWord: Hashable, Codable, Sendable {
  /// Its place in the ayah, from 1.
  public let number: Int
  /// The word as it is recited.
  public let text: String
  /// The meaning, or nil if the text doesn't state it.
  public let meaning: String?
}

/// An ayah in which words were found.
public struct RecitationTextMatch: Hashable, Codable, Sendable {
  /// The ayah, in the count of the text.
  public let passage: Passage
  /// The id of the text.
  public let id: String
  /// The words.
  public let words: [RecitationWord]
}

extension RecitationLibrary {
  /// Returns what the texts in the library's folder `texts` contain for a passage, in their listed order;
  /// with `id`, only that text. The result is empty if there are no texts.
  public func texts(of passage: Passage, in id: String? = nil) async throws(TilawaError) -> [RecitationText] {
    try await withTexts { shelf in
      shelf.entries.filter { id == nil || $0.name == id }.compactMap { entry in
        shelf.text(of: passage.range, in: entry).map {
          RecitationText(
            id: entry.name, kind: entry.kind?.value.rawValue ?? "", language: entry.language?.value ?? "",
            text: $0)
        }
      }
    } ?? []
  }

  /// Returns the content of one text for a passage: of the text with `id`, or of the first one with the ayat
  /// themselves. Returns nil if it has none.
  public func text(of passage: Passage, in id: String? = nil) async throws(TilawaError) -> String? {
    try await withTexts { shelf in
      (id.map(shelf.entry) ?? shelf.entries(of: .text, for: nil).first).flatMap {
        shelf.text(of: passage.range, in: $0)
      }
    } ?? nil
  }

  /// Returns the words of an ayah with their meanings, from the first text that counts them as the index
  /// does. The result is empty if there is no such text.
  ///
  /// Throws `invalidArgument` for a passage of several ayat.
  public func words(of ayah: Passage) async throws(TilawaError) -> [RecitationWord] {
    guard ayah.range.isSingle else { throw TilawaError(.invalidArgument, "\(ayah) is more than one ayah") }
    return try await withTexts { shelf in
      shelf.words(of: ayah.range.first)?.words.map { RecitationWord($0) } ?? []
    } ?? []
  }

  /// Returns the ayat in which the texts contain words, ignoring vowel signs, capitals and shapes of letters.
  ///
  /// Throws `invalidArgument` if `words` contains no letters.
  public func searchTexts(for words: String) async throws(TilawaError) -> [RecitationTextMatch] {
    guard let query = TextQuery(words) else {
      throw TilawaError(.invalidArgument, "\"\(words)\" has no letters")
    }
    return try await withTexts { shelf in
      shelf.search(query, in: shelf.entries).flatMap { found in
        found.findings.map {
          RecitationTextMatch(
            passage: Passage(AyahRange($0.ayah)), id: found.entry.name,
            words: $0.words.map { RecitationWord($0) })
        }
      }
    } ?? []
  }

  private func withTexts<Result: Sendable>(
    _ work: @escaping @Sendable (TextShelf) -> Result
  ) async throws(TilawaError) -> Result? {
    try await inBackground(unreported) { _ in
      let path = try url.filePath()
      return TextShelf(inLibrary: path, shownAs: path).map(work)
    }
  }
}

extension RecitationWord {
  fileprivate init(_ word: TextWord) {
    self.init(number: word.number, text: word.text, meaning: word.meaning)
  }
}

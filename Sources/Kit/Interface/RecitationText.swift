import TilawaFormat
import TilawaLibrary
import TilawaQuran

/// What a text of the library says of a passage.
public struct RecitationText: Hashable, Codable, Sendable {
  /// Id of the text.
  public let id: String
  /// `text`, `translation`, `transliteration`, `word_by_word` or `tafsir`.
  public let kind: String
  /// The language as BCP 47 writes it.
  public let language: String
  /// What it says; one ayah after the other where the passage has several.
  public let text: String
}

/// A word of an ayah.
public struct RecitationWord: Hashable, Codable, Sendable {
  /// Its place in the ayah, from 1.
  public let number: Int
  /// As it is recited.
  public let text: String
  /// What it means, where the text says so.
  public let meaning: String?
}

/// An ayah in which words were found.
public struct RecitationTextMatch: Hashable, Codable, Sendable {
  /// The ayah, in the count of the text.
  public let passage: Passage
  /// Id of the text.
  public let id: String
  /// The words.
  public let words: [RecitationWord]
}

extension RecitationLibrary {
  /// What the texts in the library's folder `texts` say of a passage, in the order in which they are listed; of the one called `id` alone
  /// where that is given. None when there are no texts.
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

  /// What one text says of a passage: of the text called `id`, or of the first one of the ayat themselves. Nil when it says nothing.
  public func text(of passage: Passage, in id: String? = nil) async throws(TilawaError) -> String? {
    try await withTexts { shelf in
      (id.map(shelf.entry) ?? shelf.entries(of: .text, for: nil).first).flatMap {
        shelf.text(of: passage.range, in: $0)
      }
    } ?? nil
  }

  /// The words of an ayah with what each means, of the first text that has them as the index counts them. None when there is no such text.
  ///
  /// Throws `invalidArgument` for a passage of several ayat.
  public func words(of ayah: Passage) async throws(TilawaError) -> [RecitationWord] {
    guard ayah.range.isSingle else { throw TilawaError(.invalidArgument, "\(ayah) is more than one ayah") }
    return try await withTexts { shelf in
      shelf.words(of: ayah.range.first)?.words.map { RecitationWord($0) } ?? []
    } ?? []
  }

  /// Where the texts hold words, without regard to vowel signs, capitals and shapes of letters.
  ///
  /// Throws `invalidArgument` when there is nothing in them to look for.
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

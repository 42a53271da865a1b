import TilawaBase
import TilawaExchange
package import TilawaFormat
package import TilawaLibrary
package import TilawaQuran

/// A request to put a text on the shelf of a library.
package struct TextRequest: Sendable {
  /// The file, as the user named it.
  package var file: String
  /// The library, as the user named it.
  package var library: String
  /// The id, or nil to make it from the file's name.
  package var id: String?
  /// The kind, or nil to determine it from the content of the file.
  package var kind: TextKind?
  /// The language, or nil to determine it from the letters, if they are Arabic.
  package var language: String?
  package var riwayah: Riwayah?
  package var numbering: CountingSystem?
  /// The part of the Quran that the text contains, if not all.
  package var passage: AyahRange?
  package var title: String?
  package var author: String?
  package var source: String?
  package var licence: String?

  package init(file: String, library: String) { (self.file, self.library) = (file, library) }
}

/// A text to put on the shelf, and its comparison with the index.
package struct TextAddition: Sendable {
  /// The row of `texts.yaml`.
  package let draft: TextDraft
  /// The result of comparing the text with the index.
  package let check: TextCheck
  /// The form in which its lines are identified.
  package let form: TextForm
  /// True if the file is converted from another form, and the number of its texts that lost marks by that.
  package let converted: (isSo: Bool, marked: Int)
  private let bytes: [UInt8]
  private let folder: TextFolder

  /// Reads the file and checks it; nothing is written. Throws a `Failure` if its kind can't be determined,
  /// or if a line belongs to no ayah.
  package init(_ request: TextRequest, in workplace: Workplace) throws {
    let path = workplace.path(request.file)
    let given = try FileContents.read(path, atMost: TextFolder.largestFile)
    let foreign =
      AyahTexts.isOne(given)
      ? try AyahTexts(
        readingAt: path, shownAs: workplace.shown(path), given,
        ofWholeAyat: request.kind.map { $0 != .wordByWord } ?? false) : nil
    bytes = foreign.map { Array($0.lines.utf8) } ?? given
    converted = (foreign != nil, foreign?.markedCount ?? 0)
    let counting = request.numbering ?? request.riwayah?.counting ?? .kufi
    guard let text = TextFile(bytes, counting: counting, passage: request.passage) else {
      throw Failure(
        "\(request.passage.map { "\($0)" } ?? "the passage") does not exist in the \(counting.displayName) count"
      )
    }
    form = text.form
    check = TextCheck(of: text)
    draft = try Self.draft(request, text, isConverted: foreign != nil)
    let library = workplace.path(request.library)
    folder = TextFolder(
      at: PathText.joined(library, "texts"), below: FileStatus.isAbsent(library) ? nil : library)
    if let first = check.faults.first {
      throw Failure(
        "\(request.file), line \(first.line): \(first.message)"
          + Self.more(check.faults.count + check.omitted - 1))
    }
    if let first = check.missing.first, draft.kind != .tafsir {
      throw Failure(
        "\(request.file) has no line for \(first)"
          + (check.missing.count > 1 ? " and \(check.missing.count - 1) more" : ""),
        unless: .statingText)
    }
  }

  private static func more(_ count: Int) -> String { count > 0 ? "; and \(count) more" : "" }

  private static func draft(_ request: TextRequest, _ text: TextFile, isConverted: Bool) throws(Failure)
    -> TextDraft
  {
    let name = PathText.name(of: request.file)
    let id = request.id ?? identifier(of: PathText.stem(of: request.file))
    guard TextDraft.isID(id) else {
      throw Failure(
        "invalid id \"\(id)\" (expected letters, digits, \".\", \"_\" and \"-\", at most 128)",
        unless: .namingID)
    }
    let isArabic = isArabic(text.bytes)
    guard let language = request.language ?? (isArabic ? "ar" : nil) else {
      throw Failure("cannot determine the language of \(request.file)", unless: .namingLanguage)
    }
    guard TextDraft.isLanguage(language) else {
      throw Failure("invalid language \"\(language)\" (expected a tag such as ar, en or zh-Hans)")
    }
    let kind =
      request.kind
      ?? (text.form == .words ? .wordByWord : isArabic && language == "ar" ? .text : .translation)
    let ending = text.form == .words ? "tsv" : "txt"
    let file = isConverted || name.begins(with: ".") || name == "texts.yaml" ? "\(id).\(ending)" : name
    var draft = TextDraft(id: id, kind: kind, language: language, file: file)
    (draft.riwayah, draft.numbering, draft.passage) = (request.riwayah, request.numbering, request.passage)
    (draft.title, draft.author) = (request.title, request.author)
    (draft.source, draft.licence) = (request.source, request.licence)
    return draft
  }

  /// Returns an identifier, such as `quran-uthmani` for `Quran Uthmani`.
  private static func identifier(of name: String) -> String {
    name.lowercased().words {
      !($0.isASCII
        && ($0.properties.isAlphabetic || $0.properties.numericType != nil
          || "._".unicodeScalars.contains($0)))
    }
    .joined(separator: "-")
  }

  /// Returns true if most letters at the beginning are Arabic.
  private static func isArabic(_ bytes: [UInt8]) -> Bool {
    let letters = String(decoding: bytes.prefix(4096), as: UTF8.self).unicodeScalars.filter(
      \.properties.isAlphabetic)
    return letters.count { (0x600...0x6FF).contains($0.value) } * 2 > letters.count
  }

  /// Writes the text and its row, both or neither.
  package func apply() throws { try folder.add(draft, bytes) }
}

extension Workplace {
  /// Returns the texts of the library that the user named, or nil if it has none.
  package func texts(ofLibrary given: String) -> TextShelf? {
    let path = path(given)
    return TextShelf(inLibrary: path, shownAs: shown(path))
  }
}

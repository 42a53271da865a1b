import TilawaBase
public import TilawaQuran
import TilawaYAML

/// The kind of a text of ayat.
public enum TextKind: String, CaseIterable, Sendable {
  /// The ayat themselves.
  case text
  /// Their translation into another language.
  case translation
  /// Their pronunciation in other letters.
  case transliteration
  /// Their words one by one, mostly with what each means.
  case wordByWord = "word_by_word"
  /// An explanation of them.
  case tafsir

  var meaning: String {
    switch self {
    case .text: "the ayat themselves"
    case .translation: "their meaning in another language"
    case .transliteration: "their sound in other letters"
    case .wordByWord: "their words one by one, usually with the meaning of each"
    case .tafsir: "an explanation of them"
    }
  }
}

/// A row of `texts.yaml`: a text of ayat, and what is known of it.
public struct TextEntry: Sendable {
  /// The id of the text.
  public var id: Located<String>?
  /// The kind of the text.
  public var kind: Located<TextKind>?
  /// The language that it is written in.
  public var language: Located<String>?
  /// The riwayah of its ayat.
  public var riwayah: Located<Riwayah>?
  /// The counting system of its ayat, if given.
  public var numbering: Located<CountingSystem>?
  /// The ayat that it should contain.
  public var passage: Located<AyahRange>?
  /// The title for people.
  public var title: Located<String>?
  /// The author of the text.
  public var author: Located<String>?
  /// The origin of the text.
  public var source: Located<String>?
  /// The permitted uses of the text.
  public var licence: Located<String>?
  /// The file that holds it.
  public var file: Located<String>?
  /// A person's remark.
  public var note: Located<String>?
  /// The row's place in the list, from 0.
  public var index = 0

  /// The counting system of its ayat: the one given, else that of the riwayah, else Kufi.
  public var counting: CountingSystem { numbering?.value ?? riwayah?.value.counting ?? .kufi }
}

/// `texts.yaml`: the texts of a library.
public struct TextsFile: Sendable {
  /// The readable rows, in the order of the file.
  public var rows: [TextEntry] = []
}

extension TextEntry: Keyed {
  static let keys = Keys<Self>(
    "text", "A text of ayat.",
    [
      .key(\.id, "id", .identifier, required: true, "Id of the text, as used by commands."),
      .key(
        \.kind, "kind", .choice("a kind of text", describing: \.meaning) as FieldType<TextKind>,
        required: true, "The kind of text."),
      .key(
        \.language, "language", .language, required: true,
        "The language of the text, such as ar or en."),
      .key(\.riwayah, "riwayah", .riwayah, absent: "any, or unknown", "The riwayah of its ayat."),
      .key(
        \.numbering, "numbering", .counting, absent: "the usual count of the riwayah, else kufi",
        "The numbering of its ayat."),
      .key(\.passage, "passage", .reference, absent: "the whole Quran", "The ayat that it should contain."),
      .key(\.title, "title", .text, absent: "the id", "A display name."),
      .key(\.author, "author", .text, absent: "unknown", "Its author or translator."),
      .key(\.source, "source", .text, absent: "unknown", "Its origin, such as an address."),
      .key(\.licence, "licence", .text, absent: "unknown", "Its licence."),
      .key(\.file, "file", .text, required: true, "The file with the text; a path from the folder `texts`."),
      .key(\.note, "note", .text, absent: "none", "A person's remark."),
      .index(\.index),
    ], knownBy: [\.id])
}

extension TextsFile: KeyedFile {
  static let keys = Keys<Self>(
    file: "texts.yaml", "The texts of a library.",
    [
      .list(
        \.rows, "texts", .rows(TextEntry.keys), required: true,
        "The texts, the preferred one of a kind first.")
    ])
}

extension FieldType where Value == String {
  /// A language as BCP 47 writes it; only the form is looked at.
  static var language: Self {
    text(
      "a language (two or three small letters, and parts after \"-\", as in ar, en or zh-Hans)",
      pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
      meant: { isLanguage($0.lowercased()) ? $0.lowercased() : nil },
      isRight: isLanguage)
  }

  /// Returns true if `text` has the form of a language.
  @Sendable static func isLanguage(_ text: String) -> Bool {
    let parts = text.fields(by: "-").map(\.utf8)
    let isWord = { (byte: UInt8) in (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) }
    return (2...3).contains(parts[0].count) && parts[0].allSatisfy { (0x61...0x7A).contains($0) }
      && parts.dropFirst().allSatisfy { (2...8).contains($0.count) && $0.allSatisfy(isWord) }
  }
}

// MARK: - The kind

extension DocumentKind {
  /// The texts of ayat in a library.
  public static let texts = DocumentKind(
    "texts", TextsFile.self, at: .file("texts/texts.yaml"),
    rules: [.textListedTwice, .textFileMissing, .textLineAstray, .ayahWithoutText, .textWordsDiffer],
    beside: { TextFolder(at: $0) })
}

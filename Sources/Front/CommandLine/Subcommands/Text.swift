import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran

/// The recited words.
struct TextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "text",
    abstract: "Read and search ayat, their words and translations.",
    discussion: """
        tilawa text add quran-uthmani.txt --riwayah hafs --source https://tanzil.net
        tilawa text 18:10 --words
        tilawa text search رحمن
        tilawa text list

      Tilawa comes without texts; you add your own. They are plain files in the folder texts of the library, listed in texts.yaml.
      """,
    subcommands: [TextPassage.self, SearchTexts.self, ListTexts.self, AddText.self, ExportTexts.self],
    defaultSubcommand: TextPassage.self)
}

/// The texts that a command asks.
struct ShelfArguments: ParsableArguments {
  @Option(
    help: .init("The library. (default: $TILAWA_LIBRARY, else the current folder)", valueName: "dir"),
    completion: .directory)
  var library: String?

  @Option(
    name: .customLong("in"),
    help: .init("Use this text (repeatable). (default: all)", valueName: "id"))
  var texts: [String] = []

  func open(in terminal: Terminal) throws -> (shelf: TextShelf, entries: [TextEntry]) {
    let root = try LibraryArguments.root(library, in: terminal)
    guard let shelf = terminal.workplace.texts(ofLibrary: root) else {
      throw CommandFailure("no texts in \(root); add one with tilawa text add FILE")
    }
    let errors = shelf.diagnostics.filter { $0.severity == .error }
    if !errors.isEmpty { terminal.complain(errors.inOrder()) }
    guard !texts.isEmpty else { return (shelf, shelf.entries) }
    return (
      shelf,
      try texts.map { id in
        if let entry = shelf.entry(id) { return entry }
        throw CommandFailure(
          noSuch("text", id, in: shelf.entries.map(\.name), hint: "see `tilawa text list`"))
      }
    )
  }
}

/// `tilawa text 18:10`.
struct TextPassage: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "passage", abstract: "Print ayat.",
    discussion: """
      Without --in, prints every text except tafsir and word-by-word ones. With --words, prints one word per line, with its \
      meaning if a text gives it.

      Exit status: 0 printed; 1 no text contains the ayat; 2 wrong usage, or no texts.

        tilawa text 18:10 --words
      """)

  @Argument(help: "Ayat: 18:10, kahf 1-10, page 293.") var passages: [String]

  @Flag(help: "Print the words one by one.") var words = false

  @OptionGroup var shelf: ShelfArguments

  @Option(help: "Riwayah or counting system of the given ayah numbers.", completion: .list(Numbering.names))
  var numbering = CountingSystem.kufi.rawValue

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let counting = try Numbering(numbering).counting
    let ayat = try PassageArguments.ayat(passages, counting: counting)
    let (shelf, entries) = try shelf.open(in: terminal)
    let isOwn = !self.shelf.texts.isEmpty
    let asked = entries.filter { isOwn || $0.kind?.value != .tafsir && $0.kind?.value != .wordByWord }
    var verses: [Verse] = []
    var isSilent = true
    for ayah in ayat {
      let texts = asked.compactMap { entry in
        shelf.text(of: AyahRange(ayah), counting: counting, in: entry).map { (entry: entry, text: $0) }
      }
      let found = words ? wordsOf(ayah, counting, shelf, isOwn ? entries : nil) : nil
      if !texts.isEmpty || found != nil { isSilent = false }
      if json {
        verses.append(Verse(ayah: ayah, texts: texts, asksForWords: words, found: found))
      } else {
        printLines(ayah, texts, found, in: terminal)
      }
    }
    if json { terminal.write(Self.shape.document(of: verses)) }
    if isSilent { terminal.complain("tilawa: no text contains \(passages.joined(separator: " "))") }
    return isSilent ? .findings : .done
  }

  private func wordsOf(
    _ ayah: Ayah, _ counting: CountingSystem, _ shelf: TextShelf, _ entries: [TextEntry]?
  ) -> (entry: TextEntry, words: [TextWord])? {
    guard let entries else { return shelf.words(of: ayah, counting: counting) }
    return entries.lazy.compactMap { entry in
      shelf.words(of: ayah, counting: counting, in: entry).map { (entry, $0) }
    }.first
  }

  private func printLines(
    _ ayah: Ayah, _ texts: [(entry: TextEntry, text: String)],
    _ found: (entry: TextEntry, words: [TextWord])?,
    in terminal: Terminal
  ) {
    terminal.print(terminal.palette.paint("\(ayah)", .strong))
    let width = texts.map { columnCount(of: $0.entry.name) }.max() ?? 0
    for (entry, text) in texts {
      let blank = String(repeating: " ", count: width - columnCount(of: entry.name))
      terminal.print("  \(entry.name)\(blank)  \(shownText(text))")
    }
    for word in found?.words ?? [] {
      let number = String(repeating: " ", count: max(0, 5 - "\(word.number)".utf8.count)) + "\(word.number)"
      terminal.print("\(number)  \(shownText(word.text))" + (word.meaning.map { "  \(shownText($0))" } ?? ""))
    }
  }

  /// An ayah with what texts say of it.
  struct Verse {
    let ayah: Ayah
    let texts: [SaidText]
    let asksForWords: Bool
    let found: (entry: TextEntry, words: [TextWord])?
  }

  static let shape = OutputShape<[Verse]>(
    "text-passage",
    [
      .key(
        "verses",
        .list(
          of: .object([
            .key(.ayah, \.ayah.description), .key(.verseID, \.ayah.verseID),
            .key("surah", .integer(), \.ayah.surah, "Number of the surah."), .key(.number, \.ayah.number),
            .key("texts", .list(of: .object(TextEntry.saidKeys)), \.texts, "Texts of the ayah."),
            .optional(
              "words_from", .orNull(.text), { $0.asksForWords ? .some($0.found?.entry.name) : nil },
              "With --words: id of the text with the words."),
            .optional(
              "words", .list(of: TextWord.form), { $0.asksForWords ? $0.found?.words ?? [] : nil },
              "With --words: words of the ayah, in order."),
          ])), { $0 }, "Ayat with their texts.")
    ])
}

/// The wording of an ayah in a text.
typealias SaidText = (entry: TextEntry, text: String)

extension Ayah {
  /// By which other programs know it.
  var verseID: Int { surah * 1000 + number }
}

extension TextEntry {
  static let saidKeys: [JSONKey<SaidText>] =
    keys.of { $0.entry } + [.key("text", .text, { $0.text }, "The text itself.")]

  fileprivate static let keys: [JSONKey<TextEntry>] = [
    .key(.textID, \.name), .nullable("kind", .word, \.kind?.value, "The kind of text."),
    .nullable(.language, \.language?.value),
  ]
}

extension TextWord {
  fileprivate static let form = JSONForm<TextWord>.object([
    .key(.number, \.number), .key("text", .text, \.text, "The text itself."),
    .nullable("meaning", .text, \.meaning, "Meaning of the word."),
  ])
}

/// `tilawa text search رحمن`.
struct SearchTexts: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find words in the texts.",
    discussion: """
      Ignores vowel signs, small letters, case and shapes of letters: رحمن finds ٱلرَّحۡمَـٰنِ, and الصلاة finds ٱلصَّلَوٰةَ. \
      Several words must follow each other. Parts of words match too, unless --whole is given.

      Exit status: 0 found; 1 not found; 2 wrong usage, or no texts.

        tilawa text search رحمن
      """)

  @Argument(help: "Words to search for.") var words: [String]

  @Flag(help: "Find whole words only.") var whole = false

  @OptionGroup var shelf: ShelfArguments

  @Option(help: .init("Print at most N lines; 0 for all.", valueName: "count")) var limit = 0

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let wanted = words.joined(separator: " ")
    guard let query = TextQuery(wanted, whole: whole) else {
      throw CommandFailure("\"\(wanted)\" has no letters to search for")
    }
    let (shelf, entries) = try shelf.open(in: terminal)
    let matches = shelf.search(query, in: entries).flatMap { found in found.findings.map { (found.entry, $0) }
    }
    let shown = limit > 0 ? Array(matches.prefix(limit)) : matches
    if json {
      terminal.write(Self.shape.document(of: (wanted, matches.count, shown)))
    } else {
      let width = entries.map { columnCount(of: $0.name) }.max() ?? 0
      for (entry, finding) in shown {
        let words = finding.words.map {
          "\($0.number) \(shownText($0.text))" + ($0.meaning.map { " \(shownText($0))" } ?? "")
        }
        terminal.print(
          "\(padded("\(finding.ayah)", to: 7))  \(padded(entry.name, to: width))  \(words.joined(separator: "  "))"
        )
      }
      terminal.say(
        "\(counted(matches.count, "ayah", plural: "ayat")) found"
          + (shown.count < matches.count ? "; use --limit 0 to show all" : ""))
    }
    return matches.isEmpty ? .findings : .done
  }

  static let shape = OutputShape<(query: String, count: Int, shown: [(TextEntry, TextFinding)])>(
    "text-search",
    [
      .key(.query, { $0.query }), .key("count", .integer(), { $0.count }, "Number of matches."),
      .key(
        "matches",
        .list(
          of: .object([
            .key(.ayah, { $0.1.ayah.description }), .key(.textID, { $0.0.name }),
            .key("words", .list(of: TextWord.form), { $0.1.words }, "Matching words."),
          ])), { $0.shown }, "Ayat with matches."),
    ])
}

/// `tilawa text list`.
struct ListTexts: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the texts of the library.",
    discussion: """
        tilawa text list
      """)

  @OptionGroup var shelf: ShelfArguments

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let (_, entries) = try shelf.open(in: terminal)
    if json {
      terminal.write(Self.shape.document(of: entries))
      return .done
    }
    var table = TextTable([
      .init(title: "id"), .init(title: "kind"), .init(title: "language"), .init(title: "riwayah"),
      .init(title: "title", leastWidth: 10), .init(title: "licence", leastWidth: 10),
    ])
    for entry in entries {
      table.add([
        entry.name, entry.kind?.value.rawValue ?? "", entry.language?.value ?? "",
        entry.riwayah?.value.rawValue ?? "",
        entry.title?.value ?? entry.author?.value ?? "", entry.licence?.value ?? "",
      ])
    }
    for line in table.lines(width: nil, palette: terminal.palette) { terminal.print(line) }
    return .done
  }
}

extension ListTexts {
  static let shape = OutputShape<[TextEntry]>(
    "text-list",
    [
      .key(
        "texts",
        .list(
          of: .object(
            TextEntry.keys + [
              .nullable(.riwayah, \.riwayah?.value.rawValue), .key(.numbering, \.counting.rawValue),
              .nullable(.passage, \.passage?.value.description), .nullable(.title, \.title?.value),
              .nullable("author", .text, \.author?.value, "Its author or translator."),
              .nullable("source", .text, \.source?.value, "Its origin, such as an address."),
              .nullable("licence", .text, \.licence?.value, "Its licence."),
              .nullable(.file, \.file?.value),
            ])), { $0 }, "Texts, in the order of texts.yaml.")
    ])
}

/// `tilawa text add quran-uthmani.txt`.
struct AddText: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a text to the library.",
    discussion: """
      Reads a Tanzil file (surah|ayah|text, or an ayah per line), tab-separated words (1:1:1, word, meaning), or JSON or \
      SQLite from QUL or quran.com, which is converted to lines. Checks it against the index, copies it into texts/, and lists \
      it in texts/texts.yaml. Nothing is overwritten.

      Exit status: 0 added; 2 wrong usage, or an invalid text.

        tilawa text add quran-uthmani.txt --riwayah hafs --source https://tanzil.net
      """)

  @Argument(help: "The file.", completion: .file()) var file: String

  @Option(help: "Id of the text. (default: from the file's name)") var id: String?

  @Option(
    help: .init(
      "Kind: \(Self.kinds.joined(separator: ", ")). (default: detected)", valueName: "kind"),
    completion: .list(Self.kinds))
  var kind: String?

  @Option(help: "Language, such as en. (default: ar for Arabic letters)")
  var language: String?

  @Option(help: "Riwayah of its ayat.", completion: .list(Riwayah.allCases.map(\.rawValue))) var riwayah:
    String?

  @Option(
    help: "Count of its ayat. (default: by riwayah, or kufi)",
    completion: .list(CountingSystem.allCases.map(\.rawValue)))
  var numbering: String?

  @Option(help: "Ayat that it contains, if not all.") var passage: String?

  @Option(help: "Title for display.") var title: String?

  @Option(help: "Its author or translator.") var author: String?

  @Option(help: "Its origin, such as an address.") var source: String?

  @Option(help: "Its licence.") var licence: String?

  @Option(
    help: .init("The library. (default: $TILAWA_LIBRARY, else the current folder)", valueName: "dir"),
    completion: .directory)
  var library: String?

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  private static let kinds = TextKind.allCases.map(\.rawValue)

  func run(in terminal: Terminal) throws -> Outcome {
    var request = TextRequest(file: file, library: try LibraryArguments.root(library, in: terminal))
    (request.id, request.language) = (id, language)
    request.kind = try kind.map { name in
      guard let kind = TextKind(rawValue: name.lowercased()) else {
        throw CommandFailure(
          noSuch(
            "kind of text", name, in: Self.kinds, hint: "use one of \(Self.kinds.joined(separator: ", "))"))
      }
      return kind
    }
    request.riwayah = try riwayah.map(SessionArguments.riwayah)
    request.numbering = try numbering.map { try Numbering($0).counting }
    let counting = request.numbering ?? request.riwayah?.counting ?? .kufi
    request.passage = try passage.map { text in
      switch PassageReference.parse(text, counting: counting) {
      case .success(let range): return range
      case .failure(let error): throw CommandFailure(error.message)
      }
    }
    (request.title, request.author, request.source, request.licence) = (title, author, source, licence)
    for (name, value) in [
      ("--title", title), ("--author", author), ("--source", source), ("--licence", licence),
    ] where value == "" {
      throw CommandFailure("\(name) is empty; give a text, or omit the option")
    }
    let addition = try TextAddition(request, in: terminal.workplace)
    tell(addition, in: terminal)
    if !dryRun { try addition.apply() }
    let place = "texts/\(addition.draft.file)"
    terminal.say(
      "\(addition.draft.id): \(addition.draft.kind.rawValue) in \(addition.draft.language), "
        + "\(counted(addition.check.ayahCount, "ayah", plural: "ayat"))"
        + (addition.check.wordCount > 0 ? ", \(counted(addition.check.wordCount, "word"))" : "")
        + (dryRun ? "; would be written to \(place)" : "; written to \(place)"))
    return .done
  }

  private func tell(_ addition: TextAddition, in terminal: Terminal) {
    if let first = addition.check.unlikeWords.first {
      let count = addition.check.unlikeWords.count
      terminal.complain(
        "tilawa: \(counted(count, "ayah", plural: "ayat")) whose number of words differs from the index; "
          + "\(first.ayah) has \(first.words), expected \(first.expected)")
    }
    if addition.converted.marked > 0 {
      terminal.complain(
        "tilawa: \(counted(addition.converted.marked, "text")) had HTML tags or notes, which were left out"
      )
    }
  }
}

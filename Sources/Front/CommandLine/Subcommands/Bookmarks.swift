import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran

/// Places to come back to.
struct Bookmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bookmark",
    abstract: "Bookmark ayat and pages.",
    discussion: """
        tilawa journal bookmark add 18:10 --label "the cave" --color green
        tilawa journal bookmark add page 294
        tilawa journal bookmark list
        tilawa journal bookmark remove 2

      Bookmarks are kept in the journal of the library if it has one, else in your personal journal.
      """,
    subcommands: [AddBookmark.self, ListBookmarks.self, RemoveBookmarks.self])
}

struct AddBookmark: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Bookmark an ayah or a page.",
    discussion: """
        tilawa journal bookmark add 18:10 --label "the cave"
        tilawa journal bookmark add page 294
      """)

  @Argument(help: "An ayah or a page: 18:10, page 294.") var place: [String]

  @Option(help: "A label, such as its purpose.") var label: String?

  @Option(help: "Its colour: a lower-case word such as green, or #3a7d44. --color works, too.")
  var tint: String?

  @Option(help: "The library.", completion: .directory) var library: String?

  @OptionGroup var journal: JournalArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let tint = tint?.lowercased()
    if let tint, !ColorText.isColor(tint) {
      throw CommandFailure(
        "invalid colour \"\(tint)\" (expected a lower-case word such as green, or #3a7d44)")
    }
    if label == "" { throw CommandFailure("--label is empty; give a label, or omit the option") }
    let now = try terminal.workplace.moment()
    let draft = BookmarkDraft(at: try readPlace(), label: label, color: tint, created: now)
    switch try journal.folder(library: library, in: terminal).add(draft) {
    case .added: terminal.say("bookmarked \(draft.place.text)")
    case .recoloured: terminal.say("\(draft.place.text) already bookmarked; colour changed")
    case .wasThere: terminal.say("\(draft.place.text) already bookmarked")
    }
    return .done
  }

  private func readPlace() throws -> BookmarkDraft.Place {
    let text = place.joined(separator: " ")
    let words = text.words(by: " ")
    if words.count == 2, words[0].lowercased() == "page" {
      guard let page = Int(words[1]), (1...604).contains(page) else {
        throw CommandFailure("no such page: \"\(words[1])\" (expected 1 to 604)")
      }
      return .page(page)
    }
    switch PassageReference.parse(text) {
    case .success(let range):
      guard range.isSingle else {
        throw CommandFailure("a bookmark takes one ayah, not the run \(range)")
      }
      return .ayah(range.first)
    case .failure(let error): throw CommandFailure(error.message)
    }
  }
}

struct ListBookmarks: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print the bookmarks, numbered.",
    discussion: """
        tilawa journal bookmark list
      """)

  @Option(help: "The library.", completion: .directory) var library: String?

  @OptionGroup var journal: JournalArguments

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let file = try journal.folder(library: library, in: terminal).read()
    let errors = file.diagnostics.filter {
      $0.severity == .error && DocumentKind(ofFileAt: $0.place.path) == .bookmarks
    }
    if !errors.isEmpty { terminal.complain(errors.inOrder()) }
    let rows = file.bookmarks?.content?.rows.filter { $0.place != nil } ?? []
    if json {
      terminal.write(Self.shape.document(of: rows))
    } else {
      var table = TextTable([
        .init(title: "#", isAtRight: true), .init(title: "place"), .init(title: "page", isAtRight: true),
        .init(title: "colour"), .init(title: "created"), .init(title: "label", leastWidth: 10),
      ])
      for row in rows {
        table.add([
          "\(row.index + 1)", row.place?.text ?? "", row.shownPage.map { "\($0)" } ?? "",
          row.color?.value ?? "", row.created?.value.text ?? "", row.label?.value ?? "",
        ])
      }
      if rows.isEmpty {
        terminal.say("no bookmarks yet; add one with tilawa journal bookmark add 18:10")
      } else {
        for line in table.lines(width: terminal.tableWidth, palette: terminal.palette) {
          terminal.print(line)
        }
      }
    }
    return errors.isEmpty ? .done : .failed
  }

  static let shape = OutputShape<[Bookmark]>(
    "journal-bookmark-list",
    [
      .key(
        "bookmarks",
        .list(
          of: .object([
            .key(.number, { $0.index + 1 }), .nullable(.ayah, \.ayah?.value.description),
            .nullable(.page, \.shownPage), .nullable(.label, \.label?.value),
            .nullable(.color, \.color?.value),
            .nullable(.createdAt, \.created?.value.text),
          ])), { $0 }, "Bookmarks, in the order of the file.")
    ])
}

struct RemoveBookmarks: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove bookmarks by their numbers.",
    discussion: """
        tilawa journal bookmark remove 2
      """)

  @Argument(help: .init("Numbers printed by tilawa journal bookmark list.", valueName: "number")) var numbers:
    [Int]

  @Option(help: "The library.", completion: .directory) var library: String?

  @OptionGroup var journal: JournalArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let folder = try journal.folder(library: library, in: terminal)
    let files = folder.read()
    let file = PathText.joined(terminal.shown(folder.path), DocumentKind.bookmarks.fileName)
    let known = Set(files.bookmarks?.content?.rows.map { $0.index + 1 } ?? [])
    if let unknown = numbers.first(where: { !known.contains($0) }) {
      if files.bookmarks == nil, let fault = files.faults.first { throw fault }
      throw CommandFailure(
        "no bookmark \(unknown) in \(file); see `tilawa journal bookmark list`")
    }
    let removed = try folder.removeBookmarks { numbers.contains($0.index + 1) }
    for row in removed { terminal.say("removed \(row.place?.text ?? "bookmark \(row.index + 1)")") }
    guard removed.count == Set(numbers).count else {
      throw CommandFailure(
        "\(file) was changed by another program; see `tilawa journal bookmark list`")
    }
    return .done
  }
}

extension Bookmark {
  /// Nil when the row doesn't say.
  fileprivate var place: BookmarkDraft.Place? { ayah.map { .ayah($0.value) } ?? page.map { .page($0.value) } }

  /// The page it is at or on.
  fileprivate var shownPage: Int? { page?.value ?? ayah.flatMap { Division.page.number(of: $0.value) } }
}

extension BookmarkDraft.Place {
  /// `18:10`, `page 294`.
  fileprivate var text: String {
    switch self {
    case .ayah(let ayah): "\(ayah)"
    case .page(let page): "page \(page)"
    }
  }
}

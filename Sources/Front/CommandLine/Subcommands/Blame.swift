import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran

struct Blame: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "blame",
    abstract: "Show who last changed the rows of an ayah.",
    discussion: """
      Shows commit, author and date. In a document of a library, names rows or keys:

        tilawa git blame 18:10 friday.tilawa
        tilawa git blame al-dosari playback.yaml

      Exit status: 0 found; 1 no such row; 2 wrong usage or failure.
      """)

  @Argument(help: "An ayah or a passage, such as 18:10; in a document, the name of a row or key.")
  var reference: String

  @OptionGroup var arguments: BundleArguments

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    if let documents = FoundDocuments(at: arguments.bundle, in: terminal.workplace), let only = documents.only
    {
      return try blame(only.kind, at: only.path, terminal)
    }
    let found = try arguments.find(in: terminal)
    let bundle = TilawaBundle(readingAt: found.path, shownAs: found.shownPath, only: [.recording, .segments])
    guard let file = bundle.segments, let rows = file.content?.rows else {
      throw CommandFailure("\(found.shownPath) has no readable segments.yaml")
    }
    guard let repository = terminal.workplace.repository(containing: found.path),
      let inside = repository.inside(PathText.joined(found.path, FileKind.segments.fileName))
    else { throw CommandFailure("\(found.shownPath) is not in a git repository") }
    let wanted: AyahRange
    switch PassageReference.parse(reference, counting: try bundle.knownCounting()) {
    case .success(let passage): wanted = passage
    case .failure(let error): throw CommandFailure("\(error)")
    }
    let asked = rows.compactMap { row -> (row: Placed<Segment>, ayat: AyahRange)? in
      guard let ayat = row.ayah, ayat.first <= wanted.last, wanted.first <= ayat.last else {
        return nil
      }
      return (row, ayat)
    }
    let table = LineTable(of: file.source)
    let lines = asked.map { table.position(at: $0.row.bytes.range.lowerBound).line }
    let touches: [Int: LineTouch]
    do { touches = try repository.touches(of: lines, in: inside) } catch let refusal as Failure {
      throw CommandFailure("git failed: \(refusal)")
    }
    var blamed: [BlamedRow] = []
    for ((row, ayat), line) in zip(asked, lines) {
      let touch = touches[line]
      if json {
        blamed.append((row, ayat, (file.source.path, line, touch)))
      } else {
        terminal.print(
          "\(ayat)  \(row.start)-\(row.end)  \(touch?.commit.prefix(10) ?? "not committed")  "
            + [touch?.author, touch?.day, touch?.summary].compactMap { $0.map(shownText) }
            .joined(separator: "  "))
      }
    }
    if json { terminal.write(Self.shape.document(of: blamed)) }
    if asked.isEmpty { terminal.say("no row of \(found.shownPath) contains \(wanted)") }
    return asked.isEmpty ? .findings : .done
  }

  /// Prints the authors of a document outside of bundles.
  private func blame(_ kind: DocumentKind, at path: String, _ terminal: Terminal) throws -> Outcome {
    let source = try terminal.source(path)
    let parts: [DocumentParts.Part]
    do { parts = try DocumentParts(of: source, kind).named(reference) } catch {
      return error.tell(in: terminal)
    }
    guard let repository = terminal.workplace.repository(containing: path),
      let inside = repository.inside(path)
    else { throw CommandFailure("\(source.path) is not in a git repository") }
    let table = LineTable(of: source)
    let lines = parts.map { table.position(at: $0.range.lowerBound).line }
    let touches: [Int: LineTouch]
    do { touches = try repository.touches(of: lines, in: inside) } catch let refusal as Failure {
      throw CommandFailure("git failed: \(refusal)")
    }
    for (part, line) in zip(parts, lines) where !json {
      let touch = touches[line]
      terminal.print(
        "\(part.label)  \(part.list ?? "key")  \(touch?.commit.prefix(10) ?? "not committed")  "
          + [touch?.author, touch?.day, touch?.summary].compactMap { $0.map(shownText) }
          .joined(separator: "  "))
    }
    if json {
      terminal.write(
        Self.partShape.document(of: zip(parts, lines).map { ($0, (source.path, $1, touches[$1])) }))
    }
    if parts.isEmpty { terminal.say("no such row or key in \(source.path): \"\(reference)\"") }
    return parts.isEmpty ? .findings : .done
  }
}

extension Blame {
  typealias Touched = (path: String, line: Int, touch: LineTouch?)
  typealias BlamedRow = (row: Placed<Segment>, ayat: AyahRange, touched: Touched)
  typealias BlamedPart = (part: DocumentParts.Part, touched: Touched)

  static let shape = OutputShape<[BlamedRow]>(
    "git-blame",
    [
      .key(
        "rows",
        .list(
          of: .object(
            [
              .key(.ayah, { $0.ayat.description }), .key(.start, { $0.row.start }),
              .key(.end, { $0.row.end }),
            ] + touchedKeys.of { $0.touched })), { $0 }, "Rows of the ayah.")
    ], or: partShape.description)

  /// Of a document that lies outside bundles.
  private static let partShape = OutputShape<[BlamedPart]>(
    "git-blame",
    [
      .key(
        "rows",
        .list(
          of: .object(
            [
              .key(.label, { $0.part.label }),
              .nullable(
                "list", .text, { $0.part.list },
                "Key of the list that contains the row; null for a key of the file."),
            ] + touchedKeys.of { $0.touched })), { $0 }, "Rows, or the key, of that name.")
    ])

  private static let touchedKeys: [JSONKey<Touched>] = [
    .key(.path, { $0.path }), .key(.line, { $0.line }),
    .nullable("commit", .text, { $0.touch?.commit }, "Id of the commit; null if not committed."),
    .nullable("author", .text, { $0.touch?.author }, "Author of the commit."),
    .nullable("date", .text, { $0.touch?.day }, "Date of the commit."),
    .nullable("summary", .text, { $0.touch?.summary }, "First line of the commit's message."),
  ]
}

extension LineTouch {
  /// Where its author was.
  fileprivate var day: String {
    String(Timestamp(secondsSince1970: seconds + secondsEast).text.fields(by: "T")[0])
  }
}

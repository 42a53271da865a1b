import ArgumentParser
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran

/// The order of prayers.
struct GuideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "guide",
    abstract: "Show the steps of a prayer, and recordings of them.",
    discussion: """
        tilawa guide
        tilawa guide fajr
        tilawa guide fajr-shafi --hear
        tilawa guide import guides.json
        tilawa guide export fajr-shafi --format markdown

      Tilawa comes without guides; you add your own. They are files in the folder guides of the library. Bookmarks and \
      progress are in your journal: tilawa journal add guides fajr-shafi --bookmarked.
      """,
    subcommands: [ShowGuide.self, ListGuides.self, ImportGuides.self, ExportGuides.self],
    defaultSubcommand: ShowGuide.self)
}

/// The library whose guides are meant, and the journal of who reads them.
struct GuideArguments: ParsableArguments {
  @Option(
    help: .init("The library. (default: $TILAWA_LIBRARY, else the current folder)", valueName: "dir"),
    completion: .directory)
  var library: String?

  @OptionGroup var journal: JournalArguments

  func shelf(in terminal: Terminal) throws -> GuideShelf {
    let shelf = terminal.workplace.guides(ofLibrary: try LibraryArguments.root(library, in: terminal))
    let errors = shelf.diagnostics.filter { $0.severity == .error }
    if !errors.isEmpty { terminal.complain(errors.inOrder()) }
    return shelf
  }

  /// Opens the shelf for work that needs all guides: throws if one can't be read at all, such as on a faulty
  /// disk.
  func shelfWholly(in terminal: Terminal) throws -> GuideShelf {
    let shelf = try shelf(in: terminal)
    guard shelf.unreadable.isEmpty else {
      throw CommandFailure("nothing was done: some guides cannot be read")
    }
    return shelf
  }

  /// The person's records of guides; nil where there is no journal.
  func state(in terminal: Terminal) -> GuidesFile? {
    guard let folder = try? journal.folder(library: library, in: terminal) else { return nil }
    return folder.read().document(.guides)?.values(GuidesFile.self)?.content
  }
}

/// `tilawa guide fajr`, and without a name the list.
struct ShowGuide: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print a guide, or without a name, the list.",
    discussion: """
      Takes the id of a guide, or a prayer. If a prayer has several guides, the school named in your journal decides.

      With --hear, lists for each step the places in your recordings where it is heard, in this order: recordings of that \
      prayer, the rak'ah of --rakah (or the first), audio that is here, verified rows. Ayat are searched in one riwayah.

      Exit status: 0 printed; 1 no place was found, or faults were reported; 2 wrong usage, or no such guide.

        tilawa guide fajr
        tilawa guide fajr-shafi --hear
      """)

  @Argument(help: "An id, or a prayer such as fajr.") var guide: String?

  @Flag(help: "List the places in your recordings where it is heard.") var hear = false

  @Option(help: .init("With --hear: list this rak'ah first. (default: 1)", valueName: "n")) var rakah: Int?

  @Option(
    help: "With --hear: search ayat in this riwayah. (default: hafs)", completion: .list(Riwayah.completions))
  var riwayah: String?

  @Option(
    help: .init("With --hear: list at most N places each; 0 for all. (default: 3)", valueName: "count"))
  var limit: Int?

  @OptionGroup var arguments: GuideArguments

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if !hear, rakah != nil || riwayah != nil || limit != nil {
      throw ValidationError("--rakah, --riwayah and --limit need --hear")
    }
    if hear, guide == nil { throw ValidationError("--hear needs a guide, as in tilawa guide fajr --hear") }
    if let rakah, !(1...100).contains(rakah) {
      throw ValidationError("invalid --rakah \(rakah) (expected 1 to 100)")
    }
    if let limit, limit < 0 { throw ValidationError("invalid --limit \(limit) (expected 0 or more)") }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let (shelf, state) = (try arguments.shelf(in: terminal), arguments.state(in: terminal))
    guard let name = guide else {
      return GuideList(shelf.entries, state, of: shelf).tell(asJSON: json, in: terminal)
    }
    let found = shelf.entries(named: name, preferring: state?.school?.value)
    guard let entry = found.first else { throw CommandFailure(shelf.absence(of: name)) }
    guard found.count == 1 else {
      let names = found.map(\.guide.id).joined(separator: ", ")
      throw CommandFailure("\(name) has \(found.count) guides: \(names); name one by its id")
    }
    var report = GuideReport(entry, state)
    var outcome = Outcome.done
    if hear { outcome = try look(for: entry.guide, &report, in: terminal) }
    if json {
      terminal.write(GuideReport.shape.document(of: report))
    } else {
      report.lines(width: terminal.width, palette: terminal.palette).forEach(terminal.print)
    }
    return outcome.and(shelf.hasErrors ? .findings : .done)
  }

  private func look(for guide: GuideDraft, _ report: inout GuideReport, in terminal: Terminal) throws
    -> Outcome
  {
    let phrases = guide.steps.flatMap(\.hear)
    guard !phrases.isEmpty else {
      terminal.complain(
        "tilawa: no step of \(guide.id) has the key hear; add one, such as hear: takbir or hear: \"1:1-7\"")
      return .findings
    }
    let riwayah = try riwayah.map(RecordingFacts.riwayah) ?? .hafs
    let root = try LibraryArguments.root(arguments.library, in: terminal)
    let folder = try LibraryArguments.open(root, takingIgnored: false, in: terminal)
    let (places, faults) = folder.places(
      of: HeardQuery(phrases, of: guide.prayer, rakah: rakah ?? 1, riwayah: riwayah))
    let most = limit.map { $0 == 0 ? Int.max : $0 } ?? 3
    report.places = places.mapValues { Array($0.prefix(most)) }
    let outcome = faults.tell(in: terminal)
    guard places.isEmpty else { return outcome }
    terminal.complain("tilawa: no recording of any step of \(guide.id) in \(root)")
    return outcome.and(.findings)
  }
}

extension GuideShelf {
  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// `tilawa guide list`.
struct ListGuides: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the guides of the library.",
    discussion: """
        tilawa guide list
      """)

  @Option(
    help: .init("List only guides of this prayer.", valueName: "prayer"),
    completion: .list(Prayer.allCases.map(\.rawValue)))
  var prayer: String?

  @Option(
    help: .init("List only guides of this school or tradition.", valueName: "school"),
    completion: .list(School.allCases.map(\.rawValue)))
  var school: String?

  @Option(help: .init("List only guides with this text; vowel signs are ignored.", valueName: "text"))
  var search: String?

  @Flag(help: "List only bookmarked guides.") var bookmarked = false

  @OptionGroup var arguments: GuideArguments

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let wanted = try (prayer: prayer.map(RecordingFacts.prayer), school: school.map(Self.school))
    let (shelf, state) = (try arguments.shelf(in: terminal), arguments.state(in: terminal))
    let found = shelf.entries.filter { entry in
      let isOfSchool =
        wanted.school.map { school in
          entry.guide.school == school
            || (school.tradition == school && entry.guide.school?.tradition == school)
        } ?? true
      let isMarked = state?.row(of: entry.guide.id)?.bookmarked?.value ?? false
      return (wanted.prayer.map { entry.guide.prayer == $0 } ?? true) && isOfSchool
        && (!bookmarked || isMarked)
        && (search.map { entry.guide.holds($0) } ?? true)
    }
    return GuideList(found, state, of: shelf).tell(asJSON: json, in: terminal)
  }

  private static func school(_ text: String) throws -> School {
    if let school = School(rawValue: text.lowercased()) { return school }
    let names = School.allCases.map(\.rawValue)
    throw CommandFailure(
      noSuch("school", text, in: names, hint: "use one of \(names.joined(separator: ", "))"))
  }
}

/// `tilawa guide import guides.json`.
struct ImportGuides: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import guides from JSON rows or a Markdown page.",
    discussion: """
      Reads JSON with rows of a table prayer_guides, as apps store them in Supabase, or Markdown with front matter. Each guide \
      becomes a file guides/ID.yaml. Data without a key in guides is reported. A different existing guide is replaced only \
      with --force, which loses your own additions to it.

      Exit status: 0 everything was imported; 1 something was left out; 2 wrong usage, or nothing was written.

        tilawa guide import guides.json
      """)

  @Argument(help: "The file.", completion: .file()) var file: String

  @Option(
    help: .init("The library. (default: $TILAWA_LIBRARY, else the current folder)", valueName: "dir"),
    completion: .directory)
  var library: String?

  @Flag(help: "Replace guides of the same id.") var force = false

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun =
    false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let plan = try GuideImport(
      of: file, into: try LibraryArguments.root(library, in: terminal), replaces: force,
      in: terminal.workplace)
    if !plan.findings.isEmpty { terminal.complain(plan.findings) }
    if !dryRun { try plan.apply() }
    for item in plan.items {
      let done =
        switch item.change {
        case .added: dryRun ? "would be written" : "written"
        case .replaced: dryRun ? "would be replaced" : "replaced"
        case .unchanged: "unchanged"
        }
      terminal.say("\(shownText(item.path)): \(done), \(counted(item.guide.steps.count, "step"))")
    }
    return plan.findings.contains { $0.severity != .note } ? .findings : .done
  }
}

/// `tilawa guide export`.
struct ExportGuides: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export guides as JSON rows, or one as Markdown.",
    discussion: """
      Exit status: 0 written; 1 written, but something was left out; 2 wrong usage, or no such guide.

        tilawa guide export fajr-shafi --format markdown
      """)

  @Argument(help: "Ids or prayers. (default: all)") var guides: [String] = []

  @Option(help: "json, the rows of a table prayer_guides, or markdown.") var format = GuideExport.Form.json

  @Option(name: [.short, .long], help: "Write to this file.", completion: .file()) var output: String?

  @OptionGroup var writing: OutputArguments

  @OptionGroup var arguments: GuideArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    try writing.require([output].compactMap(\.self), in: terminal)
    let export = try GuideExport(guides, of: arguments.shelfWholly(in: terminal), as: format)
    if let output, output != "-" {
      try AtomicFile.write(Array(export.text.utf8), to: terminal.path(output))
      terminal.say("wrote \(counted(export.count, "guide")) to \(output)")
    } else {
      terminal.write(export.text)
    }
    for loss in export.losses { terminal.complain("tilawa: \(loss.sentence)") }
    return export.losses.isEmpty ? .done : .findings
  }
}

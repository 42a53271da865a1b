import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran

/// Who recites in a library.
struct Reciters: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reciter",
    abstract: "Describe reciters, and list their recordings.",
    discussion: """
        tilawa reciter add "Mahmoud Khalil al-Husary" --riwayah hafs --arabic-name "محمود خليل الحصري"
        tilawa reciter add "Minshawi" --riwayah hafs --source "https://example.com/minshawi/{surah3}{ayah3}.mp3"
        tilawa reciter list
        tilawa reciter show mahmoud-khalil-al-husary

      Each reciter has a file in the library's folder reciters/. Commands show the names in these files, and lists follow \
      their sort_order.
      """,
    subcommands: [AddReciter.self, ListReciters.self, ShowReciter.self])
}

// MARK: - add

struct AddReciter: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a reciter to the library.",
    discussion: """
      Writes reciters/ID.yaml and prints its path; existing files are never overwritten. --source is an \
      address with {surah3} and {ayah3}, {surah} and {ayah}, or {number}.

        tilawa reciter add "Minshawi" --riwayah hafs --source "https://example.com/minshawi/{surah3}{ayah3}.mp3"
      """)

  @Argument(help: "The full name in Latin letters.") var name: String

  @Option(help: .init("Set the id. (default: from the name)", valueName: "id")) var id: String?

  @Option(help: .init("Set the full name in Arabic letters.", valueName: "name")) var arabicName: String?

  @Option(help: .init("Set a name for narrow columns.", valueName: "name")) var shortName: String?

  @Option(
    help: "Set the default riwayah of recordings and sources.", completion: .list(Riwayah.completions))
  var riwayah: String?

  @Option(help: "Set the style: murattal, mujawwad, muallim.") var style: String?

  @Option(help: .init("Add a source of files (repeatable, best first).", valueName: "url"))
  var source: [String] = []

  @Option(
    help: "Set the source's ayah count. (default: Kufi)",
    completion: .list(Numbering.names))
  var numbering: String?

  @Option(help: .init("Set the source's kilobits per second.", valueName: "n")) var bitrate: Int?

  @Option(help: "Set the source's encoding. (default: by name)") var format: String?

  @Option(help: .init("Keep fetched files in this folder below reciters/.", valueName: "dir"))
  var cache: String?

  @Option(help: .init("Set the address of a picture.", valueName: "url")) var image: String?

  @Option(help: .init("Set the place in lists. (default: by name)", valueName: "n"))
  var sortOrder: Int?

  @OptionGroup var place: LibraryArguments

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let plan = try NewReciterPlan(
      try draft(), inLibrary: try place.root(in: terminal), in: terminal.workplace)
    try plan.apply()
    let path = terminal.shown(plan.path)
    if json {
      terminal.write(Self.shape.document(of: (try identifier(), path, plan.remarks)))
    } else {
      terminal.print(path)
    }
    for remark in plan.remarks { terminal.say("tilawa: \(path): \(remark)") }
    return .done
  }

  static let shape = OutputShape<(id: String, path: String, remarks: [String])>(
    "reciter-add",
    [
      .key("id", .text, { $0.id }, "Id of the reciter."), .key(.path, { $0.path }),
      .key(.remarks, { $0.remarks }),
    ])

  private func identifier() throws -> String {
    guard let id = id ?? NewReciterPlan.proposedID(for: name) else {
      throw CommandFailure("cannot derive an id from \"\(name)\"; give one, such as --id husary")
    }
    guard RecordingDraft.isIdentifier(id) else {
      throw CommandFailure(
        "invalid --id \"\(id)\" (expected letters, digits, \".\", \"_\" and \"-\", such as yasser-al-dosari)"
      )
    }
    return id
  }

  private func draft() throws -> ReciterDraft {
    for (option, text) in [
      ("the name", name), ("--arabic-name", arabicName), ("--short-name", shortName), ("--style", style),
      ("--format", format), ("--cache", cache),
    ] where text.map({ $0.unicodeScalars.allSatisfy(\.properties.isWhitespace) }) == true {
      throw CommandFailure("\(option) is empty; give a text, or omit the option")
    }
    if source.isEmpty,
      let option = [
        numbering.map { _ in "--numbering" }, bitrate.map { _ in "--bitrate" },
        format.map { _ in "--format" },
        cache.map { _ in "--cache" },
      ].compactMap({ $0 }).first
    {
      throw CommandFailure("\(option) needs --source")
    }
    if cache != nil, source.count > 1 {
      throw CommandFailure("--cache needs exactly one --source, found \(source.count)")
    }
    var draft = ReciterDraft(id: try identifier(), name: name)
    draft.arabicName = arabicName
    draft.shortName = shortName
    draft.riwayah = try riwayah.map(SessionArguments.riwayah)
    draft.style = style
    draft.image = image
    draft.sortOrder = sortOrder
    draft.sources = try source.map(sourceDraft)
    return draft
  }

  private func sourceDraft(_ template: String) throws -> ReciterDraft.Source {
    guard var source = ReciterDraft.Source(template: template) else {
      throw CommandFailure(
        "invalid --source \"\(template)\" (expected an address such as https://example.com/husary/{surah3}{ayah3}.mp3)"
      )
    }
    source.numbering = try numbering.map { try Numbering($0).counting }
    source.bitrate = bitrate
    source.format = format
    source.cache = cache
    return source
  }
}

// MARK: - list

struct ListReciters: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the reciters of a library with their recordings.",
    discussion: """
      Lists reciters with a file in reciters/ and those named by bundles, with the number of bundles, hours and surahs \
      recorded. Sorted by sort_order, then by name.

        tilawa reciter list
      """)

  @OptionGroup var place: LibraryArguments

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let (folder, uses, faults) = try ReciterReport.uses(place, in: terminal)
    if json {
      terminal.write(Self.shape.document(of: (uses.map { ReciterReport($0) }, faults)))
    } else if uses.isEmpty {
      terminal.say(
        "tilawa: \(folder.reasonForNothing(in: try place.root(in: terminal)) ?? "no reciters found"); "
          + "add one with tilawa reciter add")
    } else {
      ReciterReport.table(uses, width: terminal.tableWidth, terminal.palette).forEach(
        terminal.print)
    }
    return faults.tell(in: terminal)
  }

  static let shape = OutputShape<(reciters: [ReciterReport], faults: [LibraryFault])>(
    "reciter-list",
    [
      .key(
        "reciters", .list(of: .object(ReciterReport.keys)), { $0.reciters },
        "Reciters, in order of lists."),
      .key(.faults, { $0.faults }),
    ])
}

// MARK: - show

struct ShowReciter: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a reciter: names, riwayah, sources, coverage.",
    discussion: """
      Takes an id or a name, as printed by tilawa reciter list. Coverage is shown for each riwayah with recordings or \
      sources, in the ayat of its mushafs.

        tilawa reciter show husary
      """)

  @Argument(help: "Id or name of a reciter.") var reciter: String

  @OptionGroup var place: LibraryArguments

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let (folder, uses, faults) = try ReciterReport.uses(place, in: terminal)
    let use = try Self.find(reciter, in: uses)
    var report = ReciterReport(use)
    report.addCoverage(from: folder)
    if json {
      terminal.write(ReciterReport.shape.document(of: report))
    } else {
      report.lines.forEach(terminal.print)
    }
    return faults.tell(in: terminal)
  }

  private static func find(_ text: String, in uses: [ReciterUse]) throws -> ReciterUse {
    if let use = uses.first(where: { $0.id == text }) { return use }
    let named = uses.filter { use in
      let names = [use.id, use.shownName, use.shortName, use.reciter?.arabicName?.value ?? ""]
      return names.contains { $0.lowercased() == text.lowercased() }
    }
    if let use = named.first, named.count == 1 { return use }
    if named.count > 1 {
      throw CommandFailure(
        "several reciters are called \"\(text)\": \(named.map(\.id).joined(separator: ", ")); name one by its id"
      )
    }
    let near = nearestName(to: text, in: uses.map(\.id)) ?? nearestName(to: text, in: uses.map(\.shownName))
    throw CommandFailure(
      noSuch("reciter", text, meaning: near.map { [$0] } ?? [], hint: "see `tilawa reciter list`"))
  }
}

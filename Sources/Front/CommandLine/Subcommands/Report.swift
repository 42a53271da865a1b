import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran

struct Report: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a page to look at and listen to in a browser.",
    discussion: """
      Writes one HTML file that needs no network: the sound and rows of each bundle, doubtful rows, findings of lint, and \
      the words. With --ask, the page asks somebody about the doubtful rows: they need only a browser, and send back a \
      small text, which `tilawa patch` takes over.

        tilawa report friday.tilawa -o friday.html
        tilawa report friday.tilawa --ask -o for-a-friend.html
        tilawa report --diff HEAD~3:friday.tilawa friday.tilawa -o changes.html
        tilawa report --library ~/recitations -o library.html

      Exit status: 0 done; 1 faults were reported; 2 wrong usage, or a bundle cannot be read.
      """)

  @Argument(
    help: "Bundles or folders; with --diff, two versions.", completion: .directory)
  var paths: [String] = ["."]

  @Option(
    name: [.short, .long], help: .init("Write to this file, or - for standard output.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var output = "report.html"

  @Flag(help: "Embed the audio as Opus.") var embed = false

  @Flag(help: "Ask somebody about doubtful rows, with their sound embedded.") var ask = false

  @Option(
    help: .init(
      "With --ask: ask about N unconfirmed rows, the doubtful ones first, or about all.", valueName: "N|all"))
  var rows: RowsToAsk?

  @OptionGroup var links: LinkArguments

  @Flag(help: "Compare two versions: a bundle, or REV:path.") var diff = false

  @Flag(help: "Show conflicts left by a merge.") var conflicts = false

  @Option(
    help: .init("Map which pages and surahs a library can play.", valueName: "dir"), completion: .directory)
  var library: String?

  @Option(
    help: "With --library: map this riwayah. (default: hafs)", completion: .list(Riwayah.completions))
  var riwayah: String?

  @Option(help: "Title the page. (default: the recording's)") var title: String?

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun = false

  @OptionGroup var writing: OutputArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if diff, conflicts { throw ValidationError("only one of --diff and --conflicts can be given") }
    if diff, paths.count != 2 {
      throw ValidationError("--diff takes two versions, such as HEAD~3:friday.tilawa friday.tilawa")
    }
    if library != nil, diff || conflicts || embed || dryRun || paths != ["."] {
      throw ValidationError("--library can't be used with bundles, --diff, --conflicts, --embed or --dry-run")
    }
    if links.followLinks, !embed, !ask { throw ValidationError("--follow-links needs --embed or --ask") }
    if ask, diff || conflicts || embed || library != nil || paths.count != 1 {
      throw ValidationError("--ask takes one bundle, and no --embed, --diff, --conflicts or --library")
    }
    if rows != nil, !ask { throw ValidationError("--rows needs --ask") }
    if library == nil, riwayah != nil { throw ValidationError("--riwayah needs --library") }
    if output.isEmpty { throw ValidationError("--output takes a file") }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    if output == "-", !dryRun, terminal.output.isTerminal {
      throw CommandFailure("a page can't be shown on a terminal; name a file with -o")
    }
    try writing.require(dryRun ? [] : [output], in: terminal)
    if let library { return try write(library, terminal) }
    if ask { return try self.ask(terminal) }
    var outcome = Outcome.done
    var plan: ReportPlan
    do { plan = try self.plan(terminal) { outcome = .failed } } catch let error as FileMerge.Unmergeable {
      return error.tell(in: terminal)
    }
    guard !plan.bundles.isEmpty else { return outcome.and(.failed) }
    for bundle in plan.bundles where !conflicts {
      outcome = outcome.and([LibraryFault(of: bundle)].compactMap { $0 }.tell(in: terminal))
    }
    plan.followsLinks = links.followLinks
    for bundle in plan.bundles where embed {
      do throws(Failure) { _ = try plan.audio(of: bundle, isEmbedded: true) } catch {
        guard case .followingLinks = error.remedy else { continue }
        terminal.complain("tilawa: \(error.text)")
        outcome = outcome.and(.findings)
      }
    }
    if embed || dryRun {
      terminal.say(
        "the page will have about \(Self.megabytes(embed ? plan.embeddedBytes : plan.linkedBytes))")
    }
    if dryRun { return outcome }
    let folder = folder(terminal)
    let page = try plan.page(
      embed ? .inside(scratch: folder) : .beside(folder: folder), title: title, terminal.monitor)
    try write(page, terminal)
    return outcome
  }

  /// Where the page is to be.
  private func folder(_ terminal: Terminal) -> String {
    output == "-" ? terminal.workplace.workingDirectory : PathText.folder(of: terminal.path(output))
  }

  private func write(_ page: Page, _ terminal: Terminal) throws { try write(try page.document(), terminal) }

  private func write(_ bytes: [UInt8], _ terminal: Terminal) throws {
    if output == "-" {
      terminal.write(bytes)
    } else {
      try AtomicFile.write(bytes, to: terminal.path(output))
      terminal.say("\(output): \(Self.megabytes(Int64(bytes.count)))")
    }
  }

  private func write(_ library: String, _ terminal: Terminal) throws -> Outcome {
    let place = try terminal.workplace.library(at: library, takingIgnored: false)
    let riwayah = try riwayah.map(SessionArguments.riwayah) ?? .hafs
    let session = Session(riwayah: riwayah, counting: riwayah.counting)
    let report = LibraryReport(of: place, in: session, from: folder(terminal))
    if report.isEmpty {
      terminal.complain(
        "tilawa: nothing in \(library) can be heard in \(riwayah.rawValue): only segments are; `tilawa list \(ShellText.quoted(library))` "
          + "shows what is there, `tilawa segment` makes segments of markers")
      return report.faults.tell(in: terminal).and(.findings)
    }
    try write(report.page(title: title ?? PathText.name(of: terminal.path(library))), terminal)
    return report.faults.tell(in: terminal)
  }

  private func ask(_ terminal: Terminal) throws -> Outcome {
    guard let found = FoundBundle(containing: paths[0], in: terminal.workplace) else {
      throw CommandFailure(FoundBundle.reasonForNone(at: paths[0], in: terminal.workplace))
    }
    var plan = try AskPlan(of: found, asking: rows?.selection ?? .doubtful)
    plan.followsLinks = links.followLinks
    if plan.leftOut > 0 {
      terminal.say(
        "the page asks about the \(plan.count) most doubtful of \(plan.count + plan.leftOut) rows, as more would be "
          + "larger than 5 MB; --rows \(plan.count + plan.leftOut) asks about all")
    }
    if dryRun {
      terminal.say(
        "the page will ask about \(counted(plan.count, "row")) and have about \(Self.megabytes(Int64(plan.bytes)))"
      )
      return .done
    }
    let page = try plan.page(in: terminal.workplace, title: title, terminal.monitor)
    try write(try page.document(), terminal)
    terminal.say("it asks about \(counted(plan.count, "row")); `tilawa patch` takes over the answers")
    return .done
  }

  private func plan(_ terminal: Terminal, _ failed: () -> Void) throws -> ReportPlan {
    if diff {
      let old = NamedVersion(paths[0], try terminal.version(paths[0]))
      guard let found = FoundBundle(containing: paths[1], in: terminal.workplace) else {
        throw CommandFailure(
          "the second version must be a bundle that is here, since its audio is heard; "
            + FoundBundle.reasonForNone(at: paths[1], in: terminal.workplace))
      }
      let diff = try BundleDiff(old.version, try terminal.version(found.path))
      return ReportPlan(
        of: [(found.path, found.shownPath)], showing: .changes(from: old, to: paths[1], diff),
        in: terminal.workplace)
    }
    let (found, problems) = GivenPaths(paths, in: terminal.workplace).bundles()
    for problem in problems {
      terminal.complain("tilawa: \(problem.text)")
      failed()
    }
    return ReportPlan(
      of: found.map { ($0.path, $0.shownPath) }, showing: conflicts ? .conflicts : .rows,
      in: terminal.workplace)
  }

  /// `0.4 MB`, halves up; never nothing.
  private static func megabytes(_ bytes: Int64) -> String {
    let tenths = max(1, (bytes + 50000) / 100_000)
    return "\(tenths / 10).\(tenths % 10) MB"
  }
}

/// The value of `--rows`.
enum RowsToAsk: ExpressibleByArgument {
  /// A number of rows.
  case count(Int)
  /// All rows that aren't confirmed.
  case all

  init?(argument: String) {
    if argument == "all" {
      self = .all
    } else if let count = Int(argument), count > 0 {
      self = .count(count)
    } else {
      return nil
    }
  }

  /// The rows that are asked about.
  var selection: AskPlan.Selection {
    switch self {
    case .count(let count): .count(count)
    case .all: .all
    }
  }
}

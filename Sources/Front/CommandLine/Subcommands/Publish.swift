import ArgumentParser
import TilawaBase
import TilawaKit
import TilawaLibrary

struct Publish: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Write a library as static files for any web server.",
    discussion: """
      Writes JSON files, checksums and a page for browsing and listening into the folder SITE. The journal, \
      playback.yaml, markers and x- keys are never published.

        tilawa publish ~/recitations -o site --audio copy
        rsync -a --delete --exclude .tilawa-publish site/ example.org:/var/www/quran/

      The same library always gives the same bytes; only changed files are written again. See tilawa help \
      sharing.

      Exit status: 0 done; 1 faults were reported, or with --check something would change; 2 wrong usage, or \
      the library cannot be read or the site cannot be written.
      """)

  @Argument(help: "A folder with bundles at any depth.", completion: .directory)
  var library: String

  @Option(
    name: [.short, .long], help: .init("The folder to write.", valueName: "site"), completion: .directory)
  var output: String

  @Option(help: "Copy the audio, cut it by rows, or link to it.")
  var audio = PublishedRoot.AudioUse.reference

  @Option(help: "Name the library.") var title: String?

  @Option(
    help: .init(
      "Find audio without a url below this address.",
      valueName: "url"))
  var baseUrl: String?

  @Flag(help: "Also publish notes and places.") var notes = false

  @Option(
    help: .init("Sign the root with this SSH key.", valueName: "key"), completion: .file())
  var sign: String?

  @OptionGroup var links: LinkArguments

  @Flag(help: "Read every bundle again.") var fresh = false

  @Flag(help: "Include ignored bundles.") var noIgnore = false

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun = false

  @Flag(help: "Like --dry-run, but exit with 1 on any change.") var check = false

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if baseUrl != nil, audio != .reference {
      throw ValidationError("--base-url needs --audio reference")
    }
    if output.isEmpty { throw ValidationError("--output takes a folder") }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    var request = PublishRequest(library: library, site: output)
    request.audio = audio
    request.title = title
    request.baseURL = baseUrl
    request.includesNotes = notes
    request.takesIgnored = noIgnore
    request.followsLinks = links.followLinks
    request.isFresh = fresh
    request.key = sign
    request.mayAsk = terminal.output.isTerminal
    let plan = try PublishPlan(request, in: terminal.workplace, terminal.monitor)
    let isDry = dryRun || check
    let outcome = try plan.apply(isDry: isDry, terminal.monitor)
    if json {
      terminal.write(Self.shape.document(of: (output, isDry, plan, outcome)))
    } else {
      tell(plan, outcome, isDry, terminal)
    }
    try ConversionReport(isDryRun: isDry, terminal: terminal).tell(outcome.remarks)
    tellWhatIsNotHeard(outcome, terminal)
    let isChanged = outcome.written + outcome.removed > 0
    return (plan.faults + outcome.faults).tell(in: terminal).and(check && isChanged ? .findings : .done)
  }

  private func tell(
    _ plan: PublishPlan, _ outcome: PublishOutcome, _ isDry: Bool, _ terminal: Terminal
  ) {
    terminal.say(
      "\(output): \(counted(outcome.recordings, "recording")), \(counted(outcome.rows, "row")) of "
        + "\(counted(outcome.ayat, "ayah", plural: "ayat"))")
    if !outcome.isFresh {
      terminal.say(
        "\(counted(outcome.readBundles, "bundle")) read\(plan.removedCount > 0 ? ", \(plan.removedCount) gone" : "")"
      )
    }
    let verb = isDry ? "would be " : ""
    let size =
      outcome.writtenBytes >= 100_000
      ? "\(outcome.writtenBytes / 1_000_000) MB" : "\(outcome.writtenBytes) bytes"
    terminal.say(
      "\(counted(outcome.written, "file")) \(verb)written (\(size)), \(outcome.removed) \(verb)removed, "
        + "\(outcome.unchanged) unchanged")
  }

  private func tellWhatIsNotHeard(_ outcome: PublishOutcome, _ terminal: Terminal) {
    if outcome.refusedRows > 0 {
      terminal.complain(
        "tilawa: \(counted(outcome.refusedRows, "row")) with ayat left out, because they would never be served; to see "
          + "why, run tilawa lint")
    }
    if outcome.silentRecordings > 0 {
      terminal.complain(
        "tilawa: the audio of \(counted(outcome.silentRecordings, "recording")) is not available from the published library"
          + (audio == .reference && baseUrl == nil
            ? "; use --audio copy to include it, or --base-url to give its address" : ""))
    }
  }

  static let shape = OutputShape<(site: String, isDry: Bool, plan: PublishPlan, outcome: PublishOutcome)>(
    "publish",
    [
      .key("site", .text, { $0.site }, "The folder written, as given by the user."),
      .key(.dryRun, { $0.isDry }),
      .key("fresh", .flag, { $0.outcome.isFresh }, "True if every bundle was read again."),
      .key("recording_count", .count, { $0.outcome.recordings }, "Number of published recordings."),
      .key(.rowCount, { $0.outcome.rows }), .key(.ayahCount, { $0.outcome.ayat }),
      .key("bundles_read", .count, { $0.outcome.readBundles }, "Number of bundles read."),
      .key(
        "bundles_gone", .count, { $0.plan.removedCount },
        "Number of bundles that are no longer published."),
      .key("files_written", .count, { $0.outcome.written }, "Files that are new or changed."),
      .key("bytes_written", .count, { Int($0.outcome.writtenBytes) }, "Total size of these files."),
      .key("files_removed", .count, { $0.outcome.removed }, "Files removed."),
      .key(
        "files_unchanged", .count, { $0.outcome.unchanged },
        "Files whose bytes did not change."),
      .key(
        "rows_left_out", .count, { $0.outcome.refusedRows },
        "Rows with ayat that would never be served."),
      .key(
        "without_audio", .count, { $0.outcome.silentRecordings },
        "Recordings whose audio is not available from the published library."),
      .key("signed", .flag, { $0.outcome.isSigned }, "True if the root is signed."),
      .key(.faults, { $0.plan.faults + $0.outcome.faults }),
    ])
}

extension PublishedRoot.AudioUse: ExpressibleByArgument {}

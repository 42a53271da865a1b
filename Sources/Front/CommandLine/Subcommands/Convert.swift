import ArgumentParser
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaKit

struct Convert: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert annotations from and to other programs.",
    discussion: """
      Converts between a bundle and a file or folder in a format that --list prints; - is standard input or \
      output. Losses are counted on standard error, and verified rows are kept.

        tilawa convert friday.tilawa labels.txt
        tilawa convert labels.txt friday.tilawa --verified
        tilawa convert friday.tilawa friday.srt --dry-run
        tilawa convert --list

      Exit status: 0 everything was converted; 1 something was left out or failed, the result has faults, or \
      --strict found a loss; 2 nothing could be done.
      """)

  @Argument(help: "One or more inputs, and the output last.") var files: [String] = []

  @Flag(help: "List the formats of other programs.") var list = false

  @Option(
    help: .init("Read this format. (default: recognised)", valueName: "format"),
    completion: .list(ForeignFormat.all.filter { $0.read != nil }.map(\.name))) var from: String?

  @Option(
    help: .init("Write this format. (default: by the name)", valueName: "format"),
    completion: .list(ForeignFormat.all.filter(\.isWritable).map(\.name))) var to: String?

  @OptionGroup(title: "Reading and writing") var options: ExchangeArguments

  @Option(
    help: .init("Show this text (id or file) in subtitles.", valueName: "text"))
  var text: String?

  @Option(help: .init("Use text lines of at most N letters.", valueName: "n")) var width: Int =
    CaptionText.defaultWidth

  @Flag(help: "Also write the personal journal of the library.")
  var journal = false

  @Flag(help: "Write nothing if there are losses or warnings.") var strict =
    false

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun = false

  @Flag(help: "Replace and remove without asking, despite errors.")
  var force = false

  @Flag(help: "Print JSON.") var json = false

  @Flag(help: "Treat changes as set by ear, and verify such rows.")
  var verified = false

  @Flag(help: "Convert on every save, until Ctrl-C.")
  var watch = false

  @Flag(help: "Also change verified rows.") var includingVerified = false

  @OptionGroup(title: "The recording of a new bundle") var recording: RecordingFacts

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard (10...500).contains(width) else {
      throw ValidationError("invalid --width \(width) (expected 10 to 500 letters)")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    if list {
      guard files.isEmpty else { throw CommandFailure("--list takes no files") }
      return FormatReport.list(json: json, in: terminal)
    }
    guard files.count >= 2, let output = files.last else {
      throw CommandFailure(
        "convert needs an input and an output, as in tilawa convert labels.txt friday.tilawa")
    }
    let facts = recording
    var request = ConversionRequest(
      Array(files.dropLast()), into: output, facts: { try facts.facts() },
      standardInput: { try terminal.readInput() })
    request.from = try from.map(Self.format)
    request.to = try to.map(Self.format)
    request.reading = options.reading
    request.writing = options.writing
    request.captionText = text
    request.captionWidth = width
    request.takesJournal = journal
    request.audio = options.audio
    request.isStrict = strict
    request.isAgreed = force
    request.hasName = recording.title != nil || recording.id != nil
    request.hasID = recording.id != nil
    request.updating.verifies = verified
    request.updating.includesVerified = includingVerified || verified
    guard watch else { return try run(request, terminal) }
    guard files.count == 2, files[0] != "-", FileTree.isNamed(output, ".tilawa"),
      try FileStatus.isFolder(terminal.path(output))
    else { throw CommandFailure("--watch needs one file and an existing bundle") }
    try FileWatch(terminal.path(files[0])).follow {
      _ = try run(request, terminal)
    }
  }

  private func run(_ request: ConversionRequest, _ terminal: Terminal) throws -> Outcome {
    do {
      return try convert(request, terminal)
    } catch is Fruitless {
      return .failed
    } catch {
      try terminal.tell(error)
      return (error as? FileError)?.outcome ?? .failed
    }
  }

  private func convert(_ request: ConversionRequest, _ terminal: Terminal) throws -> Outcome {
    let plan = ConversionPlan(request, in: terminal.workplace)
    let report = ConversionReport(
      isDryRun: dryRun, isQuiet: everywhere.quiet && !strict, terminal: terminal)
    try report.tell(plan.remarks)
    if let failure = plan.failure { throw failure }
    var outcome = Outcome(plan.completion).and(plan.hasFindings ? .findings : .done)
    var results = plan.results
    if let refusal = plan.refusal {
      outcome = outcome.and(report.tell(refusal))
    } else {
      let diff = plan.isUpdate ? plan.results.first?.changes : nil
      if dryRun, !json, let diff {
        DiffReport(diff: diff, palette: terminal.palette).lines.forEach(terminal.print)
      }
      if json, !dryRun, plan.stream != nil {
        throw CommandFailure(
          "--json and the result cannot both go to standard output; name a file for the result")
      }
      if let question = plan.question { try report.ask(question) }
      if !dryRun, let bytes = plan.stream { terminal.write(bytes) }
      let done = try plan.apply(isDry: dryRun)
      try report.tell(done.remarks)
      if let refusal = done.refusal { outcome = outcome.and(report.tell(refusal)) }
      if let diff, let bundle = results.first?.output { report.tell(diff, of: bundle) }
      outcome = outcome.and(Outcome(done.completion)).and(done.hasFindings ? .findings : .done)
      results = done.results
    }
    if json { terminal.write(ConversionReport.shape.document(of: results)) }
    return outcome
  }

  private static func format(_ name: String) throws -> ForeignFormat {
    if let format = ForeignFormat.named(name) { return format }
    throw CommandFailure(
      noSuch("format", name, in: ForeignFormat.all.map(\.name), hint: "see `tilawa convert --list`"))
  }
}

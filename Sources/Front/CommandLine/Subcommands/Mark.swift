import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaRecognition

struct Mark: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark",
    abstract: "Find where the ayat begin, and write markers.",
    discussion: """
      With a passage, finds each of its ayat by sound; without one, searches the whole Quran. Rows that a \
      person confirmed or verified are kept. A folder stands for the bundles below it without rows. For an audio file outside a bundle, prints the markers.

        tilawa mark friday.tilawa --passage 18:1-31
        tilawa mark prayer.tilawa --passage 1 --passage 87
        tilawa mark ~/recitations

      Exit status: 0 the whole passage was found; 1 part of it was not heard or only guessed, or nothing was \
      written; 2 wrong usage or failure.
      """)

  @OptionGroup var targets: ManyBundles

  @Option(
    help: ArgumentHelp("Expect this passage: 18:1-31, kahf (repeatable).", valueName: "passage"))
  var passage: [String] = []

  @Option(
    help: "Set the riwayah of a file outside a bundle.",
    completion: .list(Riwayah.allCases.map(\.rawValue)))
  var riwayah: String?

  @Option(
    help: "Set its ayah count. (default: by riwayah, or Kufi)",
    completion: .list(CountingSystem.allCases.map(\.rawValue)))
  var numbering: String?

  @Option(help: "Match sounds or pauses.") var method: MarkingMethod?

  @Option(help: "Expect isti'adha or basmalah first.")
  var opening = OpeningChoice.auto

  @Option(
    help: ArgumentHelp("Use an acoustic model that tilawa learn wrote.", valueName: "table"),
    completion: .file())
  var model: String?

  @OptionGroup var pauseOptions: PauseOptions

  @Flag(help: "Also replace unconfirmed markers set by a person.")
  var replace = false

  @Flag(help: "Also make segments, as tilawa segment does.") var segment = false

  @Flag(help: "Also write the times of words to words.yaml.") var words = false

  @Flag(help: "Number the rak'at by existing rows; mark nothing.")
  var rakah = false

  @Flag(help: "Show what would change without writing anything.") var dryRun = false

  @Flag(help: "Print the rows as JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if method == .sounds, choosesPauses {
      throw ValidationError("--threshold, --fixed and --min-length need --method lengths")
    }
    if opening != .auto, passageMethod == .lengths {
      throw ValidationError("--opening needs --method sounds")
    }
    if rakah {
      let isAlone =
        passage.isEmpty && method == nil && !choosesPauses && model == nil && !segment && !words
      if !isAlone || replace || riwayah != nil || numbering != nil {
        throw ValidationError(
          "--rakah uses existing rows and cannot be combined with marking options")
      }
    }
    if words, passageMethod == .lengths { throw ValidationError("--words needs --method sounds") }
    if model != nil, passageMethod == .lengths { throw ValidationError("--model needs --method sounds") }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    if let target = targets.paths.first, targets.paths.count == 1,
      FoundBundle(containing: target, in: terminal.workplace) == nil,
      try FileStatus.ifAny(terminal.path(target))?.kind == .file
    {
      guard !rakah else { throw CommandFailure("--rakah needs a bundle, and \(target) is an audio file") }
      return try mark(audioAt: terminal.path(target), terminal)
    }
    let count = try targets.find(in: terminal).count
    guard count == 1 || !(json || !passage.isEmpty) else {
      throw CommandFailure(
        "--json and --passage need exactly one bundle, found \(count)")
    }
    return try targets.each(in: terminal) {
      !$0.hasRows
    } _: { found in
      guard riwayah == nil, numbering == nil else {
        throw CommandFailure(
          "riwayah and numbering of \(found.shownPath) are set in its recording.yaml; "
            + "use --riwayah and --numbering only for audio files outside bundles")
      }
      return rakah ? try countRakat(found, terminal) : try mark(found, terminal)
    }
  }

  private var choosesPauses: Bool {
    pauseOptions.fixed || pauseOptions.threshold != nil || pauseOptions.minLength != nil
  }
  private var passageMethod: MarkingMethod { method ?? (choosesPauses ? .lengths : .sounds) }

  private func request() throws -> MarkRequest {
    var request = MarkRequest()
    let texts = passage
    if !texts.isEmpty {
      request.passages = { counting in
        try texts.map { try TilawaCommandLine.passage($0, "--passage", counting) }
      }
    }
    request.opening = opening.opening
    if passageMethod == .lengths { request.pauses = try pauseOptions.settings }
    request.model = model
    request.makesSegments = segment
    request.marksWords = words
    request.replacesHandMade = replace
    return request
  }

  // MARK: A bundle

  private func mark(_ found: FoundBundle, _ terminal: Terminal) throws -> Outcome {
    var plan = try MarkPlan(for: found, request(), in: terminal.workplace, terminal.monitor)
    try plan.listening.recording.tellOfBreak(at: plan.bundle.audioPath(), in: terminal)
    if !dryRun { plan = try plan.apply(terminal.monitor) }
    return try MarkReport.tell(plan, isDryRun: dryRun, asJSON: json, in: terminal)
  }

  // MARK: An audio file

  private func mark(audioAt path: String, _ terminal: Terminal) throws -> Outcome {
    if words, segment, !json {
      throw CommandFailure(
        "--segment and --words would print two files; use one of them, --json, or a bundle")
    }
    var request = try request()
    let recited = try riwayah.map(RecordingFacts.riwayah)
    request.counting = try numbering.map { try Numbering($0).counting } ?? recited?.counting ?? .kufi
    let listening = try MarkListening(
      to: path, for: try request.passages?(request.counting) ?? [], around: nil, request,
      in: terminal.workplace,
      terminal.monitor)
    let duration = listening.recording.duration
    let report = MarkReport(
      passages: listening.passages, isDryRun: dryRun, counting: request.counting, terminal: terminal)
    listening.recording.tellOfBreak(at: path, in: terminal)
    if dryRun, !json { report.printPieces(of: listening, terminal.shown(path)) }
    let marks: RecordingMarks
    switch listening.marks {
    case .success(let found): marks = found.inHundredths
    case .failure(let refusal):
      defer { report.tell(listening, terminal.shown(path)) }
      return try report.tell(refusal, terminal.shown(path))
    }
    if json {
      terminal.write(
        report.document(
          marks.markers, words: words ? marks.words : nil, of: listening, at: terminal.shown(path)))
    } else if words {
      terminal.write(WordsFile.text(of: marks.words))
    } else if segment {
      do throws(MarkRefusal) { terminal.write(try marks.markers.segmentsText(end: duration)) } catch {
        return try report.tell(error, terminal.shown(path))
      }
    } else {
      terminal.write(MarkersFile.text(of: marks.markers))
    }
    let isAll = report.tell(listening, terminal.shown(path))
    let outcome = report.tell(marks, at: terminal.shown(path), kept: 0)
    if let recited { report.tell(recited) }
    return isAll && (!dryRun || listening.isKnown) ? outcome : .findings
  }
}

/// The evidence by which the ayat of a passage are found.
enum MarkingMethod: String, CaseIterable, ExpressibleByArgument { case sounds, lengths }

/// `PassageOpening` as it is typed.
enum OpeningChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, yes, no

  var opening: PassageOpening {
    switch self {
    case .auto: .auto
    case .yes: .yes
    case .no: .no
    }
  }
}

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
      With a passage, its sounds are searched for in the recording, and every ayah gets a marker, whether the reciter \
      pauses inside ayat or runs on between them. The passage is read from recording.yaml, or given with --passage and \
      then written there. Isti'adha and basmalah may precede it. Other sounds between passages (takbir, amin, speech) are \
      marked as skips. Sound before the first ayah belongs to it if at most 1.3 s of silence precede it. If there are \
      several channels, those with a voice are mixed, inverted where they would cancel each other.

      Without a passage, the whole Quran is searched. What is sure gets its names, with the ayat \
      up to the ends of its surah where they are heard too; if that is everything, it becomes the passage \
      (passage_heard says beside it that nobody stated it; marking again listens as before). Other recitation gets markers \
      without names, in its pauses, and the likeliest passages are shown. Only ayat that the search \
      itself is sure of, there, get a confidence of 0.9 or more.

      If a passage is given and much else is recited, that is told, with the command that names it.

      Confirmed markers and verified segments stay, and what lies between them is marked anew. Markers that a tool set and \
      nobody confirmed are replaced; those that a person made are replaced only with --replace. Each marker has a \
      confidence: below 0.90 it is worth listening to, below 0.10 it is a guess.

      With --words, each word gets a row in words.yaml. Rows without a confidence, or with a comment or keys of your own, \
      are yours, and stay.

      With --rakah, nothing is listened to: where al-Fatihah begins in the rows that are named, a rak'ah does, and its row \
      gets "rakah", unless it is confirmed. A takbir or another surah since the last al-Fatihah makes that sure; without \
      either, numbering stops there. Rak'at that are recited silently have no rows, and can't be told.

      With --method lengths, only the pauses are used. Markers are named in order if there are as many stretches as ayat; \
      otherwise the pauses are chosen that best fit how long each ayah takes. --threshold, --fixed and --min-length are \
      about pauses, and imply this method.

      For an audio file outside a bundle, the markers are printed (the segments with --segment, the words with --words), \
      and nothing is written.

      With --dry-run nothing is written: the passages that were identified are listed (start, end, passage, confidence; a ? \
      where it isn't sure, with the likeliest), and what would be written. A quarter of a minute of clear recitation is \
      usually enough; passages that sound exactly the same, such as the refrain of surah 55, are all named.

        tilawa mark memo.flac --dry-run
        tilawa mark friday.tilawa --passage 18:1-31
        tilawa mark prayer.tilawa --passage 1 --passage 87 --passage 1 --passage 88

      Exit status: 0 the whole passage was found; 1 some of it was not heard or only guessed, or nothing was written; 2 \
      the work could not be done.
      """)

  @Argument(help: "A bundle, something inside one, or an audio file.", completion: .directory)
  var target = "."

  @Option(
    help: ArgumentHelp(
      "What is recited: 18:1-31, kahf, juz 30. Repeat it for several pieces.",
      valueName: "passage"))
  var passage: [String] = []

  @Option(
    help: "In which riwayah an audio file outside a bundle is recited.",
    completion: .list(Riwayah.allCases.map(\.rawValue)))
  var riwayah: String?

  @Option(
    help: "How its ayat are counted. (default: as is usual for the riwayah, else by the Kufi count)",
    completion: .list(CountingSystem.allCases.map(\.rawValue)))
  var numbering: String?

  @Option(help: "How to find the ayat of the passage: sounds or lengths.") var method: MarkingMethod?

  @Option(help: "Whether isti'adha or basmalah precede the passage: auto, yes or no.")
  var opening = OpeningChoice.auto

  @Option(
    help: ArgumentHelp("Acoustic model that tilawa learn wrote.", valueName: "table"),
    completion: .file())
  var model: String?

  @OptionGroup var pauseOptions: PauseOptions

  @Flag(
    help:
      "Also replace unconfirmed markers that a person made: those without a confidence, or with a note."
  )
  var replace = false

  @Flag(help: "Make segments at once, as tilawa segment would.") var segment = false

  @Flag(help: "Also write words.yaml: when each word is heard.") var words = false

  @Flag(
    help:
      "Of a prayer: number the rak'at by the rows that are named, and mark nothing. Each al-Fatihah begins one."
  )
  var rakah = false

  @Flag(help: "Change nothing; show what would change.") var dryRun = false

  @Flag(help: "Print the rows as JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if method == .sounds, choosesPauses {
      throw ValidationError("--threshold, --fixed and --min-length are for --method lengths")
    }
    if opening != .auto, passageMethod == .lengths {
      throw ValidationError("--opening is for --method sounds")
    }
    if rakah {
      let isAlone =
        passage.isEmpty && method == nil && !choosesPauses && model == nil && !segment && !words
      if !isAlone || replace || riwayah != nil || numbering != nil {
        throw ValidationError(
          "--rakah goes by the rows that are there; it can't be used with what marks them")
      }
    }
    if words, passageMethod == .lengths { throw ValidationError("--words is for --method sounds") }
    if model != nil, passageMethod == .lengths { throw ValidationError("--model is for --method sounds") }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let path = terminal.path(target)
    if let found = FoundBundle(containing: target, in: terminal.workplace) {
      guard riwayah == nil, numbering == nil else {
        throw CommandFailure(
          "\(found.shownPath) is a bundle, whose recording.yaml says its riwayah and numbering; "
            + "--riwayah and --numbering are for audio files outside bundles")
      }
      return rakah ? try countRakat(found, terminal) : try mark(found, terminal)
    }
    guard try FileStatus.ifAny(path)?.kind == .file else {
      throw CommandFailure(FoundBundle.reasonForNone(at: target, in: terminal.workplace))
    }
    guard !rakah else { throw CommandFailure("--rakah is for a bundle; \(target) is an audio file") }
    return try mark(audioAt: path, terminal)
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
        "--segment and --words would print two files; use one of them, or --json, or a bundle")
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

/// How the ayat of a passage are found.
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

import Annotating
import ArgumentParser
import Diagnostics
import Files
import QuranIndex
import Recognition
import TilawaFormat
import TilawaKit

struct Mark: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark",
    abstract: "Find where the ayat begin, and write markers.",
    discussion: """
      With a passage, its sounds are looked for in the recording: every ayah gets a marker, whether the reciter \
      pauses inside ayat or runs on between them. The passage is taken from recording.yaml, or given with --passage \
      and then kept there. It may be preceded by isti'adha and basmalah. Between passages, other things that are heard \
      (takbir, amin, speech) are marked as skipped. What is heard before the first ayah belongs to it when at most \
      1.3 s of silence precede it. Of several channels those with a voice are mixed, turned round where they would \
      cancel each other.

      Without a passage the whole Quran is searched, as tilawa identify does. When all that is heard is recognised, it \
      is taken for the passage; else markers are set in the pauses and have no names, and the likeliest passages are told.

      Confirmed markers and verified segments stay, and what lies between them is found anew. Markers that a \
      tool set and nobody confirmed are replaced; those that a person made go only with --replace. How sure a \
      marker is stands beside it; below 0.90 it is worth listening to, and below 0.10 it is a guess.

      Exits with 0 when all of the passage was found, 1 when some of it was not heard or only guessed at or nothing was \
      written, 2 when it could not be done.

      With --method lengths only the pauses are listened to: markers are named in order when there are as many \
      stretches as ayat, else the pauses are chosen that agree best with how long each ayah takes. --threshold, --fixed \
      and --min-length are about pauses, and so choose this method too.

        tilawa mark friday.tilawa --passage 18:1-31
        tilawa mark prayer.tilawa --passage 1 --passage 87 --passage 1 --passage 88

      With --words each word gets a row in words.yaml. Rows without a confidence, or with a comment or keys of your own, are \
      yours, and stay.

      Of an audio file outside of a bundle the markers are printed, or the segments with --segment, or the words with \
      --words, and nothing is written.
      """)

  @Argument(help: "A bundle, something inside one, or an audio file.", completion: .directory)
  var target = "."

  @Option(
    help: ArgumentHelp(
      "What is recited: 18:1-31, kahf, juz 30. More than once, when it is not in one piece.",
      valueName: "passage"))
  var passage: [String] = []

  @Option(help: "How the ayat of the passage are found: sounds or lengths.") var method: MarkingMethod?

  @Option(help: "Whether isti'adha or basmalah precede the passage: auto, yes or no.")
  var opening = OpeningChoice.auto

  @Option(
    help: ArgumentHelp("What sounds are like, as tilawa learn wrote it.", valueName: "table"),
    completion: .file())
  var model: String?

  @OptionGroup var pauseOptions: PauseOptions

  @Flag(
    help:
      "Replace markers that a person made and nobody confirmed, too: those without a confidence, or with a note."
  )
  var replace = false

  @Flag(help: "Make segments at once, as `tilawa segment` makes them of the markers.") var segment = false

  @Flag(help: "Write words.yaml, too: when each word is heard.") var words = false

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
    if words, passageMethod == .lengths { throw ValidationError("--words is for --method sounds") }
    if model != nil, passageMethod == .lengths { throw ValidationError("--model is for --method sounds") }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    do {
      let path = terminal.path(target)
      if let found = FoundBundle(containing: target, in: terminal.workplace) {
        return try mark(found, terminal)
      }
      guard FileStatus.ifAny(path)?.kind == .file else {
        throw CommandFailure(FoundBundle.reasonForNone(at: target, in: terminal.workplace))
      }
      return try mark(audioAt: path, terminal)
    } catch let faults as FaultyFiles {
      return faults.tell(in: terminal)
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
      request.passages = { counting in try texts.map { try Commands.passage($0, "--passage", counting) } }
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
    if !dryRun { plan = try plan.carriedOut(terminal.monitor) }
    let bundle = plan.bundle
    let toCheck =
      dryRun
      ? nil : Review(of: TilawaBundle(readingAt: bundle.path, shownAs: bundle.shownPath)).doubtful.count
    let report = MarkReport(
      passages: plan.passages, isDryRun: dryRun, toCheck: toCheck, counting: plan.counting, terminal: terminal
    )
    let changes: MarkChanges
    switch plan.changes {
    case .success(let found): changes = found
    case .failure(let refusal): return try report.tell(refusal, bundle.shownPath)
    }
    if dryRun, !json { terminal.write(changes.diff) }
    let kept = bundle.markersInTime.filter(\.isConfirmed)
    if json {
      terminal.write(
        report.document(
          kept.map(MarkerDraft.init) + changes.marks.markers, words: changes.words?.rows,
          plan.listening.recording.duration
        ).documentText)
    }
    if !plan.isStated { report.tell(plan.listening) }
    if changes.notesPassage, !dryRun { terminal.say("\(bundle.shownPath)/recording.yaml: passage added") }
    let place = changes.segmenting == nil ? "\(bundle.shownPath)/markers.yaml" : bundle.shownPath
    let outcome = report.tell(changes.marks, at: place, kept: kept.count)
    report.tell(changes, of: bundle)
    if !plan.passages.isEmpty, plan.listening.recording.isBySound { report.tellOfRiwayah(bundle) }
    return outcome
  }

  // MARK: An audio file

  private func mark(audioAt path: String, _ terminal: Terminal) throws -> Outcome {
    if words, segment, !json {
      throw CommandFailure("--segment and --words make two files; take one of them, or --json, or a bundle")
    }
    let request = try request()
    let listening = try MarkListening(
      to: path, for: try request.passages?(.kufi) ?? [], around: nil, request, in: terminal.workplace,
      terminal.monitor)
    let duration = listening.recording.duration
    let report = MarkReport(passages: listening.passages, isDryRun: dryRun, terminal: terminal)
    listening.recording.tellOfBreak(at: path, in: terminal)
    let marks: RecordingMarks
    switch listening.marks {
    case .success(let found): marks = found
    case .failure(let refusal): return try report.tell(refusal, terminal.shown(path))
    }
    if json {
      terminal.write(
        report.document(marks.markers, words: words ? marks.words : nil, duration).documentText)
    } else if words {
      terminal.write(WordsFile.text(of: marks.words))
    } else if segment {
      do throws(MarkRefusal) { terminal.write(try marks.markers.segmentsText(end: duration)) } catch {
        return try report.tell(error, terminal.shown(path))
      }
    } else {
      terminal.write(MarkersFile.text(of: marks.markers))
    }
    report.tell(listening)
    return report.tell(marks, at: terminal.shown(path), kept: 0)
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

import ArgumentParser
import Diagnostics
import Files
import Annotating
import QuranIndex
import Recognition
import TilawaFormat

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

  @OptionGroup(title: "Everywhere") var everywhere: GlobalOptions

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
      if let found = FoundBundle(containing: target, in: terminal) { return try mark(found, terminal) }
      guard FileStatus.ifAny(path)?.kind == .file else {
        throw CommandFailure(FoundBundle.reasonForNone(at: target, in: terminal))
      }
      return try mark(audioAt: path, terminal)
    } catch let faults as FaultyFiles {
      return faults.tell(in: terminal)
    } catch let refusal as Segmenting.Refusal {
      terminal.complain("tilawa: \(refusal.words); nothing was written")
      return .findings
    }
  }

  private var choosesPauses: Bool {
    pauseOptions.fixed || pauseOptions.threshold != nil || pauseOptions.minLength != nil
  }
  private var passageMethod: MarkingMethod { method ?? (choosesPauses ? .lengths : .sounds) }

  // MARK: A bundle

  private func mark(_ found: FoundBundle, _ terminal: Terminal) throws -> Outcome {
    var kinds: Set<FileKind> = [.recording, .markers, .segments]
    if words { kinds.insert(.words) }
    let before = TilawaBundle(readingAt: found.path, shownAs: found.shownPath)
    try before.requireReadable(kinds)
    // What was typed may be wrong: told before an hour of audio is listened to.
    let expected = try passages(of: before)
    let listening = try listen(to: try before.audioPath(in: terminal), expected, before, terminal)
    let heard = listening.recording

    // What is changed is what is there afterwards.
    var transaction = try found.open(changing: kinds)
    let bundle = transaction.bundle
    let stated = try passages(of: bundle)
    let passages = stated.isEmpty ? listening.passages : stated
    let isSame = stated == expected && bundle.says(theSameAs: before)
    let report = MarkReport(
      passages: passages, isDryRun: dryRun, counting: try bundle.knownCounting(), terminal: terminal)
    let marks: RecordingMarks
    switch isSame ? listening.marks : heard.marks(of: passages, bundle, opening: opening.opening, terminal) {
    case .success(let found): marks = found
    case .failure(let misfit): return report.tell(misfit, bundle.shownPath)
    }
    let handMade = bundle.handMadeMarkers(besides: marks.markers)
    guard replace || dryRun || handMade.isEmpty else {
      report.tell(handMade)
      return .findings
    }
    let isNoted = !passage.isEmpty || (stated.isEmpty && listening.isIdentified)
    let note = isNoted ? passageEdits(of: bundle, passages) : nil
    let plan = try MarkPlan(
      bundle, marks, isSegmenting: segment && marks.naming != .doesNotFit, hasWords: words,
      end: bundle.audioEnd ?? heard.duration)
    if dryRun {
      if let note, !json { terminal.write(note.edits.diff(of: note.source)) }
      if !json { terminal.write(plan.diff) }
    } else {
      if let note { try transaction.edit(note.source, .recording, note.edits) }
      try plan.apply(to: &transaction)
      _ = try transaction.commit()
    }
    let kept = bundle.markersInTime.filter(\.isConfirmed)
    if json {
      terminal.write(
        report.document(
          kept.map(MarkerDraft.init) + marks.markers, words: words ? plan.wordRows : nil, heard.duration
        ).documentText)
    }
    if stated.isEmpty, !listening.remark.isEmpty { terminal.say(listening.remark) }
    if note != nil, !dryRun { terminal.say("\(bundle.shownPath)/recording.yaml: passage added") }
    let place = plan.segmenting == nil ? "\(bundle.shownPath)/markers.yaml" : bundle.shownPath
    let outcome = report.tell(marks, at: place, kept: kept.count)
    report.tell(plan)
    if !passages.isEmpty, case .features = heard { report.tellOfRiwayah(bundle) }
    return outcome
  }

  /// The edits that note in recording.yaml what is recited, when nothing is noted there.
  private func passageEdits(
    of bundle: TilawaBundle, _ passages: [AyahRange]
  ) -> (source: SourceText, edits: [TextEdit])? {
    guard let file = bundle.recording, file.content?.passage == nil else { return nil }
    return (file.source, file.settingPassage(passages))
  }

  private func passages(of bundle: TilawaBundle) throws -> [AyahRange] {
    if passage.isEmpty { return bundle.recording?.content?.passage?.value.map(\.value) ?? [] }
    return try passage.map { try Commands.passage($0, "--passage", bundle.knownCounting()) }
  }

  // MARK: An audio file

  private func mark(audioAt path: String, _ terminal: Terminal) throws -> Outcome {
    if words, segment, !json {
      throw CommandFailure("--segment and --words make two files; take one of them, or --json, or a bundle")
    }
    let given = try passage.map { try Commands.passage($0, "--passage", .kufi) }
    let listening = try listen(to: path, given, nil, terminal)
    let heard = listening.recording
    let passages = listening.passages
    let report = MarkReport(passages: passages, isDryRun: dryRun, terminal: terminal)
    let marks: RecordingMarks
    switch listening.marks {
    case .success(let found): marks = found
    case .failure(let misfit): return report.tell(misfit, terminal.shown(path))
    }
    if json {
      terminal.write(
        report.document(marks.markers, words: words ? marks.words : nil, heard.duration).documentText)
    } else if words {
      terminal.write(WordsFile.text(of: marks.words))
    } else if segment {
      terminal.write(try marks.markers.segmentsText(end: heard.duration))
    } else {
      terminal.write(MarkersFile.text(of: marks.markers))
    }
    if !listening.remark.isEmpty { terminal.say(listening.remark) }
    return report.tell(marks, at: terminal.shown(path), kept: 0)
  }

  private func listen(
    to path: String, _ passages: [AyahRange], _ bundle: TilawaBundle?, _ terminal: Terminal
  ) throws -> MarkListening {
    let opening = opening.opening
    guard passages.isEmpty, passageMethod == .sounds else {
      let pauses = passageMethod == .lengths ? try pauseOptions.settings : nil
      let heard = try HeardRecording(at: path, pauses: pauses, model: model, terminal)
      return MarkListening(heard, passages, bundle, opening: opening, terminal)
    }
    let heard = try HeardRecording(at: path, pauses: nil, model: model, terminal)
    guard case .features(let features, _) = heard else {
      return MarkListening(heard, passages, bundle, opening: opening, terminal)
    }
    let found = identify(features, in: terminal)
    if let listening = MarkListening(identified: found, in: heard, bundle, opening: opening, terminal) {
      return listening
    }
    guard !words else {
      let guesses = found.guesses(try bundle?.knownCounting() ?? .kufi).map { ", perhaps \($0)" } ?? ""
      throw CommandFailure("--words needs to know what is recited\(guesses); give it with --passage")
    }
    let pauses = try HeardRecording(
      at: path, pauses: pauseOptions.settings, model: model, terminal, again: true)
    return MarkListening(unsureOf: found, pauses: pauses, bundle, terminal)
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

extension TilawaBundle {
  /// Whether the files that marking looks at have the same text.
  fileprivate func says(theSameAs other: TilawaBundle) -> Bool {
    recording?.source.bytes == other.recording?.source.bytes
      && markers?.source.bytes == other.markers?.source.bytes
      && segments?.source.bytes == other.segments?.source.bytes
  }
}

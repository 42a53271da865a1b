import ArgumentParser
import Audio
import Diagnostics
import Files
import Marking
import QuranIndex
import TilawaFormat
import Timing

struct Mark: TilawaCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find where the ayat begin, and write markers.",
    discussion: """
      With a passage, its sounds are looked for in the recording: every ayah gets a marker, whether the reciter \
      pauses inside ayat or runs on between them. The passage is taken from recording.yaml, or given with --passage \
      and then kept there. It may be preceded by isti'adha and basmalah. Between passages, other things that are heard \
      (takbir, amin, speech) are marked as skipped. Without a passage, markers are set in the pauses and have no names.

      Confirmed markers and verified segments stay, and what lies between them is found anew. Markers that a \
      tool set and nobody confirmed are replaced; those that a person made go only with --replace. How sure a \
      marker is stands beside it; below 0.95 it is worth listening to.

      With --method lengths only the pauses are listened to: markers are named in order when there are as many \
      stretches as ayat, else the pauses are chosen that agree best with how long each ayah takes. --threshold, --fixed \
      and --min-length are about pauses, and so choose this method too.

        tilawa mark friday.tilawa --passage 18:1-31
        tilawa mark prayer.tilawa --passage 1 --passage 87 --passage 1 --passage 88

      Of an audio file outside of a bundle the markers are printed.
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

  @OptionGroup var pauseOptions: PauseOptions

  @Flag(
    help:
      "Replace markers that a person made and nobody confirmed, too: those without a confidence, or with a note."
  )
  var replace = false

  @Flag(help: "Change nothing; show what would change.") var dryRun = false

  @Flag(help: "Print the markers as JSON.") var json = false

  @OptionGroup(title: "Everywhere") var everywhere: GlobalOptions

  func validate() throws {
    if method == .sounds, choosesPauses {
      throw ValidationError("--threshold, --fixed and --min-length are for --method lengths")
    }
    if opening != .auto, passageMethod == .lengths {
      throw ValidationError("--opening is for --method sounds")
    }
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
    }
  }

  // MARK: A bundle

  private func mark(_ found: FoundBundle, _ terminal: Terminal) throws -> Outcome {
    let before = TilawaBundle(readingAt: found.path, shownAs: found.shownPath)
    try before.requireReadable([.recording, .markers, .segments])
    // What was typed may be wrong: told before an hour of audio is listened to.
    let expected = try passages(of: before)
    let heard = try listen(to: try before.audioPath(in: terminal), expected, terminal)
    // The search may take seconds, during which nobody should be kept from the bundle.
    let early = self.marks(heard, expected, before)

    // What is changed is what is there afterwards.
    var transaction = try found.open(changing: [.recording, .markers, .segments])
    let bundle = transaction.bundle
    let passages = try passages(of: bundle)
    let isSame = passages == expected && bundle.says(theSameAs: before)
    let marks: RecordingMarks
    switch isSame ? early : self.marks(heard, passages, bundle) {
    case .success(let found): marks = found
    case .failure(let misfit): return tell(misfit, bundle.shownPath, passages, terminal)
    }
    let handMade = bundle.handMadeMarkers(besides: marks.markers)
    guard replace || dryRun || handMade.isEmpty else {
      let times = handMade.prefix(5).map(\.at.value.description).joined(separator: ", ")
      terminal.complain(
        "tilawa: \(counted(handMade.count, "marker")) that no tool made would go, at \(times)\(handMade.count > 5 ? ", …" : ""); "
          + "confirm what is right, or let all go with --replace; nothing was written")
      return .findings
    }
    let change = RowList.replacingUnconfirmed(in: bundle, with: marks.markers)
    let note = try passageEdits(of: bundle, passages)
    if dryRun {
      if let note, !json { terminal.write(note.edits.diff(of: note.source)) }
      if !json { terminal.write(change.diff(of: .markers, in: bundle)) }
    } else {
      if let note { try transaction.edit(note.source, .recording, note.edits) }
      try transaction.apply(change, to: .markers)
      _ = try transaction.commit()
    }
    let kept = bundle.markersInTime.filter(\.isConfirmed)
    if json {
      terminal.write(
        document(kept.map(MarkerDraft.init) + marks.markers, passages, heard.duration).documentText)
    }
    if note != nil, !dryRun { terminal.say("\(bundle.shownPath)/recording.yaml: passage added") }
    let outcome = tell(marks, at: "\(bundle.shownPath)/markers.yaml", kept: kept.count, passages, terminal)
    if case .features = heard { tellOfRiwayah(bundle, terminal) }
    return outcome
  }

  /// The edits that note in recording.yaml what was given, when nothing is noted there.
  private func passageEdits(
    of bundle: TilawaBundle, _ passages: [AyahRange]
  ) throws -> (source: SourceText, edits: [TextEdit])? {
    guard !passage.isEmpty, let file = bundle.recording, file.content?.passage == nil else { return nil }
    return (file.source, file.settingPassage(passages))
  }

  private func passages(of bundle: TilawaBundle) throws -> [AyahRange] {
    if passage.isEmpty { return bundle.recording?.content?.passage?.value.map(\.value) ?? [] }
    return try passage.map { try Commands.passage($0, "--passage", bundle.counting) }
  }

  // MARK: An audio file

  private func mark(audioAt path: String, _ terminal: Terminal) throws -> Outcome {
    let passages = try passage.map { try Commands.passage($0, "--passage", .kufi) }
    let heard = try listen(to: path, passages, terminal)
    let marks: RecordingMarks
    switch self.marks(heard, passages, nil) {
    case .success(let found): marks = found
    case .failure(let misfit): return tell(misfit, terminal.shown(path), passages, terminal)
    }
    if json {
      terminal.write(document(marks.markers, passages, heard.duration).documentText)
    } else {
      terminal.write(MarkersFile.text(of: marks.markers))
    }
    return tell(marks, at: terminal.shown(path), kept: 0, passages, terminal)
  }

  // MARK: Both

  private var choosesPauses: Bool {
    pauseOptions.fixed || pauseOptions.threshold != nil || pauseOptions.minLength != nil
  }
  private var passageMethod: MarkingMethod { method ?? (choosesPauses ? .lengths : .sounds) }

  /// What was listened for.
  private enum Heard {
    case pauses([PauseAnalysis])
    case features(SpeechFeatures)

    var duration: Milliseconds {
      switch self {
      case .pauses(let analyses): analyses.first?.duration ?? .zero
      case .features(let features): features.duration
      }
    }

    var breaksOff: Bool {
      switch self {
      case .pauses(let analyses): analyses.first?.breaksOff ?? false
      case .features(let features): features.breaksOff
      }
    }
  }

  private func listen(to path: String, _ passages: [AyahRange], _ terminal: Terminal) throws -> Heard {
    let progress = terminal.progress("listening to \(terminal.shown(path))")
    defer { progress.finish() }
    let tell = { (done: Milliseconds, total: Milliseconds?) in
      if let total { progress.update(done.count, of: total.count) }
    }
    let heard: Heard =
      if passages.isEmpty || passageMethod == .lengths {
        .pauses(
          try PauseFinder.analyses(
            ofFileAt: path, by: RecordingMarks.settings(try pauseOptions.settings), progress: tell))
      } else {
        .features(try SpeechFeatures(ofFileAt: path, progress: tell))
      }
    if heard.breaksOff {
      terminal.complain("tilawa: \(terminal.shown(path)) breaks off; \(heard.duration) s can be decoded")
    }
    return heard
  }

  private func marks(
    _ heard: Heard, _ passages: [AyahRange], _ bundle: TilawaBundle?
  ) -> Result<RecordingMarks, PassageMisfit> {
    let counting = bundle?.counting ?? .kufi
    let anchors = bundle.map(Anchor.all) ?? []
    switch heard {
    case .pauses(let analyses):
      return .success(
        RecordingMarks(analyses, passage: passages, counting: counting, anchors: anchors))
    case .features(let features):
      return Result { () throws(PassageMisfit) in
        try RecordingMarks(
          aligning: features, passage: passages, counting: counting, anchors: anchors,
          opening: opening.opening)
      }
    }
  }

  private func tell(
    _ misfit: PassageMisfit, _ place: String, _ passages: [AyahRange], _ terminal: Terminal
  ) -> Outcome {
    let names = passages.map(\.description).joined(separator: ", ")
    let advice =
      "is it what is recited? `--method lengths` goes by the pauses alone, `tilawa assign` names markers in order"
    let reason =
      switch misfit {
      case .silent: "nothing is heard in \(place)"
      case .noWay: "there is no room for \(names) in \(place); \(advice)"
      case .otherTempo(let tempo):
        "\(place) is too \(tempo < 1 ? "short" : "long") for \(names); \(advice)"
      case .otherSounds: "\(place) doesn't sound like \(names); \(advice)"
      }
    terminal.complain("tilawa: \(reason); nothing was written")
    return .findings
  }

  private func tellOfRiwayah(_ bundle: TilawaBundle, _ terminal: Terminal) {
    guard let riwayah = bundle.recording?.content?.riwayah?.value, riwayah != .hafs else { return }
    terminal.say(
      "the sounds looked for are those of hafs, where \(riwayah.rawValue) may read otherwise")
  }

  private func tell(
    _ marks: RecordingMarks, at place: String, kept: Int, _ passages: [AyahRange], _ terminal: Terminal
  ) -> Outcome {
    let names = passages.map(\.description).joined(separator: ", ")
    var parts = [counted(marks.markers.count, "marker") + (dryRun ? " would be set" : "")]
    if kept > 0 { parts.append("\(kept) confirmed kept") }
    switch marks.naming {
    case .none: break
    case .inOrder: parts.append("\(names) named in order")
    case .bySound: parts.append("\(names) found by its sounds")
    case .byLength:
      parts.append("\(names) named by length (\(marks.stretches) stretches, \(marks.ayat) ayat)")
    case .doesNotFit: parts.append("not named")
    }
    // By sound, marks stated at 0.90 were right in 95.7 % of cases: too few to pass unheard.
    let sure = marks.naming == .bySound ? 0.95 : 0.4
    let doubtful = marks.naming == .none ? [] : marks.markers.filter { $0.confidence ?? 1 < sure }
    if !doubtful.isEmpty, marks.naming != .doesNotFit { parts.append("\(doubtful.count) to check") }
    terminal.say("\(place): \(parts.joined(separator: ", "))")
    if !marks.unheard.isEmpty {
      let names = marks.unheard.map(\.description).joined(separator: ", ")
      terminal.complain("tilawa: \(names) not heard; a marker is missing there, or the passage is another")
    }
    if !marks.runs.isEmpty {
      let runs = marks.runs.map(\.description).joined(separator: ", ")
      terminal.say("no pause was found inside \(runs)")
    }
    if marks.naming == .doesNotFit {
      terminal.complain(
        """
        tilawa: found \(counted(marks.stretches, "stretch", plural: "stretches")), the passage \(names) has \
        \(marks.ayat) ayat, and their lengths don't agree; is it what is recited? \
        `tilawa assign` names markers in order
        """)
      return .findings
    }
    return .done
  }

  private func document(
    _ markers: [MarkerDraft], _ passages: [AyahRange], _ duration: Milliseconds
  ) -> JSONValue {
    let rows = markers.sorted { $0.at < $1.at }
    let ends = rows.dropFirst().map(\.at) + [duration]
    return [
      "version": 1,
      "passage": JSONValue(passages) { .string($0.description) },
      "rows": JSONValue(zip(rows, ends)) { row, next in
        var value: JSONValue = [
          "ayah": JSONValue(row.ayah?.description), "skip": JSONValue(row.skip),
          "start": .number(row.at.description), "end": .number((row.end ?? next).description),
        ]
        value = value.adding(
          "confidence", row.confidence.map { .number(confidenceText($0)) } ?? .null)
        return value.adding("confirmed", .bool(row.isConfirmed))
      },
    ]
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

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
      Markers are set in the pauses. With a passage they are named: in order when there are as many \
      stretches as ayat, \
      else by choosing the pauses that agree best with how long each ayah takes. The passage is taken from \
      recording.yaml, or given with --passage and then kept there. It may be preceded by isti'adha and \
      basmalah.

      Confirmed markers and verified segments stay, and help to name the others. Markers that nobody has \
      confirmed are replaced.

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

  @OptionGroup var pauseOptions: PauseOptions

  @Flag(help: "Change nothing; show what would change.") var dryRun = false

  @Flag(help: "Print the markers as JSON.") var json = false

  @OptionGroup(title: "Everywhere") var everywhere: GlobalOptions

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
    _ = try passages(of: before)
    let analyses = try listen(to: try before.audioPath(in: terminal), terminal)

    // Listening takes time: what is changed is what is there afterwards.
    var transaction = try found.open(changing: [.recording, .markers, .segments])
    let bundle = transaction.bundle
    let passages = try passages(of: bundle)
    let marks = RecordingMarks(
      analyses, passage: passages, counting: bundle.counting, anchors: Anchor.all(in: bundle))
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
        document(kept.map(MarkerDraft.init) + marks.markers, passages, analyses).documentText)
    }
    if note != nil, !dryRun { terminal.say("\(bundle.shownPath)/recording.yaml: passage added") }
    return tell(marks, at: "\(bundle.shownPath)/markers.yaml", kept: kept.count, passages, terminal)
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
    let analyses = try listen(to: path, terminal)
    let marks = RecordingMarks(analyses, passage: passages)
    if json {
      terminal.write(document(marks.markers, passages, analyses).documentText)
    } else {
      terminal.write(MarkersFile.text(of: marks.markers))
    }
    return tell(marks, at: terminal.shown(path), kept: 0, passages, terminal)
  }

  // MARK: Both

  private func listen(to path: String, _ terminal: Terminal) throws -> [PauseAnalysis] {
    let progress = terminal.progress("listening to \(terminal.shown(path))")
    defer { progress.finish() }
    let analyses = try PauseFinder.analyses(
      ofFileAt: path, by: RecordingMarks.settings(try pauseOptions.settings)
    ) {
      done, total in
      if let total { progress.update(done.count, of: total.count) }
    }
    if let analysis = analyses.first, analysis.breaksOff {
      terminal.complain(
        "tilawa: \(terminal.shown(path)) breaks off; \(analysis.duration) s can be decoded")
    }
    return analyses
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
    case .byLength:
      parts.append("\(names) named by length (\(marks.stretches) stretches, \(marks.ayat) ayat)")
    case .doesNotFit: parts.append("not named")
    }
    let doubtful = marks.naming == .none ? [] : marks.markers.filter { $0.confidence ?? 1 < 0.4 }
    if !doubtful.isEmpty, marks.naming != .doesNotFit { parts.append("\(doubtful.count) to check") }
    terminal.say("\(place): \(parts.joined(separator: ", "))")
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
    _ markers: [MarkerDraft], _ passages: [AyahRange], _ analyses: [PauseAnalysis]
  ) -> JSONValue {
    let rows = markers.sorted { $0.at < $1.at }
    let ends = rows.dropFirst().map(\.at) + [analyses.first?.duration ?? .zero]
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

import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaSound

struct Pauses: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "pauses",
    abstract: "List the pauses of an audio file or a bundle.",
    discussion: """
      Prints one line per pause: start, end, length, best boundary, depth, likelihood. The best boundary is the quietest \
      point near seven tenths of the pause. The depth is in decibels below the level of speech. The likelihood is that of a \
      pause between two ayat, not a breath. Times are in seconds.

      The threshold of silence is measured: 40 % of the way from the noise floor to the speech level, in decibels. A \
      pause lasts 200 ms or more. Of several channels, the loudest with a voice counts; a channel that is silent, \
      hums or hisses throughout is ignored.

        tilawa audio pauses friday.tilawa
        tilawa audio pauses memo.flac --json
      """)

  @Argument(help: "The audio file, or a bundle.", completion: .file()) var audio: String

  @OptionGroup var pauseOptions: PauseOptions

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    guard audio != "-" else {
      throw CommandFailure("cannot read audio from standard input; name a file")
    }
    let path = try audioPath(in: terminal)
    let analysis = try listen(to: path, in: terminal)
    if json {
      terminal.write(Self.shape.document(of: (terminal.shown(path), analysis)))
    } else {
      terminal.write(table(analysis.pauses))
      terminal.say(
        """
        \(analysis.pauses.count) pause\(analysis.pauses.count == 1 ? "" : "s") in \(analysis.duration) s; \
        speech \(decimals(analysis.speechLevel, 1)) dBFS, noise \(decimals(analysis.noiseFloor, 1)), \
        silent below \(decimals(analysis.threshold, 1))
        """)
    }
    warn(analysis, of: terminal.shown(path), in: terminal)
    return .done
  }

  /// A bundle stands for its audio.
  private func audioPath(in terminal: Terminal) throws -> String {
    let path = terminal.path(audio)
    guard try FileStatus.isFolder(path) else { return path }
    guard let found = FoundBundle(containing: audio, in: terminal.workplace) else {
      throw CommandFailure(FoundBundle.reasonForNone(at: audio, in: terminal.workplace))
    }
    return try TilawaBundle(readingAt: found.path, shownAs: found.shownPath, only: [.recording]).audioPath()
  }

  private func listen(to path: String, in terminal: Terminal) throws -> PauseAnalysis {
    let progress = terminal.progress("listening to \(terminal.shown(path))")
    defer { progress.finish() }
    return try PauseFinder.pauses(inFileAt: path, settings: try pauseOptions.settings) { done, total in
      if let total { progress.update(done.count, of: total.count) }
    }
  }

  private func warn(_ analysis: PauseAnalysis, of name: String, in terminal: Terminal) {
    if analysis.breaksOff {
      let whole = analysis.declaredDuration.map {
        $0 > analysis.duration ? " of the declared \($0) s" : ""
      }
      terminal.complain(
        "tilawa: \(name) is cut short; only \(analysis.duration) s\(whole ?? "") can be decoded")
    }
    if analysis.unusableSamples > 0 {
      terminal.complain(
        "tilawa: \(name) has \(analysis.unusableSamples) samples that are not numbers; they count as silence")
    }
  }
}

private func table(_ pauses: [Pause]) -> String {
  guard !pauses.isEmpty else { return "" }
  let rows =
    [["start", "end", "length", "boundary", "depth", "confidence"]]
    + pauses.map { pause in
      [
        pause.span.start.description, pause.span.end.description, pause.span.length.description,
        pause.quietest.description, decimals(pause.depth, 1), decimals(pause.confidence, 2),
      ]
    }
  let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }.joined(separator: "  ") + "\n"
  }.joined()
}

extension Pauses {
  static let shape = OutputShape<(path: String, analysis: PauseAnalysis)>(
    "audio-pauses",
    [
      .key(.path, { $0.path }), .key(.duration, { $0.analysis.duration }),
      .key("speech_dbfs", .number(), { decimals($0.analysis.speechLevel, 2) }, "Level of speech."),
      .key("noise_dbfs", .number(), { decimals($0.analysis.noiseFloor, 2) }, "Level of noise."),
      .key(
        "threshold_dbfs", .number(), { decimals($0.analysis.threshold, 2) },
        "Level below which audio counts as silence."),
      .key("breaks_off", .flag, { $0.analysis.breaksOff }, "True if the file is cut short."),
      .key("pauses", .list(of: .object(keys)), { $0.analysis.pauses }, "Pauses, in the order of time."),
    ])

  private static let keys: [JSONKey<Pause>] = [
    .key(.start, \.span.start), .key(.end, \.span.end),
    .key("boundary", .time, \.quietest, "Best place for a boundary, in seconds."),
    .key("depth", .number(), { decimals($0.depth, 1) }, "Decibels below the level of speech."),
    .key(.confidence, { decimals($0.confidence, 2) }),
  ]
}

/// A number with one or two decimals, rounded; at most a million.
private func decimals(_ value: Double, _ places: Int) -> String {
  let scale = places == 1 ? 10 : 100
  let scaled = Int((max(-1e6, min(1e6, value)) * Double(scale)).rounded())
  let fraction = String(scaled.magnitude % UInt(scale))
  let zeros = String(repeating: "0", count: places - fraction.count)
  return "\(scaled < 0 ? "-" : "")\(scaled.magnitude / UInt(scale)).\(zeros)\(fraction)"
}

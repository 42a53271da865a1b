import Annotating
import ArgumentParser
import Audio
import Files
import Library
import Recognition
import ScalarText
import TilawaFormat
import TilawaKit
import Timing

struct Learn: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Train an acoustic model on your verified rows.",
    discussion: """
      Writes an acoustic model: what each class of sounds is like and how long it lasts, as heard in the verified segments \
      of all bundles of a library (without segments, between confirmed markers). What is left out is reported with the \
      reason. Ten minutes of recitation is the least that is worthwhile; several reciters are better than one.

        tilawa learn --library ~/recitations -o mine.txt
        tilawa mark friday.tilawa --passage 18:1-31 --model mine.txt

      The same recordings and rows always give the same model.
      """)

  @OptionGroup var library: LibraryArguments

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Where to write the model; - is standard output.", valueName: "table"))
  var output: String

  @Option(help: "Name of the model.") var name = "learnt"

  @Flag(help: "Also learn from unverified rows.") var unverified = false

  @Flag(help: "Also learn from riwayat other than Hafs, although the sounds are those of Hafs.")
  var anyRiwayah = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let folder = try library.open(in: terminal)
    if let reason = folder.reasonForNothing(in: library.root(in: terminal)) { throw CommandFailure(reason) }
    var leftOut: [String: Int] = [:]
    var sources: [Source] = []
    var outcome = folder.faults.tell(in: terminal)
    for path in folder.bundles {
      let bundle = TilawaBundle(readingAt: path, shownAs: terminal.shown(path))
      outcome = outcome.and([LibraryFault(of: bundle)].compactMap { $0 }.tell(in: terminal))
      let rows = TrustedRows(of: bundle, all: unverified, anyRiwayah: anyRiwayah)
      for (reason, count) in rows.leftOut { leftOut[reason.rawValue, default: 0] += count }
      guard !rows.stretches.isEmpty else { continue }
      do throws(Obstacle) {
        sources.append(Source(bundle: bundle, audio: try bundle.audioPath(), rows: rows))
      } catch {
        terminal.complain("tilawa: \(error); left out")
        outcome = .findings
      }
    }
    var training = AcousticTraining()
    var used: [Source] = []
    let progress = terminal.progress("listening")
    defer { progress.finish() }
    // One after the other: each is decoded by all cores, and only its features are kept.
    for (index, source) in sources.enumerated() {
      progress.update(Int64(index), of: Int64(sources.count))
      do throws(AudioError) {
        let features = try SpeechFeatures(ofFileAt: source.audio)
        guard let counting = source.bundle.counting,
          training.add(features, source.rows.stretches, counting: counting) > 0
        else {
          continue
        }
        used.append(source)
      } catch {
        terminal.complain("tilawa: \(error.message(showing: terminal.shown(source.audio))); left out")
        outcome = .findings
      }
    }
    let counts = TrustedRows.Reason.allCases.compactMap { reason in
      leftOut[reason.rawValue].map { "\($0) \(reason.rawValue)" }
    }
    let skipped = counts.isEmpty ? "" : "; rows left out: \(counts.joined(separator: ", "))"
    guard var model = training.model(progress: { progress.update(Int64($0), of: Int64($1)) }) else {
      throw CommandFailure(
        "nothing to learn from in \(library.root(in: terminal))\(skipped)"
          + "; verify some segments, or use --unverified to learn from all rows")
    }
    progress.finish()
    let length = used.reduce(Milliseconds.zero) { sum, source in
      source.rows.stretches.reduce(sum) { $0 + $1.span.length }
    }
    let reciters = Set(used.compactMap { $0.bundle.recording?.content?.reciter?.value }).count
    model.name = name.replaced("#", with: " ").words.joined(separator: " ")
    model.source =
      "\(counted(used.count, "recording")), \(counted(reciters, "reciter")), "
      + "\(counted(used.reduce(0) { $0 + $1.rows.ayatCount }, "ayah", plural: "ayat")), "
      + "\(length.count / 60_000) minutes"
    if output == "-" {
      terminal.write(model.text)
    } else {
      try AtomicFile.write(Array(model.text.utf8), to: terminal.path(output))
    }
    terminal.say("\(output == "-" ? "learnt" : output): learnt from \(model.source)\(skipped)")
    if length < Self.enough {
      terminal.complain(
        "tilawa: less than ten minutes of recitation; the model that comes with tilawa will mark better")
    }
    return outcome
  }

  private static let enough = Milliseconds(600_000)

  private struct Source {
    let bundle: TilawaBundle
    let audio: String
    let rows: TrustedRows
  }
}

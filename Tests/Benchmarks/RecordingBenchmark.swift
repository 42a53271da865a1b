import Dispatch
import Foundation
import Synchronization
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaRecognition
import TilawaSound

/// Marks every recording of folders with its passage stated. Prints how well the marks agree with the truth,
/// and for each reciter how many are sure.
///
/// Files of one recording in several codecs count once, by the first one that can be decoded. The others are
/// marked as well. Any file below an F1 of 0.95 is listed, with its differences if `TILAWA_DETAIL` is set.
///
/// With `triesWrongPassages`, each recording is marked with passages that aren't recited in it instead.
func runRecordings(inFolders folders: [String], _ options: BenchmarkOptions, triesWrongPassages: Bool) throws
{
  let recordings = try folders.flatMap {
    try KnownRecording.all(inFolder: $0) + KnownRecording.untimed(inFolder: $0)
  }
  let start = DispatchTime.now().uptimeNanoseconds
  let features = inParallel(recordings) { recording in
    Result { () throws(AudioError) in try SpeechFeatures(ofFileAt: recording.audio) }
  }
  let models = try ModelChoice(options, recordings)
  let all = inParallel(Array(zip(recordings, features))) { recording, features in
    RecordingResult(recording, features, models.model(for: recording))
  }
  let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
  if triesWrongPassages { return tryWrongPassages(recordings, features, models) }

  var counted: [RecordingResult] = []
  for result in all
  where result.isMarked && !counted.contains(where: { $0.recording.stem == result.recording.stem }) {
    counted.append(result)
  }
  print(
    "recordings: passage given, opening not told, \(models.description); \(all.count) files in "
      + "\(decimals(seconds, 1)) s")
  printTable(of: counted.filter { !$0.recording.truth.isEmpty })
  let known =
    options.withoutReciter != nil
    ? KnownMarks(counted.compactMap { result in result.marks.map { (result.recording, $0) } }) : nil
  let weights = known.map { known in
    Dictionary(
      counted.map { ($0.recording.reciter, known.confidence(leavingOut: $0.recording)) },
      uniquingKeysWith: { first, _ in first })
  }
  printReciters(of: counted, weights ?? [:])
  for (kind, results) in Dictionary(grouping: counted, by: \.recording.group).sorted(by: { $0.key < $1.key })
  {
    var calibration = Calibration()
    for result in results {
      if let marks = result.marks {
        calibration.add(marks, of: result.recording, weights?[result.recording.reciter])
      }
    }
    print("  \(kind)")
    calibration.print()
  }
  if let known {
    print("  confidence above by weights fitted to the other reciters' marks; the weights of all:")
    let all = known.confidence(leavingOut: nil)
    print("    bias: \(decimals(all.bias, 4))")
    for sign in MarkSigns.Sign.allCases { print("    .\(sign): \(decimals(all.weights[sign] ?? 0, 4))") }
  }
  for result in all {
    if let failure = result.failure { print("  left out: \(failure)") }
  }
  let poor = all.filter { $0.isMarked && !$0.recording.truth.isEmpty && $0.scores[0].f1 < 0.95 }
  print(poor.isEmpty ? "  none below 0.95" : "  below 0.95 (F1 at 250 ms, in pauses):")
  for result in poor.sorted(by: {
    ($0.scores[0].f1, $0.recording.file) < ($1.scores[0].f1, $1.recording.file)
  }) {
    let score = result.scores[0]
    print(
      """
          \(result.recording.file)  \(decimals(score.f1, 3))  \(result.recording.group), truth \
      \(score.truthCount), predicted \(score.predictedCount), matched \(score.matchedCount), misnamed \
      \(score.misnamedCount)
      """)
    if ProcessInfo.processInfo.environment["TILAWA_DETAIL"] != nil { printDifferences(of: result) }
  }
}

/// Prints the boundaries that only the truth has and those that only the marks have, at a tolerance of 250 ms
/// in pauses.
private func printDifferences(of result: RecordingResult) {
  let (truth, predicted) = (result.recording.truth, result.marks?.markers.boundaries ?? [])
  let matches = BoundaryScore.matches(
    truth: truth, predicted: predicted, tolerance: 0.25, windows: result.recording.windows)
  func print(_ name: String, _ boundaries: [ScoredBoundary], but matched: [Int]) {
    let rest = boundaries.indices.filter { !matched.contains($0) }.map { boundaries[$0] }
    let told = rest.map { "\($0.ayah?.description ?? "end") at \(decimals($0.at, 2))" }
    Swift.print("      \(name): \(told.joined(separator: ", "))")
  }
  print("only true", truth, but: matches.map(\.truth))
  print("only marked", predicted, but: matches.map(\.predicted))
}

/// The result of marking one file.
private struct RecordingResult: Sendable {
  let recording: KnownRecording
  private(set) var marks: RecordingMarks?
  /// At 250 and 500 ms in pauses, then strictly; zeros when the file can't be decoded.
  var scores = [BoundaryScore](repeating: BoundaryScore(), count: 4)
  /// The reason why it was not marked.
  var failure: String?

  var isMarked: Bool { failure == nil }

  init(_ recording: KnownRecording, _ features: Result<SpeechFeatures, AudioError>, _ model: AcousticModel) {
    self.recording = recording
    do {
      marks = try Benchmarks.marks(of: recording, try features.get(), model)
      let predicted = marks?.markers.boundaries ?? []
      scores = [(0.25, recording.windows), (0.5, recording.windows), (0.25, .init()), (0.5, .init())].map {
        BoundaryScore(truth: recording.truth, predicted: predicted, tolerance: $0.0, windows: $0.1)
      }
    } catch let error as AudioError {
      failure = error.message(showing: recording.file)
    } catch {
      failure = "\(recording.file): \(error)"
    }
  }
}

/// Marks each recording with three wrong passages of its length, and prints how many were refused.
private func tryWrongPassages(
  _ recordings: [KnownRecording], _ features: [Result<SpeechFeatures, AudioError>],
  _ models: ModelChoice
) {
  let tries = zip(recordings, features).flatMap { recording, features in
    (0..<3).compactMap { number in (try? features.get()).map { (recording, $0, number) } }
  }
  let results = inParallel(tries) { recording, features, number in
    try? RecordingMarks(
      aligning: features, passage: [recording.wrongPassage(number, for: recording.passage)],
      model: models.model(for: recording))
  }
  for (name, isShort) in [("below 60 s", true), ("60 s and more", false)] {
    let of = zip(tries, results).filter { ($0.0.1.duration < Milliseconds(60_000)) == isShort }
    let accepted = of.compactMap(\.1)
    let sure = accepted.count { $0.markers.contains { $0.skip == nil && $0.confidence ?? 1 >= 0.9 } }
    print(
      "wrong passages, recordings \(name): \(of.count - accepted.count) of \(of.count) refused, \(accepted.count - sure) "
        + "with all marks to check, \(sure) with some that are not")
  }
}

extension KnownRecording {
  /// Returns a wrong passage from the beginning of another surah, with about as many sounds as `passage`.
  func wrongPassage(_ number: Int, for passage: [AyahRange]) -> AyahRange {
    func length(_ ayah: Ayah) -> Int { AyahLength.of(ayah)?.units ?? 1 }
    let wanted = passage.flatMap { counting.ayat(in: $0) }.map(length).reduce(0, +)
    let seed = stem.utf8.reduce(0) { ($0 * 31 + Int($1)) % 9973 }
    var surah = 2 + (seed + number * 37) % 100
    while passage.contains(where: { ($0.first.surah...$0.last.surah).contains(surah) }) { surah += 1 }
    let all = (surah...114).flatMap { surah in
      (1...max(1, CountingSystem.kufi.ayahCount(ofSurah: surah) ?? 1)).map { Ayah(surah, $0) }
    }
    var sum = 0
    let last = all.first { ayah in
      sum += length(ayah)
      return sum >= wanted
    }
    return AyahRange(Ayah(surah, 1), last ?? Ayah(114, 6))
  }
}

func inParallel<Item: Sendable, Result: Sendable>(
  _ items: [Item], _ work: @Sendable (Item) -> Result
) -> [Result] {
  let results = Mutex([Int: Result]())
  DispatchQueue.concurrentPerform(iterations: items.count) { index in
    let result = work(items[index])
    results.withLock { $0[index] = result }
  }
  return results.withLock { results in items.indices.compactMap { results[$0] } }
}

private func printTable(of results: [RecordingResult]) {
  var rows = [
    [
      "", "recordings", "boundaries", "P 250", "R 250", "F1 250", "F1 500", "strict 250", "strict 500",
      "median",
      "90 %", "misnamed",
    ]
  ]
  func add(_ name: String, _ results: [RecordingResult]) {
    let pooled = (0..<4).map { way in results.reduce(BoundaryScore()) { $0 + $1.scores[way] } }
    rows.append([
      name, "\(results.count)", "\(pooled[0].truthCount)", decimals(pooled[0].precision, 3),
      decimals(pooled[0].recall, 3), decimals(pooled[0].f1, 3), decimals(pooled[1].f1, 3),
      decimals(pooled[2].f1, 3), decimals(pooled[3].f1, 3), decimals(pooled[1].medianError ?? 0, 3),
      decimals(pooled[1].ninetiethError ?? 0, 3), "\(pooled[1].misnamedCount)",
    ])
  }
  let names = Set(results.map(\.recording.group))
  let others = names.subtracting(KnownRecording.groups).sorted()
  for group in KnownRecording.groups + others where names.contains(group) {
    add(group, results.filter { $0.recording.group == group })
  }
  add("all", results)
  printColumns(rows)
}

/// Prints for each reciter how many recordings are refused and how many ayat have a sure mark. Of the sure
/// marks whose time is known, it also counts those that lie elsewhere.
///
/// If `weights` are given, sureness is judged by the weights fitted to the other reciters' marks.
private func printReciters(of results: [RecordingResult], _ weights: [String: MarkConfidence]) {
  var rows = [["", "recordings", "refused", "ayat", "sure", "", "known", "elsewhere"]]
  for (reciter, results) in Dictionary(grouping: results, by: \.recording.reciter).sorted(by: {
    $0.key < $1.key
  }) {
    var (ayat, sure, known, elsewhere) = (0, 0, 0, 0)
    for result in results {
      ayat += result.recording.passage.reduce(0) { $0 + result.recording.counting.ayat(in: $1).count }
      guard let marks = result.marks else { continue }
      let isSure = marks.markers.filter { marker in
        let weighed = weights[reciter].flatMap { weights in marks.signs[marker.at].map(weights.probability) }
        return marker.skip == nil && marker.ayah?.first.number ?? 0 > 0
          && (weighed ?? marker.confidence ?? 1) >= 0.9
      }
      sure += Set(isSure.compactMap(\.ayah)).count
      let judged = isSure.compactMap(result.recording.isRight)
      known += judged.count
      elsewhere += judged.count { !$0 }
    }
    rows.append([
      reciter, "\(results.count)", "\(results.count { $0.marks == nil })", "\(ayat)", "\(sure)",
      "\(decimals(100 * Double(sure) / Double(max(1, ayat)), 1)) %", "\(known)", "\(elsewhere)",
    ])
  }
  printColumns(rows)
}

/// Prints cells under each other, the first of each row to the left.
func printColumns(_ rows: [[String]]) {
  guard let first = rows.first else { return }
  let widths = first.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  for row in rows {
    let cells = zip(row, widths).enumerated().map { column, cell in
      let space = String(repeating: " ", count: cell.1 - cell.0.count)
      return column == 0 ? cell.0 + space : space + cell.0
    }
    print("  " + cells.joined(separator: "  "))
  }
}

import Dispatch
import Foundation
import TilawaBase
import TilawaKit
import TilawaQuran
import TilawaRecognition
import TilawaSound

/// Cuts windows out of every recording of a folder. Prints how many are named rightly, wrongly, or not at
/// all.
///
/// Right: something is named, and every named piece overlaps what is recited there. Its first and last ayah
/// are off by one at most.
///
/// In part: no named ayah is off by more, but ayat at an end of a piece are reported as unknown.
///
/// `TILAWA_WINDOWS=all` prints every window.
func runIdentification(
  inFolder folder: String, _ options: BenchmarkOptions, windows lengths: [Int]
) throws {
  var recordings: [KnownRecording] = []
  for recording in try KnownRecording.all(inFolder: folder)
  where !recordings.contains(where: { $0.stem == recording.stem }) && AudioReader.canRead(recording.audio) {
    recordings.append(recording)
  }
  let showsAll = ProcessInfo.processInfo.environment["TILAWA_WINDOWS"] == "all"
  let models = try ModelChoice(options, recordings)
  print("identify: nothing told, \(models.description)")
  let start = DispatchTime.now().uptimeNanoseconds
  var results: [WindowResult] = []
  for length in lengths.isEmpty ? [15, 30, 60, 120] : lengths {
    let before = results.count
    for recording in recordings {
      for window in try windows(of: recording, seconds: length) {
        let result = try WindowResult(recording, window, models.model(for: recording), seconds: length)
        results.append(result)
        if showsAll || result.verdict == .wrong { print("  \(result.text)") }
      }
    }
    printTable(of: Array(results[before...]), seconds: length)
  }
  let taken = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
  print("  \(results.count) windows in \(decimals(taken, 1)) s; \(decimals(mostMemory(), 0)) MB at most")
  printCalibration(of: results)
}

/// At most four windows of a recording, spread over it; none when it is shorter.
private func windows(of recording: KnownRecording, seconds: Int) throws -> [TimeSpan] {
  guard let end = recording.rows.compactMap(\.end).max() else { return [] }
  let room = Int64(end * 1000) - Int64(seconds) * 1000
  guard room >= 0 else { return [] }
  let count = min(4, room / Int64(seconds * 1000) + 1)
  return (0..<count).compactMap { number in
    let start = count == 1 ? 0 : room * number / (count - 1)
    return TimeSpan(Milliseconds(start), Milliseconds(start + Int64(seconds) * 1000))
  }
}

private struct WindowResult {
  enum Verdict: String {
    case right, part, wrong
    case cannotTell = "can't tell"
  }

  let group: String
  let verdict: Verdict
  let isGuessRight: Bool
  /// For each piece that may be named, its confidence and whether it is right.
  let pieces: [(confidence: Double, isRight: Bool)]
  let seconds: Double
  let text: String

  init(
    _ recording: KnownRecording, _ window: TimeSpan, _ model: AcousticModel, seconds length: Int
  ) throws {
    let path = "\(NSTemporaryDirectory())/identify-\(ProcessInfo.processInfo.processIdentifier).wav"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try AudioCut.copy(window, ofFileAt: recording.audio, to: path, encoding: .wav)
    let start = clock()
    let found = PassageIdentification(try SpeechFeatures(ofFileAt: path), model: model)
    seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    let truth = recording.runs(in: window)
    func isRight(_ passage: AyahRange, whole: Bool) -> Bool { truth.hold(passage, whole: whole) }
    let named = found.passages
    verdict =
      if named.isEmpty {
        .cannotTell
      } else if named.allSatisfy({ isRight($0, whole: true) }) {
        .right
      } else {
        named.allSatisfy { isRight($0, whole: false) } ? .part : .wrong
      }
    let best = found.pieces.filter { $0.passage != nil }.max { $0.span.length < $1.span.length }
    isGuessRight = best?.passage.map { isRight($0, whole: false) } ?? false
    pieces = found.pieces.compactMap { piece in
      guard let passage = piece.passage, piece.same.isEmpty else { return nil }
      return (piece.confidence, isRight(passage, whole: false))
    }
    group = recording.group
    let shown = found.pieces.map { piece in
      "\(piece.passage?.description ?? "-") \(decimals(piece.margin, 1))"
        + (piece.same.isEmpty ? "" : " = " + piece.same.map(\.description).joined(separator: " "))
    }
    text =
      "\(verdict.rawValue): \(recording.stem) \(length) s at \(window.start): \(shown.joined(separator: ", ")); "
      + "holds \(truth.map(\.description).joined(separator: ", "))"
  }
}

private func printTable(of results: [WindowResult], seconds: Int) {
  func add(_ name: String, _ results: [WindowResult]) {
    guard !results.isEmpty else { return }
    func part(_ verdict: WindowResult.Verdict) -> Int { results.count { $0.verdict == verdict } }
    let times = results.map(\.seconds).sorted()
    print(
      "  \(seconds) s \(name): \(results.count) windows, right \(part(.right)), in part \(part(.part)), wrong \(part(.wrong)), can't tell "
        + "\(part(.cannotTell)); best guess right \(results.count { $0.isGuessRight }); "
        + "median \(decimals(times[times.count / 2], 2)) s of one core")
  }
  let names = Set(results.map(\.group))
  for group in KnownRecording.groups + names.subtracting(KnownRecording.groups).sorted() {
    add(group, results.filter { $0.group == group })
  }
  add("all", results)
}

private func printCalibration(of results: [WindowResult]) {
  let pieces = results.flatMap(\.pieces)
  for low in [0, 0.2, 0.5, 0.8, 0.9, 0.95, 0.99] {
    let high = [0.2, 0.5, 0.8, 0.9, 0.95, 0.99, 2].first { $0 > low } ?? 2
    let within = pieces.filter { $0.confidence >= low && $0.confidence < high }
    print(
      "  stated \(decimals(low, 2)) and more: \(within.count) pieces, \(within.count { $0.isRight }) right")
  }
}

/// The most memory that this program has used, in MB.
private func mostMemory() -> Double {
  var usage = rusage()
  #if canImport(Glibc)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) / 1024
  #else
    getrusage(RUSAGE_SELF, &usage)
    return Double(usage.ru_maxrss) / 1_048_576
  #endif
}

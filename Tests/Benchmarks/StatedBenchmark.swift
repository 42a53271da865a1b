import Foundation
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaRecognition
import TilawaSound

/// Cuts whole ayat of about 3 to 30 s out of the recordings of a folder. Marks them with their passage
/// stated, and with three other passages of the same length.
///
/// Prints how many are refused, how many get marks that are stated to be sure, and how many marks of right
/// passages are right.
func runStated(inFolder folder: String, _ options: BenchmarkOptions, lengths: [Int]) throws {
  let recordings = try KnownRecording.readable(inFolder: folder).filter { $0.group != "prayer" }
  let models = try ModelChoice(options, recordings)
  print("stated: whole ayat cut out, passage given, \(models.description)")
  var rows = [
    [
      "", "right", "accepted", "sure", "wrong", "accepted", "sure", "marks", "0.9 or more", "of these wrong",
    ]
  ]
  var calibration = Calibration()
  for length in lengths.isEmpty ? [3, 6, 10, 15, 30] : lengths {
    let cuts = recordings.enumerated().compactMap { place, recording in
      recording.ayat(ofSeconds: length, seed: UInt64(100 * length + place))
    }
    let results = inParallel(cuts) { StatedResult($0.stretch, $0.passage, models) }.compactMap(\.self)
    let (marks, wrong) = (results.flatMap(\.marks), results.flatMap(\.wrong))
    for mark in marks { calibration.add(stated: mark.stated, isRight: mark.isRight) }
    let sure = marks.filter { $0.stated >= StatedResult.sure }
    func count(_ confidences: [Double?]) -> [String] {
      [
        "\(confidences.count)", "\(confidences.count { $0 != nil })",
        "\(confidences.count { $0 ?? 0 >= StatedResult.sure })",
      ]
    }
    rows.append(
      ["\(length) s"] + count(results.map(\.right)) + count(wrong)
        + ["\(marks.count)", "\(sure.count)", "\(sure.count { !$0.isRight })"])
  }
  printColumns(rows)
  calibration.print()
}

private struct StatedResult: Sendable {
  static let sure = 0.9
  private static let others = 3

  /// The highest confidence of the marks with the passage that is recited; nil where it is refused.
  let right: Double?
  /// Like ``right``, but with each of the other passages of the same length.
  let wrong: [Double?]
  let marks: [(stated: Double, isRight: Bool)]

  init?(_ stretch: KnownStretch, _ passage: AyahRange, _ models: ModelChoice) {
    guard let features = try? stretch.withFile({ try SpeechFeatures(ofFileAt: $0) }) else { return nil }
    let recording = stretch.recording
    func markers(_ passage: AyahRange, _ counting: CountingSystem) -> [Marker]? {
      let marks = try? RecordingMarks(
        aligning: features, passage: [passage], counting: counting, model: models.model(for: recording))
      return marks?.markers.filter { $0.ayah != nil }
    }
    func most(_ markers: [Marker]?) -> Double? { markers.map { $0.compactMap(\.confidence).max() ?? 0 } }
    let own = markers(passage, recording.counting)
    right = most(own)
    marks = (own ?? []).compactMap { marker in
      stretch.isRight(marker).map { (stated: marker.confidence ?? 1, isRight: $0) }
    }
    let seed = recording.stem.utf8.reduce(0) { ($0 * 31 + Int($1)) % 9973 }
    wrong = passage.othersOfItsLength(seed: seed, count: Self.others).map { most(markers($0, .kufi)) }
  }
}

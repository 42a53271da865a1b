import Foundation
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaRecognition
import TilawaSound

/// Marks short clips of a folder with the right passage and with others of the same length, and identifies
/// them. Prints how many are refused, how many have sure marks, and how many are named, by length and by
/// source.
///
/// The folder contains `manifest.tsv` (file, seconds, source, passage) and the files that it lists.
func runClips(inFolder folder: String, _ options: BenchmarkOptions) throws {
  let clips = try KnownClip.all(inFolder: folder)
  let models = try ModelChoice(options, tables: clips.map(\.table))
  let results = inParallel(clips) { ClipResult($0, models.model(ofTable: $0.table)) }.compactMap(\.self)
  print("clips: \(results.count) of \(clips.count) files, \(models.description)")
  print(
    "  right passage: accepted/tried, sure; wrong ones: accepted/tried, sure; nothing stated: named, wrongly named; identified, wrongly, first guess right"
  )
  for (low, high) in [(0.0, 3.5), (3.5, 7), (7, 11), (11, 16), (16, 31), (31, .infinity)] {
    show("\(Int(low)) s and more", results.filter { $0.clip.seconds >= low && $0.clip.seconds < high })
  }
  for source in Set(results.map(\.clip.source)).sorted() {
    show(source, results.filter { $0.clip.source == source })
  }
  show("all", results)
}

private func show(_ name: String, _ results: [ClipResult]) {
  guard !results.isEmpty else { return }
  let wrong = results.flatMap(\.wrong)
  print(
    "  \(name): right \(results.count { $0.right != nil })/\(results.count), \(results.count { $0.right ?? 0 >= sure }); wrong "
      + "\(wrong.count { $0 != nil })/\(wrong.count), \(wrong.count { $0 ?? 0 >= sure }); named \(results.count { $0.isNamed == true }), "
      + "\(results.count { $0.isNamed == false }); identified \(results.count { $0.isIdentified == true }), "
      + "\(results.count { $0.isIdentified == false }), first guess right \(results.count(where: \.isFirstRight))"
  )
}

private let sure = 0.9

/// A clip whose passage is known.
struct KnownClip: Sendable {
  let path: String
  let source: String
  let seconds: Double
  let passage: AyahRange
  let place: Int

  /// The table of the model that never heard it, as `Tests/Trials/data/network` names it.
  var table: String { "clips\(place % 3).txt" }

  static func all(inFolder folder: String) throws -> [KnownClip] {
    try KnownRecording.rows(ofFile: "\(folder)/manifest.tsv").enumerated().map { place, row in
      guard let file = row["file"], let seconds = row["seconds"].flatMap(Double.init),
        let passage = row["passage"],
        case .success(let passage) = PassageReference.parse(passage, counting: .kufi)
      else { throw ManifestError("manifest.tsv: line \(place + 2) has no file, length and passage") }
      return KnownClip(
        path: "\(folder)/\(file)", source: row["source"] ?? "", seconds: seconds, passage: passage,
        place: place)
    }
  }

  /// Ayat of about its length from other surahs, and the opening of one.
  var wrongPassages: [AyahRange] {
    let others = passage.othersOfItsLength(seed: place * 997, count: 6)
    let opening = AyahRange(Ayah(40 + place % 7, 1))
    return others + (opening.first.surah == passage.first.surah ? [] : [opening])
  }
}

extension AyahRange {
  /// Single ayat of about its length from other surahs.
  func othersOfItsLength(seed: Int, count: Int) -> [AyahRange] {
    let all = CountingSystem.kufi
    func units(_ ayat: AyahRange) -> Double {
      Double(all.ayat(in: ayat).reduce(0) { $0 + (AyahLength.of($1)?.units ?? 1) })
    }
    let wanted = units(self)
    return (1...count).compactMap { number in
      let start = (seed + number * 1733) % all.total
      return (start..<all.total).lazy.compactMap { all.ayah(at: $0) }.map { AyahRange($0) }.first {
        $0.first.surah != first.surah && abs(units($0) - wanted) < 0.25 * wanted
      }
    }
  }
}

private struct ClipResult: Sendable {
  let clip: KnownClip
  /// The highest confidence of the marks with the right passage; nil if it is refused.
  let right: Double?
  /// Like ``right``, but with each of the wrong passages.
  let wrong: [Double?]
  /// True if the clip is named rightly when no passage is stated; nil if it gets no name.
  let isNamed: Bool?
  /// True if `identify` is sure of the right passage alone; nil if it isn't sure of any.
  let isIdentified: Bool?
  /// True if the first guess of `identify`, sure or not, is right.
  let isFirstRight: Bool

  init?(_ clip: KnownClip, _ model: AcousticModel) {
    guard let features = try? SpeechFeatures(ofFileAt: clip.path) else { return nil }
    func confidence(_ passage: AyahRange) -> Double? {
      guard let marks = try? RecordingMarks(aligning: features, passage: [passage], model: model) else {
        return nil
      }
      return marks.markers.filter { $0.ayah != nil }.compactMap(\.confidence).max() ?? 0
    }
    self.clip = clip
    right = confidence(clip.passage)
    wrong = clip.wrongPassages.map(confidence)
    let found = PassageIdentification(features, model: model)
    isFirstRight =
      found.pieces.filter { $0.passage != nil }.max { $0.confidence < $1.confidence }?.passage == clip.passage
    isIdentified = found.passages.isEmpty ? nil : found.passages == [clip.passage]
    let search = PassageIdentification(features, model: model, listensAgain: false) { _, _ in }
    let named = UnaidedPassages(search, in: features, model: model).passages
    isNamed = named.isEmpty ? nil : named == [clip.passage]
  }
}

import Foundation
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaRecognition
import TilawaSound

/// Marks the recordings of a folder whose words are known, in `words/STEM.words.tsv`. Prints how far off the
/// starts of words are, and how many are right at each stated confidence.
func runWords(inFolder folder: String, _ options: BenchmarkOptions) throws {
  var rows = [["", "words", "missing", "median", "90 %", "within 0.1", "within 0.2", "within 0.3", "bias"]]
  var all: [Double?] = []
  // The published starts of first words are where files of single ayat begin, in the silence before.
  var later: [Double?] = []
  var known: [KnownWord] = []
  var seen: Set<String> = []
  let recordings = try KnownRecording.all(inFolder: folder)
  let models = try ModelChoice(options, recordings)
  for recording in recordings where !seen.contains(recording.stem) {
    let path = "\(folder)/words/\(recording.stem).words.tsv"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
    seen.insert(recording.stem)
    let marks = try RecordingMarks(
      aligning: try SpeechFeatures(ofFileAt: recording.audio), passage: recording.passage,
      counting: recording.counting, model: models.model(for: recording))
    let truths = try trueWords(text)
    let errors = truths.map { truth -> Double? in
      let found = zip(marks.words, marks.wordAgreements).filter {
        $0.0.ayah == truth.ayah && $0.0.word == truth.word
      }.map { ($0.0.start.seconds - truth.start, $0.1) }
      guard let (nearest, agreement) = found.min(by: { abs($0.0) < abs($1.0) }) else { return nil }
      if truth.word > 1 {
        known.append(
          KnownWord(
            recording: recording, agreement: agreement, isRight: abs(nearest) <= WordConfidence.tolerance))
      }
      if ProcessInfo.processInfo.environment["TILAWA_WORDS"] == "1" {
        print(
          "    \(recording.stem)  \(truth.ayah) word \(truth.word)  \(decimals(truth.start, 3))  \(signed(nearest))"
        )
      }
      return nearest
    }
    rows.append(line(recording.stem, errors))
    all += errors
    later += zip(truths, errors).filter { $0.0.word > 1 }.map(\.1)
  }
  rows.append(line("all", all))
  rows.append(line("without ayat's first words", later))
  print("words: passage given, opening not told, \(models.description); distance of starts in seconds")
  printColumns(rows)
  printCalibration(of: known, leavingReciterOut: options.withoutReciter != nil)
}

/// A word of which is known whether it was found at its place.
private struct KnownWord {
  let recording: KnownRecording
  let agreement: WordAgreement
  let isRight: Bool
}

/// Prints the stated confidence and the share of words that are right. The first words of ayat are left out,
/// because their true starts aren't known.
private func printCalibration(of words: [KnownWord], leavingReciterOut: Bool) {
  func confidence(_ words: [KnownWord]) -> WordConfidence {
    WordConfidence(fitting: words.map { ($0.agreement, $0.isRight) })
  }
  print("  searches agree   words   stated   right within \(WordConfidence.tolerance) s")
  for agreement in WordAgreement.allCases {
    let those = words.filter { $0.agreement == agreement }
    guard !those.isEmpty else { continue }
    let stated = those.map { word in
      let model =
        leavingReciterOut
        ? confidence(words.filter { !$0.recording.sharesReciter(with: word.recording) }) : .shipped
      return model.probability(of: agreement)
    }
    let name = "\(agreement)"
    print(
      "  \(name)\(String(repeating: " ", count: 14 - name.count))   \(those.count)      "
        + "\(decimals(stated.reduce(0, +) / Double(those.count), 3))    "
        + decimals(Double(those.count { $0.isRight }) / Double(those.count), 3))
  }
  if leavingReciterOut {
    print("  stated by the words of other reciters; the shares among all words:")
    print("    \(confidence(words).shares.map { ($0 * 1e3).rounded() / 1e3 })")
  }
}

private func line(_ name: String, _ errors: [Double?]) -> [String] {
  let found = errors.compactMap { $0 }
  let distances = found.map(abs).sorted()
  func share(_ limit: Double) -> String {
    decimals(Double(distances.count { $0 <= limit }) / Double(max(1, errors.count)), 3)
  }
  func quantile(_ part: Double) -> String {
    distances.isEmpty ? "-" : decimals(distances[Int(part * Double(distances.count - 1))], 3)
  }
  let inOrder = found.sorted()
  return [
    name, "\(errors.count)", "\(errors.count - found.count)", quantile(0.5), quantile(0.9), share(0.1),
    share(0.2), share(0.3),
    inOrder.isEmpty ? "-" : signed(inOrder[inOrder.count / 2]),
  ]
}

private func signed(_ value: Double) -> String { (value < 0 ? "-" : "+") + decimals(abs(value), 3) }

private func trueWords(_ text: String) throws -> [(ayah: Ayah, word: Int, start: Double)] {
  try text.split(whereSeparator: \.isNewline).dropFirst().map { line in
    let cells = line.split(separator: "\t")
    guard cells.count == 6, let surah = Int(cells[0]), let ayah = Int(cells[1]), let word = Int(cells[2]),
      let start = Double(cells[4])
    else { throw ManifestError("\"\(line)\" is no row of words") }
    return (Ayah(surah, ayah), word, start)
  }
}

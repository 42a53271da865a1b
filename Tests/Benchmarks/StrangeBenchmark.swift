import Foundation
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaRecognition
import TilawaSound

/// Identifies and marks sounds that aren't the Quran, in pieces. Prints in how many of them something is
/// named, and with what confidence.
///
/// `folder` contains FAMILY-NUMBER.wav, as `Tests/Trials/sound/other-sounds` makes them.
func runStrange(inFolder folder: String, lengths: [Int]) throws {
  let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".wav") }
    .sorted()
  let families = Dictionary(grouping: files) { String($0.prefix { $0 != "-" }) }
  print("strange: what is named in sounds that aren't the Quran, nothing stated, with the model that ships")
  var rows = [
    [
      "", "seconds", "pieces", "hours", "identified", "named", "marks", "0.5 or more", "0.9 or more",
      "highest",
    ]
  ]
  for family in families.keys.sorted() {
    for length in lengths.isEmpty ? [10, 60, 600] : lengths {
      let pieces = (families[family] ?? []).flatMap { cuts(ofFileAt: "\(folder)/\($0)", seconds: length) }
      let results = inParallel(pieces) { StrangeResult($0) }.compactMap(\.self)
      let marks = results.flatMap(\.marks)
      rows.append([
        family, "\(length)", "\(results.count)",
        decimals(results.reduce(0) { $0 + $1.seconds } / 3600, 2), "\(results.count { $0.isIdentified })",
        "\(results.count { !$0.marks.isEmpty })", "\(marks.count)", "\(marks.count { $0 >= 0.5 })",
        "\(marks.count { $0 >= 0.9 })", decimals(marks.max() ?? 0, 2),
      ])
      for result in results where !result.marks.isEmpty || result.isIdentified { print("  \(result.text)") }
    }
  }
  printColumns(rows)
}

/// A stretch of a file without recitation.
private struct StrangePiece: Sendable {
  let path: String
  let span: TimeSpan
}

/// A file in pieces, one after the other.
private func cuts(ofFileAt path: String, seconds: Int) -> [StrangePiece] {
  guard let features = try? SpeechFeatures(ofFileAt: path) else { return [] }
  let (all, length) = (features.duration.count, Int64(seconds) * 1000)
  return stride(from: 0, to: all, by: Int(length)).compactMap { start in
    TimeSpan(Milliseconds(start), Milliseconds(min(all, start + length))).map {
      StrangePiece(path: path, span: $0)
    }
  }
}

private struct StrangeResult: Sendable {
  let seconds: Double
  /// True if `identify` is sure of a passage.
  let isIdentified: Bool
  /// The confidence of each mark that names an ayah.
  let marks: [Double]
  let text: String

  init?(_ piece: StrangePiece) {
    let name = piece.path.split(separator: "/").last ?? ""
    let path =
      "\(NSTemporaryDirectory())/strange-\(ProcessInfo.processInfo.processIdentifier)-\(piece.span.start.count)-\(name)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      try AudioCut.copy(piece.span, ofFileAt: piece.path, to: path, encoding: .wav)
      let found = PassageIdentification(try SpeechFeatures(ofFileAt: path))
      let listening = try MarkListening(unaidedTo: path, .kufi, model: nil)
      let named = ((try? listening.marks.get())?.markers ?? []).filter { $0.ayah != nil }
      seconds = piece.span.length.seconds
      isIdentified = !found.passages.isEmpty
      marks = named.map { $0.confidence ?? 1 }
      let shown = named.map { "\($0.ayah?.description ?? "") \(decimals($0.confidence ?? 1, 2))" }
      text =
        "\(name) at \(piece.span.start): identified \(found.passages.map(\.description)); marked \(shown.joined(separator: ", "))"
    } catch {
      print("  left out: \(name) at \(piece.span.start): \(error)")
      return nil
    }
  }
}

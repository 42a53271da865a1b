import Foundation
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaRecognition

/// The share of marks that are right, by the confidence that is stated for them.
///
/// A mark is right if its ayah begins within half a second of it, or of the pause in which it lies. Marks of
/// ayat that begin with the file are left out, and so are openings.
struct Calibration: Sendable {
  /// For each tenth of confidence, the number of marks, the number of right ones, and the sum of their stated
  /// confidences.
  private var bins = [(count: Int, right: Int, stated: Double)](repeating: (0, 0, 0), count: 10)
  /// The marks of recordings that are at 0.9 or more, and wrong.
  private var sureAndWrong: [String] = []

  /// Adds the marks of a recording, with the confidence that they state, or that `confidence` computes from
  /// their signs.
  mutating func add(
    _ marks: RecordingMarks, of recording: KnownRecording, _ confidence: MarkConfidence? = nil
  ) {
    for marker in marks.markers {
      guard let isRight = recording.isRight(marker) else { continue }
      let signs = marks.signs[marker.at]
      guard let stated = confidence.flatMap({ model in signs.map(model.probability) }) ?? marker.confidence
      else { continue }
      add(stated: stated, isRight: isRight)
      guard !isRight, stated >= 0.9, let ayah = marker.ayah?.first else { continue }
      sureAndWrong.append(
        "\(recording.file): \(ayah) at \(decimals(marker.at.seconds, 2)), \(decimals(stated, 2))")
    }
  }

  mutating func add(stated: Double, isRight: Bool) {
    let bin = min(9, max(0, Int(stated * 10)))
    bins[bin].count += 1
    bins[bin].right += isRight ? 1 : 0
    bins[bin].stated += stated
  }

  func print() {
    let all = bins.reduce(0) { $0 + $1.count }
    Swift.print("  confidence   marks   stated   right")
    for (index, bin) in bins.enumerated() where bin.count > 0 {
      let range = "\(decimals(Double(index) / 10, 1))-\(decimals(Double(index + 1) / 10, 1))"
      Swift.print(
        "  \(range)   \(padded("\(bin.count)", 9))   \(decimals(bin.stated / Double(bin.count), 4))"
          + "   \(decimals(Double(bin.right) / Double(bin.count), 4))")
    }
    let sure = bins[9]
    Swift.print(
      "  at 0.9 or more: \(decimals(100 * Double(sure.count) / Double(max(all, 1)), 1)) % of \(all) marks, "
        + "\(decimals(100 * Double(sure.right) / Double(max(sure.count, 1)), 2)) % of them right")
    guard ProcessInfo.processInfo.environment["TILAWA_DETAIL"] != nil else { return }
    for mark in sureAndWrong { Swift.print("    wrong: \(mark)") }
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

/// Marks of which is known whether they are right.
struct KnownMarks {
  private var marks: [(recording: KnownRecording, signs: MarkSigns, isRight: Bool)] = []

  init(_ recordings: [(KnownRecording, RecordingMarks)]) {
    for (recording, found) in recordings {
      for marker in found.markers {
        guard let isRight = recording.isRight(marker), let signs = found.signs[marker.at] else { continue }
        marks.append((recording, signs, isRight))
      }
    }
  }

  /// Returns the weights that are fitted to the marks of all recordings, except those that share a reciter
  /// with `recording`.
  func confidence(leavingOut recording: KnownRecording?) -> MarkConfidence {
    MarkConfidence(
      fitting: marks.filter { !(recording?.sharesReciter(with: $0.recording) ?? false) }.map {
        ($0.signs, $0.isRight)
      })
  }
}

extension KnownRecording {
  /// Returns true if the mark lies within half a second of its ayah's beginning, or of the pause before it.
  /// Returns nil if the beginning isn't known.
  func isRight(_ marker: Marker) -> Bool? {
    guard let ayah = marker.ayah?.first, ayah.number > 0 else { return nil }
    let named = truth.filter { $0.ayah == ayah }
    guard !named.isEmpty else { return nil }
    return named.contains { boundary in
      let window = windows.window(of: boundary.at)
      return window.lowerBound - 0.5 <= marker.at.seconds && marker.at.seconds <= window.upperBound + 0.5
    }
  }
}

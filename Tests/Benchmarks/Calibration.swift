import Marking
import QuranIndex
import TilawaFormat
import Timing

/// How often marks are right that are stated to be so with some confidence.
///
/// A mark is right when its ayah truly begins within half a second of it, or of the pause it lies in. Marks of ayat that begin
/// with the file are left out, as are openings.
struct Calibration: Sendable {
  /// Of each tenth of confidence, how many marks there are, how many are right, and what was stated in sum.
  private var bins = [(count: Int, right: Int, stated: Double)](repeating: (0, 0, 0), count: 10)

  mutating func add(_ markers: [MarkerDraft], of recording: KnownRecording) {
    for marker in markers {
      guard let ayah = marker.ayah?.first, ayah.number > 0, let confidence = marker.confidence else {
        continue
      }
      let named = recording.truth.filter { $0.ayah == ayah }
      guard !named.isEmpty else { continue }
      let isRight = named.contains { boundary in
        let window = recording.windows.window(of: boundary.at)
        return window.lowerBound - 0.5 <= marker.at.seconds && marker.at.seconds <= window.upperBound + 0.5
      }
      let bin = min(9, max(0, Int(confidence * 10)))
      bins[bin].count += 1
      bins[bin].right += isRight ? 1 : 0
      bins[bin].stated += confidence
    }
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
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

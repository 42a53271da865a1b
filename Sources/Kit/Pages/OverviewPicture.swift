import TilawaBase
import TilawaSound

/// A picture of a whole recording, for screen and print: its sound, and below it a line whose colour says what
/// is known of each row.
struct OverviewPicture {
  private let peaks: WaveformPeaks
  private let rows: [RecordingSection.Row]
  private let duration: Milliseconds

  private static let (width, height, line) = (1200, 112, 8)

  init(_ peaks: WaveformPeaks, _ rows: [RecordingSection.Row], _ duration: Milliseconds) {
    (self.peaks, self.rows, self.duration) = (peaks, rows, duration)
  }

  /// The picture and its legend.
  var pieces: [HTML] {
    [
      .element(
        "svg",
        [
          "class": "wave", "viewBox": "0 0 \(Self.width) \(Self.height)", "preserveAspectRatio": "none",
          "role": "img", "data-text-aria-label": "report.picture",
          "data-values": JSONValue.object([.init("n", .int(Int64(rows.count)))]).compactText,
          "aria-label": Catalogue.text("report.picture", ["n": "\(rows.count)"]),
        ], rows.flatMap(marks) + [.element("path", ["class": "sound", "d": outline])]),
      legend,
    ]
  }

  /// Returns the horizontal position of a time, in tenths of a pixel.
  private func x(_ time: Milliseconds) -> String {
    let tenths = time.count * Int64(Self.width) * 10 / max(1, duration.count)
    return "\(tenths / 10).\(tenths % 10)"
  }

  private func width(_ span: TimeSpan) -> String { x(span.end - span.start) }

  private func marks(of row: RecordingSection.Row) -> [HTML] {
    func line(_ time: Milliseconds, _ name: String) -> HTML {
      .element(
        "line", ["class": name, "x1": x(time), "x2": x(time), "y1": "0", "y2": "\(Self.height)"])
    }
    return [
      .element(
        "rect",
        [
          "class": row.look, "x": x(row.span.start), "y": "\(Self.height - Self.line)",
          "width": width(row.span),
          "height": "\(Self.line)",
        ]),
      line(row.span.start, "edge"),
    ] + row.joins.map { line($0, "join") }
  }

  /// The outline of the sound, around the highest and lowest sample of each column.
  private var outline: String {
    let columns = min(Self.width, peaks.length)
    guard columns > 0 else { return "" }
    let extremes = (0..<columns).map { column -> (low: Int, high: Int) in
      let first = peaks.length * column / columns
      let last = max(first + 1, peaks.length * (column + 1) / columns)
      let values = peaks.values[(2 * first)..<(2 * last)]
      return (Int(values.min() ?? 0), Int(values.max() ?? 0))
    }
    let middle = (Self.height - Self.line) / 2
    func y(_ sample: Int) -> Int { middle - sample * middle / 32768 }
    func x(_ column: Int) -> Int { column * Self.width / columns }
    let above = extremes.enumerated().map { "\(x($0)) \(y($1.high))" }
    let below = extremes.enumerated().reversed().map { "\(x($0)) \(y($1.low) + 1)" }
    return "M" + (above + below).joined(separator: "L") + "Z"
  }

  private var legend: HTML {
    let looks = ["right", "doubt", "open", "skipped"].filter { look in rows.contains { $0.look == look } }
    return .element(
      "ul", ["class": "legend"],
      looks.map { look in
        .element(
          "li", [:],
          [
            .element("span", ["class": "sample \(look)", "aria-hidden": "true"]),
            .said("span", "report.legend-\(look)"),
          ])
      })
  }
}

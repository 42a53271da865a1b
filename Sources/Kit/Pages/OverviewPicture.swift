import TilawaBase
import TilawaSound

/// A picture of a whole recording, for screen and print: its sound, and its rows by colour and texture.
struct OverviewPicture {
  private let peaks: WaveformPeaks
  private let rows: [RecordingSection.Row]
  private let duration: Milliseconds
  private let id: String
  private let title: String

  private static let (width, height) = (1200, 112)

  init(
    _ peaks: WaveformPeaks, _ rows: [RecordingSection.Row], _ duration: Milliseconds, id: String,
    title: String
  ) {
    (self.peaks, self.rows, self.duration, self.id, self.title) = (peaks, rows, duration, id, title)
  }

  /// The picture and its legend.
  var pieces: [HTML] {
    [
      .element(
        "svg",
        [
          "class": "wave", "viewBox": "0 0 \(Self.width) \(Self.height)", "preserveAspectRatio": "none",
          "role": "img", "aria-label": "Sound of \(title), with \(rows.count) rows",
        ], [texture] + rows.flatMap(marks) + [.element("path", ["class": "sound", "d": outline])]),
      legend,
    ]
  }

  /// Returns the horizontal position of a time, in tenths of a pixel.
  private func x(_ time: Milliseconds) -> String {
    let tenths = time.count * Int64(Self.width) * 10 / max(1, duration.count)
    return "\(tenths / 10).\(tenths % 10)"
  }

  private func width(_ span: TimeSpan) -> String { x(span.end - span.start) }

  private var textureID: String { "\(id)-doubt" }

  private var texture: HTML {
    .element(
      "pattern",
      [
        "id": textureID, "width": "8", "height": "8", "patternUnits": "userSpaceOnUse",
        "patternTransform": "rotate(45)",
      ], [.element("line", ["class": "texture", "x1": "0", "y1": "0", "x2": "0", "y2": "8"])])
  }

  private func marks(of row: RecordingSection.Row) -> [HTML] {
    func box(_ name: String?, fill: String?) -> HTML {
      .element(
        "rect",
        [
          "class": name, "fill": fill, "x": x(row.span.start), "y": "0", "width": width(row.span),
          "height": "\(Self.height)",
        ])
    }
    func line(_ time: Milliseconds, _ name: String) -> HTML {
      .element(
        "line", ["class": name, "x1": x(time), "x2": x(time), "y1": "0", "y2": "\(Self.height)"])
    }
    return [box(row.state.rawValue, fill: nil)]
      + (row.isDoubtful ? [box(nil, fill: "url(#\(textureID))")] : [])
      + [line(row.span.start, "edge")] + row.joins.map { line($0, "join") }
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
    let middle = Self.height / 2
    func y(_ sample: Int) -> Int { middle - sample * middle / 32768 }
    func x(_ column: Int) -> Int { column * Self.width / columns }
    let above = extremes.enumerated().map { "\(x($0)) \(y($1.high))" }
    let below = extremes.enumerated().reversed().map { "\(x($0)) \(y($1.low) + 1)" }
    return "M" + (above + below).joined(separator: "L") + "Z"
  }

  private var legend: HTML {
    let states: [(String, String)] = [
      ("confirmed", "confirmed by a person"), ("open", "not confirmed"), ("skipped", "no ayah"),
    ]
    func sample(_ name: String?, fill: String?) -> HTML {
      .element(
        "svg", ["class": "wave", "viewBox": "0 0 26 14", "aria-hidden": "true"],
        [.element("rect", ["class": name, "fill": fill, "width": "26", "height": "14"])])
    }
    let shown = states.filter { state in rows.contains { $0.state.rawValue == state.0 } }
    return .element(
      "ul", ["class": "legend"],
      shown.map { .element("li", [:], [sample($0.0, fill: nil), .text($0.1)]) }
        + (rows.contains(where: \.isDoubtful)
          ? [.element("li", [:], [sample(nil, fill: "url(#\(textureID))"), .text("worth checking by ear")])]
          : []))
  }
}

import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// Praat's TextGrid in its text forms, long, short and free, after its manual and `abcio.cpp`.
  ///
  /// Tiers `ayah` (and `ayah2` where rows overlap), `words`, and the point tiers `joins` and `marks`.
  static let textGrid = ForeignFormat(
    name: "textgrid", title: "Praat TextGrid", extensions: ["textgrid"], loses: [.meta, .order],
    keepsInLabels: Set.ofLabels.subtracting([.joins]), bends: [.end, .text],
    recognises: { source in
      let head = source.beginning
      return head.prefix(200).holds("ooTextFile") || head.begins(with: "ooBinaryFile")
    },
    read: { input in
      RecordingCollection([try TextGridReader(input).recording()])
    },
    write: .file { recording, options in TextGridWriter(recording, options).text })
}

/// A tier of stretches or of points.
struct TextGridTier {
  struct Item {
    let start: Milliseconds
    /// Nil for a point.
    let end: Milliseconds?
    let text: String
    let place: Place?
  }

  let name: String
  let isOfPoints: Bool
  /// Where its name stands, if it was read.
  var place: Place?
  var items: [Item] = []
}

// MARK: - Writing

private struct TextGridWriter {
  private var losses = Losses()
  private var tiers: [TextGridTier] = []
  private let end: Milliseconds

  init(_ recording: AnnotatedRecording, _ options: WritingOptions) {
    losses.addOfWords(in: recording, options)
    let ends =
      recording.segments.map(\.row.end) + recording.words.map(\.row.end) + recording.markers.map(\.row.at)
    end = max(recording.duration ?? .zero, ends.max() ?? .zero)
    addIntervals(
      "ayah",
      recording.segmentsInTime.map { segment in
        // Joins have their own tier.
        var label = LabelText(segment)
        label.joins = []
        return (segment.row.start, segment.row.end, label.text(options.labels))
      })
    addIntervals(
      "words", recording.wordsInTime.map { ($0.row.start, $0.row.end, $0.label) })
    addPoints("joins", recording.segmentsInTime.flatMap { $0.row.joins.map { ($0, "") } })
    addPoints(
      "marks",
      recording.markersInTime.map { marker in
        if marker.row.end != nil { losses.add(.end) }
        // The tier of joins is that of the rows; those of a marker stand in its label, when it is full.
        if options.labels != .full, !marker.row.joins.isEmpty { losses.add(.joins) }
        let text = LabelText(marker).text(options.labels)
        return (marker.row.at, text.isEmpty ? "?" : text)
      })
    if tiers.isEmpty { tiers.append(TextGridTier(name: "ayah", isOfPoints: false)) }
  }

  /// Rows that overlap an earlier one go into another tier, whose intervals tile the time as well.
  private mutating func addIntervals(
    _ name: String, _ rows: [(start: Milliseconds, end: Milliseconds, text: String)]
  ) {
    var layers: [TextGridTier] = []
    for row in rows {
      let item = TextGridTier.Item(start: row.start, end: row.end, text: row.text, place: nil)
      if let layer = layers.firstIndex(where: { $0.items.last?.end ?? .zero <= row.start }) {
        layers[layer].items.append(item)
      } else {
        let number = layers.count + 1
        layers.append(
          TextGridTier(name: number == 1 ? name : "\(name)\(number)", isOfPoints: false, items: [item]))
      }
    }
    tiers += layers
  }

  /// Praat drops the second of two points at one time, so it goes into another tier.
  private mutating func addPoints(_ name: String, _ points: [(at: Milliseconds, text: String)]) {
    var layers: [TextGridTier] = []
    for point in points.sorted(by: { $0.at < $1.at }) {
      let item = TextGridTier.Item(start: point.at, end: nil, text: point.text, place: nil)
      if let layer = layers.firstIndex(where: { $0.items.last.map { $0.start < point.at } ?? true }) {
        layers[layer].items.append(item)
      } else {
        let number = layers.count + 1
        layers.append(
          TextGridTier(name: number == 1 ? name : "\(name)\(number)", isOfPoints: true, items: [item]))
      }
    }
    tiers += layers
  }

  var text: ForeignText {
    // Blanks at line ends and the empty third line are Praat's own.
    var text = """
      File type = "ooTextFile"
      Object class = "TextGrid"

      xmin = 0\u{20}
      xmax = \(Self.number(end))\u{20}
      tiers? <exists>\u{20}
      size = \(tiers.count)\u{20}
      item []:\u{20}

      """
    for (index, tier) in tiers.enumerated() {
      let items = tier.isOfPoints ? tier.items : tiled(tier.items)
      text += """
            item [\(index + 1)]:
                class = "\(tier.isOfPoints ? "TextTier" : "IntervalTier")"\u{20}
                name = "\(tier.name)"\u{20}
                xmin = 0\u{20}
                xmax = \(Self.number(end))\u{20}
                \(tier.isOfPoints ? "points" : "intervals"): size = \(items.count)\u{20}

        """
      for (number, item) in items.enumerated() {
        let quoted = "\"\(item.text.replaced("\"", with: "\"\""))\""
        if let stop = item.end {
          text += "        intervals [\(number + 1)]:\n            xmin = \(Self.number(item.start)) \n"
          text += "            xmax = \(Self.number(stop)) \n            text = \(quoted) \n"
        } else {
          text += "        points [\(number + 1)]:\n            number = \(Self.number(item.start)) \n"
          text += "            mark = \(quoted) \n"
        }
      }
    }
    return ForeignText(text, losses: losses)
  }

  /// With empty intervals where nothing is said.
  private func tiled(_ items: [TextGridTier.Item]) -> [TextGridTier.Item] {
    var result: [TextGridTier.Item] = []
    var at = Milliseconds.zero
    for item in items {
      if item.start > at { result.append(.init(start: at, end: item.start, text: "", place: nil)) }
      result.append(item)
      at = item.end ?? at
    }
    if at < end || result.isEmpty { result.append(.init(start: at, end: end, text: "", place: nil)) }
    return result
  }

  /// `4.2`, as Praat writes numbers.
  private static func number(_ time: Milliseconds) -> String {
    var text = time.description
    while text.ends(with: "0") { text.removeLast() }
    return text.ends(with: ".") ? String(text.dropLast()) : text
  }
}

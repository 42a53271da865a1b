import TilawaBase

/// Rows of formats that only say where something starts: each lasts up to the next, the last to the end of the audio.
struct StartTimes {
  private struct Start {
    let time: Milliseconds
    let label: String
    let place: Place
    let more: LabelText
  }

  private var starts: [Start] = []

  /// A label that holds from `time`; an empty one ends what was before.
  mutating func add(
    _ label: String, at time: Milliseconds, _ place: Place, saying more: LabelText = LabelText()
  ) {
    starts.append(Start(time: time, label: label, place: place, more: more))
  }

  /// When they start, each time once, in order.
  var times: [Milliseconds] { Set(starts.map(\.time)).sorted() }

  /// Adds the rows to `rows`; `end` is that of the audio. Without one the last row can't be known, and is a marker.
  func finish(_ rows: inout LabelledRows, end: Milliseconds?, _ report: ExchangeReport) {
    let ordered = starts.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
    for (index, start) in ordered.enumerated() where !start.label.isEmpty {
      if index + 1 < ordered.count {
        let next = ordered[index + 1].time
        guard next > start.time else {
          report.add(
            ExchangeRules.emptyRow, "\"\(start.label)\" lasts no time: the next row starts at \(next), too",
            at: start.place)
          continue
        }
        rows.add(start.label, from: start.time, to: next, at: start.place, saying: start.more)
      } else if let end {
        guard end > start.time else {
          report.add(
            ExchangeRules.pastEnd, "\"\(start.label)\" starts at \(start.time), and the audio ends at \(end)",
            at: start.place)
          continue
        }
        rows.add(start.label, from: start.time, to: end, at: start.place, saying: start.more)
      } else {
        report.add(
          ExchangeRules.understood,
          "nothing tells where the last row ends, so it is a marker",
          at: start.place, unless: .audio)
        rows.add(start.label, from: start.time, to: nil, at: start.place, saying: start.more)
      }
    }
  }
}

import TilawaBase
import TilawaFormat

extension ForeignFormat {
  /// SubViewer as YouTube has it: two times with a comma, text below, an empty line.
  static let sbv = ForeignFormat(
    name: "sbv", title: "SBV subtitles of YouTube", extensions: ["sbv"],
    loses: [.meta, .order, .marker, .words], keepsInLabels: .ofLabels, bends: [.text],
    recognises: { source in source.beginning.filledLines.first.flatMap { SBVTimes($0) } != nil },
    read: single { input in
      var cues: [ScreenCue] = []
      for block in TextBlock.all(of: try input.text()) {
        guard let line = block.lines.first, let times = SBVTimes(line.text) else {
          input.fault("expected times such as 0:00:04.200,0:00:09.050", at: block.lines[0].place)
          continue
        }
        let lines = block.lines.dropFirst().map(\.text)
        cues.append(ScreenCue(lines: lines, start: times.start, end: times.end, place: line.place))
      }
      return ScreenRows(input).rows(cues)
    },
    write: .text { recording, options, losses in
      recording.titled(options, &losses).map { row, title in
        "\(SBVTimes.text(row.start)),\(SBVTimes.text(row.end))\n\(title.isEmpty ? "?" : title)\n"
      }.joined(separator: "\n")
    })
}

/// The first line of a cue.
private struct SBVTimes {
  let start: Milliseconds
  let end: Milliseconds

  init?(_ line: some StringProtocol) {
    let parts = String(line).trimmed(of: " \t").fields(by: ",")
    guard parts.count == 2, parts.allSatisfy({ $0.fields(by: ":").count == 3 }),
      let start = DecimalTime.parseClock(parts[0]), let end = DecimalTime.parseClock(parts[1])
    else { return nil }
    (self.start, self.end) = (start, end)
  }

  /// `0:00:04.200`
  static func text(_ time: Milliseconds) -> String {
    let full = time.fullClock()
    return time.count < 36_000_000 ? String(full.unicodeScalars.dropFirst()) : full
  }
}

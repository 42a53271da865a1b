import TilawaBase
import TilawaFormat

extension ForeignFormat {
  /// SubViewer as YouTube has it: two times with a comma, text below, an empty line.
  static let sbv: ForeignFormat = ForeignFormat(
    name: "sbv", title: "SBV subtitles of YouTube", extensions: ["sbv"],
    loses: [.meta, .order, .marker, .words],
    keepsInLabels: [.joins, .conf, .verified, .riwayah, .reciter, .note, .rakah, .priority, .xkeys],
    bends: [.text],
    recognises: { source in source.beginning.filledLines.first.flatMap { SBVTimes($0) } != nil },
    read: { source, options, report in
      var rows = LabelledRows(report: report)
      var unplaced = UnplacedElements(options)
      for block in TextBlock.all(of: try source.text(options.encoding)) {
        guard let line = block.lines.first, let times = SBVTimes(line.text) else {
          report.add(
            ExchangeRules.unreadableRow, "expected times such as 0:00:04.200,0:00:09.050",
            at: block.lines[0].place)
          continue
        }
        let (label, rest) = SubtitleCue.label(of: block.lines.dropFirst().map(\.text))
        guard times.start < times.end else {
          report.addEmptyRow("the cue \"\(label)\"", from: times.start, to: times.end, at: line.place)
          continue
        }
        var more = LabelText()
        if !rest.isEmpty {
          unplaced.add("text beside the labels of cues", rest, as: "x-text", in: &more.extras, at: line.place)
        }
        rows.add(label, from: times.start, to: times.end, at: line.place, saying: more)
      }
      unplaced.tell(report)
      return RecordingCollection([rows.finished()])
    },
    write: .file { recording, options in
      var losses = Losses(of: .sbv, options, in: recording)
      let cues = recording.segmentsInTime.map { segment in
        let label = losses.oneLine(LabelText(segment).text(options.labels))
        return
          "\(SBVTimes.text(segment.row.start)),\(SBVTimes.text(segment.row.end))\n\(label.isEmpty ? "?" : label)\n"
      }
      return ForeignText(cues.joined(separator: "\n"), losses: losses)
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

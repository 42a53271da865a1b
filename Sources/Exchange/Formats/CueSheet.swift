import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// CUE sheets in frames of a 75th of a second, at most 99 tracks each, after libcue.
  static let cueSheet = ForeignFormat(
    name: "cue", title: "CUE sheet", extensions: ["cue"],
    loses: [.end, .gap, .overlap, .order, .words, .marker], keepsInLabels: .ofLabels,
    bends: [.text, .prec, .meta, .riwayah], tellsReciter: true, grid: Milliseconds(14),
    recognises: { source in
      let lines = source.beginning.uppercased().filledLines.map {
        $0.trimmed(of: " \t")
      }
      let starts = ["REM ", "FILE ", "TITLE ", "PERFORMER ", "CATALOG "]
      return (lines.first.map { line in starts.contains { line.begins(with: $0) } } ?? false)
        && lines.contains { $0.begins(with: "TRACK ") }
    },
    read: { input in
      var reader = CueSheetReader(input)
      return try reader.read()
    },
    write: .file { recording, options in writeCueSheet(recording, options) })
}

private func writeCueSheet(_ recording: AnnotatedRecording, _ options: WritingOptions) -> ForeignText {
  var losses = Losses()
  let facts = recording.facts
  losses.add(.meta, recording.factCount - (facts.title == nil ? 0 : 1))
  losses.add(.riwayah, facts.riwayah == nil ? 0 : 1)
  func quoted(_ text: String) -> String {
    let line = losses.oneLine(text)
    guard line.holds("\"") else { return "\"\(line)\"" }
    losses.add(.text)
    return "\"\(line.replaced("\"", with: "'"))\""
  }
  var head = ""
  if let name = recording.reciterName ?? facts.reciter { head += "PERFORMER \(quoted(name))\n" }
  if let title = facts.title { head += "TITLE \(quoted(title))\n" }
  head += "FILE \(quoted(options.audioPath ?? facts.audio?.file ?? "audio.flac")) WAVE\n"
  let rows = recording.segmentsInTime
  var sheets: [String] = []
  for first in stride(from: 0, to: max(1, rows.count), by: 99) {
    var sheet = head
    for (number, segment) in rows[first..<min(first + 99, rows.count)].enumerated() {
      // The nearest frame, of two the earlier, so that no beginning is cut off.
      let frames = (segment.row.start.count * 75 + 499) / 1000
      if segment.row.start.count * 75 % 1000 != 0 { losses.add(.prec) }
      func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
      sheet += "  TRACK \(two(Int64(number + 1))) AUDIO\n"
      sheet += "    TITLE \(quoted(LabelText(segment).text(options.labels)))\n"
      sheet += "    INDEX 01 \(two(frames / 4500)):\(two(frames / 75 % 60)):\(two(frames % 75))\n"
    }
    sheets.append(sheet)
  }
  var text = ForeignText(sheets[0], losses: losses)
  text.continuations = sheets.dropFirst().map { Array($0.utf8) }
  return text
}

import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// The label tracks of Audacity: start, end and text, parted by tabs, in seconds with six decimals.
  ///
  /// After Audacity's `LabelTrack.cpp`, whose reader also takes a decimal comma, two columns, and lines with
  /// frequencies behind a backslash.
  static let audacity = ForeignFormat(
    name: "audacity", title: "Audacity label track", extensions: ["txt"], loses: [.meta, .order],
    keepsInLabels: .ofLabels, bends: [.end, .text], hasWordsOnRequest: true,
    recognises: { source in
      let lines = source.beginning.filledLines
      return lines.first.map { line in
        let fields = line.words(by: "\t")
        return fields.count >= 2 && DecimalTime.parse(fields[0].trimmed(of: " "), mark: .pointOrComma) != nil
      } ?? false
    },
    read: single(readAudacity),
    write: .file { recording, options in writeAudacity(recording, options) })
}

@Sendable private func readAudacity(_ input: ForeignInput) throws -> AnnotatedRecording {
  var rows = LabelledRows(report: input.report)
  var last: (label: String, start: Milliseconds, end: Milliseconds?, place: Place, more: LabelText)?
  func finish() {
    if let last { rows.add(last.label, from: last.start, to: last.end, at: last.place, saying: last.more) }
    last = nil
  }
  for line in try input.lines() {
    if line.text.begins(with: "\\") {
      var extras = last?.more.extras ?? []
      input.unplaced.add(
        "frequencies of labels", line.text.words(by: "\\\t").joined(separator: " "),
        as: "x-audacity-frequencies", in: &extras, at: line.place)
      last?.more.extras = extras
      continue
    }
    finish()
    // As Audacity reads them: several tabs are one.
    let fields = line.text.words(by: "\t", atMost: 3)
    let times = fields.prefix(2).map {
      DecimalTime.parse($0.trimmed(of: " "), mark: .pointOrComma)
    }
    guard let start = times.first ?? nil else {
      input.fault(
        line.text.holds("\t")
          ? "expected a time in seconds before the first tab, found \"\(fields.first ?? "")\""
          : "expected a start, an end and a label, separated by tabs", at: line.place)
      continue
    }
    guard fields.count >= 2 else {
      input.fault("expected a tab after \"\(fields[0])\"", at: line.place)
      continue
    }
    // Old files have two columns: points.
    let label = fields.dropFirst(times[1] == nil ? 1 : 2).joined(separator: " ")
    last = (label.replaced("\t", with: " "), start, times[1], line.place, LabelText())
  }
  finish()
  return rows.finished()
}

private func writeAudacity(_ recording: AnnotatedRecording, _ options: WritingOptions) -> ForeignText {
  var losses = Losses()
  var lines = recording.segments.map { segment in
    (
      start: segment.row.start, end: segment.row.end,
      text: losses.oneLine(LabelText(segment).text(options.labels))
    )
  }
  for marker in recording.markers {
    let text = losses.oneLine(LabelText(marker).text(options.labels))
    // A stretch with a reference would come back as a segment.
    let isNamed = marker.row.ayah != nil || marker.row.skip != nil
    if isNamed, marker.row.end != nil { losses.add(.end) }
    let end = isNamed ? marker.row.at : marker.row.end ?? marker.row.at
    lines.append((marker.row.at, end, text.isEmpty ? "?" : text))
  }
  if options.words {
    for word in recording.words {
      lines.append((word.row.start, word.row.end, losses.oneLine(LabelText(word).text(options.labels))))
    }
  }
  let ordered = lines.inOrder { ($0.start, $0.end) }
  return ForeignText(ordered.map { "\($0.start)000\t\($0.end)000\t\($0.text)\n" }.joined(), losses: losses)
}

extension Losses {
  /// The text with a blank for each tab and line end in it, which are counted as lost.
  mutating func oneLine(_ text: String) -> String {
    let isBent = { (sign: Unicode.Scalar) in sign.value < 0x20 || [0x85, 0x2028].contains(sign.value) }
    guard text.unicodeScalars.contains(where: isBent) else { return text }
    add(.text)
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isBent($0) ? " " : $0 }))
  }
}

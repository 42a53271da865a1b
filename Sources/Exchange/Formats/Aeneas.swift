import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

extension ForeignFormat {
  /// Sync maps of aeneas: fragments with times as text and words as their children, or a table of fragments.
  ///
  /// After readbeyond/aeneas. The reference is the text of a fragment, else its id.
  static let aeneas: ForeignFormat = ForeignFormat(
    name: "aeneas", title: "aeneas sync map", extensions: ["json"],
    loses: [.marker, .reciter, .riwayah, .meta, .order],
    keepsInLabels: [.joins, .conf, .verified, .note, .priority, .xkeys], bends: [.text],
    recognises: { source in
      if let fragments = source.jsonIfAny?["fragments"]?.items {
        return fragments.first?["begin"]?.string != nil
      }
      return isTable(source.beginning)
    },
    read: { source, options, report in
      if let first = source.beginning.unicodeScalars.first(where: { !$0.properties.isWhitespace }),
        first == "{"
      {
        return RecordingCollection([try readMap(source, options, report)])
      }
      return RecordingCollection([try readTable(source, options, report)])
    },
    write: .file { recording, options in writeMap(recording, options) })
}

/// `f000001,0.000,2.680,"text"`, or with tabs the times before the id.
private func isTable(_ beginning: String) -> Bool {
  guard let line = beginning.filledLines.first else { return false }
  let commas = line.fields(by: ",")
  if commas.count >= 4, isFragmentID(commas[0]) { return DecimalTime.parse(commas[1]) != nil }
  let tabs = line.fields(by: "\t")
  return tabs.count == 3 && isFragmentID(tabs[2]) && DecimalTime.parse(tabs[0]) != nil
}

private func isFragmentID(_ text: some StringProtocol) -> Bool {
  text.first == "f" && text.utf8.count > 3 && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
}

private func readMap(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> AnnotatedRecording {
  let json = try JSONSource(source, options, report)
  var rows = LabelledRows(report: report)
  func add(_ fragments: [JSONNode]) {
    for fragment in fragments {
      let children = fragment["children"]?.items ?? []
      let text = (fragment["lines"]?.items ?? []).compactMap(\.string).joined(separator: " ")
      let id = fragment["id"]?.string ?? ""
      guard let start = fragment["begin"]?.seconds, let end = fragment["end"]?.seconds else {
        json.complain("a fragment has \"begin\" and \"end\" in seconds", at: fragment)
        continue
      }
      let label = LabelText(text) == nil && LabelReference(id) != nil ? id : text
      // The head and the tail of a map, and levels that only hold others, are no labels.
      let isFrame = label.isEmpty || !children.isEmpty && LabelText(label) == nil
      if !isFrame { rows.add(label, from: start, to: end, at: json.place(fragment)) }
      add(children)
    }
  }
  let fragments = json.root["fragments"]?.items ?? []
  add(fragments)
  return rows.finished()
}

private func readTable(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> AnnotatedRecording {
  var rows = LabelledRows(report: report)
  for line in TextLines(try source.text(options.encoding)) where !line.isBlank {
    let commas = line.text.fields(by: ",", atMost: 4)
    let tabs = line.text.fields(by: "\t")
    let parts = tabs.count == 3 ? [tabs[2], tabs[0], tabs[1]] : commas
    guard parts.count >= 3, let start = DecimalTime.parse(parts[1]), let end = DecimalTime.parse(parts[2])
    else {
      report.add(
        ExchangeRules.unreadableRow, "expected an id, two times in seconds and a text", at: line.place)
      continue
    }
    var text = parts.count > 3 ? String(parts[3]) : ""
    if text.begins(with: "\""), text.ends(with: "\""), text.utf8.count > 1 {
      text = String(text.dropFirst().dropLast()).replaced("\"\"", with: "\"")
    }
    let id = String(parts[0])
    let label = LabelText(text) == nil && LabelReference(id) != nil ? id : text
    guard !label.isEmpty else { continue }
    rows.add(label, from: start, to: end, at: line.place)
  }
  return rows.finished()
}

private func writeMap(_ recording: AnnotatedRecording, _ options: WritingOptions) -> ForeignText {
  var losses = Losses(of: .aeneas, options, in: recording)
  let known = recording.wordsByAyah
  var written = 0
  func fragment(_ label: String, _ start: Milliseconds, _ end: Milliseconds, _ children: [JSONValue])
    -> JSONValue
  {
    written += 1
    let digits = "\(written)"
    return [
      "begin": .string(start.description), "children": .array(children), "end": .string(end.description),
      "id": .string("f" + String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits),
      "language": "ara",
      "lines": [.string(label)],
    ]
  }
  var taken: Set<WordDraft> = []
  var fragments: [JSONValue] = []
  for segment in recording.segmentsInTime {
    let label = losses.oneLine(LabelText(segment).text(options.labels))
    let words = recording.words(in: segment.row, of: known)
    var children: [JSONValue] = []
    for word in words where taken.insert(word.row).inserted {
      children.append(fragment(word.label, word.row.start, word.row.end, []))
    }
    fragments.append(fragment(label, segment.row.start, segment.row.end, children))
  }
  for word in recording.wordsInTime where !taken.contains(word.row) {
    fragments.append(fragment(word.label, word.row.start, word.row.end, []))
  }
  let document: JSONValue = ["fragments": .array(fragments)]
  return ForeignText(document.documentText, losses: losses)
}

import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// Sync maps of aeneas: fragments with times as text and words as their children, or a table of fragments.
  ///
  /// After readbeyond/aeneas. The reference is the text of a fragment, else its id.
  static let aeneas = ForeignFormat(
    name: "aeneas", title: "aeneas sync map", extensions: ["json", "csv", "tsv", "ssv"],
    loses: [.marker, .reciter, .riwayah, .meta, .order],
    keepsInLabels: Set.ofLabels.subtracting([.riwayah, .reciter]), bends: [.text],
    recognises: { source in
      if let fragments = source.jsonIfAny?["fragments"]?.items {
        return fragments.first?["begin"]?.string != nil
      }
      return AeneasReader.isTable(source.beginning)
    },
    read: { input in
      var reader = AeneasReader(input)
      return RecordingCollection([try reader.read()])
    },
    write: .file { recording, options in writeMap(recording, options) })
}

private func writeMap(_ recording: AnnotatedRecording, _ options: WritingOptions) -> ForeignText {
  var losses = Losses()
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
      children.append(
        fragment(losses.oneLine(LabelText(word).text(options.labels)), word.row.start, word.row.end, []))
    }
    fragments.append(fragment(label, segment.row.start, segment.row.end, children))
  }
  for word in recording.wordsInTime where !taken.contains(word.row) {
    fragments.append(
      fragment(losses.oneLine(LabelText(word).text(options.labels)), word.row.start, word.row.end, []))
  }
  let document: JSONValue = ["fragments": .array(fragments)]
  return ForeignText(document.documentText, losses: losses)
}

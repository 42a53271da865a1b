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
    read: single(AeneasReader.self),
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
  func fragment(_ word: WordRow) -> JSONValue {
    fragment(losses.oneLine(LabelText(word).text(options.labels)), word.row.start, word.row.end, [])
  }
  var taken: Set<WordTiming> = []
  var fragments = recording.segmentsInTime.map { segment in
    let label = losses.oneLine(LabelText(segment).text(options.labels))
    let own = recording.words(in: segment.row, of: known).filter { taken.insert($0.row).inserted }
    return fragment(label, segment.row.start, segment.row.end, own.map(fragment))
  }
  fragments += recording.wordsInTime.filter { !taken.contains($0.row) }.map(fragment)
  let document: JSONValue = ["fragments": .array(fragments)]
  return ForeignText(document.documentText, losses: losses)
}

/// Reads sync maps of aeneas: JSON, whose fragments may have children, and its tables with commas, tabs and
/// blanks.
///
/// The reference is the text of a fragment, else its id. If neither is a reference, the passage is used,
/// provided that it has as many ayat as there are fragments.
struct AeneasReader: RecordingReader {
  private let input: ForeignInput
  private var fragments: [Fragment] = []

  private struct Fragment {
    let id: String
    let text: String
    let start: Milliseconds
    let end: Milliseconds
    let place: Place
    var more = LabelText()

    /// The text, else the id; the id, if that is a reference and the text is none.
    var label: String {
      if text.isEmpty || LabelText(text)?.isNamed != true && LabelReference(id) != nil { return id }
      return text
    }
  }

  init(_ input: ForeignInput) { self.input = input }

  mutating func read() throws -> AnnotatedRecording {
    if input.source.beginning.trimmed(of: " \t\r\n").begins(with: "{") {
      try readMap()
    } else {
      try readTable()
    }
    var rows = LabelledRows(report: input.report)
    let names = namesByPassage()
    for (index, fragment) in fragments.enumerated() {
      var fragment = fragment
      if !fragment.text.isEmpty, names != nil || fragment.label != fragment.text {
        input.unplaced.add(
          "texts beside references", fragment.text, as: "x-text", in: &fragment.more.extras,
          at: fragment.place)
      }
      rows.add(
        names?[index].description ?? fragment.label, from: fragment.start, to: fragment.end,
        at: fragment.place, saying: fragment.more)
    }
    return rows.finished()
  }

  private func namesByPassage() -> [Ayah]? {
    let ayat = input.options.passage.flatMap {
      (input.options.numbering ?? input.options.target ?? .kufi).ayat(in: $0)
    }
    guard !ayat.isEmpty, ayat.count == fragments.count,
      !fragments.contains(where: { LabelText($0.label)?.isNamed == true })
    else { return nil }
    input.add(
      .understood,
      "no fragment names an ayah; the \(ayat.count) fragments are assigned to the \(ayat.count) ayat of the passage",
      at: input.place)
    return ayat
  }

  // MARK: Maps

  private mutating func readMap() throws {
    let json = try JSONSource(input)
    add(json.root["fragments"]?.items ?? [], json)
  }

  private mutating func add(_ nodes: [JSONNode], _ json: JSONSource) {
    for node in nodes {
      let children = node["children"]?.items ?? []
      let text = (node["lines"]?.items ?? []).compactMap(\.string).joined(separator: " ")
      guard let start = node["begin"]?.seconds, let end = node["end"]?.seconds else {
        json.complain("this fragment lacks \"begin\" or \"end\" in seconds", at: node)
        continue
      }
      var fragment = Fragment(
        id: node["id"]?.string ?? "", text: text, start: start, end: end, place: json.place(node))
      if let language = node["language"]?.filled, !language.begins(with: "ar") {
        input.unplaced.add(
          "languages of fragments", language, as: "x-language", in: &fragment.more.extras, at: fragment.place)
      }
      // The head and the tail of a map have neither text nor id of their own; upper levels hold others.
      let isNamed = LabelText(fragment.label)?.isNamed == true
      if children.isEmpty ? !text.isEmpty || isNamed : isNamed {
        fragments.append(fragment)
      } else if !children.isEmpty, !text.isEmpty {
        input.unplaced.add("texts of levels above the lowest", at: fragment.place)
      }
      add(children, json)
    }
  }

  // MARK: Tables

  private mutating func readTable() throws {
    for line in try input.lines() {
      guard let fields = Self.fields(line.text) else {
        input.fault(
          "expected an id, two times in seconds and a text, found \"\(line.text)\"",
          at: line.place)
        continue
      }
      fragments.append(
        Fragment(id: fields.id, text: fields.text, start: fields.start, end: fields.end, place: line.place))
    }
  }

  /// Returns true if the first line belongs to such a table, with an id as aeneas makes them.
  static func isTable(_ beginning: String) -> Bool {
    guard let line = beginning.filledLines.first, let id = fields(String(line))?.id,
      let digits = id.after("f")
    else { return false }
    return digits.utf8.count > 2 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Parses `id,begin,end,"text"`, `begin TAB end TAB id`, `begin end id "text"` and `id begin end "text"`.
  /// Times are in seconds or with colons.
  private static func fields(_ line: String) -> (
    id: String, start: Milliseconds, end: Milliseconds, text: String
  )? {
    // An id such as 1:1 can be read as a time; a row that ends before it begins is most likely read so.
    var backwards: (id: String, start: Milliseconds, end: Milliseconds, text: String)?
    for (fields, places) in [
      (line.fields(by: ",", atMost: 4), [0, 1, 2]), (line.fields(by: "\t", atMost: 3), [2, 0, 1]),
      (line.words(by: " ", atMost: 4), [2, 0, 1]), (line.words(by: " ", atMost: 4), [0, 1, 2]),
    ] where fields.count >= 3 {
      guard let start = DecimalTime.parseClock(fields[places[1]].trimmed(of: " ")),
        let end = DecimalTime.parseClock(fields[places[2]].trimmed(of: " "))
      else { continue }
      let row = (
        id: fields[places[0]].trimmed(of: " "), start: start, end: end,
        text: fields.count > 3 ? unquoted(fields[3]) : ""
      )
      if start <= end { return row }
      backwards = backwards ?? row
    }
    return backwards
  }

  private static func unquoted(_ field: Substring) -> String {
    let text = field.trimmed(of: " ")
    guard text.utf8.count > 1, let inner = text.after("\"")?.before("\"") else { return text }
    return inner.replaced("\"\"", with: "\"").replaced("\\\"", with: "\"")
  }
}

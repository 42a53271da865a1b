import TilawaBase
import TilawaFormat
import TilawaQuran

/// A row, a word or a marker in formats with a text, two times, and a field for further data.
struct Observation {
  var text: String
  var start: Milliseconds
  var end: Milliseconds
  var confidence: Double?
  /// The other facts of the row, by the keys of our files.
  var rest: [JSONValue.Member]
  /// The kind of skip.
  var skip: String?
}

extension AnnotatedRecording {
  /// Its rows in time.
  func observedSegments(_ options: WritingOptions) -> [Observation] {
    segmentsInTime.map { segment in
      let label = LabelText(segment)
      return Observation(
        text: options.labels == .full ? label.text(.full) : label.target, start: segment.row.start,
        end: segment.row.end, confidence: segment.row.confidence,
        rest: segment.members.filter { !["ayah", "skip", "start", "end", "confidence"].contains($0.key) },
        skip: segment.row.skip)
    }
  }

  /// Its words in time.
  var observedWords: [Observation] {
    wordsInTime.map { word in
      Observation(
        text: word.label, start: word.row.start, end: word.row.end, confidence: word.row.confidence,
        rest: word.extras)
    }
  }

  /// Its markers in time; one without an end lasts none.
  func observedMarkers(_ options: WritingOptions) -> [Observation] {
    markersInTime.map { marker in
      let text = LabelText(marker).text(options.labels)
      return Observation(
        text: text.isEmpty ? LabelText.unnamed : text, start: marker.row.at,
        end: marker.row.end ?? marker.row.at, confidence: marker.row.confidence,
        rest: marker.members.filter { !["ayah", "skip", "at", "end", "confidence"].contains($0.key) })
    }
  }

  /// The facts about the recording as a whole, by the keys of our files, for a key of our own.
  var ourMembers: [JSONValue.Member] {
    factMembers + (reciter.map { [.init("reciter_file", .object($0.members))] } ?? [])
  }
}

extension MarkerRow {
  /// Makes a marker at a point, or for a stretch that is a marker, from a text and the facts beside it. A
  /// text that names nothing becomes the note.
  init(
    _ text: String, from start: Milliseconds, to end: Milliseconds?, at place: Place, saying more: LabelText
  ) {
    let known = LabelText(text)
    var label = known ?? LabelText()
    if known == nil, text != LabelText.unnamed, !text.isEmpty { label.note = more.note ?? text }
    label.fill(from: more)
    self.init(label.marker(at: start), extras: label.extras, at: place)
    row.end = end
  }
}

extension LabelText {
  /// Reads the facts that our writers put beside a label, by the keys of our files. Calls `unknown` with keys
  /// that it cannot take.
  init(ours node: JSONNode?, confidence: Double? = nil, unknown: (String) -> Void) {
    self.confidence = confidence
    for (key, value) in node?.members ?? [] {
      let text: String
      switch value.content {
      case .array(let items) where key == "joins":
        value.passOver()
        text = items.map { String($0.number ?? "") }.joined(separator: ",")
      default:
        // A note is text whatever it looks like.
        text = (key.begins(with: "x-") ? nil : value.string) ?? value.value.plainText
      }
      // Of a key that is given twice the first counts.
      if extras.contains(where: { $0.key == key }) { continue }
      if !take(text, for: key) { unknown(key) }
    }
  }
}

extension AnnotatedRecording {
  /// Takes what our writers put into a key of their own: facts, the reciter, markers, words.
  mutating func take(ours node: JSONNode, _ place: Place, _ report: ExchangeReport) {
    let rows = ["markers", "words", "reciter_file", "rows"]
    let facts = JSONNode(
      content: .object((node.members ?? []).filter { !rows.contains($0.key) }), offset: node.offset)
    var object = KeyedObject(facts, place, report)
    take(&object)
    func objects(_ key: String) -> [KeyedObject] {
      (node[key]?.items ?? []).map { KeyedObject($0, place, report) }
    }
    if let profile = node["reciter_file"] {
      var object = KeyedObject(profile, place, report)
      reciter = ReciterDraft(&object)
    }
    for var object in objects("markers") { if let row = MarkerRow(&object) { markers.append(row) } }
    for var object in objects("words") { if let row = WordRow(&object) { words.append(row) } }
  }
}

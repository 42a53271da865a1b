import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// JSON chapters of the podcast namespace, version 1.2.0: seconds, a chapter a row.
  ///
  /// Data without a key there is in `x-tilawa`, which players ignore: the facts and the markers of the file,
  /// and the data of a chapter's row besides its reference.
  static let podcastChapters = ForeignFormat(
    name: "podcast", title: "Podcast chapters (JSON)", extensions: ["json"], loses: [.order, .words],
    recognises: { source in
      guard let json = source.jsonIfAny else { return false }
      return json["version"]?.string != nil && json["chapters"]?.items?.first?["startTime"] != nil
    },
    read: single(readPodcast),
    write: .file { recording, options in writePodcast(recording, options) })
}

private let ourKey = "x-tilawa"

private func writePodcast(_ recording: AnnotatedRecording, _ options: WritingOptions) -> ForeignText {
  let chapters = recording.segmentsInTime.map { segment -> JSONValue in
    let label = LabelText(segment)
    let rest = segment.members.filter { !["ayah", "skip", "start", "end"].contains($0.key) }
    return .object(
      JSONValue.members([
        ("startTime", segment.row.start.json), ("endTime", segment.row.end.json),
        ("title", .string(options.labels == .full ? label.text(.full) : label.target)),
        ("toc", segment.row.skip == nil ? JSONValue?.none : false),
        (ourKey, rest.isEmpty ? JSONValue?.none : .object(rest)),
      ]))
  }
  let markers =
    recording.markers.isEmpty ? JSONValue?.none : JSONValue(recording.markers) { .object($0.members) }
  let file = recording.facts.audio?.file
  let members = JSONValue.members([
    ("version", "1.2.0"), ("title", recording.facts.title.map(JSONValue.string)),
    ("author", (recording.reciterName ?? recording.reciter?.name).map(JSONValue.string)),
    ("fileName", file.flatMap { $0.isEmpty ? nil : .string($0) }), ("chapters", .array(chapters)),
    (ourKey, .object(recording.ourMembers + JSONValue.members([("markers", markers)]))),
  ])
  return ForeignText(JSONValue.object(members).documentText)
}

@Sendable private func readPodcast(_ input: ForeignInput) throws -> AnnotatedRecording {
  let json = try JSONSource(input)
  guard let items = json.root["chapters"]?.items else {
    throw ExchangeFailure("expected an object with \"chapters\"", at: json.place(json.root))
  }
  var recording = AnnotatedRecording()
  if let ours = json.root[ourKey] { recording.take(ours: ours, json.place(ours), input.report) }
  /// Returns our own value of a key, else the file's. Reports the file's value if the two differ.
  func settled(_ key: String, _ ours: String?) -> String? {
    guard let node = json.root[key], let said = node.string, let ours else {
      return ours ?? json.root[key]?.string
    }
    if !said.isExactly(ours) {
      input.add(
        .unplaced, "left out: \"\(key)\" is \"\(said)\", but \(ourKey) has \"\(ours)\"", at: json.place(node)
      )
    }
    return ours
  }
  recording.facts.title = settled("title", recording.facts.title)
  let author = settled("author", recording.reciterName ?? recording.reciter?.name)
  if recording.facts.reciter == nil, recording.reciter == nil { recording.reciterName = author }
  if let file = settled("fileName", recording.facts.audio?.file), recording.facts.audio == nil {
    recording.facts.audio = RecordingDraft.Audio(location: file)
  }
  json.root.passOver("version")
  var rows = LabelledRows(recording, report: input.report)
  let times = items.map { $0["startTime"]?.seconds }
  for (index, item) in items.enumerated() {
    let place = json.place(item)
    guard let start = times[index] else {
      input.fault("\"startTime\" should be a time in seconds", at: place)
      continue
    }
    let next = times.compactMap(\.self).filter { $0 > start }.min()
    let end = item["endTime"]?.seconds ?? next ?? input.options.duration
    let title = item["title"]?.string ?? ""
    if let label = LabelText(title), label.isNamed, label.words == nil, let end, end != start {
      let more = LabelText(ours: item[ourKey]) { key in
        input.add(.unplaced, "left out: \"\(key)\" of \(ourKey)", at: place)
      }
      rows.add(title, from: start, to: end, at: place, saying: more)
    } else if item["toc"]?.bool == false, let end, end != start {
      var row = Segment(skip: (SpokenPhrase.kind(title) ?? .other).rawValue, start: start, end: end)
      if SpokenPhrase.kind(title) == nil, !title.isEmpty { row.note = title }
      rows.add(SegmentRow(row, at: place))
    } else {
      rows.add(title, from: start, to: end, at: place)
    }
  }
  var result = rows.finished()
  result.segments.sort { ($0.row.start, $0.row.end) < ($1.row.start, $1.row.end) }
  result.findOpeningBasmalahs()
  return result
}

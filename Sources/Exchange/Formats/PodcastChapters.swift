import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// JSON chapters of the podcast namespace, version 1.2.0: seconds, a chapter a row.
  ///
  /// What has no key there stands in `x-tilawa`, which players pass over: of the file the facts and the markers, of a
  /// chapter what its row says besides its reference.
  static let podcastChapters: ForeignFormat = ForeignFormat(
    name: "podcast", title: "Podcast chapters (JSON)", extensions: ["json"], loses: [.order, .words],
    recognises: { source in
      guard let json = source.jsonIfAny else { return false }
      return json["version"]?.string != nil && json["chapters"]?.items?.first?["startTime"] != nil
    },
    read: { source, options, report in RecordingCollection([try readPodcast(source, options, report)]) },
    write: .file { recording, options in writePodcast(recording, options) })
}

private let ourKey = "x-tilawa"

private func writePodcast(_ recording: AnnotatedRecording, _ options: WritingOptions) -> ForeignText {
  let losses = Losses(of: .podcastChapters, options, in: recording)
  let chapters = recording.segmentsInTime.map { segment -> JSONValue in
    let label = LabelText(segment)
    var members: [JSONValue.Member] = [
      .init("startTime", segment.row.start.json), .init("endTime", segment.row.end.json),
      .init("title", .string(options.labels == .full ? label.text(.full) : label.target)),
    ]
    if segment.row.skip != nil { members.append(.init("toc", false)) }
    let rest = segment.members.filter { !["ayah", "skip", "start", "end"].contains($0.key) }
    if !rest.isEmpty { members.append(.init(ourKey, .object(rest))) }
    return .object(members)
  }
  var members: [JSONValue.Member] = [.init("version", "1.2.0")]
  if let title = recording.facts.title { members.append(.init("title", .string(title))) }
  if let author = recording.reciterName ?? recording.reciter?.name {
    members.append(.init("author", .string(author)))
  }
  if let file = recording.facts.audio?.file, !file.isEmpty {
    members.append(.init("fileName", .string(file)))
  }
  members.append(.init("chapters", .array(chapters)))
  var ours = recording.factMembers
  if let reciter = recording.reciter { ours.append(.init("reciter_file", .object(reciter.members))) }
  if !recording.markers.isEmpty {
    ours.append(.init("markers", JSONValue(recording.markers) { .object($0.members) }))
  }
  members.append(.init(ourKey, .object(ours)))
  return ForeignText(JSONValue.object(members).documentText, losses: losses)
}

private func readPodcast(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> AnnotatedRecording {
  let json = try source.json()
  let text = try source.text()
  report.watch(json, text)
  func place(_ node: JSONNode) -> Place { Place(text, node.offset..<min(node.offset + 1, text.bytes.count)) }
  guard let items = json["chapters"]?.items else {
    throw ExchangeFailure("expected an object with \"chapters\"", at: place(json))
  }
  var recording = AnnotatedRecording()
  if let ours = json[ourKey] { recording.take(ours: ours, place(ours), report) }
  /// What the file says, where our own key says nothing; told where it says something else.
  func settled(_ key: String, _ ours: String?) -> String? {
    guard let node = json[key], let said = node.string, let ours else { return ours ?? json[key]?.string }
    if !said.isExactly(ours) {
      report.add(
        ExchangeRules.unplaced, "\"\(key)\" is \"\(said)\", and \(ourKey) says \"\(ours)\"; left out",
        at: place(node))
    }
    return ours
  }
  recording.facts.title = settled("title", recording.facts.title)
  let author = settled("author", recording.reciterName ?? recording.reciter?.name)
  if recording.facts.reciter == nil, recording.reciter == nil { recording.reciterName = author }
  if let file = settled("fileName", recording.facts.audio?.file), recording.facts.audio == nil {
    recording.facts.audio = RecordingDraft.Audio(location: file)
  }
  json.passOver("version")
  var rows = LabelledRows(recording, report: report)
  let times = items.map { $0["startTime"]?.number.flatMap { DecimalTime.parse($0) } }
  for (index, item) in items.enumerated() {
    guard let start = times[index] else {
      report.add(
        ExchangeRules.unreadableRow, "\"startTime\" should be a time in seconds", at: place(item))
      continue
    }
    let next = times.compactMap(\.self).filter { $0 > start }.min()
    let end = item["endTime"]?.number.flatMap { DecimalTime.parse($0) } ?? next ?? options.duration
    let title = item["title"]?.string ?? ""
    if var label = LabelText(title), label.isOfSomething, label.words == nil, let end, end != start {
      label.take(ours: item[ourKey]) { key in
        report.add(ExchangeRules.unplaced, "\"\(key)\" of \(ourKey) left out", at: place(item))
      }
      rows.add(SegmentRow(label.segment(from: start, to: end), extras: label.extras, at: place(item)))
    } else if item["toc"]?.bool == false, let end, end != start {
      var row = SegmentDraft(skip: (SpokenPhrase.kind(title) ?? .other).rawValue, start: start, end: end)
      if SpokenPhrase.kind(title) == nil, !title.isEmpty { row.note = title }
      rows.add(SegmentRow(row, at: place(item)))
    } else {
      rows.add(title, from: start, to: end, at: place(item))
    }
  }
  var result = rows.finished()
  result.segments.sort { ($0.row.start, $0.row.end) < ($1.row.start, $1.row.end) }
  result.findOpeningBasmalahs()
  return result
}

extension AnnotatedRecording {
  /// What a writer of ours put into a key of its own: facts, the reciter, markers, words.
  mutating func take(ours node: JSONNode, _ place: Place, _ report: ExchangeReport) {
    let rows = ["markers", "words", "reciter_file", "rows"]
    let facts = JSONNode(
      content: .object((node.members ?? []).filter { !rows.contains($0.key) }), offset: node.offset)
    var object = KeyedObject(facts, place, report)
    take(&object)
    if let profile = node["reciter_file"] {
      var object = KeyedObject(profile, place, report)
      reciter = ReciterDraft(&object)
    }
    for item in node["markers"]?.items ?? [] {
      var object = KeyedObject(item, place, report)
      if let row = MarkerRow(&object) { markers.append(row) }
    }
    for item in node["words"]?.items ?? [] {
      var object = KeyedObject(item, place, report)
      if let row = WordRow(&object) { words.append(row) }
    }
  }
}

extension LabelText {
  /// What a writer of ours put beside a label, by the keys of the files of bundles.
  mutating func take(ours node: JSONNode?, unknown: (String) -> Void) {
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
      // What labels said already stays.
      if key == "x-" || key.begins(with: "x-"), extras.contains(where: { $0.key == key }) { continue }
      if !take(text, for: key) { unknown(key) }
    }
  }
}

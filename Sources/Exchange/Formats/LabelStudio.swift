import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// The JSON of Label Studio: a task a recording, whose regions have labels, and a text each in a `TextArea` of their own.
  ///
  /// After https://labelstud.io/guide/task_format. What has no place stands in `meta` of regions and in the data of tasks,
  /// which are taken as they are.
  static let labelStudio: ForeignFormat = ForeignFormat(
    name: "label-studio", title: "Label Studio tasks (JSON, JSON_MIN)", extensions: ["json"], loses: [.order],
    recognises: { source in
      guard let json = source.jsonIfAny else { return false }
      let task = json.items?.first ?? json
      if LabelStudio.isTask(task) { return LabelStudio.lists.contains { task[$0]?.items != nil } }
      return json.items != nil && task["annotation_id"] != nil && task["annotator"] != nil
    },
    read: { source, options, report in
      var reader = try LabelStudioReader(source, options, report)
      return RecordingCollection(reader.read())
    },
    write: .collection { collection, options in
      var losses = Losses()
      for recording in collection.recordings {
        losses.add(Losses(of: .labelStudio, options, in: recording))
      }
      let tasks = collection.recordings.enumerated().map { LabelStudio.task(of: $1, $0 + 1, options) }
      return ForeignText(JSONValue.array(tasks).documentText, losses: losses)
    })
}

/// How a task is written.
enum LabelStudio {
  /// Where the regions of a task may be, the first first.
  static let lists = ["annotations", "completions", "predictions"]
  /// The labels of rows of ayat, of words and of markers; those of others are their kinds.
  static let (ayah, word, marker) = ("ayah", "word", "marker")
  static let ourKey = "tilawa"

  /// Whether a JSON is a task as it is, and not one of JSON_MIN.
  static func isTask(_ json: JSONNode) -> Bool {
    if case .object? = json["data"]?.content { true } else { false }
  }

  static func task(of recording: AnnotatedRecording, _ number: Int, _ options: WritingOptions) -> JSONValue {
    var results: [JSONValue] = []
    func add(
      _ label: String, _ text: String, _ start: Milliseconds, _ end: Milliseconds, _ confidence: Double?,
      _ rest: [JSONValue.Member]
    ) {
      let id = "tilawa-\(results.count / 2 + 1)"
      func result(_ name: String, _ type: String, _ key: String, _ value: String) -> JSONValue {
        var members: [JSONValue.Member] = [
          .init("id", .string(id)), .init("from_name", .string(name)), .init("to_name", "audio"),
          .init("type", .string(type)),
        ]
        if let duration = recording.duration { members.append(.init("original_length", duration.json)) }
        members.append(
          .init(
            "value",
            [
              "start": start.json, "end": end.json, "channel": .int(0), key: .array([.string(value)]),
            ]))
        if type == "labels" {
          if let confidence { members.append(.init("score", .number("\(confidence)"))) }
          if !rest.isEmpty { members.append(.init("meta", [ourKey: .object(rest)])) }
        }
        return .object(members)
      }
      results.append(result("labels", "labels", "labels", label))
      results.append(result("reference", "textarea", "text", text))
    }
    for segment in recording.segmentsInTime {
      let label = LabelText(segment)
      add(
        segment.row.skip ?? ayah, options.labels == .full ? label.text(.full) : label.target,
        segment.row.start, segment.row.end, segment.row.confidence,
        segment.members.filter { !["ayah", "skip", "start", "end", "confidence"].contains($0.key) })
    }
    for word in recording.wordsInTime {
      add(Self.word, word.label, word.row.start, word.row.end, word.row.confidence, word.extras)
    }
    for marker in recording.markersInTime {
      let label = LabelText(marker)
      let text = options.labels == .full ? label.text(.full) : label.text(.bare)
      add(
        Self.marker, text.isEmpty ? "?" : text, marker.row.at, marker.row.end ?? marker.row.at,
        marker.row.confidence,
        marker.members.filter { !["ayah", "skip", "at", "end", "confidence"].contains($0.key) })
    }
    var ours = recording.factMembers
    if let reciter = recording.reciter { ours.append(.init("reciter_file", .object(reciter.members))) }
    let audio = recording.facts.audio
    return [
      // Import numbers tasks anew; its converter wants a number.
      "id": .int(Int64(number)),
      "data": [
        "audio": .string(audio?.url ?? options.audioPath ?? audio?.file ?? ""), ourKey: .object(ours),
      ],
      "annotations": [["result": .array(results)]],
    ]
  }
}

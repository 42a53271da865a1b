import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// The JSON of Label Studio: a task a recording, whose regions have labels, and a text each in a `TextArea` of their own.
  ///
  /// After https://labelstud.io/guide/task_format. What has no place stands in `meta` of regions and in the data of tasks,
  /// which are taken as they are.
  static let labelStudio = ForeignFormat(
    name: "label-studio", title: "Label Studio tasks (JSON, JSON_MIN)", extensions: ["json"], loses: [.order],
    recognises: { source in
      guard let json = source.jsonIfAny else { return false }
      let task = json.items?.first ?? json
      if LabelStudio.isTask(task) { return LabelStudio.lists.contains { task[$0]?.items != nil } }
      return json.items != nil && task["annotation_id"] != nil && task["annotator"] != nil
    },
    read: { RecordingCollection(try LabelStudioReader($0).read()) },
    write: .collection { collection, options in
      let tasks = collection.recordings.enumerated().map { LabelStudio.task(of: $1, $0 + 1, options) }
      return ForeignText(JSONValue.array(tasks).documentText)
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
    func add(_ label: String, _ row: Observation) {
      let id = "tilawa-\(results.count / 2 + 1)"
      func result(_ name: String, _ type: String, _ key: String, _ value: String) -> JSONValue {
        let isLabel = type == "labels"
        return .object(
          JSONValue.members([
            ("id", .string(id)), ("from_name", .string(name)), ("to_name", "audio"),
            ("type", .string(type)), ("original_length", recording.duration?.json),
            (
              "value",
              [
                "start": row.start.json, "end": row.end.json, "channel": .int(0),
                key: .array([.string(value)]),
              ]
            ), ("score", isLabel ? row.confidence.map { .number("\($0)") } : JSONValue?.none),
            ("meta", isLabel && !row.rest.isEmpty ? [ourKey: .object(row.rest)] : JSONValue?.none),
          ]))
      }
      results.append(result("labels", "labels", "labels", label))
      results.append(result("reference", "textarea", "text", row.text))
    }
    for row in recording.observedSegments(options) { add(row.skip ?? ayah, row) }
    for row in recording.observedWords { add(word, row) }
    for row in recording.observedMarkers(options) { add(marker, row) }
    let audio = recording.facts.audio
    return [
      // Import numbers tasks anew; its converter wants a number.
      "id": .int(Int64(number)),
      "data": [
        "audio": .string(audio?.url ?? options.audioPath ?? audio?.file ?? ""),
        ourKey: .object(recording.ourMembers),
      ],
      "annotations": [["result": .array(results)]],
    ]
  }
}

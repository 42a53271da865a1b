import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// The JSON of Label Studio: a task a recording, whose regions have labels, and a text each in a `TextArea`
  /// of their own.
  ///
  /// After https://labelstud.io/guide/task_format. Data without a counterpart is in `meta` of regions and in
  /// the data of tasks, both of which Label Studio accepts unchanged.
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

/// Reading and writing of tasks.
enum LabelStudio {
  /// Where the regions of a task may be, the first first.
  static let lists = ["annotations", "completions", "predictions"]
  /// The labels of rows of ayat, of words and of markers; those of others are their kinds.
  static let (ayah, word, marker) = ("ayah", "word", "marker")
  static let ourKey = "tilawa"

  /// Returns true if a JSON value is a task in the full form, not one of JSON_MIN.
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

/// Reads tasks of Label Studio: of each the annotation that counts, whose results belong together by their ids.
struct LabelStudioReader {
  private let json: JSONSource
  private var unplaced: UnplacedElements { json.input.unplaced }

  /// The results of one region.
  private struct Region {
    var start: Milliseconds
    var end: Milliseconds
    /// The length of the audio.
    var length: Milliseconds?
    var labels: [String] = []
    var texts: [String] = []
    var confidence: Double?
    var more: JSONNode?
    var place: Place
  }

  init(_ input: ForeignInput) throws(ExchangeFailure) { json = try JSONSource(input) }

  func read() -> [AnnotatedRecording] {
    (json.root.items ?? [json.root]).map { LabelStudio.isTask($0) ? read($0) : readShort($0) }
  }

  // MARK: Tasks

  private func read(_ task: JSONNode) -> AnnotatedRecording {
    task.passOver(
      "id", "created_at", "updated_at", "project", "inner_id", "total_annotations", "cancelled_annotations",
      "total_predictions", "comment_count", "unresolved_comment_count", "last_comment_updated_at",
      "updated_by",
      "comment_authors", "file_upload", "is_labeled", "overlap")
    var recording = AnnotatedRecording()
    let data = task["data"]
    takeFacts(data, &recording)
    guard let annotation = counted(task) else { return recording }
    annotation.passOver(
      "id", "created_at", "updated_at", "created_ago", "was_cancelled", "ground_truth", "lead_time",
      "result_count", "task", "project", "unique_id", "completed_by", "created_username", "updated_by",
      "import_id", "last_action", "draft_created_at", "parent_annotation", "parent_prediction",
      "last_created_by", "bulk_created", "model_version", "score", "mislabeling", "cluster", "neighbors")
    var regions: [Region] = []
    var places: [String: Int] = [:]
    for result in annotation["result"]?.items ?? [] {
      result.passOver("from_name", "to_name", "type", "origin", "source", "readonly", "hidden")
      guard let value = result["value"], let region = region(value, of: result) else { continue }
      // Without an id it stands for itself.
      if let id = result["id"]?.string, let place = places[id] {
        join(region, to: &regions[place])
      } else {
        if let id = result["id"]?.string { places[id] = regions.count }
        regions.append(region)
      }
    }
    return rows(of: regions, in: recording)
  }

  /// Returns the annotation marked as ground truth, else the latest. Skipped ones don't count. Predictions
  /// are used only if nobody has annotated the task.
  private func counted(_ task: JSONNode) -> JSONNode? {
    for list in LabelStudio.lists {
      let all = (task[list]?.items ?? []).filter {
        $0["was_cancelled"]?.bool != true && $0["skipped"]?.bool != true
      }
      guard
        let found = all.first(where: { $0["ground_truth"]?.bool == true })
          ?? all.max(by: { ($0["created_at"]?.string ?? "") < ($1["created_at"]?.string ?? "") })
      else { continue }
      for other in LabelStudio.lists {
        for annotation in task[other]?.items ?? [] where annotation.offset != found.offset {
          annotation.passOver()
          unplaced.add("annotations other than the one that is used", at: json.place(annotation))
        }
      }
      return found
    }
    return nil
  }

  /// Reads the facts that our writer has added to the data, or else derives them from the audio's name.
  private func takeFacts(_ data: JSONNode?, _ recording: inout AnnotatedRecording) {
    guard let ours = data?[LabelStudio.ourKey] else { return nameAudio(data, &recording) }
    recording.take(ours: ours, json.place(ours), json.input.report)
    data?.passOver("audio")
  }

  private func nameAudio(_ data: JSONNode?, _ recording: inout AnnotatedRecording) {
    guard let audio = data?["audio"]?.filled ?? data?["url"]?.filled else { return }
    let name = audio.fields(by: "?#").first.flatMap { $0.fields(by: "/=").last.map(String.init) } ?? ""
    // An upload has eight digits and a hyphen before its name.
    let parts = name.fields(by: "-", atMost: 2)
    let isUpload = parts.count == 2 && parts[0].utf8.count == 8 && UInt32(parts[0], radix: 16) != nil
    let own = isUpload ? String(parts[1]) : name
    let title = own.cut(atLast: ".").map { String($0.0) } ?? own
    if !title.isEmpty { recording.facts.title = title }
    if audio.begins(with: "https://") || audio.begins(with: "http://") {
      recording.facts.audio = RecordingDraft.Audio(file: "")
      recording.facts.audio?.url = audio
    }
  }

  // MARK: Regions

  private func region(_ value: JSONNode, of result: JSONNode) -> Region? {
    value.passOver("channel", "duration")
    let stated = result["original_length"]?.seconds
    guard let start = value["start"]?.seconds, let end = value["end"]?.seconds else {
      value.passOver()
      unplaced.add("results for the whole audio", at: json.place(result))
      return nil
    }
    let length = json.input.options.duration ?? stated
    var region = Region(start: start, end: end, length: length, place: json.place(result))
    region.labels = texts(value["labels"]).map { label in
      (SpokenPhrase.kind(label) ?? SkipKind(rawValue: label)).map { "skip=\($0.rawValue)" } ?? label
    }
    region.texts = texts(value["text"])
    region.confidence = result["score"]?.confidence
    region.more = result["meta"]?[LabelStudio.ourKey]
    let remarks = texts(result["meta"]?["text"])
    if !remarks.isEmpty { unplaced.add("notes of regions", at: region.place) }
    return region
  }

  private func texts(_ node: JSONNode?) -> [String] {
    (node?.items?.compactMap(\.string) ?? node?.string.map { [$0] } ?? []).filter { !$0.isEmpty }
  }

  private func join(_ region: Region, to other: inout Region) {
    other.labels += region.labels
    other.texts += region.texts
    other.confidence = other.confidence ?? region.confidence
    other.more = other.more ?? region.more
  }

  // MARK: JSON_MIN

  /// A task without ids: texts belong to the regions that lie where they do, or, where they have no times, in turn.
  private func readShort(_ task: JSONNode) -> AnnotatedRecording {
    let known = [
      "id", "annotator", "annotation_id", "created_at", "updated_at", "lead_time", "agreement", "audio",
      LabelStudio.ourKey,
    ]
    for key in known where key != "audio" && key != LabelStudio.ourKey { task[key]?.passOver() }
    var recording = AnnotatedRecording()
    takeFacts(task, &recording)
    var regions: [Region] = []
    var places: [[Milliseconds]: Int] = [:]
    var loose: [(texts: [String], node: JSONNode)] = []
    for (key, node) in task.members ?? [] where !known.contains(key) {
      if let items = node.items, items.contains(where: { $0["start"] != nil }) {
        for item in items {
          guard let region = region(item, of: item) else { continue }
          if let place = places[[region.start, region.end]] {
            join(region, to: &regions[place])
          } else {
            places[[region.start, region.end]] = regions.count
            regions.append(region)
          }
        }
      } else if case let texts = texts(node), !texts.isEmpty {
        loose.append((texts, node))
      }
    }
    for (texts, node) in loose {
      guard texts.count == regions.count else {
        unplaced.add("texts without a region", at: json.place(node))
        continue
      }
      for index in regions.indices { regions[index].texts.append(texts[index]) }
      json.input.add(
        .understood,
        "\(texts.count) texts without times are assigned to the \(texts.count) regions in order",
        at: json.place(node))
    }
    return rows(of: regions, in: recording)
  }

  // MARK: Rows

  /// Returns the regions that begin within the audio. Label Studio lets regions be dragged past its end; they
  /// end there.
  private func withinAudio(_ regions: [Region]) -> [Region] {
    var clipped: (count: Int, length: Milliseconds, place: Place)?
    let sound = regions.compactMap { region -> Region? in
      guard let length = region.length, region.end > length else { return region }
      guard region.start < length else {
        json.input.add(
          .pastEnd, "a region starts at \(region.start), and the audio ends at \(length)", at: region.place)
        return nil
      }
      clipped = ((clipped?.count ?? 0) + 1, length, clipped?.place ?? region.place)
      var region = region
      region.end = length
      return region
    }
    if let (count, length, place) = clipped {
      json.input.add(
        .writerFault,
        count == 1
          ? "a region ends after the audio, and is cut off at \(length)"
          : "\(count) regions end after the audio, and are cut off at its end", at: place)
    }
    return sound
  }

  private func rows(of regions: [Region], in recording: AnnotatedRecording) -> AnnotatedRecording {
    var rows = LabelledRows(recording, report: json.input.report)
    for region in withinAudio(regions) {
      var more = LabelText(ours: region.more, confidence: region.confidence) { key in
        unplaced.add("\"\(key)\" of a region's notes", at: region.place)
      }
      let text = region.texts.joined(separator: " ")
      let own = [LabelStudio.ayah, LabelStudio.word, LabelStudio.marker]
      let said = region.labels.filter { !own.contains($0) }
      var name = text.isEmpty ? said.joined(separator: " ") : text
      if region.labels == [LabelStudio.marker] || region.end == region.start {
        let end = region.end > region.start ? region.end : nil
        rows.change {
          $0.markers.append(MarkerRow(name, from: region.start, to: end, at: region.place, saying: more))
        }
        continue
      }
      let label = region.labels.first { LabelText($0)?.isNamed == true }
      if LabelText(text)?.isNamed != true, let label {
        name = label
        if !text.isEmpty {
          unplaced.add("texts beside labels", text, as: "x-text", in: &more.extras, at: region.place)
        }
        for other in said where other != label {
          unplaced.add("labels beside others", other, as: "x-label", in: &more.extras, at: region.place)
        }
      } else if !text.isEmpty, !said.isEmpty,
        LabelText(text)?.skip.map({ said != ["skip=\($0)"] }) ?? true
      {
        let others = said.joined(separator: " ")
        unplaced.add("labels beside texts", others, as: "x-label", in: &more.extras, at: region.place)
      }
      rows.add(name, from: region.start, to: region.end, at: region.place, saying: more)
    }
    return rows.finished()
  }
}

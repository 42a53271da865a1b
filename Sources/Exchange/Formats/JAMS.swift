import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// JAMS, the annotations of music research: a JSON object with observations in seconds, each with a length.
  ///
  /// After the schema of marl/jams. Rows are a `segment_open` annotation, words one of `lyrics`, markers one of
  /// `tag_open`; what has no place stands in sandboxes, because the library refuses keys that it doesn't know.
  static let jams: ForeignFormat = ForeignFormat(
    name: "jams", title: "JAMS annotations", extensions: ["jams"], loses: [.order],
    recognises: { source in
      guard let json = source.jsonIfAny else { return false }
      return json["file_metadata"] != nil && json["annotations"]?.items != nil
    },
    read: { source, options, report in
      let reader = try JAMSReader(source, options, report)
      return RecordingCollection([reader.read()])
    },
    write: .file { recording, options in
      ForeignText(
        JAMSWriter.text(recording, options),
        losses: Losses(of: .jams, options, in: recording))
    })

  /// The same, compressed by gzip.
  static let jamz: ForeignFormat = ForeignFormat(
    name: "jamz", title: "JAMS annotations, compressed", extensions: ["jamz"], loses: [.order],
    recognises: { source in
      guard source.isCompressed, let plain = try? source.inflated() else { return false }
      return jams.recognises(plain)
    },
    read: { source, options, report in
      let reader = try JAMSReader(source.isCompressed ? source.inflated() : source, options, report)
      return RecordingCollection([reader.read()])
    },
    write: .file { recording, options in
      ForeignText(
        try Gzip.deflated(Array(JAMSWriter.text(recording, options).utf8)),
        losses: Losses(of: .jamz, options, in: recording))
    })
}

private enum JAMSNamespace {
  static let rows = "segment_open"
  static let words = "lyrics"
  static let markers = "tag_open"
}

private let ourKey = "tilawa"

private enum JAMSWriter {
  static func text(_ recording: AnnotatedRecording, _ options: WritingOptions) -> String {
    let segments = recording.segmentsInTime
    var annotations = [
      annotation(
        JAMSNamespace.rows, recording,
        segments.map { segment in
          let label = LabelText(segment)
          return observation(
            segment.row.start, segment.row.end,
            options.labels == .full ? label.text(.full) : label.target, segment.row.confidence)
        },
        rows: segments.map { segment in
          .object(
            segment.members.filter { !["ayah", "skip", "start", "end", "confidence"].contains($0.key) })
        })
    ]
    if !recording.words.isEmpty {
      let words = recording.wordsInTime
      annotations.append(
        annotation(
          JAMSNamespace.words, recording,
          words.map { observation($0.row.start, $0.row.end, $0.label, $0.row.confidence) },
          rows: words.map { .object($0.extras) }))
    }
    if !recording.markers.isEmpty {
      let markers = recording.markersInTime
      annotations.append(
        annotation(
          JAMSNamespace.markers, recording,
          markers.map { marker in
            let label = LabelText(marker)
            let text = options.labels == .full ? label.text(.full) : label.text(.bare)
            return observation(
              marker.row.at, marker.row.end ?? marker.row.at, text.isEmpty ? "?" : text, marker.row.confidence
            )
          },
          rows: markers.map { marker in
            .object(marker.members.filter { !["ayah", "skip", "at", "end", "confidence"].contains($0.key) })
          }))
    }
    var ours = recording.factMembers
    if let reciter = recording.reciter { ours.append(.init("reciter_file", .object(reciter.members))) }
    let document: JSONValue = [
      "file_metadata": [
        "title": .string(recording.facts.title ?? ""),
        "artist": .string(artist(of: recording) ?? ""),
        "release": "", "duration": recording.duration?.json ?? .null,
        "identifiers": .object([]), "jams_version": "0.3.4",
      ],
      "annotations": .array(annotations),
      "sandbox": [ourKey: .object(ours)],
    ]
    return document.documentText
  }

  static func artist(of recording: AnnotatedRecording) -> String? {
    recording.reciterName ?? recording.reciter?.name ?? recording.facts.reciter
  }

  private static func observation(
    _ start: Milliseconds, _ end: Milliseconds, _ value: String, _ confidence: Double?
  ) -> JSONValue {
    // Both are whole milliseconds, so that their sum is the end.
    [
      "time": start.json, "duration": (end - start).json, "value": .string(value),
      "confidence": confidence.map { .number("\($0)") } ?? .null,
    ]
  }

  private static func annotation(
    _ namespace: String, _ recording: AnnotatedRecording, _ data: [JSONValue], rows: [JSONValue]
  ) -> JSONValue {
    var sandbox: [JSONValue.Member] = []
    if let riwayah = recording.facts.riwayah { sandbox.append(.init("riwayah", .string(riwayah.rawValue))) }
    sandbox.append(.init("numbering", .string(recording.counting.rawValue)))
    if rows.contains(where: { $0 != .object([]) }) { sandbox.append(.init("rows", .array(rows))) }
    return [
      "namespace": .string(namespace), "time": .number("0.000"),
      "duration": recording.duration?.json ?? .null,
      "annotation_metadata": [
        "curator": ["name": "", "email": ""], "annotator": .object([]), "version": "", "corpus": "",
        "annotation_tools": "tilawa", "annotation_rules": "", "validation": "", "data_source": "program",
      ],
      "data": .array(data), "sandbox": .object(sandbox),
    ]
  }
}

private struct JAMSReader {
  let json: JSONNode
  let text: SourceText
  let options: ReadingOptions
  let report: ExchangeReport

  init(_ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport) throws {
    json = try source.json()
    text = try source.text()
    report.watch(json, text)
    self.options = options
    self.report = report
  }

  private func place(_ node: JSONNode) -> Place {
    Place(text, node.offset..<min(node.offset + 1, text.bytes.count))
  }

  func read() -> AnnotatedRecording {
    var recording = AnnotatedRecording()
    let ours = json["sandbox"]?[ourKey]
    if let ours { recording.take(ours: ours, place(ours), report) }
    if let file = json["file_metadata"] { read(file, into: &recording) }
    var rows = LabelledRows(recording, report: report)
    var points: [MarkerRow] = []
    for annotation in json["annotations"]?.items ?? [] {
      let namespace = annotation["namespace"]?.string ?? ""
      guard options.tier == nil || options.tier == namespace else { continue }
      if let riwayah = annotation["sandbox"]?["riwayah"]?.string, recording.facts.riwayah == nil {
        recording.facts.riwayah = Riwayah(riwayah)
      }
      // Where it holds, which mostly is all of the file.
      if annotation["time"]?.number.flatMap({ DecimalTime.parse($0) }) == .zero,
        annotation["duration"]?.number == json["file_metadata"]?["duration"]?.number
      {
        annotation.passOver("time", "duration")
      }
      passOverOwn(annotation, recording)
      let data = annotation["data"]?.items ?? columns(annotation["data"])
      let extras = annotation["sandbox"]?["rows"]?.items
      for (index, item) in data.enumerated() {
        guard let start = item["time"]?.number.flatMap({ DecimalTime.parse($0) }),
          let length = item["duration"]?.number.flatMap({ DecimalTime.parse($0) })
        else {
          report.add(
            ExchangeRules.unreadableRow, "an observation has \"time\" and \"duration\" in seconds",
            at: place(item))
          continue
        }
        guard let value = item["value"]?.string ?? item["value"]?["label"]?.string else {
          report.add(
            ExchangeRules.unplaced, "an observation of \"\(namespace)\" without text left out",
            at: place(item))
          continue
        }
        // Of another program's file the sandbox may tell of rows that are no longer there.
        let more = extras.flatMap { $0.count == data.count ? $0[index] : nil }
        let observation = Observation(
          value: value, start: start, end: start + length, confidence: confidence(item), more: more,
          place: place(item))
        if namespace == JAMSNamespace.markers, ours != nil {
          points.append(marker(observation))
        } else {
          add(observation, to: &rows)
        }
      }
    }
    var result = rows.finished()
    result.facts.riwayah = recording.facts.riwayah
    result.markers += points
    return result
  }

  /// What the sandbox says goes before what stands here: it is told when it is another.
  private func read(_ file: JSONNode, into recording: inout AnnotatedRecording) {
    file.passOver("jams_version")
    func tell(_ key: String, _ other: String?) {
      guard let node = file[key], let other, let said = node.string ?? node.number.map(String.init),
        !said.isEmpty, said != other
      else { return }
      report.add(
        ExchangeRules.unplaced, "\"\(key)\" is \"\(said)\", and the sandbox says \"\(other)\"; left out",
        at: place(node))
    }
    tell("title", recording.facts.title)
    recording.facts.title = recording.facts.title ?? filled(file["title"])
    if let name = JAMSWriter.artist(of: recording) {
      tell("artist", name)
    } else {
      recording.reciterName = filled(file["artist"])
    }
    let duration = file["duration"]?.number.flatMap { DecimalTime.parse($0) }.flatMap {
      $0 > .zero ? $0 : nil
    }
    if let known = recording.duration, known != duration {
      tell("duration", known.description)
    } else if let duration, recording.facts.audio == nil {
      recording.facts.audio = RecordingDraft.Audio(file: "")
      recording.facts.audio?.duration = duration
    }
  }

  private struct Observation {
    var value: String
    var start: Milliseconds
    var end: Milliseconds
    var confidence: Double?
    var more: JSONNode?
    var place: Place
  }

  private func label(_ observation: Observation) -> LabelText? {
    guard var label = LabelText(observation.value) else { return nil }
    complete(&label, observation)
    return label
  }

  private func complete(_ label: inout LabelText, _ observation: Observation) {
    label.confidence = observation.confidence ?? label.confidence
    label.take(ours: observation.more) { key in
      report.add(ExchangeRules.unplaced, "\"\(key)\" of a sandbox left out", at: observation.place)
    }
  }

  private func add(_ observation: Observation, to rows: inout LabelledRows) {
    func addLabel() {
      var more = LabelText()
      complete(&more, observation)
      rows.add(
        observation.value, from: observation.start, to: observation.end, at: observation.place, saying: more)
    }
    guard let label = label(observation), label.isOfSomething, observation.end != observation.start else {
      return addLabel()
    }
    if let words = label.words, let ayat = label.ayah {
      guard ayat.isSingle, words.first == words.last else { return addLabel() }
      var word = WordDraft(
        ayah: ayat.first, word: words.first, start: observation.start, end: observation.end)
      word.confidence = label.confidence
      rows.add(WordRow(word, extras: label.extras, at: observation.place))
    } else {
      rows.add(
        SegmentRow(
          label.segment(from: observation.start, to: observation.end), extras: label.extras,
          at: observation.place))
    }
  }

  private func marker(_ observation: Observation) -> MarkerRow {
    var label = LabelText(observation.value) ?? LabelText()
    if !label.isOfSomething, observation.value != "?", !observation.value.isEmpty {
      label.note = observation.value
    }
    complete(&label, observation)
    var marker = label.marker(at: observation.start)
    if observation.end > observation.start { marker.end = observation.end }
    return MarkerRow(marker, extras: label.extras, at: observation.place)
  }

  /// What we write into every annotation, and what follows from its rows.
  private func passOverOwn(_ annotation: JSONNode, _ recording: AnnotatedRecording) {
    let metadata = annotation["annotation_metadata"]
    guard metadata?["annotation_tools"]?.string == "tilawa" else { return }
    if metadata?["data_source"]?.string == "program" { metadata?.passOver("data_source") }
    if metadata?["curator"]?["name"]?.string == "", metadata?["curator"]?["email"]?.string == "" {
      metadata?.passOver("curator")
    }
    let numbering = annotation["sandbox"]?["numbering"]
    if numbering?.string == recording.counting.rawValue { numbering?.passOver() }
  }

  private func confidence(_ item: JSONNode) -> Double? {
    item["confidence"]?.number.flatMap { Double($0) }.flatMap { (0...1).contains($0) ? $0 : nil }
  }

  private func filled(_ node: JSONNode?) -> String? { node?.string.flatMap { $0.isEmpty ? nil : $0 } }

  /// Dense namespaces hold a list for each part of their observations.
  private func columns(_ data: JSONNode?) -> [JSONNode] {
    guard let data, let times = data["time"]?.items else { return [] }
    let names = ["time", "duration", "value", "confidence"]
    return times.indices.map { index in
      JSONNode(
        content: .object(
          names.compactMap { name in
            data[name]?.items.flatMap { index < $0.count ? (key: name, value: $0[index]) : nil }
          }), offset: times[index].offset)
    }
  }
}

import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// JAMS, the annotations of music research: a JSON object with observations in seconds, each with a length.
  ///
  /// After the schema of marl/jams. Rows are a `segment_open` annotation, words one of `lyrics`, markers one
  /// of `tag_open`. Other data is in sandboxes, because the jams library refuses unknown keys.
  static let jams = ForeignFormat(
    name: "jams", title: "JAMS annotations", extensions: ["jams"], loses: [.order], recognises: isJAMS,
    read: single { try JAMSReader($0).read() },
    write: .file { recording, options in ForeignText(JAMSWriter.text(recording, options)) })

  /// JAMS, compressed by gzip.
  static let jamz = ForeignFormat(
    name: "jamz", title: "JAMS annotations, compressed", extensions: ["jamz"], loses: [.order],
    recognises: { source in
      guard source.isCompressed, let plain = try? source.inflated() else { return false }
      return isJAMS(plain)
    },
    read: single { input in
      try JAMSReader(input.source.isCompressed ? input.with(input.source.inflated()) : input).read()
    },
    write: .file { recording, options in
      ForeignText(try Gzip.deflated(Array(JAMSWriter.text(recording, options).utf8)))
    })

  @Sendable private static func isJAMS(_ source: ForeignSource) -> Bool {
    guard let json = source.jsonIfAny else { return false }
    return json["file_metadata"] != nil && json["annotations"]?.items != nil
  }
}

private enum JAMSNamespace {
  static let rows = "segment_open"
  static let words = "lyrics"
  static let markers = "tag_open"
}

private let ourKey = "tilawa"

private enum JAMSWriter {
  static func text(_ recording: AnnotatedRecording, _ options: WritingOptions) -> String {
    let rows = recording.observedSegments(options)
    let others = [
      (JAMSNamespace.words, recording.observedWords),
      (JAMSNamespace.markers, recording.observedMarkers(options)),
    ]
    let annotations = [(JAMSNamespace.rows, rows)] + others.filter { !$0.1.isEmpty }
    let document: JSONValue = [
      "file_metadata": [
        "title": .string(recording.facts.title ?? ""), "artist": .string(artist(of: recording) ?? ""),
        "release": "", "duration": recording.duration?.json ?? .null,
        "identifiers": .object([]), "jams_version": "0.3.4",
      ],
      "annotations": JSONValue(annotations) { annotation($0.0, recording, $0.1) },
      "sandbox": [ourKey: .object(recording.ourMembers)],
    ]
    return document.documentText
  }

  static func artist(of recording: AnnotatedRecording) -> String? {
    recording.reciterName ?? recording.reciter?.name ?? recording.facts.reciter
  }

  private static func annotation(
    _ namespace: String, _ recording: AnnotatedRecording, _ observations: [Observation]
  ) -> JSONValue {
    let hasMore = observations.contains { !$0.rest.isEmpty }
    let sandbox = JSONValue.members([
      ("riwayah", recording.facts.riwayah.map { .string($0.rawValue) }),
      ("numbering", .string(recording.counting.rawValue)),
      ("rows", hasMore ? JSONValue(observations) { .object($0.rest) } : JSONValue?.none),
    ])
    return [
      "namespace": .string(namespace), "time": .number("0.000"),
      "duration": recording.duration?.json ?? .null,
      "annotation_metadata": [
        "curator": ["name": "", "email": ""], "annotator": .object([]), "version": "", "corpus": "",
        "annotation_tools": "tilawa", "annotation_rules": "", "validation": "", "data_source": "program",
      ],
      // Times and lengths are whole milliseconds, so that their sum is the end.
      "data": JSONValue(observations) { row in
        [
          "time": row.start.json, "duration": (row.end - row.start).json, "value": .string(row.text),
          "confidence": .confidence(row.confidence),
        ]
      },
      "sandbox": .object(sandbox),
    ]
  }
}

private struct JAMSReader {
  private let json: JSONSource
  private var input: ForeignInput { json.input }

  init(_ input: ForeignInput) throws(ExchangeFailure) { json = try JSONSource(input) }

  func read() -> AnnotatedRecording {
    var recording = AnnotatedRecording()
    let ours = json.root["sandbox"]?[ourKey]
    if let ours { recording.take(ours: ours, json.place(ours), input.report) }
    if let file = json.root["file_metadata"] { read(file, into: &recording) }
    var rows = LabelledRows(recording, report: input.report)
    var points: [MarkerRow] = []
    for annotation in json.root["annotations"]?.items ?? [] {
      let namespace = annotation["namespace"]?.string ?? ""
      guard input.options.tier == nil || input.options.tier == namespace else { continue }
      if let riwayah = annotation["sandbox"]?["riwayah"]?.string, recording.facts.riwayah == nil {
        recording.facts.riwayah = Riwayah(riwayah)
      }
      passOverWhatFollows(annotation, recording)
      let data = annotation["data"]?.items ?? columns(annotation["data"])
      let extras = annotation["sandbox"]?["rows"]?.items
      for (index, item) in data.enumerated() {
        let place = json.place(item)
        guard let start = item["time"]?.seconds, let length = item["duration"]?.seconds else {
          input.fault("an observation needs \"time\" and \"duration\" in seconds", at: place)
          continue
        }
        guard let value = item["value"]?.string ?? item["value"]?["label"]?.string else {
          input.add(.unplaced, "left out: an observation of \"\(namespace)\" without text", at: place)
          continue
        }
        // In another program's file, the sandbox may describe rows that are no longer there.
        let beside = extras.flatMap { $0.count == data.count ? $0[index] : nil }
        let more = LabelText(ours: beside, confidence: item["confidence"]?.confidence) { key in
          input.add(.unplaced, "left out: \"\(key)\" of a sandbox", at: place)
        }
        if namespace == JAMSNamespace.markers, ours != nil {
          let end = length > .zero ? start + length : nil
          points.append(MarkerRow(value, from: start, to: end, at: place, saying: more))
        } else {
          rows.add(value, from: start, to: start + length, at: place, saying: more)
        }
      }
    }
    var result = rows.finished()
    result.facts.riwayah = recording.facts.riwayah
    result.markers += points
    return result
  }

  /// Reads the file's metadata. Facts in the sandbox take precedence; a different value here is reported.
  private func read(_ file: JSONNode, into recording: inout AnnotatedRecording) {
    file.passOver("jams_version")
    func tell(_ key: String, _ other: String?) {
      guard let node = file[key], let other, let said = node.string ?? node.number.map(String.init),
        !said.isEmpty, said != other
      else { return }
      input.add(
        .unplaced, "left out: \"\(key)\" is \"\(said)\", but the sandbox has \"\(other)\"",
        at: json.place(node))
    }
    tell("title", recording.facts.title)
    recording.facts.title = recording.facts.title ?? file["title"]?.filled
    if let name = JAMSWriter.artist(of: recording) {
      tell("artist", name)
    } else {
      recording.reciterName = file["artist"]?.filled
    }
    let duration = file["duration"]?.seconds.flatMap { $0 > .zero ? $0 : nil }
    if let known = recording.duration, known != duration {
      tell("duration", known.description)
    } else if let duration, recording.facts.audio == nil {
      recording.facts.audio = RecordingDraft.Audio(file: "")
      recording.facts.audio?.duration = duration
    }
  }

  /// Where an annotation holds, which mostly is all of the file, and what we write into every one.
  private func passOverWhatFollows(_ annotation: JSONNode, _ recording: AnnotatedRecording) {
    if annotation["time"]?.seconds == .zero,
      annotation["duration"]?.number == json.root["file_metadata"]?["duration"]?.number
    {
      annotation.passOver("time", "duration")
    }
    let metadata = annotation["annotation_metadata"]
    guard metadata?["annotation_tools"]?.string == "tilawa" else { return }
    if metadata?["data_source"]?.string == "program" { metadata?.passOver("data_source") }
    if metadata?["curator"]?["name"]?.string == "", metadata?["curator"]?["email"]?.string == "" {
      metadata?.passOver("curator")
    }
    let numbering = annotation["sandbox"]?["numbering"]
    if numbering?.string == recording.counting.rawValue { numbering?.passOver() }
  }

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

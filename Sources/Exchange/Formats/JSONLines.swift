import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaYAML

extension ForeignFormat {
  /// A JSON object a line with all that a bundle says, by the keys that its files have.
  static let jsonLines = ForeignFormat(
    name: "jsonl", title: "JSON Lines, without loss", extensions: ["jsonl", "ndjson"], loses: [],
    recognises: { source in
      let line = source.beginning.filledLines.first ?? ""
      return line.begins(with: "{") && line.holds("\"type\"") && line.trimmed(of: " ").ends(with: "}")
    },
    read: { input in
      var reader = try JSONLinesReader(input)
      return try reader.read()
    },
    write: .collection { collection, _ in
      ForeignText(collection.recordings.map(JSONLinesWriter.text).joined())
    })
}

// MARK: Writing

private enum JSONLinesWriter {
  static func text(_ recording: AnnotatedRecording) -> String {
    var text = ""
    func line(_ value: JSONValue) { text += value.compactText + "\n" }
    line(object("recording", recording.factMembers))
    if let reciter = recording.reciter { line(object("reciter", reciter.members)) }
    let id = recording.facts.id.isEmpty ? [] : [JSONValue.Member("recording", .string(recording.facts.id))]
    for row in recording.segments { line(object("segment", id + row.members)) }
    for row in recording.markers { line(object("marker", id + row.members)) }
    for row in recording.words { line(object("word", id + row.members)) }
    return text
  }

  private static func object(_ type: String, _ members: [JSONValue.Member]) -> JSONValue {
    .object([.init("type", .string(type))] + members)
  }
}

extension Milliseconds {
  /// Seconds with three decimals.
  var json: JSONValue { .number(description) }
}

extension [AyahRange] {
  /// A list of references, when there are any.
  fileprivate var json: JSONValue? {
    isEmpty ? JSONValue?.none : JSONValue(self) { .string($0.description) }
  }
}

extension AnnotatedRecording {
  var factMembers: [JSONValue.Member] {
    JSONValue.members([
      ("id", facts.id.isEmpty ? JSONValue?.none : .string(facts.id)),
      ("title", facts.title.map(JSONValue.string)),
      ("audio", facts.audio.map { .object($0.members) }), ("reciter", facts.reciter.map(JSONValue.string)),
      ("reciter_name", reciterName.map(JSONValue.string)),
      ("riwayah", facts.riwayah.map { .string($0.rawValue) }),
      ("numbering", facts.numbering.map { .string($0.rawValue) }),
      ("passage", facts.passage.json), ("passage_heard", facts.passageHeard.json),
      ("prayer", facts.prayer.map { .string($0.rawValue) }),
      ("status", facts.status.map { .string($0.rawValue) }),
      ("recorded_at", facts.recordedAt.map { .string($0.text) }),
      ("imported_at", facts.importedAt.map { .string($0.text) }),
      ("source_file", facts.sourceFile.map(JSONValue.string)), ("place", facts.place.map(JSONValue.string)),
      ("notes", facts.notes.map(JSONValue.string)),
    ]) + extras
  }
}

extension RecordingDraft.Audio {
  var members: [JSONValue.Member] {
    JSONValue.members([
      ("file", file.isEmpty ? JSONValue?.none : .string(file)), ("sha256", sha256.map(JSONValue.string)),
      ("bytes", bytes.map { .int($0) }), ("duration", duration?.json),
      ("sample_rate", sampleRate.map { .int(Int64($0)) }), ("channels", channels.map { .int(Int64($0)) }),
      ("format", format.map(JSONValue.string)), ("url", url.map(JSONValue.string)),
    ])
  }
}

extension ReciterDraft {
  var members: [JSONValue.Member] {
    JSONValue.members([
      ("id", .string(id)), ("name", .string(name)), ("short_name", shortName.map(JSONValue.string)),
      ("arabic_name", arabicName.map(JSONValue.string)), ("riwayah", riwayah.map { .string($0.rawValue) }),
      ("style", style.map(JSONValue.string)),
      ("sources", sources.isEmpty ? JSONValue?.none : JSONValue(sources) { .object($0.members) }),
      ("image", image.map(JSONValue.string)), ("sort_order", sortOrder.map { .int(Int64($0)) }),
    ]) + extras
  }
}

extension ReciterDraft.Source {
  var members: [JSONValue.Member] {
    JSONValue.members([
      ("url", url.map(JSONValue.string)), ("pattern", .string(pattern)),
      ("format", format.map(JSONValue.string)),
      ("riwayah", riwayah.map { .string($0.rawValue) }),
      ("numbering", numbering.map { .string($0.rawValue) }),
      ("bitrate", bitrate.map { .int(Int64($0)) }), ("cache", cache.map(JSONValue.string)),
    ]) + extras
  }
}

extension SegmentRow {
  var members: [JSONValue.Member] { row.yaml.members(row.confidence) + extras }
}

extension MarkerRow {
  var members: [JSONValue.Member] { row.yaml.members(row.confidence) + extras }
}

extension WordRow {
  var members: [JSONValue.Member] { row.yaml.members(row.confidence) + extras }
}

extension YAMLValue {
  /// The keys and values of a row; its confidence as it is.
  fileprivate func members(_ confidence: Double?) -> [JSONValue.Member] {
    guard case .flow(let pairs) = self else { return [] }
    return pairs.map { key, value in
      .init(key, key == RowKey.confidence ? .confidence(confidence) : value.json)
    }
  }

  /// Numbers and truth values stand plain in rows, and text doesn't.
  private var json: JSONValue {
    switch self {
    case .plain("true"): .bool(true)
    case .plain("false"): .bool(false)
    case .plain(let digits): .number(digits)
    case .text(let text), .quoted(let text): .string(text)
    case .flowList(let items), .rows(let items): .array(items.map(\.json))
    case .flow(let pairs), .block(let pairs): .object(pairs.map { .init($0.key, $0.value.json) })
    }
  }
}

import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran

// What the studio tells its page, as JSON. Times are whole milliseconds.

extension Milliseconds {
  fileprivate var json: JSONValue { .int(count) }
}

extension StudioRow {
  fileprivate var json: JSONValue {
    [
      "id": .string(id), "kind": .string(kind), "start": start.json, "end": end.json, "ayah": JSONValue(ayah),
      "skip": JSONValue(facts.skip), "doubtful": .bool(isDoubtful),
      "joins": JSONValue(facts.joins) { $0.json }, "cut": JSONValue(facts.cut?.rawValue),
      "confirmed": .bool(facts.isConfirmed),
      "confidence": facts.confidence.map { $0.isFinite ? .number("\($0)") : .null } ?? .null,
      "rakah": JSONValue(rakah), "note": JSONValue(facts.note), "doubts": JSONValue(doubts, JSONValue.string),
    ]
  }
}

extension StudioFacts {
  /// The members that a state and a change have in common.
  fileprivate func add(to object: JSONValue) -> JSONValue {
    object.adding("undo", JSONValue(undo)).adding("redo", JSONValue(redo))
      .adding("next", JSONValue(next)).adding("fault", JSONValue(fault))
      .adding("settled", ["segment": .bool(canSegment), "why": .string(segmenting)])
  }
}

extension StudioFinding {
  fileprivate var json: JSONValue {
    [
      "code": .string(code), "severity": .string(severity == .note ? "info" : severity.rawValue),
      "message": .string(message), "file": .string(file), "line": JSONValue(line), "row": JSONValue(row),
    ]
  }
}

extension StudioDelta {
  /// As the page gets it.
  var json: JSONValue {
    facts.add(
      to: [
        "version": JSONValue(version), "removed": JSONValue(removed, JSONValue.string),
        "rows": JSONValue(rows, \.json), "focus": JSONValue(focus), "message": JSONValue(message),
      ])
  }
}

extension StudioRecording {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "title": .string(title), "reciter": JSONValue(reciter),
      "reciterArabic": JSONValue(arabicReciter), "riwayah": JSONValue(riwayah),
      "numbering": JSONValue(numbering),
      "passage": JSONValue(passage), "path": .string(path),
    ]
  }
}

extension StudioState {
  /// As the page gets it; `skips` are what may be heard where no ayah is, `isInFolder` is whether there is a list to go back to.
  func json(skips: [String], peaks: (done: Milliseconds, total: Milliseconds), isInFolder: Bool) -> JSONValue
  {
    facts.add(
      to: [
        "version": JSONValue(version), "bundle": recording.json, "readOnly": .bool(isReadOnly),
        "duration": recording.duration.json,
        "sound": [
          "there": .bool(recording.soundlessness == nil), "why": JSONValue(recording.soundlessness),
        ],
        "skips": JSONValue(skips, JSONValue.string), "library": .bool(isInFolder),
        "surahs": JSONValue(Surah.all) { .array([.string($0.name), .string($0.arabicName)]) },
        "rows": JSONValue(rows, \.json),
        "findings": JSONValue(findings, \.json),
        "peaks": ["done": peaks.done.json, "total": peaks.total.json],
      ])
  }
}

extension StudioWords.Line {
  /// As the page gets it.
  var json: JSONValue {
    [
      "id": .string(id), "language": .string(language), "direction": .string(isRightToLeft ? "rtl" : "ltr"),
      "translates": .bool(isTranslation), "text": .string(text),
    ]
  }
}

extension StudioWords {
  /// As the page gets them.
  var json: JSONValue {
    [
      "lines": JSONValue(lines, \.json),
      "words": JSONValue(words) { word in
        [
          "number": .int(Int64(word.number)), "text": JSONValue(word.text),
          "start": word.span?.start.json ?? .null, "end": word.span?.end.json ?? .null,
          "outside": .bool(word.isOutside),
        ]
      },
    ]
  }
}

extension StudioEvent {
  /// Its name, the data for the page, and the window that has them already.
  var message: (name: String, data: JSONValue, window: String?) {
    switch self {
    case .changed(let delta, let window): ("changed", delta.json, window)
    case .disputed(let message, let places, let rows):
      (
        "disputed",
        [
          "message": .string(message), "places": JSONValue(places, JSONValue.string),
          "rows": JSONValue(rows, JSONValue.string),
        ], nil
      )
    case .findings(let version, let findings):
      ("findings", ["version": JSONValue(version), "findings": JSONValue(findings, \.json)], nil)
    case .peaks(let done, let total): ("peaks", ["done": done.json, "total": total.json], nil)
    case .broken(let fault): ("broken", ["fault": JSONValue(fault)], nil)
    case .searching(let phase, let done):
      (
        "job",
        [
          "phase": .string(phase.rawValue), "done": .number("\((done * 1000).rounded() / 1000)"),
        ], nil
      )
    case .searched(let result): ("job", result.json, nil)
    }
  }
}

extension StudioSearchResult {
  fileprivate var json: JSONValue {
    switch self {
    case .found(let count): ["ended": "found", "count": JSONValue(count)]
    case .unchanged: ["ended": "unchanged"]
    case .cancelled: ["ended": "cancelled"]
    case .failed(let reason): ["ended": "failed", "message": .string(reason)]
    }
  }
}

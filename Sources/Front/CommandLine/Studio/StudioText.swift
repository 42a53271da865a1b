import TilawaBase
import TilawaFormat
import TilawaKit

// What the studio tells its page, as JSON. Times are whole milliseconds.

extension Milliseconds {
  fileprivate var json: JSONValue { .int(count) }
}

extension StudioRow {
  fileprivate var json: JSONValue {
    [
      "id": .string(id), "kind": .string(kind), "start": start.json, "end": end.json, "ayah": JSONValue(ayah),
      "skip": JSONValue(facts.skip), "label": .string(facts.label), "name": JSONValue(name),
      "arabic": JSONValue(arabic),
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
      .adding(
        "next",
        next.map { ["ayah": .string($0.ayah), "label": .string($0.label), "arabic": .string($0.arabic)] }
          ?? .null
      )
      .adding("settled", ["segment": .bool(canSegment), "why": .string(segmenting)])
      .adding("left", JSONValue(left)).adding("unconfirmed", JSONValue(unconfirmed))
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
  /// As the page gets it; `skips` are what may be heard where no ayah is.
  func json(skips: [String], peaks: (done: Milliseconds, total: Milliseconds)) -> JSONValue {
    facts.add(
      to: [
        "version": JSONValue(version), "bundle": recording.json, "readOnly": .bool(isReadOnly),
        "duration": recording.duration.json,
        "sound": [
          "there": .bool(recording.soundlessness == nil), "why": JSONValue(recording.soundlessness),
        ],
        "skips": JSONValue(skips, JSONValue.string), "rows": JSONValue(rows, \.json),
        "findings": JSONValue(findings, \.json),
        "peaks": ["done": peaks.done.json, "total": peaks.total.json],
      ])
  }
}

extension StudioWords {
  /// As the page gets them.
  var json: JSONValue {
    [
      "lines": JSONValue(lines) { line in
        [
          "id": .string(line.id), "language": .string(line.language),
          "direction": .string(line.isRightToLeft ? "rtl" : "ltr"), "text": .string(line.text),
        ]
      },
      "words": JSONValue(words) { word in
        [
          "number": .int(Int64(word.number)), "text": JSONValue(word.text),
          "start": word.span?.start.json ?? .null, "end": word.span?.end.json ?? .null,
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
    case .job(let name, let done, let isEnded, let message):
      (
        "job",
        [
          "name": .string(name), "done": .number("\((done * 1000).rounded() / 1000)"),
          "ended": .bool(isEnded),
          "message": JSONValue(message),
        ], nil
      )
    }
  }
}

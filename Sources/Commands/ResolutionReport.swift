import Diagnostics
import Library
import QuranIndex
import TilawaFormat
import Timing

/// What `tilawa resolve` says of an answer.
struct ResolutionReport {
  private let resolution: Resolution
  /// As they were asked for, repeats included.
  private let ayat: [Ayah]
  private let session: Session
  private let library: String
  /// By file.
  private let presences: [String: AudioPresence]

  init(_ resolution: Resolution, of ayat: [Ayah], in session: Session, library: String) {
    self.resolution = resolution
    self.ayat = ayat
    self.session = session
    self.library = library
    var presences: [String: AudioPresence] = [:]
    for answer in resolution.answers.values {
      guard let best = answer.best, presences[best.shownAudio] == nil else { continue }
      presences[best.shownAudio] = AudioPresence.of(best.audio, inBundle: best.bundlePath)
    }
    self.presences = presences
  }

  private func answer(_ ayah: Ayah) -> Answer? { resolution.answers[ayah] }

  // MARK: Text

  /// A line for each ayah that has an answer; below it, when explaining, one for each candidate.
  func lines(explaining: Bool) -> [String] {
    var rows = RowPlaces()
    return ayat.flatMap { ayah -> [String] in
      guard let answer = answer(ayah) else { return [] }
      var lines = answer.best.map { [line(of: $0)] } ?? []
      if explaining {
        lines += candidates(of: answer).map {
          "  \($0.outcome.title)  \(rows.text(of: $0.row)): \($0.reason)"
        }
      }
      return lines
    }
  }

  private func line(of hearing: Hearing) -> String {
    let state = (hearing.isVerified ? "verified" : "unverified") + (hearing.isShared ? " shared" : "")
    return [
      hearing.ayah.description, hearing.shownAudio, hearing.span.start.description,
      hearing.span.end.description,
      hearing.reciter ?? "-", state,
    ].joined(separator: "  ")
  }

  /// What was in the way, and doesn't matter where there is an answer all the same.
  var remarks: [String] {
    var refusals: [Refusal: Int] = [:]
    for ayah in Set(ayat) {
      guard let answer = answer(ayah), answer.best != nil else { continue }
      refusals.merge(answer.refusals.filter { !$0.key.isOrdinary }, uniquingKeysWith: max)
    }
    return resolution.faults.map(\.message) + presences.compactMap { $1.remark(on: $0) }.sorted()
      + refusals.map { refusal, count in
        "passed over \(Self.rows(count)): \(refusal.reason(ofSeveral: count > 1, in: session))"
      }.sorted()
  }

  /// What has no answer, and why; ayat that follow each other for the same reasons together.
  var complaints: [String] {
    var runs: [(range: AyahRange, reasons: String)] = []
    for ayah in ayat {
      guard let answer = answer(ayah), answer.best == nil else { continue }
      let reasons = reasons(of: answer)
      if let last = runs.last, last.reasons == reasons, session.counting.next(after: last.range.last) == ayah
      {
        runs[runs.count - 1].range.last = ayah
      } else {
        runs.append((AyahRange(ayah), reasons))
      }
    }
    return runs.map { "nothing plays \($0.range): \($0.reasons)" }
  }

  private func reasons(of answer: Answer) -> String {
    guard !answer.refusals.isEmpty else {
      switch resolution.bundleCount {
      case 0: return "no bundle lies in \(library)"
      case 1: return "the bundle has no row that holds it"
      default: return "none of \(resolution.bundleCount) bundles has a row that holds it"
      }
    }
    return answer.refusals.map { refusal, count in
      "\(Self.rows(count)) \(count == 1 ? "holds" : "hold") it, but "
        + refusal.reason(ofSeveral: count > 1, in: session)
    }.sorted().joined(separator: "; ")
  }

  private static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }

  // MARK: JSON

  func json(explaining: Bool) -> JSONValue {
    var rows = RowPlaces()
    var items: [JSONValue] = []
    var missing: [JSONValue] = []
    for ayah in ayat {
      guard let answer = answer(ayah) else { continue }
      var value: JSONValue
      if let best = answer.best {
        value = json(of: best, &rows)
      } else {
        value = ["ayah": .string(ayah.description), "because": .string(reasons(of: answer))]
      }
      if explaining {
        value = value.adding(
          "candidates",
          JSONValue(candidates(of: answer)) { candidate in
            [
              "row": rows.json(of: candidate.row), "outcome": .string(candidate.outcome.rawValue),
              "because": .string(candidate.reason),
            ]
          })
      }
      if answer.best == nil { missing.append(value) } else { items.append(value) }
    }
    return [
      "version": 1, "items": .array(items), "missing": .array(missing),
      "faults": JSONValue(resolution.faults) { ["path": .string($0.path), "message": .string($0.message)] },
    ]
  }

  private func json(of hearing: Hearing, _ rows: inout RowPlaces) -> JSONValue {
    [
      "ayah": .string(hearing.ayah.description),
      "file": .string(hearing.shownAudio),
      "start": .number(hearing.span.start.description),
      "end": .number(hearing.span.end.description),
      "duration": .number(hearing.span.length.description),
      "reciter": JSONValue(hearing.reciter),
      "riwayah": .string(hearing.riwayah.rawValue),
      "verified": .bool(hearing.isVerified),
      "confidence": hearing.confidence.map { .number("\($0)") } ?? nil,
      "shared": .bool(hearing.isShared),
      "row": hearing.rows.first.map { rows.json(of: $0) } ?? nil,
      "availability": JSONValue(presences[hearing.shownAudio]?.word),
      "more_rows": JSONValue(hearing.rows.dropFirst()) { rows.json(of: $0) },
    ]
  }

  // MARK: Candidates

  private enum CandidateOutcome: String {
    case won, lost
    case passedOver = "passed_over"

    var title: String {
      switch self {
      case .won: "won        "
      case .lost: "lost       "
      case .passedOver: "passed over"
      }
    }
  }

  /// The winner, the losers from the best on, and what was passed over in the order of paths.
  private func candidates(of answer: Answer) -> [(outcome: CandidateOutcome, row: Place, reason: String)] {
    var result: [(CandidateOutcome, Place, String)] = []
    if let best = answer.best, let row = best.rows.first {
      let reason = answer.others.first.map { best.reason(itBeats: $0) }
      result.append((.won, row, reason ?? "it is the only one"))
      for other in answer.others {
        guard let row = other.rows.first else { continue }
        result.append((.lost, row, other.reason(itLosesTo: best)))
      }
    }
    return result + answer.refusedRows.map { (.passedOver, $0.row, $0.refusal.reason(in: session)) }
  }
}

extension Hearing {
  /// The audio's path as the user would write it.
  fileprivate var shownAudio: String { bundle == "." ? audio : "\(bundle)/\(audio)" }
}

/// Files and lines of rows; each file's lines are counted once.
private struct RowPlaces {
  private var tables: [ObjectIdentifier: LineTable] = [:]

  mutating func text(of row: Place) -> String { line(of: row).map { "\(row.path):\($0)" } ?? row.path }

  mutating func json(of row: Place) -> JSONValue {
    ["file": .string(row.path), "line": JSONValue(line(of: row))]
  }

  private mutating func line(of row: Place) -> Int? {
    guard let source = row.source, let range = row.range else { return nil }
    let id = ObjectIdentifier(source)
    let table = tables[id] ?? LineTable(of: source)
    tables[id] = table
    return table.position(at: range.lowerBound).line
  }
}

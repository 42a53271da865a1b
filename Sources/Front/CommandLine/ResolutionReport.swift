import TilawaBase
import TilawaExchange
import TilawaLibrary
import TilawaQuran
import TilawaFormat
import TilawaKit

/// What `tilawa resolve` says of an answer.
struct ResolutionReport {
  private let resolution: Resolution
  /// As they were asked for, repeats included.
  private let ayat: [Ayah]
  private let session: Session
  private let library: String
  /// Where the user stands.
  private let standing: String

  init(_ resolution: Resolution, of ayat: [Ayah], in session: Session, library: String, from standing: String)
  {
    self.resolution = resolution
    self.ayat = ayat
    self.session = session
    self.library = library
    self.standing = standing
  }

  /// Asks a library what plays the ayat that are named, and tells of faults that were met.
  static func hearing(
    _ passages: [String], in session: Session, of place: LibraryArguments, _ terminal: Terminal
  ) throws -> (heard: HeardAyat, report: ResolutionReport, outcome: Outcome) {
    let heard = try HeardAyat(
      PassageArguments.ayat(passages, counting: session.counting), in: session, of: place.open(in: terminal))
    let report = ResolutionReport(
      heard.resolution, of: heard.ayat, in: session, library: try place.root(in: terminal),
      from: terminal.workingDirectory)
    return (heard, report, heard.resolution.faults.tell(in: terminal))
  }

  /// Whether each ayah can be played.
  var isComplete: Bool { ayat.allSatisfy { answer($0)?.isPlayable ?? false } }

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
    ([hearing.ayah.description] + Self.facts(of: hearing)).joined(separator: "  ")
  }

  /// The file, start, end, the reciter, and what is to be known of the row.
  static func facts(of hearing: Hearing) -> [String] {
    var state = hearing.source != nil ? "unverified" : hearing.isVerified ? "verified" : "unverified"
    if hearing.isShared { state += " shared" }
    if hearing.availability != .available { state += " \(hearing.availability.rawValue)" }
    if hearing.held != AyahRange(hearing.ayah) {
      state += " as \(hearing.held) in \(hearing.counting.rawValue)"
    }
    return [
      hearing.shownAudio, hearing.span.start.description,
      hearing.knownEnd?.description ?? "-", hearing.shownReciter.map(shownText) ?? "-", state,
    ]
  }

  /// What was in the way, and doesn't matter where there is an answer all the same.
  var remarks: [String] {
    var refusals: [Refusal: Int] = [:]
    for ayah in Set(ayat) {
      guard let answer = answer(ayah), answer.best != nil else { continue }
      refusals.merge(answer.refusals.filter { !$0.key.isOrdinary }, uniquingKeysWith: max)
    }
    return whatIsNotHere
      + refusals.map { refusal, count in
        "passed over \(Self.rows(count)): \(refusal.told(ofSeveral: count > 1, in: session))"
      }.sorted()
  }

  /// Files that can't be heard now, and what brings them; each once.
  var whatIsNotHere: [String] {
    var remarks: Set<String> = []
    for answer in resolution.answers.values {
      if let best = answer.best, !answer.isPlayable, let text = presenceText(of: best) {
        remarks.insert(text)
      }
      if let other = answer.passedOver, answer.isPlayable, let text = presenceText(of: other) {
        remarks.insert("passed over a better row: \(text)")
      }
    }
    return remarks.sorted()
  }

  private func presenceText(of hearing: Hearing) -> String? {
    if hearing.published != nil {
      return hearing.availability == .remote || hearing.availability == .available
        ? nil : "the audio of \(hearing.bundle) was not published, and the library names nobody who has it"
    }
    let presence = hearing.recorded.presence
    let remark = presence.remark(on: hearing.shownAudio, fetchedBy: command(for: hearing))
    guard case .linkOutside = presence, !session.followsLinks else { return remark }
    return remark.map { "\($0); --follow-links includes it" }
  }

  /// What brings the audio, as the user would type it; nil when it is here or nothing does.
  private func command(for hearing: Hearing) -> String? {
    switch hearing.availability {
    case .available, .otherSize: return nil
    case .missing:
      guard hearing.hasAddress, case .missing(nil) = hearing.recorded.presence else { return nil }
      return "tilawa fetch \(ShellText.quoted(hearing.bundle))"
    case .remote:
      // `play` brings what is published by itself.
      return hearing.published == nil
        ? "tilawa fetch --reciter \(hearing.reciter ?? "") \(hearing.ayah)" : nil
    case .pointer:
      guard case .pointer(let pointer) = hearing.recorded.presence else {
        return nil
      }
      let path = hearing.bundlePath + "/" + hearing.audio
      return FetchingCommand(for: pointer, at: path)?.text(from: standing) ?? pointer.fetchCommand
    }
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
      case 0: return "found no bundle in \(library)"
      case 1: return "the bundle has no row that holds it"
      default: return "none of \(resolution.bundleCount) bundles has a row that holds it"
      }
    }
    return answer.refusals.map { refusal, count in
      (refusal.isOfSource
        ? "\(count) source\(count == 1 ? "" : "s") can have it, but "
        : "\(Self.rows(count)) \(count == 1 ? "holds" : "hold") it, but ")
        + refusal.told(ofSeveral: count > 1, in: session)
    }.sorted().joined(separator: "; ")
  }

  private static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }

  /// What is played only as far as its audio reaches; each once.
  var shortages: [String] {
    var seen: Set<Ayah> = []
    return ayat.compactMap { ayah in
      guard seen.insert(ayah).inserted, let best = answer(ayah)?.best, let end = best.cutShortAt else {
        return nil
      }
      return "\(ayah): the last \(best.span.end - end) s are past the end of the recording"
    }
  }

  // MARK: Playlists

  /// What can be played, in the order in which it was asked for.
  var playlist: Playlist {
    Playlist(
      ayat.compactMap { ayah in
        guard let answer = answer(ayah), answer.isPlayable, let best = answer.best else { return nil }
        return Playlist.Item(
          location: best.shownAudio, span: best.knownEnd == nil ? nil : best.spanInFile,
          title: ayah.description, creator: best.shownReciter)
      })
  }

  // MARK: JSON

  func document(explaining: Bool) -> JSONValue {
    let (items, unanswered) = values(explaining)
    return
      ([
        "items": .array(items), "unanswered": .array(unanswered),
        "faults": JSONValue(resolution.faults, \.json),
      ] as JSONValue).document
  }

  func jsonLines(explaining: Bool) -> [String] {
    let (items, unanswered) = values(explaining)
    return items.map { $0.line("item") } + unanswered.map { $0.line("unanswered") }
      + resolution.faults.map { $0.json.line("fault") }
  }

  /// These hearings, for programs.
  func values(of hearings: [Hearing]) -> JSONValue {
    var rows = RowPlaces()
    var words = BundleWords()
    return .array(hearings.map { json(of: $0, &rows, &words) })
  }

  private func values(_ explaining: Bool) -> (items: [JSONValue], unanswered: [JSONValue]) {
    var rows = RowPlaces()
    var words = BundleWords()
    var items: [JSONValue] = []
    var unanswered: [JSONValue] = []
    for ayah in ayat {
      guard let answer = answer(ayah) else { continue }
      var value: JSONValue
      if let best = answer.best {
        value = json(of: best, &rows, &words)
      } else {
        value = ["ayah": .string(ayah.description), "message": .string(reasons(of: answer))]
      }
      if explaining {
        value = value.adding(
          "candidates",
          JSONValue(candidates(of: answer)) { candidate in
            [
              "row": rows.json(of: candidate.row), "outcome": .string(candidate.outcome.rawValue),
              "message": .string(candidate.reason),
            ]
          })
      }
      if answer.best == nil { unanswered.append(value) } else { items.append(value) }
    }
    return (items, unanswered)
  }

  private func json(
    of hearing: Hearing, _ rows: inout RowPlaces, _ words: inout BundleWords
  ) -> JSONValue {
    [
      "ayah": .string(hearing.ayah.description), "numbering": .string(session.counting.rawValue),
      "held_as": .string(hearing.held.description), "held_numbering": .string(hearing.counting.rawValue),
      "path": hearing.availability == .remote ? nil : .string(hearing.shownAudio),
      "url": hearing.availability == .remote ? .string(hearing.shownAudio) : nil,
      "start": .number(hearing.span.start.description),
      "end": hearing.knownEnd.map { .number($0.description) } ?? nil,
      "duration": hearing.knownEnd.map { _ in .number(hearing.span.length.description) } ?? nil,
      "reciter": JSONValue(hearing.reciter), "reciter_name": JSONValue(hearing.reciterName),
      "riwayah": .string(hearing.riwayah.rawValue),
      "origin": hearing.published != nil ? "published" : hearing.source == nil ? "personal" : "remote",
      "verified": .bool(hearing.isVerified),
      "confidence": hearing.confidence.map { .number("\($0)") } ?? nil,
      "shared": .bool(hearing.isShared),
      "row": hearing.rows.first.map { rows.json(of: $0) } ?? nil,
      "availability": .string(hearing.availability.rawValue),
      "command": JSONValue(command(for: hearing)),
      "words": JSONValue(words.words(of: hearing)) { word in
        [
          "word": JSONValue(word.word.value), "start": .number(word.start.value.description),
          "end": .number(word.end.value.description),
        ]
      },
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
    return result + answer.refusedRows.map { (.passedOver, $0.row, $0.refusal.told(in: session)) }
  }
}

extension Hearing {
  /// Nil for a file that nobody has measured.
  fileprivate var knownEnd: Milliseconds? { availability == .remote && published == nil ? nil : span.end }
}

/// Word timings of bundles; each bundle's are read once.
private struct BundleWords {
  private var files: [ExactText: [WordTiming]] = [:]

  /// Those that are heard in the stretch, in the order of their starts.
  mutating func words(of hearing: Hearing) -> [WordTiming] {
    guard hearing.source == nil, hearing.published == nil else { return [] }
    let all =
      files[ExactText(hearing.bundlePath)]
      ?? TilawaBundle(readingAt: hearing.bundlePath, shownAs: hearing.bundle, only: [.words])
      .words?.content?.rows ?? []
    files[ExactText(hearing.bundlePath)] = all
    return all.filter { word in
      word.ayah.value >= hearing.held.first && word.ayah.value <= hearing.held.last
        && word.start.value >= hearing.span.start && word.start.value < hearing.span.end
    }.sorted { $0.start.value < $1.start.value }
  }
}

/// Files and lines of rows; each file's lines are counted once.
private struct RowPlaces {
  private var tables: [ObjectIdentifier: LineTable] = [:]

  mutating func text(of row: Place) -> String { line(of: row).map { "\(row.path):\($0)" } ?? row.path }

  mutating func json(of row: Place) -> JSONValue {
    ["path": .string(row.path), "line": JSONValue(line(of: row))]
  }

  private mutating func line(of row: Place) -> Int? {
    guard let source = row.source, let range = row.range else { return row.toldLine }
    let id = ObjectIdentifier(source)
    let table = tables[id] ?? LineTable(of: source)
    tables[id] = table
    return table.position(at: range.lowerBound).line
  }
}

extension Refusal {
  /// As it is told, with the option that helps.
  fileprivate func told(ofSeveral isPlural: Bool = false, in session: Session) -> String {
    let reason = reason(ofSeveral: isPlural, in: session)
    guard case .notFetched(let reciter) = self else { return reason }
    return "\(reason); tilawa fetch --reciter \(reciter) brings it, --remote takes it from there"
  }
}

import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran

/// The report of `tilawa resolve` on an answer.
struct ResolutionReport {
  private let resolution: Resolution
  /// As they were asked for, repeats included.
  private let ayat: [Ayah]
  fileprivate let session: Session
  private let library: String
  /// Where the user stands.
  private let standing: String
  fileprivate let places = Positions()
  fileprivate let words = BundleWords()

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

  /// True if each ayah can be played.
  var isComplete: Bool { ayat.allSatisfy { answer($0)?.isPlayable ?? false } }

  private func answer(_ ayah: Ayah) -> Answer? { resolution.answers[ayah] }

  // MARK: Text

  /// A line for each ayah that has an answer; below it, when explaining, one for each candidate.
  func lines(explaining: Bool) -> [String] {
    ayat.flatMap { ayah -> [String] in
      guard let answer = answer(ayah) else { return [] }
      var lines = answer.best.map { [line(of: $0)] } ?? []
      if explaining {
        lines += candidates(of: answer).map {
          "  \($0.outcome.title)  \($0.row.text): \($0.reason)"
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

  /// The obstacles, which don't matter where there is an answer all the same.
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
        ? nil : "the audio of \(hearing.bundle) was not published, and the library has no address for it"
    }
    let presence = hearing.recorded.presence
    let remark = presence.remark(on: hearing.shownAudio, fetchedBy: command(for: hearing))
    guard case .linkOutside = presence, !session.followsLinks else { return remark }
    return remark.map { "\($0); use --follow-links to include it" }
  }

  /// The command that fetches the audio, as typed by the user; nil if it is here or nothing fetches it.
  fileprivate func command(for hearing: Hearing) -> String? {
    switch hearing.availability {
    case .available, .otherSize: return nil
    case .missing:
      guard hearing.hasAddress, case .missing(nil) = hearing.recorded.presence else { return nil }
      return "tilawa audio fetch \(ShellText.quoted(hearing.bundle))"
    case .remote:
      // `play` brings what is published by itself.
      return hearing.published == nil
        ? "tilawa audio fetch --reciter \(hearing.reciter ?? "") \(hearing.ayah)" : nil
    case .pointer:
      guard case .pointer(let pointer) = hearing.recorded.presence else {
        return nil
      }
      let path = hearing.bundlePath + "/" + hearing.audio
      return FetchingCommand(for: pointer, at: path)?.text(from: standing) ?? pointer.fetchCommand
    }
  }

  /// The ayat without an answer, with reasons; consecutive ayat with the same reasons are listed together.
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
      case 0: return "no bundle found in \(library)"
      case 1: return "the bundle has no row that contains it"
      default: return "none of \(resolution.bundleCount) bundles has a row that contains it"
      }
    }
    return answer.refusals.map { refusal, count in
      (refusal.isOfSource
        ? "\(count) source\(count == 1 ? "" : "s") may have it, but "
        : "\(Self.rows(count)) \(count == 1 ? "contains" : "contain") it, but ")
        + refusal.told(ofSeveral: count > 1, in: session)
    }.sorted().joined(separator: "; ")
  }

  private static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }

  /// The ayat that are played only as far as their audio reaches; each once.
  var shortages: [String] {
    var seen: Set<Ayah> = []
    return ayat.compactMap { ayah in
      guard seen.insert(ayah).inserted, let best = answer(ayah)?.best, let end = best.cutShortAt else {
        return nil
      }
      return "\(ayah): the last \(best.span.end - end) s are after the end of the recording"
    }
  }

  // MARK: Playlists

  /// The playable ayat, in the requested order.
  var playlist: Playlist {
    Playlist(
      ayat.compactMap { ayah in
        guard let answer = answer(ayah), answer.isPlayable, let best = answer.best else { return nil }
        return Playlist.Item(
          location: best.shownAudio, span: best.knownEnd == nil ? nil : best.spanInFile,
          title: ayah.description, creator: best.shownReciter)
      })
  }

  // MARK: Candidates

  fileprivate enum CandidateOutcome: String, CaseIterable {
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

  fileprivate typealias Candidate = (outcome: CandidateOutcome, row: RowPlace, reason: String)

  /// The winner, the losers from the best on, and what was passed over in the order of paths.
  fileprivate func candidates(of answer: Answer) -> [Candidate] {
    var result: [Candidate] = []
    if let best = answer.best, let row = best.rows.first {
      let reason = answer.others.first.map { best.reason(itBeats: $0) }
      result.append((.won, places.row(at: row), reason ?? "the only candidate"))
      for other in answer.others {
        guard let row = other.rows.first else { continue }
        result.append((.lost, places.row(at: row), other.reason(itLosesTo: best)))
      }
    }
    return result
      + answer.refusedRows.map { (.passedOver, places.row(at: $0.row), $0.refusal.told(in: session)) }
  }
}

// MARK: - For programs

extension ResolutionReport {
  /// The recording that plays an ayah, with the candidates where they are explained.
  private typealias Item = (hearing: ReportedHearing, candidates: [Candidate]?)
  /// Why nothing plays an ayah.
  private typealias Unanswered = (ayah: Ayah, message: String, candidates: [Candidate]?)
  private typealias Document = (items: [Item], unanswered: [Unanswered], faults: [LibraryFault])

  static var description: OutputDescription { shape.description }

  private static let shape = OutputShape<Document>(
    "resolve",
    [
      .key(
        "items", .list(of: .object(itemKeys)), { $0.items },
        "Items that play the ayat, in the requested order."),
      .key(
        "unanswered", .list(of: .object(unansweredKeys)), { $0.unanswered },
        "Ayat that cannot be played, and why."),
      .key(.faults, { $0.faults }),
    ], lines: [itemLine.description, unansweredLine.description, LibraryFault.line.description])

  private static let itemLine = OutputLine("item", itemKeys)
  private static let unansweredLine = OutputLine("unanswered", unansweredKeys)

  private static let itemKeys: [JSONKey<Item>] =
    ReportedHearing.keys.of { $0.hearing } + candidatesKeys.of { $0.candidates }

  private static let unansweredKeys: [JSONKey<Unanswered>] =
    [
      .key(.ayah, { $0.ayah.description }), .key(.message, { $0.message }),
    ] + candidatesKeys.of { $0.candidates }

  private static let candidatesKeys: [JSONKey<[Candidate]?>] = [
    .optional(
      "candidates",
      .list(
        of: .object([
          .key(.row, { $0.row }), .key("outcome", .word, { $0.outcome }, "Outcome for the row."),
          .key(.message, { $0.reason }),
        ])), { $0 }, "With --explain: every candidate.")
  ]

  func document(explaining: Bool) -> String { Self.shape.document(of: values(explaining)) }

  func jsonLines(explaining: Bool) -> [String] {
    let values = values(explaining)
    return values.items.map(Self.itemLine.text) + values.unanswered.map(Self.unansweredLine.text)
      + values.faults.map(LibraryFault.line.text)
  }

  private func values(_ explaining: Bool) -> Document {
    var items: [Item] = []
    var unanswered: [Unanswered] = []
    for ayah in ayat {
      guard let answer = answer(ayah) else { continue }
      let candidates = explaining ? candidates(of: answer) : nil
      if let best = answer.best {
        items.append((ReportedHearing(hearing: best, report: self), candidates))
      } else {
        unanswered.append((ayah, reasons(of: answer), candidates))
      }
    }
    return (items, unanswered, resolution.faults)
  }
}

/// A hearing as it is told to programs.
struct ReportedHearing {
  let hearing: Hearing
  let report: ResolutionReport

  fileprivate enum Origin: String, CaseIterable { case personal, published, remote }

  private var isRemote: Bool { hearing.availability == .remote }
  private var origin: Origin {
    hearing.published != nil ? .published : hearing.source == nil ? .personal : .remote
  }
  private var rows: [RowPlace] { hearing.rows.map(report.places.row) }

  static let keys: [JSONKey<ReportedHearing>] = [
    .key(.ayah, \.hearing.ayah.description), .key(.numbering, \.report.session.counting.rawValue),
    .key(
      "held_as", .text, \.hearing.held.description,
      "Ayat in the recording's own count that contain it."),
    .key("held_numbering", .text, \.hearing.counting.rawValue, "Id of that counting system."),
    .nullable(.path, { $0.isRemote ? nil : $0.hearing.shownAudio }),
    .nullable(.url, { $0.isRemote ? $0.hearing.shownAudio : nil }),
    .key(.start, \.hearing.span.start), .nullable(.end, \.hearing.knownEnd),
    .nullable(.duration, { $0.hearing.knownEnd == nil ? nil : $0.hearing.span.length }),
    .nullable(.reciter, \.hearing.reciter), .nullable(.reciterName, \.hearing.reciterName),
    .key(.riwayah, \.hearing.riwayah.rawValue),
    .key(
      "origin", .word, \.origin,
      "Origin of the audio: `personal`, a bundle; `published`, a published library; `remote`, a source of the reciter."
    ),
    .key(.verified, \.hearing.isVerified), .nullable(.confidence, { $0.hearing.confidence.map { "\($0)" } }),
    .key(.shared, \.hearing.isShared), .nullable(.row, \.rows.first),
    .key(.availability, \.hearing.availability.rawValue),
    .nullable(
      "command", .text, { $0.report.command(for: $0.hearing) }, "Shell command that fetches the audio."),
    .key(
      "words",
      .list(of: .object([.key(.word, \.word), .key(.start, \.start), .key(.end, \.end)])),
      { $0.report.words.words(of: $0.hearing) }, "Words recited in it, in order of time."),
    .key(
      "more_rows", .list(of: .row), { Array($0.rows.dropFirst()) },
      "Further rows, played as one with the first."),
  ]
}

extension Hearing {
  /// Nil for a file that nobody has measured.
  fileprivate var knownEnd: Milliseconds? { availability == .remote && published == nil ? nil : span.end }
}

/// Word timings of bundles; each bundle's are read once.
private final class BundleWords {
  private var files: [ExactText: [Placed<WordTiming>]] = [:]

  /// Those that are heard in the stretch, in the order of their starts.
  func words(of hearing: Hearing) -> [Placed<WordTiming>] {
    guard hearing.source == nil, hearing.published == nil else { return [] }
    let all =
      files[ExactText(hearing.bundlePath)]
      ?? TilawaBundle(readingAt: hearing.bundlePath, shownAs: hearing.bundle, only: [.words])
      .words?.content?.rows ?? []
    files[ExactText(hearing.bundlePath)] = all
    return all.filter { word in
      word.ayah >= hearing.held.first && word.ayah <= hearing.held.last
        && word.start >= hearing.span.start && word.start < hearing.span.end
    }.sorted { $0.start < $1.start }
  }
}

extension Refusal {
  /// As it is told, with the option that helps.
  fileprivate func told(ofSeveral isPlural: Bool = false, in session: Session) -> String {
    let reason = reason(ofSeveral: isPlural, in: session)
    guard case .notFetched(let reciter) = self else { return reason }
    return "\(reason); use tilawa audio fetch --reciter \(reciter) to download it, or --remote to include it"
  }
}

package import TilawaBase
package import TilawaFormat
package import TilawaQuran
package import TilawaRecognition
import TilawaSound

/// An analysed recording, with the recited passages and their places.
package struct MarkListening: Sendable {
  /// The result of identifying a passage that nobody stated.
  package enum Identity: Sendable {
    /// Nothing was identified: the passage was stated, or only the pauses were analysed.
    case notAsked
    /// The passages were identified.
    case told
    /// The passages were identified in part: some are not certain, or some recitation was not identified.
    case partly([Unnamed])
    /// The passage was not identified; contains the likely passages, if any.
    case unsure(guesses: String?)
  }

  /// A span in which the recited passage was not identified.
  package struct Unnamed: Sendable {
    package let span: TimeSpan
    /// The likely passages, the likeliest first.
    package let guesses: [AyahRange]
    /// True if a search found nothing of the Quran in it; it is mostly speech.
    package var isElse: Bool { guesses.isEmpty }
  }

  package let recording: HeardRecording
  /// The stated passages, or else the identified ones; empty if unknown.
  package private(set) var passages: [AyahRange]
  package private(set) var marks: Result<RecordingMarks, MarkRefusal>
  package private(set) var identity = Identity.notAsked
  /// The spans with recitation that was not identified, in order of time; the whole recording if nothing
  /// was.
  package var unnamed: [Unnamed] {
    switch identity {
    case .notAsked, .told: []
    case .partly(let unnamed): unnamed
    case .unsure: TimeSpan(.zero, recording.duration).map { [Unnamed(span: $0, guesses: [])] } ?? []
    }
  }

  /// The pieces that the search of the whole Quran found where no passage is stated.
  package private(set) var pieces: [PassageIdentification.Piece]?

  /// All passages that are heard, in order, if they differ from the stated or identified ones; nil for an
  /// unidentified one.
  package private(set) var heard: [AyahRange?] = []
  /// The certain parts of passages that nobody stated.
  private var sure: [UnaidedPassages.Sure] = []
  /// The spans that contain none of the passages.
  private var strange: [TimeSpan] = []
  /// The passages found by the search that expects no passage.
  private var searched: [AyahRange] = []
  /// The analysis of these passages.
  private var known: HeardPassages?
  /// The pauses, if there are unidentified spans.
  private var pauses: PauseAnalysis?

  /// Analyses the audio at `path`, and finds the passages in it; without any, identifies the recitation.
  package init(
    to path: String, for passages: [AyahRange], around bundle: TilawaBundle?, _ request: MarkRequest,
    in workplace: Workplace, _ monitor: WorkMonitor
  ) throws {
    let heard = try HeardRecording(
      at: path, pauses: request.pauses, model: request.model, in: workplace, monitor)
    try monitor.check()
    guard passages.isEmpty, case .features(let features, let model) = heard else {
      self.init(heard, passages, bundle, request, monitor)
      try lookForMore(around: bundle, request, monitor)
      return
    }
    let found = try PassageIdentification(features, listensAgain: false, monitor)
    let counting = try bundle?.knownCounting() ?? request.counting
    let all = try UnaidedPassages(found, in: features, counting, request, model, monitor)
    if !all.passages.isEmpty {
      try self.init(heard, all, at: path, bundle, request, in: workplace, monitor)
      pieces = all.named(found.pieces)
      if !self.passages.isEmpty, case .success = marks { return }
    }
    try monitor.check()
    guard !request.marksWords else {
      let guesses = found.guesses(counting)
      self.init(recording: heard, passages: [], marks: .failure(.unknownPassage(guesses: guesses)))
      pieces = all.named(found.pieces)
      return
    }
    let pauses = try HeardRecording(
      at: path, pauses: .adaptive, model: request.model, in: workplace, monitor)
    self.init(pauses, [], bundle, request, monitor)
    pieces = all.named(found.pieces)
    identity = .unsure(guesses: found.guesses(counting))
  }

  private init(
    recording: HeardRecording, passages: [AyahRange], marks: Result<RecordingMarks, MarkRefusal>
  ) {
    self.recording = recording
    self.passages = passages
    self.marks = marks
  }

  /// Finds stated passages.
  private init(
    _ recording: HeardRecording, _ passages: [AyahRange], _ bundle: TilawaBundle?, _ request: MarkRequest,
    _ monitor: WorkMonitor
  ) {
    self.recording = recording
    self.passages = passages
    marks = recording.marks(of: passages, bundle, request, monitor)
  }

  /// Marks identified passages that nobody stated.
  private init(
    _ recording: HeardRecording, _ all: UnaidedPassages, at path: String, _ bundle: TilawaBundle?,
    _ request: MarkRequest, in workplace: Workplace, _ monitor: WorkMonitor
  ) throws {
    self.init(recording: recording, passages: all.passages, marks: .success(RecordingMarks([])))
    (strange, sure, searched, known) = (all.strange, all.sure, all.passages, all.heard)
    let counting = try bundle?.knownCounting() ?? request.counting
    let named = searchedMarks(around: bundle, request, monitor)
    let unnamed = (all.unnamed.map { Unnamed(span: $0.span, guesses: $0.guesses) } + named.doubted)
      .sorted { $0.span.start < $1.span.start }
    let open = unnamed.filter { !$0.isElse }
    let order = all.inOrder(open.map(\.span), except: named.doubted)
    passages = order.compactMap(\.self)
    if unnamed.isEmpty, all.isSure(in: counting) {
      identity = .told
    } else {
      identity = .partly(unnamed)
      heard = order
    }
    if !open.isEmpty {
      let listened = try HeardRecording(
        at: path, pauses: .adaptive, model: request.model, in: workplace, monitor)
      if case .pauses(let analyses) = listened { pauses = analyses.first }
    }
    marks = marks(named.marks, around: bundle, request)
  }

  /// Returns the marks of passages that were found without expectation, without doubtful passages, and the
  /// spans of these.
  private func searchedMarks(
    around bundle: TilawaBundle?, _ request: MarkRequest, _ monitor: WorkMonitor
  ) -> (marks: Result<RecordingMarks, MarkRefusal>, doubted: [Unnamed]) {
    var doubted: [Unnamed] = []
    let marks = recording.marks(of: searched, bundle, request, except: strange, known: known, monitor).map {
      marks in
      var marks = marks
      guard case .features(let features, _) = recording else { return marks }
      marks.doubt(besides: sure, until: recording.duration)
      var dropped = marks.dropDoubted(until: recording.duration)
      if let counting = bundle.map(\.counting) ?? request.counting {
        dropped += marks.dropTooLong(in: features, counting: counting)
      }
      putSure(into: &marks, around: bundle, request)
      doubted = dropped.map { Unnamed(span: $0.span, guesses: [$0.passage]) }
      return marks
    }
    return (marks, doubted)
  }

  /// Adds marks of passages that the search is certain of, but that the marks of the whole recording lack
  /// at that place.
  private func putSure(into marks: inout RecordingMarks, around bundle: TilawaBundle?, _ request: MarkRequest)
  {
    for found in sure where !marks.hasRows(of: found.passage, in: found.span) {
      let cut = TimeSpan(
        max(.zero, found.span.start - Self.around), min(recording.duration, found.span.end + Self.around))
      guard let cut else { continue }
      guard case .success(let own) = recording.marks(of: found.passage, in: cut, bundle, request) else {
        continue
      }
      marks.put(own, at: cut.start, in: found.span)
    }
  }

  /// The time before and after such a passage that is analysed with it.
  private static let around = Milliseconds(300)

  /// The files that determine the places of marks.
  static let settling: Set<FileKind> = [.recording, .markers, .segments]

  /// Returns the marks of `stated`, or, if it is empty, of the identified passages, around the rows settled
  /// by now.
  func marks(
    of stated: [AyahRange], around bundle: TilawaBundle, _ request: MarkRequest, _ monitor: WorkMonitor
  ) -> Result<RecordingMarks, MarkRefusal> {
    stated.isEmpty
      ? marks(searchedMarks(around: bundle, request, monitor).marks, around: bundle, request)
      : recording.marks(of: stated, bundle, request, monitor)
  }

  /// Completes the marks of passages that were found without expectation.
  private func marks(
    _ searched: Result<RecordingMarks, MarkRefusal>, around bundle: TilawaBundle?, _ request: MarkRequest
  ) -> Result<RecordingMarks, MarkRefusal> {
    let unnamed = if case .partly(let unnamed) = identity { unnamed } else { [Unnamed]() }
    return searched.map { marks in
      var marks = marks
      let settled = bundle.map(Anchor.all) ?? []
      let free = unnamed.filter { part in
        !settled.contains { $0.start >= part.span.start && $0.start < part.span.end }
      }
      marks.leaveOut(free.filter(\.isElse).map(\.span), until: recording.duration)
      if let pauses { marks.leaveUnnamed(free.filter { !$0.isElse }.map(\.span), pauses: pauses) }
      return marks.settled(until: recording.duration)
    }
  }

  // MARK: More than was stated

  /// The duration below which a passage can't be distinguished from others.
  private static let shortest = Milliseconds(20_000)

  /// Identifies other passages if the stated ones leave much of the recitation unexplained.
  private mutating func lookForMore(
    around bundle: TilawaBundle?, _ request: MarkRequest, _ monitor: WorkMonitor
  ) throws {
    let counting = bundle.map(\.counting) ?? request.counting
    guard case .features(let features, let model) = recording, features.duration >= Self.shortest,
      !passages.isEmpty, let counting, leavesMuchOpen(in: counting)
    else { return }
    let found = try PassageIdentification(features, listensAgain: false, monitor)
    let all = try UnaidedPassages(found, in: features, counting, request, model, monitor)
    let whole = all.passages.map { heard in passages.first { $0.overlaps(heard) } ?? heard }
    // A passage that was only likely isn't reported to a user who states another.
    let news = whole.filter { !passages.contains($0) }
    guard news.contains(where: { new in all.sure.contains { $0.passage.overlaps(new) } }) else { return }
    heard = all.inOrder.map { heard in heard.map { heard in passages.first { $0.overlaps(heard) } ?? heard } }
  }

  private func leavesMuchOpen(in counting: CountingSystem) -> Bool {
    switch marks {
    case .success(let marks): marks.leavesMuchOpen(in: counting, until: recording.duration)
    case .failure(.misfit(.otherSounds)), .failure(.misfit(.otherTempo)): true
    case .failure: false
    }
  }
}

extension UnaidedPassages {
  fileprivate init(
    _ found: PassageIdentification, in features: SpeechFeatures, _ counting: CountingSystem,
    _ request: MarkRequest, _ model: AcousticModel, _ monitor: WorkMonitor
  ) throws {
    let stage = monitor.begin("listening again")
    defer { stage.finish() }
    try self.init(
      found, in: features, counting: counting, model: model, check: monitor.check)
  }

  /// The pieces found, sure only where the second search was sure as well.
  fileprivate func named(_ pieces: [PassageIdentification.Piece]) -> [PassageIdentification.Piece] {
    pieces.map { piece in
      guard piece.isSure, let passage = piece.passage, !passages.contains(where: passage.overlaps) else {
        return piece
      }
      var piece = piece
      piece.confidence = min(piece.confidence, 0.89)
      return piece
    }
  }

  /// Returns true if every ayah of the passages is certain somewhere.
  fileprivate func isSure(in counting: CountingSystem) -> Bool {
    passages.flatMap { counting.ayat(in: $0) }.allSatisfy { ayah in
      sure.contains { $0.passage.first <= ayah && ayah <= $0.passage.last }
    }
  }

  /// The passages, and nil for each unidentified span, in order of time.
  fileprivate var inOrder: [AyahRange?] { inOrder(unnamed.map(\.span), except: []) }

  /// Like ``inOrder``, but without the doubtful passages.
  fileprivate func inOrder(
    _ unnamed: [TimeSpan], except doubted: [MarkListening.Unnamed]
  ) -> [AyahRange?] {
    let ends = starts.dropFirst() + [Milliseconds(.max)]
    let named = zip(zip(starts, ends), passages).filter { place, passage in
      !doubted.contains { part in
        part.guesses.contains { $0.overlaps(passage) } && part.span.start < place.1 && place.0 < part.span.end
      }
    }.map { (at: $0.0, passage: AyahRange?.some($1)) }
    let rest = unnamed.map { (at: $0.start, passage: AyahRange?.none) }
    return (named + rest).sorted { $0.at < $1.at }.map(\.passage)
  }
}

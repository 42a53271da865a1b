import TilawaBase
package import TilawaFormat
package import TilawaQuran
import TilawaRecognition

/// The starts of the ayat in a recording, and the resulting changes of its bundle.
public struct MarkPlan: Plan {
  package let listening: MarkListening
  /// The bundle as it was read, without the changes.
  package let bundle: TilawaBundle
  /// The recited passages, as stated, or else as recognised.
  package let recited: [AyahRange]
  package let counting: CountingSystem
  /// True if a person stated the passage.
  package var isStated: Bool { !stated.isEmpty }
  /// The markers that a person probably made, and that would be removed.
  package let handMadeMarkers: [Placed<Marker>]
  /// The changes, or the reason why there are none.
  package private(set) var changes: Result<MarkChanges, MarkRefusal>

  /// The saved rows that stay, and that contradict the recording.
  package var contradicted: [Review.Item] {
    guard let heard = listening.heardRows, case .success(let changes) = changes, changes.segmenting == nil
    else {
      return []
    }
    var saved = bundle
    saved.replace(.markers, by: nil)
    return Review(of: saved, against: heard).items
  }

  let place: FoundBundle
  let workplace: Workplace
  private let request: MarkRequest
  private let stated: [AyahRange]

  /// Analyses the recording of a bundle, and plans the changes of its files. Nothing is locked meanwhile.
  package init(
    for place: FoundBundle, _ request: MarkRequest, in workplace: Workplace, _ monitor: WorkMonitor
  ) throws {
    let bundle = TilawaBundle(readingAt: place.path, shownAs: place.shownPath)
    try bundle.require(.relying(on: request.kinds))
    // Mistyped arguments are reported before an hour of audio is analysed.
    let stated = try request.passages(of: bundle)
    let listening = try MarkListening(
      to: try bundle.audioPath(), for: stated, around: bundle, request, in: workplace, monitor)
    try self.init(place, workplace, request, bundle, stated, listening, listening.marks)
  }

  private init(
    _ place: FoundBundle, _ workplace: Workplace, _ request: MarkRequest, _ bundle: TilawaBundle,
    _ stated: [AyahRange],
    _ listening: MarkListening, _ marks: Result<RecordingMarks, MarkRefusal>
  ) throws {
    (self.place, self.workplace) = (place, workplace)
    self.request = request
    self.bundle = bundle
    self.stated = stated
    self.listening = listening
    let passages = stated.isEmpty ? listening.passages : stated
    recited = passages
    counting = try bundle.knownCounting()
    handMadeMarkers = (try? marks.get()).map { bundle.handMadeMarkers(besides: $0.markers) } ?? []
    let isIdentified = if case .told = listening.identity { stated.isEmpty } else { false }
    let isNoted = request.passages != nil || isIdentified
    changes = marks.flatMap { marks in
      Result { () throws(MarkRefusal) in
        try MarkChanges(
          to: bundle, marks, request, passage: isNoted ? passages : [], isHeard: isIdentified,
          end: bundle.audioEnd ?? listening.recording.duration)
      }
    }
  }

  /// Writes the planned changes, all or none, and returns the plan that was carried out.
  ///
  /// If other programs wrote meanwhile, the plan is computed again without analysing the recording. A plan
  /// without changes does nothing. At most `allowed` hand-made markers may be removed, unless the request
  /// allows the removal of all.
  package func apply(_ monitor: WorkMonitor, replacingHandMade allowed: Int = 0) throws -> MarkPlan {
    if case .failure = changes, handMadeMarkers.isEmpty { return self }
    try monitor.check()
    var transaction = try place.open(changing: request.kinds)
    var plan = try onto(transaction.bundle, monitor)
    if !request.replacesHandMade, plan.handMadeMarkers.count > allowed {
      plan.changes = .failure(.handMade(plan.handMadeMarkers))
    }
    guard case .success(let changes) = plan.changes else { return plan }
    try changes.apply(to: &transaction)
    _ = try transaction.commit()
    return plan
  }

  /// Returns the plan for the current content of the bundle.
  private func onto(_ now: TilawaBundle, _ monitor: WorkMonitor) throws -> MarkPlan {
    let isSettledAlike = now.says(theSameAs: bundle, in: MarkListening.settling)
    if isSettledAlike, now.says(theSameAs: bundle, in: [.words]) { return self }
    let stated = try request.passages(of: now)
    let marks =
      isSettledAlike && stated == self.stated
      ? listening.marks : listening.marks(of: stated, around: now, request, monitor)
    return try MarkPlan(place, workplace, request, now, stated, listening, marks)
  }
}

extension MarkRequest {
  fileprivate var kinds: Set<FileKind> {
    marksWords ? MarkListening.settling.union([.words]) : MarkListening.settling
  }

  /// Returns the stated passages. Pauses don't identify a passage, so a recognised passage counts with them
  /// as well.
  fileprivate func passages(of bundle: TilawaBundle) throws -> [AyahRange] {
    if let passages { return try passages(bundle.knownCounting()) }
    let recording = bundle.recording?.content
    return (pauses == nil ? recording?.statedPassages : recording?.passage?.value.map(\.value)) ?? []
  }
}

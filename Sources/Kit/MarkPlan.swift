import TilawaBase
package import TilawaFormat
package import TilawaQuran
import TilawaRecognition

/// Where the ayat of a recording begin, and what that changes in its bundle.
public struct MarkPlan: Plan {
  package let listening: MarkListening
  /// As it was read; nothing of it is changed.
  package let bundle: TilawaBundle
  /// What is recited: as was stated, else as it was heard.
  package let recited: [AyahRange]
  package let counting: CountingSystem
  /// Whether somebody said what is recited.
  package var isStated: Bool { !stated.isEmpty }
  /// Markers that a person seems to have made, and that would go.
  package let handMadeMarkers: [Placed<Marker>]
  /// What will change, or why nothing can.
  package private(set) var changes: Result<MarkChanges, MarkRefusal>

  /// Saved rows that stay, and that contradict what is heard.
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

  /// Listens to the recording of a bundle, and plans what its files shall say. Nothing is locked meanwhile.
  package init(
    for place: FoundBundle, _ request: MarkRequest, in workplace: Workplace, _ monitor: WorkMonitor
  ) throws {
    let bundle = TilawaBundle(readingAt: place.path, shownAs: place.shownPath)
    try bundle.require(.relying(on: request.kinds))
    // What was typed may be wrong: told before an hour of audio is listened to.
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

  /// Writes what was planned, all of it or nothing, and gives the plan as it was carried out.
  ///
  /// What somebody else wrote meanwhile is looked at again, but not listened to. A plan that says why nothing can be done
  /// does nothing. So many hand-made markers may go, where the request doesn't let all go.
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

  /// The same for what the bundle says by now.
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

  /// What is recited, as far as somebody says it. Pauses alone tell nothing of that: they go by what a program heard, too.
  fileprivate func passages(of bundle: TilawaBundle) throws -> [AyahRange] {
    if let passages { return try passages(bundle.knownCounting()) }
    let recording = bundle.recording?.content
    return (pauses == nil ? recording?.statedPassages : recording?.passage?.value.map(\.value)) ?? []
  }
}

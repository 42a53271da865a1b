import Synchronization
package import TilawaBase
package import TilawaFormat
import TilawaLibrary
import TilawaLint
package import TilawaQuran

/// A bundle in the studio: the state that all windows show, and the edits that any of them makes.
/// Thread-safe; edits are made one after the other.
package final class StudioSession: Sendable {
  /// The state that only one thread may edit at a time.
  struct Desk {
    let session: EditingSession
    var rows: StudioRows
    var facts: StudioFacts
    var version = 0
    /// The current identifiers of renamed rows, by the identifiers that windows may still use.
    var renamed: [String: String] = [:]
    var findings: [StudioFinding] = []
    /// The time of the last change that lint hasn't checked.
    var uncheckedSince: ContinuousClock.Instant?
  }

  let place: FoundBundle
  /// True if nothing can be changed.
  package let isReadOnly: Bool
  /// The sound, or nil if there is none.
  package let sound: StudioSound?
  private let soundlessness: String?
  /// The texts of the library that contains the bundle.
  let shelf: TextShelf?
  let desk: Mutex<Desk>
  let publish: @Sendable (StudioEvent) -> Void

  /// Opens a bundle. `publish` receives all events except the results of calls, in order; it must not
  /// block.
  ///
  /// Throws `FaultyFiles` if a file can't be read well enough to be changed.
  package init(
    of place: FoundBundle, isReadOnly: Bool, _ publish: @escaping @Sendable (StudioEvent) -> Void
  ) throws {
    self.place = place
    self.isReadOnly = isReadOnly
    self.publish = publish
    let session = try EditingSession(of: place)
    shelf = TextShelf(around: place.path)
    var sound: StudioSound?
    var soundlessness: String?
    do { sound = try StudioSound(of: session.bundle) } catch {
      soundlessness = "the sound can't be heard: \(Self.words(for: error))"
    }
    (self.sound, self.soundlessness) = (sound, soundlessness)
    let rows = StudioRows(session.rows, of: session.bundle)
    var desk = Desk(session: session, rows: rows, facts: StudioFacts())
    desk.facts = Self.facts(desk, sound?.duration)
    desk.findings = Self.findings(of: session.bundle, rows)
    self.desk = Mutex(desk)
  }

  /// Returns an error in words, for the user.
  static func words(for error: any Error) -> String {
    switch error {
    case let faults as FaultyFiles:
      faults.diagnostics.first.map { "\($0.place.path): \($0.message)" } ?? "a file can't be read"
    default: "\(error)"
    }
  }

  /// Returns the first fault of a bundle's files, with its line.
  private static func fault(of findings: [StudioFinding]) -> String {
    guard let finding = findings.first(where: { $0.severity == .error }) ?? findings.first else {
      return "a file can't be read"
    }
    return "\(finding.file)\(finding.line.map { ":\($0)" } ?? ""): \(finding.message)"
  }

  // MARK: What is shown

  /// Returns the whole state.
  package func state() -> StudioState {
    desk.withLock { desk in
      StudioState(
        version: desk.version, recording: recording(desk), isReadOnly: isReadOnly, rows: desk.rows.inTime,
        facts: desk.facts, findings: desk.findings)
    }
  }

  private func recording(_ desk: Desk) -> StudioRecording {
    let bundle = desk.session.bundle
    let reciter = bundle.reciter?.content
    let passage = bundle.recording?.content?.passage?.value.map(\.value.description)
    let name = PathText.name(of: bundle.path)
    return StudioRecording(
      name: name, title: bundle.recording?.content?.title?.value ?? name, path: bundle.shownPath,
      reciter: reciter?.name?.value ?? bundle.reciterID, arabicReciter: reciter?.arabicName?.value,
      riwayah: bundle.riwayah?.rawValue, numbering: bundle.counting?.rawValue,
      passage: passage?.joined(separator: ", "), duration: duration(of: bundle), soundlessness: soundlessness)
  }

  private func duration(of bundle: TilawaBundle) -> Milliseconds {
    sound?.duration ?? bundle.audioEnd ?? AnnotatedRow.rows(of: bundle).map(\.end).max() ?? .zero
  }

  /// The bundle at the time when the studio opened it, and the current one.
  package var versions: (beginning: TilawaBundle, now: TilawaBundle) {
    desk.withLock { ($0.session.beginning, $0.session.bundle) }
  }

  /// Returns the row with an identifier, and the bundle that contains it.
  func row(_ id: String) -> (row: AnnotatedRow, bundle: TilawaBundle)? {
    desk.withLock { desk in
      desk.identity(id).flatMap { identity in
        desk.session.rows.first { $0.identity == identity }.map { ($0, desk.session.bundle) }
      }
    }
  }

  // MARK: Edits

  /// Makes an edit, and reports it to all windows except the one that requested it. The files are written
  /// when this returns.
  ///
  /// Throws `Failure` if the edit can't be made; nothing is changed then.
  package func make(_ edit: StudioEdit, for window: String? = nil) throws(Failure) -> StudioDelta {
    guard !isReadOnly else {
      throw Failure("the studio was opened with --read-only", unless: .openingForEditing)
    }
    do {
      let edit = try snapped(edit)
      return try desk.withLock { desk in
        self.tellingReunions(&desk) { desk in try self.make(edit, at: &desk, window) }
      }.get()
    } catch let refusal as Failure {
      throw refusal
    } catch {
      throw Failure(refused: Self.words(for: error))
    }
  }

  private func make(_ edit: StudioEdit, at desk: inout Desk, _ window: String?) throws -> StudioDelta {
    var focus: AnnotatedRow.Identity?
    var goesOn: Milliseconds?
    let old = desk.rows
    switch edit {
    case .undo:
      guard let step = try desk.session.undo() else { throw Failure(refused: "there is nothing to undo") }
      focus = step.row ?? step.after
    case .redo:
      guard let step = try desk.session.redo() else { throw Failure(refused: "there is nothing to redo") }
      focus = step.after ?? step.row
    default:
      let made = try desk.session.make { bundle, rows in
        try self.planned(edit, desk, bundle, rows)
      }
      focus = made?.after
      if case .confirm = edit { goesOn = made?.row?.start }
      if case .reject = edit { goesOn = made?.row?.start }
    }
    refresh(&desk)
    if let asked = edit.row, let now = desk.rows.id(of: focus), asked != now, desk.rows[asked] == nil {
      desk.renamed[asked] = now
    }
    return publish(
      desk, old, goesOn.flatMap { desk.rows.next(after: $0) } ?? desk.rows.id(of: focus), nil, window)
  }

  /// Makes an edit that no window requested directly, and reports it to all windows. Returns false if it
  /// changed nothing.
  func makeByItself(_ plan: @escaping @Sendable (TilawaBundle, [AnnotatedRow]) throws -> EditingSession.Edit?)
    throws -> Bool
  {
    try desk.withLock { desk in
      self.tellingReunions(&desk) { desk in
        let old = desk.rows
        let steps = desk.session.done.count
        guard try desk.session.make(plan) != nil, desk.session.done.count > steps else { return false }
        refresh(&desk)
        _ = publish(desk, old, nil, nil, nil)
        return true
      }
    }.get()
  }

  /// A change without any difference.
  var unchanged: StudioDelta {
    desk.withLock { desk in
      StudioDelta(
        version: desk.version, removed: [], rows: [], focus: nil, facts: desk.facts, message: nil)
    }
  }

  /// Returns the changes since `old`, and reports them to all windows except one.
  private func publish(
    _ desk: Desk, _ old: StudioRows, _ focus: String?, _ message: String?, _ window: String?
  ) -> StudioDelta {
    let (removed, rows) = desk.rows.difference(from: old)
    let delta = StudioDelta(
      version: desk.version, removed: removed, rows: rows, focus: focus, facts: desk.facts, message: message)
    publish(.changed(delta, window: window))
    return delta
  }

  /// Returns the edit for the current bundle.
  private func planned(
    _ edit: StudioEdit, _ desk: Desk, _ bundle: TilawaBundle, _ rows: [AnnotatedRow]
  ) throws -> EditingSession.Edit {
    func row(_ id: String) throws(Failure) -> AnnotatedRow {
      // Another program may have moved or renamed it a moment ago.
      guard let identity = desk.identity(id), let row = rows.row(identity) else {
        throw Failure(refused: "the row isn't there any more")
      }
      return row
    }
    func correct(_ id: String, _ correction: Correction) throws -> EditingSession.Edit {
      try .correcting(row(id), correction, in: bundle)
    }
    switch edit {
    case .confirm(let id): return try correct(id, .confirm)
    case .unconfirm(let id): return try correct(id, .unconfirm)
    case .reject(let id): return try correct(id, .reject)
    case .moveStart(let id, let time, _): return try correct(id, .moveStart(to: time))
    case .moveEnd(let id, let time, _): return try correct(id, .moveEnd(to: time))
    case .moveJoin(let id, let index, let time, _): return try correct(id, .moveJoin(index, to: time))
    case .split(let id, let time, _): return try correct(id, .split(at: time))
    case .join(let id): return try correct(id, .join)
    case .hold(let id, let text): return try correct(id, .hold(try Self.ayat(text, in: bundle)))
    case .skip(let id, let kind): return try correct(id, .skip(kind))
    case .note(let id, let text): return try correct(id, .note(text.isEmpty ? nil : text))
    case .remove(let id): return try correct(id, .remove)
    case .add(let time, _, let text):
      return try .addingMarker(at: time, try text.map { try Self.ayat($0, in: bundle) }, in: bundle)
    case .assign(let id, let text):
      let from = try row(id)
      let first =
        try text.map { try Self.ayat($0, in: bundle).first } ?? Self.offered(for: from, rows, bundle)
      guard let first else { throw Failure(refused: "nothing tells with which ayah to begin") }
      return try .assigning(from: from, first, in: bundle)
    case .confirmAll(let ids): return .confirming(ids.compactMap(desk.identity), in: bundle)
    case .segment: return try .segmenting(bundle, end: bundle.audioEnd ?? sound?.duration)
    case .reopen: return try .reopening(bundle)
    case .undo, .redo, .markAgain, .stopMarking: throw Failure(refused: "this is no edit of rows")
    }
  }

  /// Returns the ayat that a text names, as people write them: `18:10`, `kahf 10`. Throws the reason if it names none.
  package func ayat(named text: String) throws(Failure) -> AyahRange {
    try Self.ayat(text, in: versions.now)
  }

  private static func ayat(_ text: String, in bundle: TilawaBundle) throws(Failure) -> AyahRange {
    guard let counting = bundle.counting else {
      throw Failure(refused: "how the ayat are counted isn't known; recording.yaml has a fault")
    }
    switch PassageReference.parse(text, counting: counting) {
    case .success(let range): return range
    case .failure(let error): throw Failure(refused: error.message)
    }
  }

  /// Returns the edit with its time moved to the quietest moment nearby.
  private func snapped(_ edit: StudioEdit) throws -> StudioEdit {
    func quietest(_ time: Milliseconds, _ snap: Milliseconds) -> Milliseconds {
      guard snap > .zero, let sound else { return time }
      return (try? sound.quietest(near: time, within: min(snap, Milliseconds(2000)))) ?? time
    }
    switch edit {
    case .moveStart(let id, let time, let snap): return .moveStart(id, to: quietest(time, snap), snap: .zero)
    case .moveEnd(let id, let time, let snap): return .moveEnd(id, to: quietest(time, snap), snap: .zero)
    case .moveJoin(let id, let index, let time, let snap):
      return .moveJoin(id, index, to: quietest(time, snap), snap: .zero)
    case .split(let id, let time, let snap): return .split(id, at: quietest(time, snap), snap: .zero)
    case .add(let time, let snap, let ayah): return .add(at: quietest(time, snap), snap: .zero, ayah: ayah)
    default: return edit
    }
  }

  // MARK: Other hands

  /// Checks if another program has saved the files. Its changes are merged with those made here, and
  /// reported to the windows.
  ///
  /// Throws if the files can't be read at the moment; nothing is written until they can be.
  package func lookAround() throws {
    let result = desk.withLock { desk in
      Result {
        let reunion = try desk.session.reunite()
        tell([reunion], &desk)
        // The findings in the broken file no longer apply.
        if desk.facts.fault != nil {
          (desk.facts.fault, desk.uncheckedSince) = (nil, .now)
          publish(.broken(nil))
        }
      }
    }
    if case .failure = result { tellFaults() }
    try result.get()
  }

  /// Reports the faults of files that can't be read at the moment.
  private func tellFaults() {
    let bundle = TilawaBundle(readingAt: place.path, shownAs: place.shownPath)
    desk.withLock { desk in
      let found = Self.findings(of: bundle, desk.rows)
      guard desk.facts.fault == nil || found != desk.findings else { return }
      (desk.facts.fault, desk.findings) = (Self.fault(of: found), found)
      publish(.findings(version: desk.version, found))
      publish(.broken(desk.facts.fault))
    }
  }

  /// Reports other programs' changes that were found during an edit: together with its rows if it was made,
  /// separately if it wasn't.
  private func tellingReunions<Value>(
    _ desk: inout Desk, _ edit: (inout Desk) throws -> Value
  ) -> Result<Value, any Error> {
    do {
      let made = try edit(&desk)
      for case .disputed(let places) in desk.session.takeReunions() {
        publish(.disputed(message: Self.dispute, places: places.map(\.description), rows: []))
      }
      return .success(made)
    } catch {
      tell(desk.session.takeReunions(), &desk)
      return .failure(error)
    }
  }

  private func tell(_ reunions: [EditingSession.Reunion], _ desk: inout Desk) {
    for reunion in reunions {
      if case .unchanged = reunion { continue }
      let old = desk.rows
      refresh(&desk)
      // Windows that haven't heard of it yet go on to use the old identifiers.
      for row in old.inTime where desk.rows[row.id] == nil {
        desk.renamed[row.id] = desk.rows.id(of: desk.session.rows.row(row.identity)?.identity)
      }
      let message = if case .merged = reunion { "merged" } else { "taken" }
      let delta = publish(desk, old, nil, message, nil)
      if case .disputed(let places) = reunion {
        publish(
          .disputed(
            message: Self.dispute, places: places.map(\.description), rows: delta.rows.map(\.id)))
      }
    }
  }

  private static let dispute = "somebody else changed the same rows; the files hold what they wrote"

  private func refresh(_ desk: inout Desk) {
    desk.rows = StudioRows(desk.session.rows, of: desk.session.bundle)
    let fault = desk.facts.fault
    desk.facts = Self.facts(desk, sound?.duration)
    desk.facts.fault = fault
    desk.version += 1
    desk.uncheckedSince = .now
  }

  // MARK: Findings

  /// Runs lint on the bundle if nothing has changed for a moment, and reports its findings to the windows.
  package func checkWhenQuiet() {
    let found = desk.withLock { desk -> (version: Int, bundle: TilawaBundle, rows: StudioRows)? in
      guard let since = desk.uncheckedSince, .now - since >= .milliseconds(300) else { return nil }
      desk.uncheckedSince = nil
      return (desk.version, desk.session.bundle, desk.rows)
    }
    guard let found else { return }
    let findings = Self.findings(of: found.bundle, found.rows)
    desk.withLock { desk in
      guard desk.version == found.version else { return }
      desk.findings = findings
      publish(.findings(version: found.version, findings))
    }
  }

  private static func findings(of bundle: TilawaBundle, _ rows: StudioRows) -> [StudioFinding] {
    let places = AnnotatedRow.rows(of: bundle).map { (place: $0.place(in: bundle), identity: $0.identity) }
    return Linter(.hearing).lint(bundle).map { finding in
      let (source, range) = (finding.place.source, finding.place.range)
      let line = source.flatMap { source in
        range.map { LineTable(of: source).position(at: $0.lowerBound).line }
      }
      let row = places.first { place, _ in
        guard let range, let whole = place.range, place.path.utf8.elementsEqual(finding.place.path.utf8)
        else { return false }
        return whole.lowerBound <= range.lowerBound && range.lowerBound < whole.upperBound
      }
      return StudioFinding(
        code: finding.rule.code, severity: finding.severity, message: finding.message,
        file: finding.place.path,
        line: line, row: rows.id(of: row?.identity))
    }
  }
}

extension StudioSession.Desk {
  /// Returns the row for an identifier that a window uses.
  func identity(_ id: String) -> AnnotatedRow.Identity? {
    var id = id
    for _ in 0..<64 {
      if let row = rows[id] { return row.identity }
      guard let next = renamed[id] else { return nil }
      id = next
    }
    return nil
  }
}

extension StudioEdit {
  /// The identifier of the row to edit.
  var row: String? {
    switch self {
    case .confirm(let id), .unconfirm(let id), .reject(let id), .moveStart(let id, _, _),
      .moveEnd(let id, _, _),
      .moveJoin(let id, _, _, _), .split(let id, _, _), .join(let id), .hold(let id, _), .skip(let id, _),
      .note(let id, _), .remove(let id), .assign(let id, _):
      id
    case .add, .confirmAll, .segment, .reopen, .undo, .redo, .markAgain, .stopMarking: nil
    }
  }
}

package import TilawaBase
import TilawaFormat
package import TilawaQuran

/// Collects hearings and keeps the best, so that a library of any size needs memory for only two hearings per
/// ayah.
///
/// The availability of audio is checked only for hearings that would be played.
package struct Contest: HearingCollector, Sendable {
  private let keepsAll: Bool
  package private(set) var answers: [Ayah: Answer] = [:]
  private let inspector: (any AudioInspector)?
  private var gate: AudioGate
  /// The lengths of files of sources.
  private var measured: [ExactText: TimeSpan?] = [:]
  package var faults: [LibraryFault] = []

  package init(keepingAll keepsAll: Bool, _ inspector: (any AudioInspector)?) {
    self.keepsAll = keepsAll
    self.inspector = inspector
    gate = AudioGate(inspector)
  }

  package mutating func enter(_ hearing: Hearing) {
    if !keepsAll, let best = answers[hearing.ayah]?.best, best.availability.isUsable,
      !hearing.ranksIfHere(before: best).isBefore
    {
      return
    }
    var hearing = hearing
    if hearing.source != nil {
      if hearing.availability != .remote {
        guard let span = measure(hearing.file) else {
          for row in hearing.rows.prefix(1) { refuse(hearing.ayah, .damagedFile, row) }
          return
        }
        hearing.span = span
      }
    } else if hearing.published == nil {
      switch gate.verdict(on: hearing.span, of: hearing.recorded) {
      case .playable(let end): hearing.cutShortAt = end
      case .notHere(let availability): hearing.availability = availability
      case .pastEnd:
        answers[hearing.ayah, default: Answer()].pastEnd.append(hearing)
        return
      }
    }
    answers[hearing.ayah, default: Answer()].enter(hearing, keepingAll: keepsAll)
  }

  package mutating func refuse(_ ayah: Ayah, _ refusal: Refusal, _ row: Place) {
    answers[ayah, default: Answer()].refusals[refusal, default: 0] += 1
    if keepsAll {
      answers[ayah, default: Answer()].refusedRows.append(.init(refusal: refusal, row: row))
    }
  }

  package mutating func merge(_ other: Contest) {
    faults += other.faults
    guard !answers.isEmpty else {
      answers = other.answers
      return
    }
    for (ayah, theirs) in other.answers {
      answers[ayah, default: Answer()].merge(theirs, keepingAll: keepsAll)
    }
  }

  /// All of a source's file; nil when it can't be decoded.
  private mutating func measure(_ file: String) -> TimeSpan? {
    if let known = measured[ExactText(file)] { return known }
    let properties = try? inspector?.properties(ofFileAt: file, isReadHere: false)
    let span = properties.flatMap { $0.frames > 0 ? TimeSpan(length: $0.duration) : nil }
    measured[ExactText(file)] = .some(span)
    return span
  }

  /// Returns the result for `ayat`. An ayah for which nothing was found has an empty answer.
  package func resolution(of ayat: [Ayah], bundleCount: Int) -> Resolution {
    var all: [Ayah: Answer] = [:]
    for ayah in ayat {
      var answer = answers[ayah] ?? Answer()
      answer.putInOrder(explaining: keepsAll)
      all[ayah] = answer
    }
    return Resolution(
      answers: all, faults: faults.sorted { ($0.path, $0.message) < ($1.path, $1.message) },
      bundleCount: bundleCount)
  }
}

extension Answer {
  fileprivate mutating func putInOrder(explaining: Bool) {
    // Told of what would be played were its audio longer: which of the rest was looked at depends on who came first.
    for hearing in pastEnd where explaining || best.map({ hearing.ranksIfHere(before: $0).isBefore }) ?? true
    {
      refusals[.pastEnd, default: 0] += 1
      if explaining, let row = hearing.rows.first {
        refusedRows.append(.init(refusal: .pastEnd, row: row))
      }
    }
    pastEnd = []
    // Which of what isn't here was looked at depends on who came first; what ranks above the best always was.
    if let best, let other = passedOver, !other.ranksIfHere(before: best).isBefore { passedOver = nil }
    others.sort { $0.ranks(before: $1).isBefore }
    refusedRows.sort { $0.place < $1.place }
  }

  /// Adds another library's answer.
  package mutating func add(_ other: Answer, explaining: Bool) {
    merge(other, keepingAll: explaining)
    putInOrder(explaining: explaining)
  }

  fileprivate mutating func enter(_ hearing: Hearing, keepingAll: Bool) {
    if !hearing.availability.isUsable { remember(hearing) }
    guard let best else {
      best = hearing
      return
    }
    let wins = hearing.ranks(before: best).isBefore
    if wins { self.best = hearing }
    if keepingAll { others.append(wins ? best : hearing) }
  }

  /// Keeps the best of what isn't here.
  private mutating func remember(_ hearing: Hearing) {
    if let passedOver, !hearing.ranksIfHere(before: passedOver).isBefore { return }
    passedOver = hearing
  }

  fileprivate mutating func merge(_ other: Answer, keepingAll: Bool) {
    if let best = other.best { enter(best, keepingAll: keepingAll) }
    if let theirs = other.passedOver { remember(theirs) }
    others += other.others
    refusals.merge(other.refusals, uniquingKeysWith: +)
    refusedRows += other.refusedRows
    pastEnd += other.pastEnd
  }
}

extension Answer.RefusedRow {
  fileprivate var place: (String, Int, Int) { (row.path, row.range?.lowerBound ?? 0, row.toldLine ?? 0) }
}

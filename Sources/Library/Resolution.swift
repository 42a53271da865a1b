public import Diagnostics
public import QuranIndex

/// What a library has for one ayah.
public struct Answer: Sendable {
  /// What is played; nil when nothing can be.
  public internal(set) var best: Hearing?
  /// What else could be, the better first; kept only when an explanation is asked for.
  public internal(set) var others: [Hearing] = []
  /// How many rows hold it and are not served, by the reason.
  public internal(set) var refusals: [Refusal: Int] = [:]
  /// These rows; kept only when an explanation is asked for.
  public internal(set) var refusedRows: [RefusedRow] = []

  /// A row that is not served.
  public struct RefusedRow: Sendable {
    /// Why not.
    public let refusal: Refusal
    /// The row.
    public let row: Place
  }
}

/// A bundle of which something could not be read.
public struct LibraryFault: Sendable {
  /// The bundle, or a folder on the way, as it is shown to the user.
  public let path: String
  /// One line, lower case, no full stop.
  public let message: String
}

/// The answer of a library to a question for ayat.
public struct Resolution: Sendable {
  /// By ayah, in the count of the session; one for each that was asked for.
  public let answers: [Ayah: Answer]
  /// What could not be read and might have held something, in the order of paths.
  public let faults: [LibraryFault]
  /// How many bundles the library has.
  public let bundleCount: Int
}

/// Gathers hearings and keeps the best, so that a library of any size needs room for one hearing an ayah.
struct Contest: HearingCollector, Sendable {
  private let keepsAll: Bool
  private(set) var answers: [Ayah: Answer] = [:]
  var faults: [LibraryFault] = []

  init(keepingAll keepsAll: Bool) { self.keepsAll = keepsAll }

  mutating func enter(_ hearing: Hearing) {
    answers[hearing.ayah, default: Answer()].enter(hearing, keepingAll: keepsAll)
  }

  mutating func refuse(_ ayah: Ayah, _ refusal: Refusal, _ row: Place) {
    answers[ayah, default: Answer()].refusals[refusal, default: 0] += 1
    if keepsAll {
      answers[ayah, default: Answer()].refusedRows.append(.init(refusal: refusal, row: row))
    }
  }

  mutating func merge(_ other: Contest) {
    faults += other.faults
    guard !answers.isEmpty else {
      answers = other.answers
      return
    }
    for (ayah, theirs) in other.answers {
      answers[ayah, default: Answer()].merge(theirs, keepingAll: keepsAll)
    }
  }

  /// What was found for `ayat`; an ayah for which nothing was has an empty answer.
  func resolution(of ayat: [Ayah], bundleCount: Int) -> Resolution {
    var all: [Ayah: Answer] = [:]
    for ayah in ayat {
      var answer = answers[ayah] ?? Answer()
      answer.others.sort { $0.ranks(before: $1).isBefore }
      answer.refusedRows.sort {
        ($0.row.path, $0.row.range?.lowerBound ?? 0) < ($1.row.path, $1.row.range?.lowerBound ?? 0)
      }
      all[ayah] = answer
    }
    return Resolution(
      answers: all, faults: faults.sorted { ($0.path, $0.message) < ($1.path, $1.message) },
      bundleCount: bundleCount)
  }
}

extension Answer {
  fileprivate mutating func enter(_ hearing: Hearing, keepingAll: Bool) {
    guard let best else {
      best = hearing
      return
    }
    let wins = hearing.ranks(before: best).isBefore
    if wins { self.best = hearing }
    if keepingAll { others.append(wins ? best : hearing) }
  }

  fileprivate mutating func merge(_ other: Answer, keepingAll: Bool) {
    if let best = other.best { enter(best, keepingAll: keepingAll) }
    others += other.others
    refusals.merge(other.refusals, uniquingKeysWith: +)
    refusedRows += other.refusedRows
  }
}

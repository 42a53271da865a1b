import Synchronization
package import TilawaBase

/// The findings in foreign files, by the codes of `spec/core/exchange.md`.
extension RuleID {
  /// The file isn't what its format says.
  package static let malformed = RuleID("X101", "malformed", .error)
  /// A row can't be read.
  package static let unreadableRow = RuleID("X102", "unreadable-row", .error)
  /// A row lasts no time, or ends before it begins.
  package static let emptyRow = RuleID("X103", "empty-row", .error)
  /// A row reaches past the end of the audio.
  package static let pastEnd = RuleID("X104", "past-audio-end", .error)
  /// A row is of an ayah that the count hasn't got.
  package static let noSuchAyah = RuleID("X105", "no-such-ayah-here", .error)
  /// A label with an unknown name became a note on a marker.
  package static let oddLabel = RuleID("X201", "odd-label", .warning)
  /// Something of the source has no place in a bundle.
  package static let unplaced = RuleID("X202", "unplaced", .warning)
  /// A known fault of the program that wrote the file.
  package static let writerFault = RuleID("X203", "writer-fault", .warning)
  /// The source names an ayah, and no time for it.
  package static let untimed = RuleID("X204", "untimed", .warning)
  /// Something was understood in a way that the user should be aware of.
  package static let understood = RuleID("X301", "understood-so", .note)

  /// All of them.
  package static let ofExchange = [
    malformed, unreadableRow, emptyRow, pastEnd, noSuchAyah, oddLabel, unplaced, writerFault, untimed,
    understood,
  ]
}

/// Collects what reading finds.
package final class ExchangeReport: Sendable {
  private struct Findings {
    var diagnostics: [Diagnostic] = []
    var counts: [RuleID: Int] = [:]
    var watched: [@Sendable (ExchangeReport) -> Void] = []
    var leftOut = 0
  }

  private let found = Mutex(Findings())
  /// Of one code more than these are counted and not kept: a broken file must neither fill the memory nor the screen.
  private static let limit = 100

  /// Nothing found yet.
  package init() {}

  /// Everything found, unordered; the last of a code that is found too often says how many more there are.
  package var diagnostics: [Diagnostic] {
    found.withLock { found in
      found.diagnostics
        + found.counts.filter { $0.value > Self.limit }.sorted { $0.key.code < $1.key.code }.compactMap {
          rule, count in
          found.diagnostics.last { $0.rule == rule }.map {
            Diagnostic(
              rule, "\(count - Self.limit) more like the \(Self.limit) shown",
              at: Place(path: $0.place.path))
          }
        }
    }
  }

  /// True if the findings contain an error.
  package var hasErrors: Bool { found.withLock { $0.counts.keys.contains { $0.severity == .error } } }

  /// True if whole records were left out because only the user can place them.
  package var leavesOut: Bool { found.withLock { $0.leftOut > 0 } }

  /// Counts records that were left out, which a finding reports.
  func leaveOut(_ count: Int = 1) { found.withLock { $0.leftOut += count } }

  /// Adds a finding: lower case, no full stop, the source's own value quoted.
  package func add(
    _ rule: RuleID, _ message: String, at place: Place, notes: [Diagnostic.Note] = [],
    unless remedy: Diagnostic.Remedy? = nil
  ) {
    found.withLock { found in
      found.counts[rule, default: 0] += 1
      guard found.counts[rule, default: 0] <= Self.limit else { return }
      found.diagnostics.append(Diagnostic(rule, message, at: place, notes: notes, unless: remedy))
    }
  }

  /// Adds that a row lasts no time, or ends before it starts; `row` names it, such as `the cue "1:2"`.
  func addEmptyRow(_ row: String, from start: Milliseconds, to end: Milliseconds, at place: Place) {
    let fault = end < start ? "ends at \(end), before it starts" : "has a length of zero"
    add(.emptyRow, "\(row) \(fault) at \(start)", at: place)
  }

  /// Records from now on which values of `root` are read. The others are reported at the end.
  func watch(_ root: JSONNode, _ text: SourceText) { watch([root], text) }

  /// Like `watch(_:_:)` for a single root, but for several parts of a text, which are reported together.
  func watch(_ roots: [JSONNode], _ text: SourceText) {
    for root in roots { root.asked?.forget() }
    atEnd { report in
      var found = Leftovers()
      for root in roots { root.collect("", &found) }
      found.tell(text, report)
    }
  }

  /// Adds a report to make when everything has been read.
  func atEnd(_ tell: @escaping @Sendable (ExchangeReport) -> Void) {
    found.withLock { $0.watched.append(tell) }
  }

  /// Reports everything that was never read.
  func tellLeftovers() {
    let watched = found.withLock { found in
      defer { found.watched = [] }
      return found.watched
    }
    for tell in watched { tell(self) }
  }
}

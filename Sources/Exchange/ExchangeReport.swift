public import Diagnostics
import Synchronization

/// What is found in foreign files, by the codes of `spec/exchange.md`.
public enum ExchangeRules {
  /// The file isn't what its format says.
  public static let malformed = RuleID("X101", "malformed", .error)
  /// A row can't be read.
  public static let unreadableRow = RuleID("X102", "unreadable-row", .error)
  /// A row lasts no time, or ends before it begins.
  public static let emptyRow = RuleID("X103", "empty-row", .error)
  /// A row reaches past the end of the audio.
  public static let pastEnd = RuleID("X104", "past-audio-end", .error)
  /// A row is of an ayah that the count hasn't got.
  public static let noSuchAyah = RuleID("X105", "no-such-ayah-here", .error)
  /// A label that names nothing we know became a note on a marker.
  public static let oddLabel = RuleID("X201", "odd-label", .warning)
  /// Something of the source has no place in a bundle.
  public static let unplaced = RuleID("X202", "unplaced", .warning)
  /// A known fault of the program that wrote the file.
  public static let writerFault = RuleID("X203", "writer-fault", .warning)
  /// The source names an ayah, and no time for it.
  public static let untimed = RuleID("X204", "untimed", .warning)
  /// Something was understood in a way that the user should know of.
  public static let understood = RuleID("X301", "understood-so", .note)

  /// All of them.
  public static let all = [
    malformed, unreadableRow, emptyRow, pastEnd, noSuchAyah, oddLabel, unplaced, writerFault, untimed,
    understood,
  ]
}

/// Collects what reading finds.
public final class ExchangeReport: Sendable {
  private let found = Mutex<[Diagnostic]>([])
  /// More than these of one code are counted and not kept, so that a broken file can't fill the memory.
  private static let limit = 1000

  /// Nothing found yet.
  public init() {}

  /// Everything found, unordered.
  public var diagnostics: [Diagnostic] { found.withLock { $0 } }

  /// Whether an error is among it.
  public var hasErrors: Bool { found.withLock { $0.contains { $0.severity == .error } } }

  /// Adds a finding: lower case, no full stop, the source's own value quoted.
  public func add(_ rule: RuleID, _ message: String, at place: Place, notes: [Diagnostic.Note] = []) {
    found.withLock { found in
      guard found.count < Self.limit else { return }
      found.append(Diagnostic(rule, message, at: place, notes: notes))
    }
  }
}

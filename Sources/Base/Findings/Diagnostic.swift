/// The severity of a finding.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Breaks a MUST of the spec: the file doesn't say one clear thing.
  case error
  /// Breaks a SHOULD: allowed, and most likely a mistake.
  case warning
  /// Worth knowing; nothing needs to be done.
  case note

  /// The graver is the smaller, so that sorting puts errors first.
  public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .note: 2
    }
  }
}

/// The identity of a numbered rule of `spec/`: the same code and name in prose, code, cases and output.
public struct RuleID: Hashable, Sendable {
  /// A letter for the family and three digits, such as `S203`. Never reused.
  public let code: String
  /// The fault in lower-case words joined by hyphens, such as `segments-overlap`.
  public let name: String
  /// The severity of every finding of this rule.
  public let severity: Severity
  /// The doubt that a finding of this rule leaves about its file.
  public let doubt: Doubt

  /// Names a rule of `spec/`. Without a word on it errors leave values in doubt, and the others nothing.
  public init(_ code: String, _ name: String, _ severity: Severity, leaving doubt: Doubt? = nil) {
    self.code = code
    self.name = name
    self.severity = severity
    self.doubt = doubt ?? (severity == .error ? .values : .nothing)
  }

  /// By what `spec/` says of them.
  public static func == (a: Self, b: Self) -> Bool {
    a.code == b.code && a.name == b.name && a.severity == b.severity
  }

  /// By what `spec/` says of it.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// The part of a file's contents that is unreliable because of a finding.
public enum Doubt: Sendable, Hashable {
  /// Everything that the file says of riwayah, count and reciter is reliable, or a finer record lists the
  /// doubts.
  case nothing
  /// The values that were read may not be those that were meant.
  case values
  /// Nor is what isn't read known to be absent: a part of the text isn't read, or not as it was meant.
  case absence
}

/// Where something is said: a file, and mostly a stretch of its bytes.
public struct Place: Sendable {
  /// The file as it is shown to the user.
  public let path: String
  /// The text the range counts in, when the file could be read as text.
  public let source: SourceText?
  /// Bytes of `source`; empty ranges point between two bytes. Nil means the file as a whole.
  public let range: Range<Int>?
  /// The line, from 1, as reported by other code that has the text; nil where `source` gives it or it is
  /// unknown.
  public let toldLine: Int?

  /// A stretch of a text.
  public init(_ source: SourceText, _ range: Range<Int>) {
    path = source.path
    self.source = source
    self.range = range
    toldLine = nil
  }

  /// A file as a whole: one that is missing, unreadable or no text.
  public init(path: String) { self.init(path: path, line: nil) }

  /// A line, from 1, of a file whose text isn't here.
  public init(path: String, line: Int?) {
    self.path = path
    source = nil
    range = nil
    toldLine = line
  }
}

/// A replacement of some bytes of a text by others; an empty range inserts.
public struct TextEdit: Hashable, Sendable {
  /// Bytes of the text as it was before any edit.
  public let range: Range<Int>
  /// The text that replaces the range.
  public let replacement: String

  /// Replaces `range` by `replacement`.
  public init(_ range: Range<Int>, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }
}

extension [TextEdit] {
  /// The bytes after all edits. The edits may come in any order and must not overlap; of two that
  /// insert at one place the earlier in the list comes first.
  ///
  /// Nil when two of them overlap or one reaches past the end.
  public func applied(to bytes: [UInt8]) -> [UInt8]? {
    let ordered = enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }.map(\.element)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + reduce(0) { $0 + $1.replacement.utf8.count })
    var done = 0
    for edit in ordered {
      guard edit.range.lowerBound >= done, edit.range.upperBound <= bytes.count else { return nil }
      result += bytes[done..<edit.range.lowerBound]
      result += edit.replacement.utf8
      done = edit.range.upperBound
    }
    result += bytes[done...]
    return result
  }
}

/// A finding: which rule, what is wrong, where, and what would mend it.
public struct Diagnostic: Sendable {
  /// A second place that belongs to a finding, with a few words on it.
  public struct Note: Sendable {
    /// Lower case, no full stop.
    public let message: String
    /// Nil when the note belongs to no place.
    public let place: Place?

    /// A remark, at a place or at none.
    public init(_ message: String, at place: Place? = nil) {
      self.message = message
      self.place = place
    }
  }

  /// Edits of the finding's own file that mend it.
  public struct Fix: Sendable {
    /// A title for the edits, in the imperative: "quote the reference".
    public let title: String
    /// Edits of the text that `place` lies in.
    public let edits: [TextEdit]
    /// True if the edits may be made without review: they can't lose or change what was meant.
    public let isSafe: Bool

    /// A mend by `edits`.
    public init(_ title: String, _ edits: [TextEdit], isSafe: Bool = true) {
      self.title = title
      self.edits = edits
      self.isSafe = isSafe
    }
  }

  /// An option with which a user can prevent the finding, identified by a name. Each program has its own
  /// wording for it.
  public struct Remedy: Hashable, Sendable {
    /// Lower case, words joined by hyphens.
    public let name: String

    /// The remedy of that name.
    public init(_ name: String) { self.name = name }
  }

  /// The rule of `spec/` that is broken.
  public let rule: RuleID
  /// Lower case, no full stop; the user's own value quoted; what is, what should be, what to do.
  public let message: String
  /// Where the fault is seen.
  public let place: Place
  /// Other places that explain it.
  public let notes: [Note]
  /// The edits that fix it, where a program can.
  public let fix: Fix?
  /// The option that prevents it without a change of the file, where there is one.
  public let remedy: Remedy?
  /// The number of further findings in its file that are counted but not reported one by one.
  public private(set) var omitted = 0

  /// A finding of `rule` at `place`.
  public init(
    _ rule: RuleID, _ message: String, at place: Place, notes: [Note] = [], fix: Fix? = nil,
    unless remedy: Remedy? = nil
  ) {
    self.rule = rule
    self.message = message
    self.place = place
    self.notes = notes
    self.fix = fix
    self.remedy = remedy
  }

  /// Of the rule.
  public var severity: Severity { rule.severity }

  /// Returns the finding with another message.
  public func saying(_ message: String) -> Diagnostic {
    var changed = Diagnostic(rule, message, at: place, notes: notes, fix: fix, unless: remedy)
    changed.omitted = omitted
    return changed
  }

  /// Returns the finding as the last that is reported of a file with `more` further findings of `rule`.
  public func followed(by more: Int, of rule: RuleID) -> Diagnostic {
    let note = Note("and \(more) more \(rule.code) in this file")
    var last = Diagnostic(self.rule, message, at: place, notes: notes + [note], fix: fix, unless: remedy)
    last.omitted = omitted + more
    return last
  }
}

extension [Diagnostic] {
  /// Ordered by file, byte, code and message, so that output never depends on how the findings were found.
  public func inOrder() -> [Diagnostic] {
    sorted { a, b in
      (a.place.path, a.place.range?.lowerBound ?? -1, a.rule.code, a.message)
        < (b.place.path, b.place.range?.lowerBound ?? -1, b.rule.code, b.message)
    }
  }
  /// Without those that say the same of the same place as an earlier one.
  public func withoutRepeats() -> [Diagnostic] {
    var seen: Set<WhatIsTold> = []
    return filter { seen.insert(WhatIsTold(of: $0)).inserted }
  }
}

private struct WhatIsTold: Hashable {
  let code: String
  let path: ExactText
  let range: Range<Int>?
  let message: String

  init(of finding: Diagnostic) {
    code = finding.rule.code
    path = ExactText(finding.place.path)
    range = finding.place.range
    message = finding.message
  }
}

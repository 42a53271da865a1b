/// The findings of one file while it is read: the first of each rule are kept, the others only counted.
///
/// Five megabytes of NUL have five million faults. The first of them say enough, and must not take more
/// memory than the file itself.
public struct CappedFindings: Sendable {
  /// The number of findings of one rule that are kept.
  public static let limit = 20
  /// The number of kept findings of one rule that a program can fix without review; it needs all of them to
  /// do so.
  public static let fixableLimit = 10_000

  private var kept: [Diagnostic] = []
  private var counts: [RuleID: Int] = [:]
  /// Where the errors begin, those that weren't kept as well: what lies on them isn't used.
  public private(set) var errorStarts: [UInt32] = []

  /// None yet.
  public init() {}

  /// Takes a finding at `start`, which is only made when it is kept.
  public mutating func add(
    _ rule: RuleID, at start: Int, isFixable: Bool = false, _ finding: @autoclosure () -> Diagnostic
  ) {
    let count = counts[rule, default: 0] + 1
    counts[rule] = count
    // Adjacent stretches of faults count as one.
    if rule.severity == .error, errorStarts.last != UInt32(clamping: start) {
      errorStarts.append(UInt32(clamping: start))
    }
    if count <= (isFixable ? Self.fixableLimit : Self.limit) { kept.append(finding()) }
  }

  /// Takes a finding as it is.
  public mutating func add(_ finding: Diagnostic) {
    add(
      finding.rule, at: finding.place.range?.lowerBound ?? 0, isFixable: finding.fix?.isSafe ?? false, finding
    )
  }

  /// Counts one that is not made at all.
  public mutating func omit(_ rule: RuleID) { counts[rule, default: 0] += 1 }

  /// Takes those of another reading of the same file.
  public mutating func add(_ other: CappedFindings) {
    kept += other.kept
    counts.merge(other.counts) { $0 + $1 }
    errorStarts += other.errorStarts
  }

  /// Adds the findings of another side of the same conflicts, most of which are already in it.
  public mutating func addNew(of other: CappedFindings) {
    kept = (kept + other.kept).withoutRepeats()
    counts.merge(other.counts) { max($0, $1) }
    for finding in Dictionary(grouping: kept, by: \.rule) {
      counts[finding.key] = max(counts[finding.key, default: 0], finding.value.count)
    }
    errorStarts += other.errorStarts
  }

  /// The findings that were kept; the last of each rule reports the number of further ones.
  public var diagnostics: [Diagnostic] {
    var rest = counts
    for finding in kept { rest[finding.rule, default: 0] -= 1 }
    guard rest.values.contains(where: { $0 > 0 }) else { return kept }
    var told = kept
    for index in told.indices.reversed() {
      guard let more = rest.removeValue(forKey: told[index].rule), more > 0 else { continue }
      told[index] = told[index].followed(by: more, of: told[index].rule)
    }
    for (rule, more) in rest where more > 0 && !told.isEmpty {
      told[told.count - 1] = told[told.count - 1].followed(by: more, of: rule)
    }
    return told
  }
}

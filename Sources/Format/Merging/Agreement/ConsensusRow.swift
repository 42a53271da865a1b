import TilawaBase
import TilawaYAML

/// One row as several annotators have it, made one.
struct ConsensusRow {
  /// By version; nil for who hasn't the row.
  let members: [RowPiece?]
  /// Those who vote: the verified ones where there are any.
  let voters: [Int]
  /// The name that most voters give the row.
  private(set) var name: RowName
  private(set) var start: Milliseconds
  /// Nil for a marker without an end.
  private(set) var end: Milliseconds?
  private(set) var joins: [Milliseconds] = []
  /// The disputed keys, each with the value of every version.
  private(set) var disputes: [Dispute] = []

  struct Dispute {
    let key: String
    let votes: [String?]
  }

  private let kind: FileKind
  private let fields: [[FieldPath: FieldValue]?]
  private let tolerance: Milliseconds

  /// Nil if no version has the row.
  init?(_ members: [RowPiece?], _ kind: FileKind, _ tolerance: Milliseconds) {
    let present = members.indices.filter { members[$0] != nil }
    let verified = present.filter { members[$0]?.isVerified ?? false }
    let voters = verified.isEmpty ? present : verified
    guard let first = voters.first, let row = members[first] else { return nil }
    self.members = members
    self.voters = voters
    self.kind = kind
    self.tolerance = tolerance
    fields = members.map { $0?.piece.fields() }
    name = row.name
    start = row.start
    end = nil
    voteOnName()
    voteOnTimes()
  }

  /// True if a person has verified the row.
  var hasVerified: Bool { voters.contains { members[$0]?.isVerified ?? false } }
  var isAgreed: Bool { disputes.isEmpty }
  /// True if more than half of all versions have the row, or a person has verified it.
  var isKept: Bool { members.count { $0 != nil } * 2 > members.count || hasVerified }

  private var startKey: String { kind.startKey }

  private mutating func voteOnName() {
    let votes = voters.compactMap { members[$0]?.name }
    let counts = Dictionary(votes.map { ($0, 1) }, uniquingKeysWith: +)
    let most = counts.values.max() ?? 0
    // With equal votes the first version's name is taken, and the dispute is reported.
    name = votes.first { counts[$0] == most } ?? name
    if most * 2 <= votes.count { dispute("name") }
  }

  private mutating func voteOnTimes() {
    if let vote = BoundaryVote(voters.compactMap { time(startKey, of: $0) }, tolerance) { take(start: vote) }
    let ends = voters.compactMap { time(RowKey.end, of: $0) }
    if ends.count * 2 > voters.count, let vote = BoundaryVote(ends, tolerance) { take(end: vote) }
    let lists = voters.filter { members[$0]?.name == name }.map { joinTimes(of: $0) }
    let counts = Dictionary(lists.map { ($0.count, 1) }, uniquingKeysWith: +)
    let most = counts.values.max() ?? 0
    guard let count = lists.first(where: { counts[$0.count] == most })?.count else { return }
    if most * 2 <= lists.count { dispute(RowKey.joins) }
    let same = lists.filter { $0.count == count }
    let votes = (0..<count).compactMap { place in BoundaryVote(same.map { $0[place] }, tolerance) }
    joins = votes.map(\.time)
    if !votes.allSatisfy(\.isAgreed) { dispute(RowKey.joins) }
  }

  private func time(_ key: String, of version: Int) -> Milliseconds? { fields[version]?[[key]]?.time }

  private func joinTimes(of version: Int) -> [Milliseconds] {
    members[version]?.joins ?? []
  }

  private mutating func dispute(_ key: String) {
    guard !disputes.contains(where: { $0.key == key }) else { return }
    let votes = key == "name" ? members.map { $0?.name.text } : fields.map { $0?[[key]]?.shown }
    disputes.append(Dispute(key: key, votes: votes))
  }

  // MARK: Boundaries

  /// The votes for its end, or its start, by version.
  func votes(forEnd: Bool) -> [Int: Milliseconds] {
    Dictionary(
      uniqueKeysWithValues: voters.compactMap { version in
        time(forEnd ? RowKey.end : startKey, of: version).map { (version, $0) }
      })
  }

  /// Puts the start where a vote has it.
  mutating func take(start vote: BoundaryVote) {
    start = vote.time
    let key = startKey
    disputes.removeAll { $0.key == key }
    if !vote.isAgreed { dispute(startKey) }
  }

  /// Puts the end where a vote has it.
  mutating func take(end vote: BoundaryVote) {
    end = vote.time
    disputes.removeAll { $0.key == RowKey.end }
    if !vote.isAgreed { dispute(RowKey.end) }
  }

  /// Gives way to a neighbour that it would overlap.
  mutating func yield(start: Milliseconds) {
    self.start = start
    dispute(startKey)
  }

  mutating func yield(end: Milliseconds) {
    self.end = end
    dispute(RowKey.end)
  }

  /// True if the row ends after it starts, or has no end.
  var isPossible: Bool { end.map { $0 > start } ?? true }

  // MARK: Writing

  /// Returns the values of the row. Keys without a vote are those of the first voter.
  mutating func result() -> [FieldPath: FieldValue] {
    let times = [start] + joins + [end].compactMap(\.self)
    if !joins.isEmpty, !zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) {
      joins = []
      dispute(RowKey.joins)
    }
    var result = voters.first.flatMap { fields[$0] } ?? [:]
    if let named = voters.first(where: { members[$0]?.name == name }), let said = fields[named] {
      for key in [RowPath.ayah, RowPath.skip] { result[key] = said[key] }
    }
    result[[startKey]] = FieldValue(.plain(start.description))
    result[RowPath.end] = end.map { FieldValue(.plain($0.description)) }
    if kind != .words {
      let times = joins.map { FieldValue(.plain($0.description)).yaml }
      result[RowPath.joins] = joins.isEmpty ? nil : FieldValue(.flowList(times))
    }
    guard !isAgreed else { return result }
    result[RowPath.verified] = nil
    result[RowPath.confirmed] = nil
    result[RowPath.confidence] = FieldValue(.plain(Self.doubt))
    if kind != .words {
      let remark =
        "not agreed: "
        + disputes.map { "\($0.key) \($0.votes.map { $0 ?? "-" }.joined(separator: " / "))" }
        .joined(separator: "; ")
      let own = result[RowPath.note]?.shown
      result[RowPath.note] = FieldValue(.text(own.map { "\($0); \(remark)" } ?? remark))
    }
    return result
  }

  /// The confidence of what isn't agreed on: `review` shows it first.
  private static let doubt = "0.10"
}

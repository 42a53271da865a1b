package import TilawaBase
import TilawaQuran

/// One bundle of what several annotators say of a recording.
package struct BundleConsensus: Sendable {
  /// Something that the annotators don't agree on.
  package struct Dispute: Hashable, Sendable {
    /// The kind of the file that it is about.
    package let kind: FileKind
    /// The row, as `18:10`.
    package let place: String
    /// The time at which it begins.
    package let start: Milliseconds
    /// The key; nil for the whole row, which isn't in the consensus.
    package let key: String?
    /// The value of each annotator; nil for those who don't have the row.
    package let votes: [String?]
  }

  /// One file of it.
  package struct File: Sendable {
    /// The kind of the file.
    package let kind: FileKind
    /// All of it.
    package let bytes: [UInt8]
    /// The number of rows; 0 for a file without rows.
    package let rows: Int
    /// The number of verified rows.
    package let verified: Int
  }

  /// The files, in the order of their kinds.
  package private(set) var files: [File] = []
  /// The disputes that are left to people, file by file in the order of time.
  package private(set) var disputes: [Dispute] = []

  /// Makes the consensus of `versions`. All but rows is taken from the first.
  ///
  /// Places that differ by at most `tolerance` agree. Throws if a file can't be read reliably.
  package init(of versions: [BundleVersion], tolerance: Milliseconds) throws(FileMerge.Unmergeable) {
    for kind in FileKind.allCases {
      // Who hasn't the file has no word in it.
      let sides = versions.indices.filter { versions[$0].files[kind.document] != nil }
      guard kind.rowsKey != nil else {
        if let first = versions.first?.files[kind.document] {
          files.append(File(kind: kind, bytes: first.bytes, rows: 0, verified: 0))
        }
        continue
      }
      guard !sides.isEmpty else { continue }
      var texts: [AnnotationText] = []
      for side in sides {
        guard let source = versions[side].files[kind.document] else { continue }
        texts.append(try AnnotationText(source, kind.document))
      }
      var countings: [CountingSystem] = []
      for side in sides { countings.append(try versions[side].counting()) }
      try add(kind, texts, VotingRows(texts, kind, countings), sides, versions.count, tolerance)
    }
  }

  private mutating func add(
    _ kind: FileKind, _ texts: [AnnotationText], _ voting: VotingRows, _ sides: [Int], _ count: Int,
    _ tolerance: Milliseconds
  ) throws(FileMerge.Unmergeable) {
    let groups = RowGroups(voting.rows).groups
    var rows: [(group: [Int?], row: ConsensusRow)] = []
    var leftOut: [ConsensusRow] = []
    for group in groups {
      let members = group.enumerated().map { version, index in index.map { voting.rows[version][$0] } }
      guard let row = ConsensusRow(members, kind, tolerance) else { continue }
      if row.isKept { rows.append((group, row)) } else { leftOut.append(row) }
    }
    rows = Self.inTime(rows)
    var settled = rows.map(\.row)
    ConsensusBoundaries(tolerance).settle(&settled)
    var changes: [FilePatch.Change] = []
    var kept: Set<Int> = []
    var verified = 0
    var found: [Dispute] = []
    let spread = { (votes: [String?]) in
      (0..<count).map { version in sides.firstIndex(of: version).flatMap { votes[$0] } }
    }
    for (index, (group, _)) in rows.enumerated() {
      guard settled[index].isPossible else {
        leftOut.append(settled[index])
        continue
      }
      let new = settled[index].result()
      let row = settled[index]
      if row.isAgreed, row.hasVerified { verified += 1 }
      found += row.disputes.map {
        Dispute(kind: kind, place: row.name.text, start: row.start, key: $0.key, votes: spread($0.votes))
      }
      let own = group[0].flatMap { voting.origins[0][$0] }
      if let own { kept.insert(own) }
      changes.append(
        FilePatch.Change(
          place: row.name.text, list: kind.rowsKey, old: own.map { texts[0].rows[$0].piece.fields() },
          new: new,
          index: own))
    }
    for index in texts[0].rows.indices where !kept.contains(index) {
      let row = texts[0].rows[index]
      changes.append(
        FilePatch.Change(
          place: row.name.text, list: kind.rowsKey, old: row.piece.fields(), new: nil, index: index))
    }
    found += leftOut.map { row in
      Dispute(
        kind: kind, place: row.name.text, start: row.start, key: nil,
        votes: spread(row.members.map { $0.map { "\($0.start)" } }))
    }
    disputes += found.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
    do {
      let bytes = try FilePatch(kind.document, changes).applied(to: texts[0].source)
      files.append(
        File(kind: kind, bytes: bytes, rows: settled.count(where: \.isPossible), verified: verified))
    } catch {
      throw FileMerge.Unmergeable(path: texts[0].source.path, diagnostics: [])
    }
  }

  private static func inTime(
    _ rows: [(group: [Int?], row: ConsensusRow)]
  ) -> [(group: [Int?], row: ConsensusRow)] {
    rows.enumerated().sorted { ($0.element.row.start, $0.offset) < ($1.element.row.start, $1.offset) }
      .map(\.element)
  }
}

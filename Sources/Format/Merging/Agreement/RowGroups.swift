import TilawaBase

/// The groups of rows of several versions that are one row.
struct RowGroups {
  /// In the order of time, for every version the place of its row; nil for who has none.
  let groups: [[Int?]]

  /// Pairs the rows of the second version with the first's, and those of each further one with what is there by then.
  init<Row: PlacedRow>(_ versions: [[Row]]) {
    var groups: [[Int?]] = []
    let earliest = { (group: [Int?]) in
      group.enumerated().lazy.compactMap { version, index in index.map { versions[version][$0] } }.first
    }
    for (number, rows) in versions.enumerated() {
      let pairing = RowPairing(groups.compactMap(earliest), rows)
      for group in groups.indices { groups[group].append(pairing.partners[group]) }
      for index in pairing.added { groups.append([Int?](repeating: nil, count: number) + [index]) }
    }
    let starts = groups.map { earliest($0)?.start ?? .zero }
    self.groups = groups.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }.map { groups[$0] }
  }
}

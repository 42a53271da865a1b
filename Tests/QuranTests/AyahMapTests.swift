import Testing
import TilawaQuran

@Suite struct AyahMapTests {
  private func mapped(_ ayah: Ayah, _ source: CountingSystem, _ target: CountingSystem) -> String? {
    AyahMap.map(ayah, from: source, to: target).map { "\($0.range) \($0.relation)" }
  }

  @Test func knownPlaces() {
    #expect(mapped(Ayah(1, 1), .kufi, .madaniLast) == "1:0 unnumbered")
    #expect(mapped(Ayah(1, 0), .madaniLast, .kufi) == "1:1 unnumbered")
    #expect(mapped(Ayah(1, 0), .madaniLast, .basri) == "1:0 same")
    #expect(mapped(Ayah(1, 1), .kufi, .makki) == "1:1 same")
    #expect(mapped(Ayah(1, 2), .kufi, .madaniLast) == "1:1 renumbered")
    #expect(mapped(Ayah(1, 7), .kufi, .madaniLast) == "1:6-7 split")
    #expect(mapped(Ayah(1, 7), .madaniLast, .kufi) == "1:7 merged")
    #expect(mapped(Ayah(2, 1), .kufi, .madaniLast) == "2:1 merged")
    #expect(mapped(Ayah(2, 1), .madaniLast, .kufi) == "2:1-2 split")
    #expect(mapped(Ayah(2, 255), .kufi, .madaniLast) == "2:253-254 split")
    #expect(mapped(Ayah(2, 219), .kufi, .madaniFirst) == "2:217-218 overlap")
    #expect(mapped(Ayah(2, 196), .madaniLast, .madaniFirst) == "2:196 merged")
    #expect(mapped(Ayah(2, 199), .madaniLast, .madaniFirst) == "2:198-199 split")
    #expect(mapped(Ayah(5, 0), .kufi, .basri) == "5:0 same")
    #expect(mapped(Ayah(2, 255), .kufi, .kufi) == "2:255 same")
    #expect(mapped(Ayah(1, 0), .kufi, .basri) == nil)
    #expect(mapped(Ayah(2, 286), .madaniLast, .kufi) == nil)
  }

  @Test func rangesGrowToWholeAyat() {
    func range(_ text: String, _ source: CountingSystem, _ target: CountingSystem) -> String? {
      AyahRange(text).flatMap { AyahMap.map($0, from: source, to: target)?.description }
    }
    #expect(range("2:1-5", .madaniLast, .kufi) == "2:1-6")
    #expect(range("2:2-6", .kufi, .madaniLast) == "2:1-5")
    #expect(range("1:1-2:1", .kufi, .madaniLast) == "1:0-2:1")
    #expect(range("2:9-5", .kufi, .madaniLast) == nil)
  }

  /// The number of times that each relation occurs from Kufi, by independently made maps.
  @Test func relationsFromKufiAreAsOftenAsInThePublishedMaps() {
    let published: [CountingSystem: [AyahMapping.Relation: Int]] = [
      .madaniLast: [
        .same: 3298, .renumbered: 2723, .merged: 155, .split: 57, .overlap: 2, .unnumbered: 1,
      ],
      .madaniFirst: [
        .same: 3372, .renumbered: 2665, .merged: 141, .split: 51, .overlap: 6, .unnumbered: 1,
      ],
      .makkiKFGQPC: [.same: 3310, .renumbered: 2705, .merged: 154, .split: 59, .overlap: 8],
      .basri: [.same: 3228, .renumbered: 2808, .merged: 151, .split: 45, .overlap: 3, .unnumbered: 1],
      .shami: [.same: 3366, .renumbered: 2673, .merged: 134, .split: 53, .overlap: 9, .unnumbered: 1],
    ]
    for (target, expected) in published {
      var found: [AyahMapping.Relation: Int] = [:]
      for ayah in allAyat(.kufi) {
        if let relation = AyahMap.map(ayah, from: .kufi, to: target)?.relation {
          found[relation, default: 0] += 1
        }
      }
      #expect(found == expected, "\(target)")
    }
  }

  /// Between any two systems the ayat that share words are the same seen from either side, none is missed,
  /// and none leaves its surah.
  @Test func mapsAgreeInBothDirections() {
    let pairs: [(CountingSystem, CountingSystem)] =
      CountingSystem.allCases.dropFirst().map { (.kufi, $0) }
      + [(.madaniLast, .basri), (.shami, .madaniFirst), (.makki, .madaniFirstAbuJafar), (.basri, .shami)]
    for (a, b) in pairs {
      let forth = sharing(from: a, to: b)
      let back = sharing(from: b, to: a).map { [$0[1], $0[0]] }
      #expect(Set(forth) == Set(back), "\(a) and \(b)")
      #expect(forth.allSatisfy { $0[0].surah == $0[1].surah })
      let reached = Set(forth.map { $0[1] }).subtracting([Ayah(1, 0)])
      #expect(reached.count == b.total, "\(a) to \(b)")
    }
  }

  @Test func relationsSuitBothDirections() {
    for target in CountingSystem.allCases {
      for ayah in allAyat(.kufi) {
        guard let forth = AyahMap.map(ayah, from: .kufi, to: target),
          let back = AyahMap.map(forth.first, from: target, to: .kufi)
        else {
          Issue.record("\(ayah) has no place in \(target)")
          continue
        }
        let suits =
          switch forth.relation {
          case .same: back.relation == .same && forth.first == ayah
          case .renumbered: back.relation == .renumbered && forth.first != ayah
          case .merged: back.relation == .split || back.relation == .overlap
          case .split: forth.first < forth.last && back.relation == .merged
          case .overlap: forth.first < forth.last
          case .unnumbered: back.relation == .unnumbered && ayah == Ayah(1, 1)
          }
        if !suits || !(back.first...back.last).contains(ayah) {
          Issue.record("\(ayah) is \(forth.relation) in \(target), and \(back.relation) from there")
        }
      }
    }
  }

  private func sharing(from source: CountingSystem, to target: CountingSystem) -> [[Ayah]] {
    let basmalah = source.contains(Ayah(1, 0)) ? [Ayah(1, 0)] : []
    return (basmalah + allAyat(source)).flatMap { ayah -> [[Ayah]] in
      guard let mapping = AyahMap.map(ayah, from: source, to: target) else { return [] }
      return (mapping.first.number...mapping.last.number).map { [ayah, Ayah(mapping.first.surah, $0)] }
    }
  }
}

func allAyat(_ counting: CountingSystem) -> [Ayah] {
  (0..<counting.total).compactMap(counting.ayah)
}

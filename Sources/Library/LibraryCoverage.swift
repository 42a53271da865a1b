package import TilawaQuran

/// Which of some ayat can be heard.
package struct Coverage: Sendable {
  /// What is asked for, in the order of the mushaf, each once.
  package let wanted: [Ayah]
  /// Those of them that are found.
  package let found: Set<Ayah>
  /// Those of which a verified row is found; none unless that was asked for.
  package let verified: Set<Ayah>
  /// In which both are counted.
  package let counting: CountingSystem

  /// `wanted` in any order.
  package init(
    of wanted: [Ayah], found: Set<Ayah>, verified: Set<Ayah> = [], counting: CountingSystem
  ) {
    self.init(sorted: Set(wanted).sorted(), found, verified, counting)
  }

  private init(
    sorted wanted: [Ayah], _ found: Set<Ayah>, _ verified: Set<Ayah>, _ counting: CountingSystem
  ) {
    self.wanted = wanted
    self.found = found
    self.verified = verified
    self.counting = counting
  }

  /// How many are found.
  package var foundCount: Int { wanted.count { found.contains($0) } }

  /// Of how many a verified row is found.
  package var verifiedCount: Int { wanted.count { verified.contains($0) } }

  /// Whether all are.
  package var isComplete: Bool { wanted.allSatisfy(found.contains) }

  /// What is not, as runs.
  package var missingRuns: [AyahRange] { Self.runs(of: wanted.filter { !found.contains($0) }, counting) }

  /// `ayat` in the order of the mushaf.
  package static func runs(of ayat: [Ayah], _ counting: CountingSystem) -> [AyahRange] {
    ayat.reduce(into: []) { runs, ayah in
      if let last = runs.last?.last, counting.next(after: last) == ayah {
        runs[runs.count - 1].last = ayah
      } else {
        runs.append(AyahRange(ayah))
      }
    }
  }

  /// By what ayat are put together.
  package enum Grouping: String, CaseIterable, Sendable {
    case surah, juz, page
  }

  /// The part of one surah, juz or page that is asked for.
  package struct Group: Sendable {
    /// From 1.
    package let number: Int
    /// What of it is found.
    package let coverage: Coverage
  }

  /// The parts in order, without those of which nothing is asked for.
  package func groups(by grouping: Grouping) -> [Group] {
    var groups: [(number: Int, ayat: [Ayah])] = []
    for ayah in wanted {
      let number: Int? =
        switch grouping {
        case .surah: ayah.surah
        case .juz: Division.juz.number(of: ayah, in: counting)
        case .page: Division.page.number(of: ayah, in: counting)
        }
      guard let number else { continue }
      if groups.last?.number == number {
        groups[groups.count - 1].ayat.append(ayah)
      } else {
        groups.append((number, [ayah]))
      }
    }
    return groups.map {
      Group(number: $0.number, coverage: Coverage(sorted: $0.ayat, found, verified, counting))
    }
  }

  /// How much of a stretch is found.
  package enum Level: CaseIterable, Sendable {
    case all, some, none
  }

  /// What is asked for in `count` parts of equal length, give or take an ayah; none when nothing is.
  package func levels(_ count: Int) -> [Level] {
    guard !wanted.isEmpty, count > 0 else { return [] }
    return (0..<count).map { cell in
      let start = wanted.count * cell / count
      let end = max(start + 1, wanted.count * (cell + 1) / count)
      let part = wanted[start..<end]
      let count = part.count { found.contains($0) }
      return count == part.count ? .all : count > 0 ? .some : .none
    }
  }
}

/// The answer of a library to the question which ayat it can play.
package struct LibraryCoverage: Sendable {
  /// By whomever the session serves.
  package let all: Coverage
  /// By each reciter alone, when that was asked for: in the order of the session's list, else as lists of reciters
  /// are ordered, those whom nothing names last. Nil for a name that nothing tells.
  package let reciters: [(id: String?, name: String?, coverage: Coverage)]
  /// What could not be read and might have held something of what is missing, in the order of paths.
  package let faults: [LibraryFault]
  /// How many bundles the library has.
  package let bundleCount: Int

  /// What was found.
  package init(
    all: Coverage,
    reciters: [(id: String?, name: String?, coverage: Coverage)],
    faults: [LibraryFault],
    bundleCount: Int
  ) {
    self.all = all
    self.reciters = reciters
    self.faults = faults
    self.bundleCount = bundleCount
  }
}

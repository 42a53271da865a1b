package import TilawaQuran

/// Which of some ayat can be heard.
package struct Coverage: Sendable {
  /// The requested ayat, in the order of the mushaf, each once.
  package let wanted: [Ayah]
  /// Those of them that are found.
  package let found: Set<Ayah>
  /// The ayat for which a verified row is found; empty unless that was requested.
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

  /// The number of requested ayat that are found.
  package var foundCount: Int { wanted.count { found.contains($0) } }

  /// Of how many a verified row is found.
  package var verifiedCount: Int { wanted.count { verified.contains($0) } }

  /// True if all requested ayat are found.
  package var isComplete: Bool { wanted.allSatisfy(found.contains) }

  /// The requested ayat that are not found, as runs.
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

  /// The requested part of one surah, juz or page.
  package struct Group: Sendable {
    /// From 1.
    package let number: Int
    /// The coverage of that part.
    package let coverage: Coverage
  }

  /// Returns the parts in order, without those that contain no requested ayah.
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

  /// The extent to which a stretch is found.
  package enum Level: CaseIterable, Sendable {
    case all, some, none
  }

  /// Returns the levels of the requested ayat in `count` parts of equal length, give or take an ayah; none if
  /// no ayat are requested.
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
  /// The coverage by each reciter alone, if requested. They have the order of the session's list, else that
  /// of lists of reciters, with unknown ones last. A name is nil if it is unknown.
  package let reciters: [(id: String?, name: String?, coverage: Coverage)]
  /// Faults for files that could not be read and might have contained missing ayat, in the order of paths.
  package let faults: [LibraryFault]
  /// The number of bundles in the library.
  package let bundleCount: Int

  /// Creates the result of a search.
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

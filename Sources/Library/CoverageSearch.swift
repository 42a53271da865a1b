import Synchronization
package import TilawaBase
import TilawaFormat
package import TilawaQuran

extension LibraryFolder {
  /// Returns which of `ayat`, numbered by the session's count, can be played: those for which `resolve` has
  /// an answer.
  ///
  /// With `byReciter`, also returns the ayat of each reciter alone. With `tellingVerified`, also returns
  /// those for which a verified row is found. Either takes longer, since bundles are then searched even if
  /// others contain the ayat.
  package func coverage(
    of ayat: [Ayah], in session: Session, byReciter: Bool = false, tellingVerified: Bool = false
  ) -> LibraryCoverage {
    let wanted = WantedAyat(ayat, counting: session.counting).prepared(for: CountingSystem.allCases)
    let search = CoverageSearch(
      for: wanted, in: session, byReciter: byReciter, isThorough: byReciter || tellingVerified, inspector)
    let partSize = 64
    let partCount = (bundles.count + partSize - 1) / partSize
    let searchPart: @Sendable (Int) -> Void = { part in
      search.run(bundles[(part * partSize)..<min((part + 1) * partSize, bundles.count)], of: self)
    }
    Processors.share(partCount, searchPart)
    return search.answer(of: self)
  }
}

/// Goes through the bundles of a library, each time asking only for what was found nowhere yet.
private final class CoverageSearch: Sendable {
  /// The ayat still to be found.
  private struct Question: Sendable {
    package let wanted: WantedAyat
    package let filter: ReferenceFilter

    package init(_ wanted: WantedAyat) {
      self.wanted = wanted
      filter = ReferenceFilter(for: wanted, in: CountingSystem.allCases)
    }
  }

  private struct State {
    package var question: Question
    package var found: FoundAyat
    package var faults: [(bundle: String, fault: LibraryFault)] = []
  }

  private let session: Session
  private let wanted: WantedAyat
  private let byReciter: Bool
  /// True if bundles are also searched for ayat that were found already.
  private let isThorough: Bool
  private let state: Mutex<State>

  package init(
    for wanted: WantedAyat, in session: Session, byReciter: Bool, isThorough: Bool,
    _ inspector: (any AudioInspector)?
  ) {
    self.session = session
    self.wanted = wanted
    self.byReciter = byReciter
    self.isThorough = isThorough
    state = Mutex(State(question: Question(wanted), found: FoundAyat(inspector)))
  }

  package func run(_ bundles: ArraySlice<String>, of library: LibraryFolder) {
    let question = state.withLock { $0.question }
    guard !question.wanted.ayat.isEmpty else { return }
    var found = FoundAyat(library.inspector)
    var faults: [(String, LibraryFault)] = []
    for path in bundles {
      library.search(path, for: question.wanted, session, question.filter, into: &found) {
        faults.append((path, $0))
      }
    }
    state.withLock { state in
      state.faults += faults
      state.found.merge(found)
      guard !isThorough else { return }
      // A new question costs as much as many files: it is worth it when it is much shorter.
      let open = state.question.wanted.ayat.count { !state.found.all.contains($0) }
      if open == 0 || open < state.question.wanted.ayat.count * 7 / 8 {
        state.question = Question(state.question.wanted.without(state.found.all))
      }
    }
  }

  package func answer(of library: LibraryFolder) -> LibraryCoverage {
    var state = state.withLock { $0 }
    for source in library.sources {
      source.run(for: wanted, in: session, explaining: false, into: &state.found)
    }
    return state.found.answer(
      to: wanted.ayat, in: session, byReciter: byReciter, isThorough: isThorough,
      names: library.reciterNames,
      faults: (library.faults + faultsThatMatter(state, library)).sorted {
        ($0.path, $0.message) < ($1.path, $1.message)
      }, bundleCount: library.bundles.count)
  }

  /// Of the bundles that are read while others are, only those whose faults can matter: which those are mustn't
  /// depend on who was first.
  private func faultsThatMatter(_ state: State, _ library: LibraryFolder) -> [LibraryFault] {
    guard !isThorough else { return state.faults.map(\.fault) }
    let open = wanted.without(state.found.all)
    guard !open.ayat.isEmpty else { return [] }
    let filter = ReferenceFilter(for: open, in: CountingSystem.allCases)
    return state.faults.filter { bundle, fault in
      do { return try library.segments(of: bundle, shownAs: fault.path, filter) != nil } catch { return true }
    }.map(\.fault)
  }
}

/// Ayat that can be heard, whoever recites them, and by whom.
package struct FoundAyat: HearingCollector {
  /// Ayat, and those of them that a person has verified.
  package struct Ayat {
    package var all: Set<Ayah> = []
    package var verified: Set<Ayah> = []

    package mutating func enter(_ ayah: TilawaQuran.Ayah, _ isVerified: Bool) {
      all.insert(ayah)
      if isVerified { verified.insert(ayah) }
    }

    package mutating func merge(_ other: Ayat) {
      all.formUnion(other.all)
      verified.formUnion(other.verified)
    }
  }

  package private(set) var byReciter: [String?: Ayat] = [:]
  package private(set) var anyone = Ayat()
  private var gate: AudioGate

  package init(_ inspector: (any AudioInspector)?) { gate = AudioGate(inspector) }
  /// As bundles call them.
  package private(set) var names: [String?: String] = [:]

  package var all: Set<Ayah> { anyone.all }

  package mutating func enter(_ hearing: Hearing) {
    if let name = hearing.reciterName { names[hearing.reciter] = min(name, names[hearing.reciter] ?? name) }
    let known = byReciter[hearing.reciter]
    let isNew = !((hearing.isVerified ? known?.verified : known?.all)?.contains(hearing.ayah) ?? false)
    guard isNew, gate.admits(hearing) else { return }
    enter(hearing.ayah, by: hearing.reciter, isVerified: hearing.isVerified)
  }

  /// Adds an ayah that a reciter has, according to someone else's report.
  package mutating func enter(_ ayah: TilawaQuran.Ayah, by reciter: String?, isVerified: Bool) {
    anyone.enter(ayah, isVerified)
    byReciter[reciter, default: Ayat()].enter(ayah, isVerified)
  }

  /// Calls reciters who have no name yet by what `name` has for their ids.
  package mutating func call(by name: (String) -> String?) {
    for id in byReciter.keys where names[id] == nil { names[id] = id.flatMap(name) }
  }

  package mutating func merge(_ other: FoundAyat) {
    anyone.merge(other.anyone)
    for (reciter, ayat) in other.byReciter { byReciter[reciter, default: Ayat()].merge(ayat) }
    // Two bundles may call one reciter differently; which is read first must not matter.
    names.merge(other.names) { min($0, $1) }
  }

  /// Reciters are called as `names` have it, else as they were when they were found.
  package func answer(
    to wanted: [TilawaQuran.Ayah], in session: Session, byReciter isByReciter: Bool, isThorough: Bool,
    names known: ReciterNames, faults: [LibraryFault], bundleCount: Int
  ) -> LibraryCoverage {
    let coverage = { (found: Ayat) in
      Coverage(
        of: wanted, found: found.all, verified: isThorough ? found.verified : [], counting: session.counting)
    }
    let name = { (id: String?) in id.flatMap { known[$0]?.name } ?? names[id] }
    let place = { (id: String?) in
      (
        id == nil ? 1 : 0, id.flatMap { known[$0]?.sortOrder } ?? .max, (name(id) ?? id ?? "").lowercased(),
        id ?? ""
      )
    }
    let ids =
      session.reciters.isEmpty
      ? byReciter.keys.sorted { place($0) < place($1) } : session.reciters.map(Optional.some)
    return LibraryCoverage(
      all: coverage(anyone),
      reciters: isByReciter ? ids.map { ($0, name($0), coverage(byReciter[$0] ?? .init())) } : [],
      faults: faults, bundleCount: bundleCount)
  }
}

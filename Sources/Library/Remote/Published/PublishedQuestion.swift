import TilawaBase
import TilawaFormat
import TilawaLibrary
import TilawaQuran
import TilawaSound

/// One question to one state of a published library, with what was read for it.
struct PublishedQuestion {
  /// True if a file didn't match its digest, so that the library may have been published anew.
  private(set) var isOutdated = false
  private let snapshot: PublishedSnapshot
  private let library: PublishedLibrary
  private var faults: [LibraryFault] = []
  private var faultCount = 0
  private var known: PublishedReciterList??

  /// Beyond these the rest is counted.
  private static let mostFaults = 8

  init(_ snapshot: PublishedSnapshot, _ library: PublishedLibrary) {
    self.snapshot = snapshot
    self.library = library
  }

  // MARK: - Reading

  /// Reads files; `take` gets each with its place among them. What can't be had, or isn't taken, is a fault.
  private mutating func read(
    _ files: [TreeFile], _ take: (Int, [UInt8]) throws(PublishedFault) -> Void
  ) {
    library.tree.read(files) { index, result in
      switch result {
      case .success(let bytes):
        do throws(PublishedFault) {
          try take(index, bytes)
        } catch {
          complain(of: files[index].path, error.message)
        }
      case .failure(let error):
        if error.prospect == .changed { isOutdated = true }
        complain(of: files[index].path, error.description)
      }
    }
  }

  private mutating func complain(of path: String, _ reason: String) {
    faultCount += 1
    guard faults.count < Self.mostFaults else { return }
    let shown = library.shown(path)
    faults.append(LibraryFault(path: shown, message: "\(shown): \(reason)"))
  }

  private var allFaults: [LibraryFault] {
    let told = faults.sorted { ($0.path, $0.message) < ($1.path, $1.message) }
    guard faultCount > told.count else { return told }
    let shown = library.address.text
    return told + [
      LibraryFault(path: shown, message: "\(shown): \(faultCount - told.count) more files cannot be read")
    ]
  }

  private static func file(_ path: String, _ digest: FileDigest) -> TreeFile {
    TreeFile(path: path, sha256: digest.sha256, bytes: digest.bytes)
  }

  /// Nil when the list can't be had.
  var reciters: PublishedReciterList? {
    mutating get {
      if known == nil { readWithReciters([]) { _, _ in } }
      return known ?? nil
    }
  }

  /// Reads files, and at the same time the list of reciters, unless that is known.
  private mutating func readWithReciters(
    _ files: [TreeFile], _ take: (Int, [UInt8]) throws(PublishedFault) -> Void
  ) {
    var list: PublishedReciterList?
    let library = library
    let more = known == nil ? [Self.file(PublishedAddress.reciters, snapshot.root.reciters)] : []
    read(files + more) { index, bytes throws(PublishedFault) in
      if index < files.count {
        try take(index, bytes)
      } else {
        list = PublishedReciterList(try PublishedReciters(reading: bytes), of: library)
      }
    }
    if known == nil { known = .some(list) }
  }

  // MARK: - What plays an ayah

  mutating func resolve(_ ayat: [Ayah], in session: Session, explaining: Bool) -> Resolution {
    var contest = Contest(keepingAll: explaining, SoundInspector())
    var shards = PublishedShards(ayat, in: session, of: library)
    var parts = indexes(of: shards.surahs)
    let list = reciters
    var round = 0
    while !shards.open.isEmpty {
      var files: [TreeFile] = []
      var places: [(ayah: Ayah, part: Int, isLast: Bool)] = []
      for ayah in shards.open {
        guard let digests = parts[ayah], round < digests.count else {
          parts[ayah] = nil
          shards.close(ayah)
          continue
        }
        files.append(Self.file(PublishedAddress.ayah(ayah, part: round + 1), digests[round]))
        places.append((ayah, round + 1, round + 1 == digests.count))
      }
      read(files) { index, bytes throws(PublishedFault) in
        let place = places[index]
        let document = try PublishedAyah(reading: bytes)
        guard document.ayah == place.ayah, document.part == place.part else {
          throw PublishedFault("it contains a different ayah than its name says")
        }
        shards.take(document, isLast: place.isLast, explaining: explaining, into: &contest)
      }
      round += 1
    }
    shards.finish(into: &contest)
    for source in list?.sources ?? [] {
      source.run(for: shards.wanted, in: session, explaining: explaining, into: &contest)
    }
    contest.faults = allFaults
    var resolution = contest.resolution(of: ayat, bundleCount: snapshot.root.recordings)
    if let list { resolution.callReciters(by: list.names) }
    return resolution
  }

  /// The files of each ayah of some surahs, in order.
  private mutating func indexes(of surahs: Set<Int>) -> [Ayah: [FileDigest]] {
    let entries = snapshot.root.items.filter { surahs.contains($0.surah) }
    var parts: [Ayah: [FileDigest]] = [:]
    readWithReciters(entries.map { Self.file(PublishedAddress.surah($0.surah), $0.index) }) {
      index, bytes throws(PublishedFault) in
      let document = try PublishedSurah(reading: bytes)
      guard document.surah == entries[index].surah else {
        throw PublishedFault("it contains a different surah than its name says")
      }
      for entry in document.items { parts[Ayah(document.surah, entry.ayah)] = entry.parts.map(\.file) }
    }
    return parts
  }

  // MARK: - What can be played

  mutating func coverage(
    of ayat: [Ayah], in session: Session, byReciter: Bool, tellingVerified: Bool
  ) -> LibraryCoverage {
    let wanted = WantedAyat(ayat, counting: session.counting).prepared(for: CountingSystem.allCases)
    var found = FoundAyat(nil)
    var unclear: Set<Ayah> = []
    let surahs = Set(wanted.ayat.map(\.surah))
    let entries = snapshot.root.items.filter { surahs.contains($0.surah) }
    readWithReciters(entries.map { Self.file(PublishedAddress.held($0.surah), $0.held) }) {
      index, bytes throws(PublishedFault) in
      let document = try PublishedHeld(reading: bytes)
      guard document.surah == entries[index].surah else {
        throw PublishedFault("it contains a different surah than its name says")
      }
      let ofSurah = WantedAyat(
        wanted.ayat.filter { $0.surah == document.surah }, counting: session.counting)
      var mapped: [CountingSystem: [WantedAyat.Mapped]] = [:]
      for entry in document.items
      where entry.riwayah == session.riwayah && session.preference(for: entry.reciter) != nil {
        let matches = mapped[entry.counting] ?? ofSurah.mapped(in: entry.counting)
        mapped[entry.counting] = matches
        for match in matches where match.relation != .overlap {
          let numbers = (match.range.first.number...max(match.range.first.number, match.range.last.number))
          guard numbers.allSatisfy(entry.ayat.contains) else { continue }
          // Only the rows show whether the same recording contains them one after the other.
          guard match.range.isSingle else {
            unclear.insert(match.ayah)
            continue
          }
          found.enter(
            match.ayah, by: entry.reciter, isVerified: entry.verified.contains(match.range.first.number))
        }
      }
    }
    let isThorough = byReciter || tellingVerified
    let open = unclear.filter { isThorough || !found.all.contains($0) }.sorted()
    if !open.isEmpty {
      for answer in resolve(open, in: session, explaining: true).answers.values {
        for hearing in [answer.best].compactMap({ $0 }) + answer.others { found.enter(hearing) }
      }
    }
    let list = reciters
    found.call(by: { list?.name(of: $0) })
    for source in list?.sources ?? [] {
      source.run(for: wanted, in: session, explaining: false, into: &found)
    }
    return found.answer(
      to: wanted.ayat, in: session, byReciter: byReciter, isThorough: isThorough,
      names: list?.names ?? ReciterNames(), faults: allFaults, bundleCount: snapshot.root.recordings)
  }
}

/// The content of a published library's list of reciters.
struct PublishedReciterList: Sendable {
  /// Of those who have a file in the library, whose names go before those of bundles.
  let names: ReciterNames
  /// The preferred first.
  let sources: [LibrarySource]
  private let others: [ExactText: String]

  init(_ list: PublishedReciters, of library: PublishedLibrary) {
    var listed: [ExactText: ReciterNames.Names] = [:]
    var others: [ExactText: String] = [:]
    var sources: [LibrarySource] = []
    for entry in list.items {
      if !entry.sources.isEmpty { sources += library.sources(of: entry, from: sources.count) }
      guard let name = entry.name, !name.isEmpty else { continue }
      if entry.isListed {
        listed[ExactText(entry.reciter)] = .init(
          name: name, shortName: entry.shortName, sortOrder: entry.sortOrder)
      } else {
        others[ExactText(entry.reciter)] = name
      }
    }
    names = ReciterNames(listed)
    self.sources = sources
    self.others = others
  }

  /// As the library's own files, else some bundle calls them.
  func name(of id: String) -> String? { names[id]?.name ?? others[ExactText(id)] }
}

/// Where something stands in files of others.
enum PublishedRowPlace {
  static func place(of file: String) -> Place { Place(path: file) }
}

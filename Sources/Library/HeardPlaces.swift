import Synchronization
package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// Where a phrase of a guide can be heard in a recording of a library.
package struct HeardPlace: Sendable {
  /// The bundle, as it is shown to the user.
  package let bundle: String
  /// The audio's path inside it.
  package let audio: String
  /// From the first to the last row that holds it.
  package let span: TimeSpan
  /// Of which prayer the recording is, when it says so.
  package let prayer: Prayer?
  /// In which rak'ah it is heard, from 1, when that is known.
  package let rakah: Int?
  /// The reciter's id, if the bundle gives one.
  package let reciter: String?
  /// A person has verified each row.
  package let isVerified: Bool
  /// True if the audio is here.
  package let isHere: Bool
}

/// A search for phrases, with the recordings that are preferred.
package struct HeardQuery: Sendable {
  package var phrases: [HeardPhrase]
  /// Recordings of it come before others.
  package var prayer: Prayer
  /// Rows of it come before others.
  package var rakah: Int
  /// Ayat in no other are served.
  package var riwayah: Riwayah

  package init(_ phrases: [HeardPhrase], of prayer: Prayer, rakah: Int = 1, riwayah: Riwayah = .hafs) {
    (self.phrases, self.prayer, self.rakah, self.riwayah) = (phrases, prayer, rakah, riwayah)
  }
}

extension LibraryFolder {
  /// Returns the places of each phrase, the best first, and faults for what could not be read. Places are
  /// ordered by: a recording of the prayer, the rak'ah, audio that is here, verified rows, and finally path
  /// and time.
  package func places(of query: HeardQuery) -> (places: [HeardPhrase: [HeardPlace]], faults: [LibraryFault]) {
    let found = Mutex((places: [HeardPhrase: [HeardPlace]](), faults: self.faults))
    let bundles = bundles
    let filter = HeardFilter(query)
    let search: @Sendable (Int) -> Void = { index in
      let (places, fault) = self.places(of: query, in: bundles[index], filter)
      guard !places.isEmpty || fault != nil else { return }
      found.withLock { found in
        found.places.merge(places) { $0 + $1 }
        if let fault { found.faults.append(fault) }
      }
    }
    Processors.share(bundles.count, search)
    return found.withLock { found in
      (
        found.places.mapValues { $0.sorted { $0.comes(before: $1, for: query) } },
        found.faults.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
      )
    }
  }

  private func places(of query: HeardQuery, in path: String, _ filter: HeardFilter)
    -> (places: [HeardPhrase: [HeardPlace]], fault: LibraryFault?)
  {
    let shown = PathText.shown(path, from: home)
    let segments: BundleFile<SegmentsFile>
    do {
      let name = FileKind.segments.fileName
      guard let bytes = try FileContents.readIfAny("\(path)/\(name)", in: path), filter.mayHold(bytes) else {
        return ([:], nil)
      }
      segments = BundleFile(segments: SourceText(path: "\(shown)/\(name)", bytes: bytes))
    } catch {
      let file = "\(shown)/\(FileKind.segments.fileName)"
      return ([:], LibraryFault(path: shown, message: error.message(showing: file)))
    }
    var bundle = TilawaBundle(readingAt: path, shownAs: shown, only: [.recording, .reciter])
    bundle.segments = segments
    var places: [HeardPhrase: [HeardPlace]] = [:]
    let rows = bundle.segmentsByRakah
    var gate = AudioGate(inspector)
    for phrase in Set(query.phrases) {
      let found = Self.runs(of: phrase, in: rows, bundle, query.riwayah)
      let own = found.compactMap { Self.place(of: $0, in: bundle, &gate) }
      if !own.isEmpty { places[phrase] = own }
    }
    return (places, LibraryFault(of: bundle))
  }

  /// Rows that hold all of a phrase, one behind the other.
  private static func runs(
    of phrase: HeardPhrase, in rows: [(row: Placed<Segment>, rakah: Int?)], _ bundle: TilawaBundle,
    _ riwayah: Riwayah
  ) -> [[(row: Placed<Segment>, rakah: Int?)]] {
    switch phrase {
    case .phrase(let word): return rows.filter { $0.row.skip == word }.map { [$0] }
    case .ayat(let wanted):
      guard let counting = bundle.counting, let own = AyahMap.map(wanted, from: .kufi, to: counting) else {
        return []
      }
      let ofAyat = rows.filter {
        $0.row.ayah != nil && bundle.riwayah(of: $0.row.value) == riwayah
          && RowCut($0.row.value, counting)?.cut(within: own) == nil
      }
      return ofAyat.indices.compactMap { start in
        guard let first = ofAyat[start].row.ayah, first.first <= own.first, own.first <= first.last
        else {
          return nil
        }
        var end = start
        while let last = ofAyat[end].row.ayah?.last, last < own.last {
          guard end + 1 < ofAyat.count, ofAyat[end + 1].row.ayah?.first == counting.next(after: last)
          else {
            return nil
          }
          end += 1
        }
        return Array(ofAyat[start...end])
      }
    }
  }

  /// Nil where its audio ends before it begins.
  private static func place(
    of run: [(row: Placed<Segment>, rakah: Int?)], in bundle: TilawaBundle, _ gate: inout AudioGate
  ) -> HeardPlace? {
    guard let first = run.first, let last = run.last,
      let span = TimeSpan(first.row.start, last.row.end)
    else { return nil }
    let audio = RecordedAudio(of: bundle)
    let verdict = gate.verdict(on: span, of: audio)
    if verdict == .pastEnd { return nil }
    return HeardPlace(
      bundle: bundle.shownPath, audio: audio.file, span: span,
      prayer: bundle.recording?.content?.prayer?.value, rakah: first.rakah,
      reciter: bundle.reciter(of: first.row.value), isVerified: run.allSatisfy(\.row.isVerified),
      isHere: { if case .playable = verdict { true } else { false } }())
  }
}

/// Tells from the bytes of a file that none of its rows holds a phrase.
private struct HeardFilter: Sendable {
  private let words: [[UInt8]]
  private let ayat: ReferenceFilter

  init(_ query: HeardQuery) {
    var words: [[UInt8]] = []
    var ayat: [Ayah] = []
    for phrase in query.phrases {
      switch phrase {
      case .phrase(let word): words.append(Array(word.utf8))
      case .ayat(let range): ayat += CountingSystem.kufi.ayat(in: range)
      }
    }
    self.words = words
    self.ayat = ReferenceFilter(for: WantedAyat(ayat, counting: .kufi), in: CountingSystem.allCases)
  }

  func mayHold(_ bytes: [UInt8]) -> Bool {
    // Text written with escapes can't be ruled out in this way.
    ayat.mayHold(bytes) || bytes.contains(UInt8(ascii: "\\"))
      || words.contains { bytes.firstRange(of: $0) != nil }
  }
}

extension HeardPlace {
  fileprivate func comes(before other: HeardPlace, for query: HeardQuery) -> Bool {
    func score(_ place: HeardPlace) -> [Int] {
      [
        place.prayer == query.prayer ? 0 : 1, place.rakah == query.rakah ? 0 : 1, place.isHere ? 0 : 1,
        place.isVerified ? 0 : 1,
      ]
    }
    let (mine, others) = (score(self), score(other))
    if mine != others { return mine.lexicographicallyPrecedes(others) }
    if !bundle.isExactly(other.bundle) { return bundle.utf8.lexicographicallyPrecedes(other.bundle.utf8) }
    return span.start < other.span.start
  }
}

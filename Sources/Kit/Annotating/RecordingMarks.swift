package import TilawaBase
package import TilawaFormat
package import TilawaQuran
package import TilawaRecognition
package import TilawaSound

/// The places at which the ayat of a recording begin, found from its pauses or sounds.
package struct RecordingMarks: Sendable {
  /// The method by which the marks were named.
  package enum Naming: Hashable, Sendable {
    /// The marks have no names, because no passage was given.
    case none
    /// There are as many stretches as ayat.
    case inOrder
    /// The pauses that agree best with the lengths of the ayat were chosen.
    case byLength
    /// The sounds of the passage were found in the recording.
    case bySound
    /// The marks have no names, because the lengths of the stretches don't agree with those of the ayat.
    case doesNotFit
  }

  /// The new markers, in order of time, without those that are already confirmed.
  package var markers: [Marker]
  /// The method by which the markers were named.
  package var naming: Naming
  /// The number of stretches between pauses.
  package var stretches: Int
  /// The number of ayat in the passage, not counting ayah 0 of surahs; 0 without a passage.
  package var ayat: Int
  /// Runs of ayat between which no pause was found.
  package var runs: [AyahRange]
  /// The time of each word, in order of time; empty unless ayat were found by their sounds.
  package var words: [WordTiming] = []
  /// The agreement of searches about each of these words.
  package internal(set) var wordAgreements: [WordAgreement] = []
  /// Ayat of the passage that don't seem to be heard, judging by their sounds.
  package var unheard: [AyahRange] = []
  /// True if the recording matches the passage barely better than the same words reversed.
  package var mayBeAnother = false
  /// True if something without a row is heard before the first marker, such as the end of another ayah or a
  /// cough.
  package internal(set) var followsSound = false
  /// The signs from which the confidence of a mark is computed, by its time, if ayat were found by their
  /// sounds.
  package internal(set) var signs: [Milliseconds: MarkSigns] = [:]
}

extension RecordingMarks {
  /// The confidence below which the search only placed a marker there because it had to.
  package static let leastFound = 0.1

  /// Returns the ayat whose markers are all guesses, as runs in the order of the mushaf.
  package func guessed(in counting: CountingSystem = .kufi) -> [AyahRange] {
    let named = markers.filter { $0.ayah != nil }
    func ayat(_ markers: [Marker]) -> Set<Ayah> {
      Set(markers.compactMap(\.ayah).flatMap { counting.ayat(in: $0) })
    }
    let found = ayat(named.filter { $0.confidence ?? 1 >= Self.leastFound })
    return counting.runs(of: ayat(named).subtracting(found).sorted())
  }

  /// Returns the ayat of some passages that were found: neither guessed nor unheard.
  package func found(of passages: [AyahRange], in counting: CountingSystem = .kufi) -> [AyahRange] {
    let others = Set((guessed(in: counting) + unheard).flatMap { counting.ayat(in: $0) })
    return passages.flatMap { counting.runs(of: counting.ayat(in: $0).filter { !others.contains($0) }) }
  }
}

extension CountingSystem {
  /// Returns runs of consecutive ayat; `ayat` are in ascending order.
  fileprivate func runs(of ayat: [Ayah]) -> [AyahRange] {
    var runs: [AyahRange] = []
    for ayah in ayat {
      if let run = runs.last, next(after: run.last) == ayah {
        runs[runs.count - 1].last = ayah
      } else {
        runs.append(AyahRange(ayah))
      }
    }
    return runs
  }
}

extension RecordingMarks {
  /// Returns two settings: for pauses that count as they are, and for finer ones from which a passage
  /// chooses.
  ///
  /// Pass them to `PauseFinder.analyses`, and its result to the initialiser.
  package static func settings(_ plain: PauseSettings) -> [PauseSettings] {
    var fine = plain
    fine.minimumLength = min(plain.minimumLength, Milliseconds(60))
    if plain.threshold == PauseSettings.adaptive.threshold { fine.threshold = .adaptive(fraction: 0.5) }
    return [plain, fine]
  }

  /// Marks a recording from its analyses by `settings`, around confirmed markers and verified segments.
  package init(
    _ analyses: [PauseAnalysis], passage: [AyahRange] = [], counting: CountingSystem = .kufi,
    anchors: [Anchor] = []
  ) {
    markers = []
    runs = []
    naming = .none
    // Nothing can be found in a recording that is silent throughout.
    if let plain = analyses.first, plain.speechLevel <= Self.silence {
      stretches = 0
      ayat = passage.isEmpty ? 0 : PassageItem.items(of: passage, counting: counting).count { !$0.isOptional }
      if ayat > 0 { naming = .doesNotFit }
      return
    }
    let items = PassageItem.items(of: passage, counting: counting)
    ayat = items.count { !$0.isOptional }
    guard let plain = analyses.first, let fine = analyses.last, plain.duration > .zero else {
      stretches = 0
      if ayat > 0 { naming = .doesNotFit }
      return
    }
    let candidates = BoundaryCandidate.candidates(of: plain)
      .settled(by: anchors, items: items, duration: plain.duration)
    stretches = candidates.count - 1
    if passage.isEmpty {
      markers = Self.unnamed(candidates, anchors: anchors, duration: plain.duration)
      return
    }
    if stretches == ayat, let order = Self.inOrder(items, candidates) {
      naming = .inOrder
      name(order.result, order.search, anchors: anchors, duration: plain.duration)
      return
    }
    let search = PassageSearch(
      items: items,
      candidates: BoundaryCandidate.candidates(of: fine)
        .settled(by: anchors, items: items, duration: fine.duration).thinned(for: items.count))
    if let result = search.best(), search.isPlausible(result) {
      naming = .byLength
      name(result, search, anchors: anchors, duration: fine.duration)
    } else {
      naming = .doesNotFit
      markers = Self.unnamed(candidates, anchors: anchors, duration: plain.duration)
    }
  }

  /// The level below which a recording contains no voice, in dBFS.
  private static let silence = -100.0

  package init(naming: Naming, ayat: Int) {
    markers = []
    runs = []
    stretches = 0
    self.naming = naming
    self.ayat = ayat
  }

  private static func unnamed(
    _ candidates: [BoundaryCandidate], anchors: [Anchor], duration: Milliseconds
  ) -> [Marker] {
    let markers = candidates.dropLast().filter { candidate in
      !candidate.isTaken && !anchors.contains { $0.covers(candidate.at) }
    }.map { Marker(at: $0.at, confidence: $0.confidence) }
    return closed(markers, before: anchors, end: candidates.last?.at, duration: duration)
  }

  /// Returns one ayah per stretch, in order, or nil if one of them is far longer or shorter than the others
  /// suggest.
  private static func inOrder(
    _ items: [PassageItem], _ candidates: [BoundaryCandidate]
  ) -> (search: PassageSearch, result: PassageSearch.Result)? {
    let search = PassageSearch(items: items, candidates: candidates)
    let required = items.indices.filter { !items[$0].isOptional }
    let placements = required.enumerated().map { index, item in
      PassageSearch.Placement(items: item..<(item + 1), from: index, to: index + 1)
    }
    for placement in placements {
      switch candidates[placement.from].content {
      case .free: continue
      case .items(let range): if range != placement.items { return nil }
      case .other: return nil
      }
    }
    guard let rate = search.measuredRate(placements) else { return nil }
    let isLikely = placements.allSatisfy { abs(search.deviation($0, rate: rate)) < logarithm(2.5) }
    return isLikely ? (search, PassageSearch.Result(placements: placements, rate: rate, cost: 0)) : nil
  }

  private mutating func name(
    _ result: PassageSearch.Result, _ search: PassageSearch, anchors: [Anchor], duration: Milliseconds
  ) {
    var before = 0.0
    for placement in result.placements {
      let start = search.candidates[placement.from]
      let deviation = placement.items.isEmpty ? 0 : search.deviation(placement, rate: result.rate)
      defer { before = deviation }
      let items = search.items[placement.items]
      if items.count(where: { !$0.isOptional }) > 1, let range = items.range, start.content == .free {
        runs.append(range)
      }
      let opensRecording = placement.from == 0 && placement.items.isEmpty
      if start.isTaken || opensRecording { continue }
      var marker = Marker(at: start.at)
      marker.name(items)
      let fit = exponential(-(before * before + deviation * deviation) / 0.25)
      marker.confidence = start.confidence * fit / Double(max(1, items.count))
      markers.append(marker)
    }
    markers = Self.closed(markers, before: anchors, end: search.candidates.last?.at, duration: duration)
  }

  /// Gives an end to markers that would run into an anchor without a marker of its own, or into a long
  /// silence at the end.
  static func closed(
    _ markers: [Marker], before anchors: [Anchor], end: Milliseconds?, duration: Milliseconds
  ) -> [Marker] {
    var markers = markers
    for index in markers.indices {
      let next = index + 1 < markers.count ? markers[index + 1].at : duration
      if let anchor = anchors.first(where: { $0.start > markers[index].at && $0.start < next }) {
        // A confirmed marker ends it anyway; the start of a verified segment doesn't.
        if anchor.end != nil { markers[index].end = anchor.start }
      } else if index + 1 == markers.count, let end, duration - end > Milliseconds(2000) {
        markers[index].end = end
      }
    }
    return markers
  }
}

extension Anchor {
  fileprivate func covers(_ time: Milliseconds) -> Bool {
    guard let end else { return false }
    return start <= time && time < end
  }
}

extension Marker {
  /// Sets the ayat or skip that the marker opens.
  mutating func name(_ items: ArraySlice<PassageItem>) {
    switch items.first?.kind {
    case .istiadhah: facts.skip = SkipKind.istiadhah.rawValue
    case .basmalah: facts.skip = SkipKind.basmalah.rawValue
    case .ayah: facts.ayah = items.range
    case nil: facts.skip = SkipKind.other.rawValue
    }
  }
}

extension ArraySlice<PassageItem> {
  fileprivate var range: AyahRange? {
    guard let first = first?.ayah, let last = last?.ayah else { return nil }
    return AyahRange(first, last)
  }
}

extension PassageSearch {
  /// Returns true if the recording can be of the passage: the tempo is humanly possible, and most ayat take
  /// about as long as it predicts.
  fileprivate func isPlausible(_ result: Result) -> Bool {
    // Published recitations lie between 0.06 and 0.35 seconds a unit.
    guard (0.02...0.7).contains(result.rate) else { return false }
    var off = 0
    for placement in result.placements where candidates[placement.from].content == .free {
      let required = items[placement.items].count { !$0.isOptional }
      if required > 1 || abs(deviation(placement, rate: result.rate)) > 0.5 { off += required }
    }
    return Double(off) <= 0.6 * Double(items.count { !$0.isOptional })
  }
}

extension [BoundaryCandidate] {
  /// Returns the candidates without the least likely ones, if there are so many that the search would need
  /// gigabytes.
  fileprivate func thinned(for items: Int) -> [BoundaryCandidate] {
    let limit = Swift.max(3 * items, 30_000_000 / Swift.max(1, items))
    guard count > limit else { return self }
    let least = map(\.evidence).sorted(by: >)[limit - 1]
    return enumerated().filter { index, candidate in
      candidate.isFixed || index == 0 || index == count - 1 || candidate.evidence >= least
    }.map(\.element)
  }
}

extension RecordingMarks {
  /// The marks with confidences rounded to hundredths, as they are written; a tool can't claim more.
  package var inHundredths: RecordingMarks {
    var marks = self
    for index in markers.indices { marks.markers[index].confidence = markers[index].confidence?.inHundredths }
    for index in words.indices { marks.words[index].confidence = words[index].confidence?.inHundredths }
    return marks
  }
}

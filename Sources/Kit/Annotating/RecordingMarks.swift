package import TilawaBase
package import TilawaFormat
package import TilawaQuran
package import TilawaRecognition
package import TilawaSound

/// Where the ayat of a recording begin, as well as that can be told from its pauses.
package struct RecordingMarks: Sendable {
  /// How the marks got their names.
  package enum Naming: Hashable, Sendable {
    /// They have none: no passage was given.
    case none
    /// There are as many stretches as ayat.
    case inOrder
    /// The pauses that agree best with the lengths of the ayat were chosen.
    case byLength
    /// The sounds of the passage were found in the recording.
    case bySound
    /// They have none: the lengths of the stretches don't agree with those of the ayat.
    case doesNotFit
  }

  /// The new markers, in order of time; what a person has settled is not among them.
  package var markers: [Marker]
  /// How they got their names.
  package var naming: Naming
  /// How many stretches lie between pauses.
  package var stretches: Int
  /// How many ayat the passage has, ayah 0 of surahs not counted; 0 without a passage.
  package var ayat: Int
  /// Runs of ayat between which no pause was found.
  package var runs: [AyahRange]
  /// Where each word is heard, in order of time; none unless the sounds were listened to.
  package var words: [WordTiming] = []
  /// How well searches agree about each of these words.
  package internal(set) var wordAgreements: [WordAgreement] = []
  /// Ayat of the passage that are not heard, as far as that can be told from their sounds.
  package var unheard: [AyahRange] = []
  /// Whether the recording is hardly more like the passage than like its words in reverse.
  package var mayBeAnother = false
  /// Whether something is heard before the first marker that has no row of its own: the end of another ayah, a cough.
  package internal(set) var followsSound = false
  /// What tells how sure the mark at a place is, where ayat were found by their sounds.
  package internal(set) var signs: [Milliseconds: MarkSigns] = [:]
}

extension RecordingMarks {
  /// A marker that is less sure than this is where the search had to put it, and no more.
  package static let leastFound = 0.1

  /// Ayat that have markers, none of which is more than a guess; runs in the order of the mushaf.
  package func guessed(in counting: CountingSystem = .kufi) -> [AyahRange] {
    let named = markers.filter { $0.ayah != nil }
    func ayat(_ markers: [Marker]) -> Set<Ayah> {
      Set(markers.compactMap(\.ayah).flatMap { counting.ayat(in: $0) })
    }
    let found = ayat(named.filter { $0.confidence ?? 1 >= Self.leastFound })
    return counting.runs(of: ayat(named).subtracting(found).sorted())
  }

  /// Ayat of some passages that were found: neither guessed at nor unheard.
  package func found(of passages: [AyahRange], in counting: CountingSystem = .kufi) -> [AyahRange] {
    let others = Set((guessed(in: counting) + unheard).flatMap { counting.ayat(in: $0) })
    return passages.flatMap { counting.runs(of: counting.ayat(in: $0).filter { !others.contains($0) }) }
  }
}

extension CountingSystem {
  /// Ayat in rising order as runs.
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
  /// What is to be listened for: pauses that stand for themselves, and finer ones that need the passage to be
  /// chosen from.
  ///
  /// For `PauseFinder.analyses`, whose answer the initialiser takes.
  package static func settings(_ plain: PauseSettings) -> [PauseSettings] {
    var fine = plain
    fine.minimumLength = min(plain.minimumLength, Milliseconds(60))
    if plain.threshold == PauseSettings.adaptive.threshold { fine.threshold = .adaptive(fraction: 0.5) }
    return [plain, fine]
  }

  /// Marks a recording, whose analyses by `settings` are given, around what a person has settled.
  package init(
    _ analyses: [PauseAnalysis], passage: [AyahRange] = [], counting: CountingSystem = .kufi,
    anchors: [Anchor] = []
  ) {
    markers = []
    runs = []
    naming = .none
    // Of what is silent throughout nothing is known.
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

  /// Nobody is heard in a recording that is never louder; dBFS.
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

  /// The ayat one after the other, when none of them is far longer or shorter than the others make it likely.
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

  /// Gives an end to what would run into a settled stretch without a marker of its own, or into a long
  /// silence at the end.
  static func closed(
    _ markers: [Marker], before anchors: [Anchor], end: Milliseconds?, duration: Milliseconds
  ) -> [Marker] {
    var markers = markers
    for index in markers.indices {
      let next = index + 1 < markers.count ? markers[index + 1].at : duration
      if let anchor = anchors.first(where: { $0.start > markers[index].at && $0.start < next }) {
        // A confirmed marker ends it anyhow; the start of a verified segment doesn't.
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
  /// Says what the marker opens.
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
  /// Whether the recording can be of the passage: somebody could read at this tempo, and most ayat take about
  /// as
  /// long as it says.
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
  /// Without the least likely ones, when there are so many that the search would need gigabytes.
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
  /// The same with no more decimals of a confidence than a tool can claim, as it is written.
  package var inHundredths: RecordingMarks {
    var marks = self
    for index in markers.indices { marks.markers[index].confidence = markers[index].confidence?.inHundredths }
    for index in words.indices { marks.words[index].confidence = words[index].confidence?.inHundredths }
    return marks
  }
}

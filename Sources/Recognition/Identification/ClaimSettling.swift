import TilawaQuran
import TilawaSound

/// A passage that is taken to be recited somewhere.
struct PassageClaim {
  var passage: AyahRange
  /// About where, in frames.
  var frames: Range<Int>
  /// The part of it that is sure before the recording is searched again.
  var core: AyahRange
}

/// Searches the recording for the claimed passages, again and again, until all that is claimed is recognised.
///
/// Ayat for which there is time beside a claim are added, and those that aren't recognised are removed.
struct ClaimSettling {
  private(set) var claims: [PassageClaim]
  /// The frames in which something else than a claimed passage is recognised.
  private(set) var strange: [Range<Int>] = []

  private let features: SpeechFeatures
  private let counting: CountingSystem
  private let model: AcousticModel
  private let measure: VoiceMeasure

  private static let leastEvidence = 0.3
  private static let mostRounds = 8
  /// The maximum number of rounds without what turned out to be another passage, and the longest recording,
  /// in frames, that gets them.
  ///
  /// A night of many passages in a hall would take three times as long.
  private static let mostDetours = 2
  private static let longestDetour = 6 * 60 * SpeechFeatures.framesPerSecond
  private static let leastShare = 0.9
  /// Frames from the start of a recording on in which it may begin amid an ayah.
  private static let beginning = 50
  /// The least duration at the edge of a passage, relative to that within it: nobody reads so much quicker
  /// there.
  private static let quickest = 0.75
  /// The least confidence with which an added ayah is kept, and that for one of which a search is sure, whose
  /// edges are coarse.
  private static let leastConfidence = 0.7
  private static let leastOfCore = 0.6

  init(
    _ claims: [PassageClaim], _ features: SpeechFeatures, _ counting: CountingSystem, _ model: AcousticModel,
    _ measure: VoiceMeasure
  ) {
    self.claims = claims
    self.features = features
    self.counting = counting
    self.model = model
    self.measure = measure
  }

  /// Adds claims, in the order of time; stretches that they overlap are not strange any more.
  mutating func add(_ more: [PassageClaim]) {
    strange.removeAll { stretch in more.contains { $0.frames.overlaps(stretch) } }
    claims = (claims + more).sorted { $0.frames.lowerBound < $1.frames.lowerBound }
  }

  /// Extends claims as far as the sounds agree, and returns their recognition. Claims that aren't recognised
  /// are removed.
  ///
  /// `certain` are the passages that searches of the Quran were sure of.
  mutating func settle(
    certain: [PassageClaim], _ check: () throws -> Void
  ) rethrows -> ListenedPassages? {
    let sure = claims
    claims = extended(claims)
    var detours = features.count <= Self.longestDetour ? Self.mostDetours : 0
    // Each round removes something, once repeated passages are separated.
    for round in 0..<Self.mostRounds where !claims.isEmpty {
      try check()
      guard let listened = try listen(check) else {
        guard round == 0 else { break }
        claims = sure
        continue
      }
      var kept: [PassageClaim] = []
      var isAstray = false
      for (index, claim) in claims.enumerated() {
        let all = listened.ayat(of: index)
        let gone = detours > 0 ? all.stray(besides: certain).map(\.frames) : []
        isAstray = isAstray || !gone.isEmpty
        strange += gone
        let heard = all.filter { !gone.contains($0.frames) }
        // Else what is beside it would be heard in what it leaves.
        guard let rest = trimmed(claim, heard) else {
          strange.append(claim.frames)
          continue
        }
        kept += round < Self.mostRounds / 2 ? apart(rest, heard) : [rest]
        strange += heard.filter { item in
          item.ayah.map { $0 < rest.passage.first || $0 > rest.passage.last } ?? false
        }.map(\.frames)
      }
      if isAstray { detours -= 1 }
      let isSame = !isAstray && kept.map(\.passage) == claims.map(\.passage)
      claims = kept.count > claims.count ? extended(kept) : kept
      if isSame { return try withFirstAyat(listened, check) }
    }
    claims = []
    return nil
  }

  /// Returns the recognition of the claims, with the first ayah of a surah where it is recognised before the
  /// second.
  ///
  /// A search may name the second though its stretch begins with the first, since a basmalah doesn't count
  /// for it. Then there is no time before the stretch for the first.
  private mutating func withFirstAyat(
    _ listened: ListenedPassages, _ check: () throws -> Void
  ) rethrows -> ListenedPassages {
    let before = claims
    var late = claims.indices.filter { claims[$0].passage.first.number == 2 }
    while !late.isEmpty {
      try check()
      for index in late {
        claims[index].passage.first = Ayah(claims[index].passage.first.surah, 1)
      }
      guard let heard = try listen(check) else { break }
      let found = late.filter { index in
        let ayat = heard.ayat(of: index).filter { $0.confidence >= Self.leastConfidence }
        guard let first = ayat.first, ayat.dropFirst().first?.ayah?.number == 2 else { return false }
        // A recording may begin amid the second.
        return first.ayah?.number == 1 && first.frames.lowerBound >= Self.beginning
      }
      if found == late {
        for index in late {
          guard let frames = heard.frames(of: index) else { continue }
          claims[index].frames = frames.lowerBound..<max(frames.upperBound, claims[index].frames.upperBound)
        }
        return heard
      }
      claims = before
      late = found
    }
    claims = before
    return listened
  }

  /// Returns the recognition of the claims: all in one search, and those that are hardly recognised in it by
  /// themselves as well.
  ///
  /// A claim is searched for by itself between those beside it. Other passages in a recording may lead the
  /// one search astray.
  private func listen(_ check: () throws -> Void) rethrows -> ListenedPassages? {
    guard
      var listened = ListenedPassages(
        claims.map(\.passage), counting, in: features, frames: 0..<features.count, except: strange,
        model: model)
    else { return nil }
    guard claims.count > 1 else { return listened }
    // Where another is sure, it is none of this one.
    listened.keep(
      within: claims.indices.map { index in
        let start = index > 0 ? claims[index - 1].frames.upperBound : 0
        let end = index + 1 < claims.count ? claims[index + 1].frames.lowerBound : features.count
        return start..<max(start, end)
      })
    let places = claims.indices.map { listened.frames(of: $0) }
    for (index, claim) in claims.enumerated()
    where !Set(counting.ayat(in: claim.passage)).isSubset(of: listened.known(of: index)) {
      try check()
      let start = places[..<index].compactMap { $0?.upperBound }.max() ?? 0
      let end = places[(index + 1)...].compactMap { $0?.lowerBound }.min() ?? features.count
      let alone = ListenedPassages(
        [claim.passage], counting, in: features, frames: start..<max(start, end), except: strange,
        model: model)
      if let alone { listened.take(index, from: alone) }
    }
    return listened
  }

  /// Returns the claims with the ayat for which there is time beside what is sure, up to the ends of its
  /// surah.
  private func extended(_ claims: [PassageClaim]) -> [PassageClaim] {
    var result = claims
    for index in result.indices {
      let rate = measure.seconds(of: result[index].frames) / max(1, measure.units(of: result[index].passage))
      let before = index > 0 ? result[index - 1].frames.upperBound : 0
      let after = index + 1 < result.count ? result[index + 1].frames.lowerBound : features.count
      var room = measure.seconds(of: before..<max(before, result[index].frames.lowerBound))
      while let ayah = neighbour(before: result[index].passage.first) {
        room -= Self.quickest * rate * measure.units(of: AyahRange(ayah))
        guard room > 0 else { break }
        result[index].passage.first = ayah
      }
      room = measure.seconds(
        of: result[index].frames.upperBound..<max(after, result[index].frames.upperBound))
      while let ayah = neighbour(after: result[index].passage.last) {
        room -= Self.quickest * rate * measure.units(of: AyahRange(ayah))
        guard room > 0 else { break }
        result[index].passage.last = ayah
      }
    }
    return result
  }

  private func neighbour(before ayah: Ayah) -> Ayah? {
    ayah.number > 1 ? Ayah(ayah.surah, ayah.number - 1) : nil
  }

  private func neighbour(after ayah: Ayah) -> Ayah? {
    guard let count = counting.ayahCount(ofSurah: ayah.surah), ayah.number < count else { return nil }
    return Ayah(ayah.surah, ayah.number + 1)
  }

  /// Returns true if ayat at an edge that marks leave in doubt are recognised all the same, where they should
  /// be.
  private func isHeard(_ passage: AyahRange, _ places: [Ayah: ListenedPassages.Item]) -> Bool {
    guard let start = places[passage.first]?.frames.lowerBound,
      let end = places[passage.last]?.frames.upperBound,
      start < end,
      let listened = ListenedPassages([passage], counting, in: features, frames: start..<end, model: model),
      listened.share >= Self.leastShare
    else { return false }
    return listened.evidence >= Self.leastEvidence
  }

  /// Returns the recognised part of a claim; nil if there is none, or if it can't be what is recited there.
  private func trimmed(_ claim: PassageClaim, _ heard: [ListenedPassages.Item]) -> PassageClaim? {
    var ayat = counting.ayat(in: claim.passage)
    let places = Dictionary(heard.compactMap { item in item.ayah.map { ($0, item) } }) {
      $0.confidence >= $1.confidence ? $0 : $1
    }
    func isKept(_ ayah: Ayah) -> Bool {
      guard let item = places[ayah] else { return false }
      let isOfCore = (claim.core.first...claim.core.last).contains(ayah)
      return item.confidence >= (isOfCore ? Self.leastOfCore : Self.leastConfidence)
    }
    let before = ayat.prefix { !isKept($0) }
    if let first = before.first, let last = before.last, !isHeard(AyahRange(first, last), places) {
      ayat.removeFirst(before.count)
    }
    let after = ayat.reversed().prefix { !isKept($0) }
    if let last = after.first, let first = after.last, !isHeard(AyahRange(first, last), places) {
      ayat.removeLast(after.count)
    }
    // Less than the rest of the surah is too little to go by: a takbir may be heard as a short ayah.
    if let first = ayat.first, first < claim.core.first, first.number > 1 {
      ayat.removeAll { $0 < claim.core.first }
    }
    if let last = ayat.last, last > claim.core.last, neighbour(after: last) != nil {
      ayat.removeAll { $0 > claim.core.last }
    }
    guard let first = ayat.first, let last = ayat.last else { return nil }
    guard MarkConfidence.supportsPassage(ayat.map { places[$0]?.confidence ?? 0 }) else { return nil }
    // Without the ayat that distinguished it, it may be another passage; the end of an ayah alone distinguishes none.
    let whole = ayat.filter { $0 > first || !isEnd(places[$0], of: $0) }
    if first > claim.core.first || last < claim.core.last || whole.count < ayat.count, !whole.isEmpty,
      isHeardElsewhere(whole)
    {
      return nil
    }
    var result = claim
    result.passage = AyahRange(first, last)
    if let from = places[first]?.frames.lowerBound, let to = places[last]?.frames.upperBound, from < to {
      result.frames = from..<to
    }
    return result
  }

  /// Returns a claim for each recitation of a passage, or of half of it at least.
  private func apart(_ claim: PassageClaim, _ heard: [ListenedPassages.Item]) -> [PassageClaim] {
    let runs = heard.filter { item in
      item.confidence >= Self.leastConfidence
        && item.ayah.map { claim.passage.first <= $0 && $0 <= claim.passage.last } ?? false
    }.runs
    // Whoever says an ayah twice says it within his passage.
    let least = max(ListenedPassages.fewestOfRun, counting.count(of: claim.passage) / 2)
    guard runs.count > 1, runs.allSatisfy({ $0.count >= least }) else { return [claim] }
    let starts = runs.compactMap(\.first?.frames.lowerBound)
    let ends = starts.dropFirst() + [max(claim.frames.upperBound, runs.last?.last?.frames.upperBound ?? 0)]
    return zip(runs, zip(starts, ends)).enumerated().map { index, run in
      let (items, (start, end)) = run
      var part = claim
      let first = index == 0 ? min(claim.frames.lowerBound, start) : start
      part.frames = first..<max(first, end)
      // One time may have begun later than another, or ended sooner.
      if let from = items.first?.ayah, let to = items.last?.ayah {
        part.passage = AyahRange(from, to)
        let (first, last) = (max(from, claim.core.first), min(to, claim.core.last))
        part.core = first <= last ? AyahRange(first, last) : part.passage
      }
      return part
    }
  }

  /// Returns true if only the end of an ayah is recognised.
  private func isEnd(_ heard: ListenedPassages.Item?, of ayah: Ayah) -> Bool {
    guard let heard, let words = AyahSounds.words(of: ayah, in: counting) else { return false }
    return heard.words.count < words.count && heard.words.last == words.last
  }

  /// Returns true if other ayat sound exactly the same.
  private func isHeardElsewhere(_ ayat: [Ayah]) -> Bool {
    let own = ayat.map { AyahSounds.words(of: $0, in: counting) ?? [] }
    return (0..<counting.total).contains { index in
      guard let start = counting.ayah(at: index), start != ayat.first else { return false }
      var ayah: Ayah? = start
      return own.allSatisfy { words in
        defer { ayah = ayah.flatMap { counting.next(after: $0) } }
        return ayah.flatMap { AyahSounds.words(of: $0, in: counting) }.map(words.soundSame) ?? false
      }
    }
  }
}

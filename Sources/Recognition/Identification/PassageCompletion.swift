import Audio
import QuranIndex
import Timing

/// Completes what a search of the Quran is sure of.
struct PassageCompletion {
  /// A passage that is taken to be recited about here.
  struct Claim {
    var passage: AyahRange
    var frames: Range<Int>
    /// What of it is sure before it is listened to again.
    var core: AyahRange
  }

  private(set) var claims: [Claim] = []
  /// Where somebody is heard of whom can't be told what he says, and what it may be, the likeliest first.
  private(set) var unnamed: [(frames: Range<Int>, guesses: [AyahRange])] = []
  /// What searches of the whole Quran were sure of, where each of them heard it.
  private(set) var certain: [Claim]
  /// Where something else is heard than a search was sure of.
  private(set) var strange: [Range<Int>] = []
  /// How the claims are heard all together.
  private(set) var heard: Recitation?

  /// Stretches in which a search was sure of nothing.
  private var searchedInVain: Set<Range<Int>> = []
  private let found: PassageIdentification
  private let features: SpeechFeatures
  private let counting: CountingSystem
  private let model: AcousticModel
  private let measure: VoiceMeasure

  private static let leastEvidence = 0.0
  private static let mostRounds = 8
  private static let mostPasses = 3
  /// So many times what is no longer than this, in frames, is listened to without what turned out to be another passage: a night of many passages in
  /// a hall would take three times as long.
  private static let mostDetours = 2
  private static let longestDetour = 6 * 60 * SpeechFeatures.framesPerSecond
  private static let leastShare = 0.9
  /// Frames of a stretch that is searched once more.
  private static let searchedLength =
    6 * SpeechFeatures.framesPerSecond..<600 * SpeechFeatures.framesPerSecond
  /// A stretch of so many frames at most is cut at a silence, its parts are once more, and so on, so many times.
  private static let longestCut = 120 * SpeechFeatures.framesPerSecond
  private static let mostCuts = 2
  /// Frames from the start of a recording on in which it may begin amid an ayah.
  private static let beginning = 50
  /// Nobody reads so much quicker at the edge of a passage than within it.
  private static let quickest = 0.75
  /// An ayah that was added is kept from this confidence on, and one that a search is sure of, whose edges are coarse.
  private static let leastConfidence = 0.7
  private static let leastOfCore = 0.2
  /// So many ayat are heard at least each time that a passage is said anew.
  private static let fewestOfRun = 3

  init(
    _ found: PassageIdentification, _ features: SpeechFeatures, _ counting: CountingSystem,
    _ model: AcousticModel
  ) {
    self.found = found
    self.features = features
    self.counting = counting
    self.model = model
    measure = VoiceMeasure(features, counting)
    claims = Self.claims(on: found, counting, from: 0)
    certain = claims
  }

  /// What a search is sure of that began at `start`.
  private static func claims(
    on found: PassageIdentification, _ counting: CountingSystem, from start: Int
  ) -> [Claim] {
    found.pieces.filter(\.isSure).compactMap { piece in
      let frames = frames(piece.span)
      return piece.passage.flatMap { AyahMap.map($0, from: .kufi, to: counting) }.map {
        Claim(
          passage: $0, frames: start + frames.lowerBound..<start + frames.upperBound, core: $0)
      }
    }
  }

  private static func frames(_ span: TimeSpan) -> Range<Int> {
    let start = SpeechFeatures.frame(at: span.start)
    return start..<max(start, SpeechFeatures.frame(at: span.end))
  }

  mutating func run(_ check: () throws -> Void) rethrows {
    var listened = try settle(check)
    // What is named may leave a stretch in which something else can be told.
    for _ in 0..<Self.mostPasses {
      var added: [Claim] = []
      for gap in gaps(listened) {
        try check()
        added += try resolved(gap, check)
      }
      guard !added.isEmpty else { break }
      let before = claims.count
      strange.removeAll { stretch in added.contains { $0.frames.overlaps(stretch) } }
      claims = (claims + added).sorted { $0.frames.lowerBound < $1.frames.lowerBound }
      listened = try settle(check)
      guard claims.count > before else { break }
    }
    heard = listened?.known
    unnamed = gaps(listened).map { whole in
      let gap = features.longUtterances(in: whole)
      return (gap, guesses(gap))
    }
    try searchForWhatWasExpected(check)
  }

  // MARK: What was expected

  /// Searches the whole Quran once more for what of the claims no search has found by itself.
  private mutating func searchForWhatWasExpected(_ check: () throws -> Void) rethrows {
    for claim in claims {
      let known = certain.filter {
        $0.passage.first <= claim.passage.last && claim.passage.first <= $0.passage.last
      }
      var start = claim.frames.lowerBound
      let ends = known.map(\.frames) + [claim.frames.upperBound..<claim.frames.upperBound]
      for frames in ends.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        let end = min(frames.lowerBound, claim.frames.upperBound)
        if end > start, Self.searchedLength.contains(end - start) {
          try check()
          certain += Self.claims(on: try searched(start..<end, check), counting, from: start)
        }
        start = max(start, frames.upperBound)
      }
    }
  }

  /// What a search of the whole Quran hears in a cut of its own.
  private func searched(
    _ frames: Range<Int>, _ check: () throws -> Void
  ) rethrows -> PassageIdentification {
    try PassageIdentification(features.part(frames), model: model, listensAgain: false) { _, _ in
      try check()
    }
  }

  // MARK: Passages that are sure

  /// Extends claims as far as the sounds agree, and gives how they are heard; those that aren't heard go.
  private mutating func settle(_ check: () throws -> Void) rethrows -> ListenedPassages? {
    let sure = claims
    claims = extended(claims)
    var detours = features.count <= Self.longestDetour ? Self.mostDetours : 0
    // Each round something goes, once what is said more than once is told apart.
    for round in 0..<Self.mostRounds where !claims.isEmpty {
      try check()
      guard let listened = try listen(check) else {
        guard round == 0 else { break }
        claims = sure
        continue
      }
      var kept: [Claim] = []
      var isAstray = false
      for (index, claim) in claims.enumerated() {
        let all = listened.ayat(of: index)
        let astray = detours > 0 ? astray(all) : []
        isAstray = isAstray || !astray.isEmpty
        strange += astray
        let heard = all.filter { !astray.contains($0.frames) }
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

  /// How the claims are heard, with the first ayah of a surah where that is heard before the second.
  ///
  /// What a search is sure of may begin with the first though it names the second, since a basmalah doesn't count for it, and then there is no
  /// room for it before.
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

  /// How the claims are heard: all of them in one search, and each of which that hears too little by itself as well, between
  /// those beside it. What else is recited in a recording may lead the one search astray.
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

  /// With the ayat for which there is room beside what is sure, up to the ends of its surah.
  private func extended(_ claims: [Claim]) -> [Claim] {
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

  /// Whether ayat at an edge that marks leave in doubt are heard all the same, where they should be.
  private func isHeard(_ passage: AyahRange, _ places: [Ayah: ListenedPassages.Item]) -> Bool {
    guard let start = places[passage.first]?.frames.lowerBound,
      let end = places[passage.last]?.frames.upperBound,
      start < end,
      let listened = ListenedPassages([passage], counting, in: features, frames: start..<end, model: model),
      listened.share >= Self.leastShare, listened.phones ?? 0 >= Self.leastEvidence,
      let evidence = listened.evidence
    else { return false }
    return evidence >= Self.leastEvidence
  }

  /// What is heard of a claim; nil when that is nothing, or can't be what is recited there.
  private func trimmed(_ claim: Claim, _ heard: [ListenedPassages.Item]) -> Claim? {
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
    // Without what told it from others it may be one of these.
    if first > claim.core.first || last < claim.core.last, isHeardElsewhere(ayat) { return nil }
    var result = claim
    result.passage = AyahRange(first, last)
    if let from = places[first]?.frames.lowerBound, let to = places[last]?.frames.upperBound, from < to {
      result.frames = from..<to
    }
    return result
  }

  /// A claim for each time that a passage is heard, or half of it at least.
  private func apart(_ claim: Claim, _ heard: [ListenedPassages.Item]) -> [Claim] {
    let runs = Self.runs(
      of: heard.filter { item in
        item.confidence >= Self.leastConfidence
          && item.ayah.map { claim.passage.first <= $0 && $0 <= claim.passage.last } ?? false
      })
    // Whoever says an ayah twice says it within his passage.
    let least = max(Self.fewestOfRun, counting.count(of: claim.passage) / 2)
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

  /// Runs of items whose ayat follow one another.
  private static func runs(of items: [ListenedPassages.Item]) -> [[ListenedPassages.Item]] {
    var runs: [[ListenedPassages.Item]] = []
    for item in items {
      if let last = runs.last?.last?.ayah, let ayah = item.ayah, last < ayah {
        runs[runs.count - 1].append(item)
      } else {
        runs.append([item])
      }
    }
    return runs
  }

  /// Where another passage is heard as some of this one: ayat that are stray, and what others took up.
  private func astray(_ heard: [ListenedPassages.Item]) -> [Range<Int>] {
    let swallowed = SwallowedSounds(features: features, model: model)
    return stray(heard).map(\.frames)
      + heard.compactMap { item in
        item.ayah.flatMap { AyahSounds.words(of: $0, in: counting) }.flatMap { words in
          swallowed.swallowed(in: item.frames, heardAs: item.words, of: words)
        }
      }
  }

  /// An ayah or two of a passage out of their order where no search was sure of anything: another passage is recited there, and some of it sounds like
  /// them.
  private func stray(_ heard: [ListenedPassages.Item]) -> [ListenedPassages.Item] {
    let runs = Self.runs(of: heard)
    func isUnsure(_ run: [ListenedPassages.Item]) -> Bool {
      guard run.count < Self.fewestOfRun, let first = run.first, let last = run.last else { return false }
      let frames = first.frames.lowerBound..<last.frames.upperBound
      return !certain.contains { 2 * $0.frames.clamped(to: frames).count > frames.count }
    }
    let isUnsure = runs.map(isUnsure)
    guard isUnsure.contains(false) else { return [] }
    return runs.indices.filter { place in
      guard isUnsure[place], let first = runs[place].first?.ayah, let last = runs[place].last?.ayah else {
        return false
      }
      // It goes back to what was said, or what is said goes back behind it.
      return place > 0 && runs[place - 1].last?.ayah.map { last <= $0 } ?? false
        || place + 1 < runs.count && runs[place + 1].first?.ayah.map { $0 <= first } ?? false
    }.flatMap { runs[$0] }
  }

  /// Whether other ayat sound exactly the same.
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

  // MARK: What is left

  /// Stretches in which somebody is heard whose words are none of what was listened for.
  private func gaps(_ listened: ListenedPassages?) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var end = 0
    let items = (listened?.believed ?? []).map(\.frames) + [features.count..<features.count]
    for frames in items.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if frames.lowerBound > end, let speech = speech(in: end..<frames.lowerBound) { result.append(speech) }
      end = max(end, frames.upperBound)
    }
    return result
  }

  /// From the first to the last sound of a voice; nil where nobody says more at once than a takbir.
  private func speech(in frames: Range<Int>) -> Range<Int>? {
    guard !features.longUtterances(in: frames).isEmpty,
      let first = frames.first(where: { features.isLoud[$0] }),
      let last = frames.last(where: { features.isLoud[$0] })
    else { return nil }
    return first..<last + 1
  }

  private func pieces(in gap: Range<Int>) -> [PassageIdentification.Piece] {
    found.pieces.filter { piece in
      let frames = Self.frames(piece.span)
      return 2 * frames.clamped(to: gap).count > frames.count
    }
  }

  private func guesses(_ gap: Range<Int>) -> [AyahRange] {
    pieces(in: gap).flatMap { piece in
      ([piece.passage].compactMap(\.self) + piece.same + piece.others).prefix(3).compactMap {
        AyahMap.map($0, from: .kufi, to: counting)
      }
    }
  }

  /// What a stretch holds, as far as that is sure once it is listened to.
  private mutating func resolved(_ gap: Range<Int>, _ check: () throws -> Void) rethrows -> [Claim] {
    let whole = try wholeSurahs(in: gap, guessedBy: pieces(in: gap), check)
    guard whole.isEmpty else { return whole }
    return try searchedInParts(gap, Self.mostCuts, check)
  }

  private func wholeSurahs(
    in stretch: Range<Int>, guessedBy pieces: [PassageIdentification.Piece], _ check: () throws -> Void
  ) rethrows -> [Claim] {
    let surahs = WholeSurahs(features, counting, model, measure)
    return try surahs.said(in: stretch, guessedBy: pieces, check).map {
      Claim(passage: $0.passage, frames: $0.frames, core: $0.passage)
    }
  }

  /// What a search of a stretch is sure of; where that is nothing, of what precedes its longest silence, and of what follows it.
  ///
  /// A search hears one passage after the other, and whoever says a short surah more than once comes back to its start too soon for it.
  private mutating func searchedInParts(
    _ stretch: Range<Int>, _ cuts: Int, _ check: () throws -> Void
  ) rethrows -> [Claim] {
    guard Self.searchedLength.contains(stretch.count) else { return [] }
    if !searchedInVain.contains(stretch) {
      let again = try searched(stretch, check)
      let sure = Self.claims(on: again, counting, from: stretch.lowerBound)
      certain += sure
      guard sure.isEmpty else { return sure }
      let whole = try wholeSurahs(in: stretch, guessedBy: again.pieces, check)
      guard whole.isEmpty else { return whole }
      searchedInVain.insert(stretch)
    }
    guard cuts > 0, stretch.count <= Self.longestCut else { return [] }
    let silences = features.silences(in: stretch).filter {
      Self.searchedLength.contains($0.lowerBound - stretch.lowerBound)
        && Self.searchedLength.contains(stretch.upperBound - $0.upperBound)
    }
    guard let longest = silences.max(by: { $0.count < $1.count }) else { return [] }
    let before = try searchedInParts(stretch.lowerBound..<longest.lowerBound, cuts - 1, check)
    return try before + searchedInParts(longest.upperBound..<stretch.upperBound, cuts - 1, check)
  }
}

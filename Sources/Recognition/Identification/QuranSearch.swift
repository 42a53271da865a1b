/// The likeliest path through the whole Quran for a recording: where it reads on, goes back, and passes to
/// another place.
///
/// It is two-level dynamic programming (Sakoe: Two-level DP-matching, IEEE Trans. ASSP 27, 1979):
/// `BlockSearch` within a block, and this search over the blocks. Our own addition is that blocks end in
/// pauses, so that leaps are considered only some times a minute.
///
/// The recording is divided into blocks that end in pauses. Within a block the recitation reads on; between
/// blocks everything is possible, at a price.
struct QuranSearch: Sendable {
  /// A part of the recording that is read on from one place.
  struct Piece: Sendable {
    /// From its first sound to beyond the furthest; empty for what is none of the Quran.
    var sounds: Range<Int>
    /// Its blocks in the recording, in coarse frames.
    var frames: Range<Int>
    /// The recognised sounds, in order, each with its frames in the recording.
    var heard: [(sound: Int, frames: Range<Int>)] = []
    /// By how much it is better than the best other place that sounds otherwise, as a log probability; from 0 to 60.
    var margin = 0.0
    /// The probability that it is what is recited there, once that is checked.
    var confidence = 0.0
    /// Other places that agree nearly as well, the best first.
    var others: [Range<Int>] = []
    /// Other places that sound the same.
    var same: [Range<Int>] = []

    /// The frames from its first sound to the end of its last, in coarse frames of the recording; those of
    /// its blocks if no sound is known.
    var heardFrames: Range<Int> {
      let first = heard.first?.frames.lowerBound ?? frames.lowerBound
      return first..<max(first, heard.last?.frames.upperBound ?? frames.upperBound)
    }
  }

  /// Prices, as `CoarseScores` counts: of reading on elsewhere, of going back, of beginning or ending something else.
  private static let jump = 320
  private static let back = 100
  private static let otherJump = 160
  /// One goes back no further, in sounds.
  private static let backReach = 160
  /// Places no further apart, in sounds, are one.
  static let nearness = 400
  /// No margin counts for more.
  private static let mostMargin = 480
  /// The largest difference from the best score at which a place is still a guess.
  private static let guessReach = 80
  private static let mostPeaks = 24
  /// The number of the best ends of each step that are traced back for guesses, which costs a search each.
  private static let mostRivals = 12

  private let search: BlockSearch
  private let scores: CoarseScores

  init(_ sounds: QuranSounds, _ model: AcousticModel, _ scores: CoarseScores) {
    search = BlockSearch(sounds, model)
    self.scores = scores
  }

  /// Returns the pieces found in the recording, in order.
  ///
  /// `progress` receives the number of blocks searched and the total; an error that it throws ends the
  /// search.
  func pieces(progress: (_ done: Int, _ total: Int) throws -> Void) rethrows -> [Piece] {
    let ranges = scores.blocks()
    var steps: [Step] = []
    var step = Step(starts: SparseStarts(), rest: 0, restFrom: nil, other: 0)
    for (number, range) in ranges.enumerated() {
      step.frames = range
      step.otherEnd = step.other + scores.other(range)
      // What ends below is no better than to read on from there by a jump.
      let ends = ends(step, tolerance: Self.jump, least: step.otherEnd - Self.otherJump)
      step.peaks = Self.peaks(ends)
      steps.append(step)
      step = Self.step(after: step, ends, istiadhah: search.sounds.starts[1] - 1)
      try progress(number + 1, ranges.count)
    }
    return trace(steps)
  }

  private func ends(_ step: Step, tolerance: Int, least: Int = Int(BlockSearch.never)) -> [Int16] {
    search.ends(
      scores.sums(step.frames), from: step.allStarts(search.sounds.count), tolerance: tolerance, least: least)
  }

  // MARK: Forward

  /// The scores of having ended some sounds, and the sources of their paths.
  ///
  /// Most sounds have both in common with the sound before them, as a reciter may go back to any of many.
  struct SparseStarts: Sendable {
    /// Sounds one after the other, with the score of each of them.
    struct Run {
      var first: Int32
      var count: Int32
      var source: Int32
      var score: Int16
    }

    private(set) var runs: [Run] = []

    /// Adds a sound behind all others.
    mutating func append(_ sound: Int, score: Int32, source: Int32) {
      if let last = runs.last, Int(last.first + last.count) == sound, last.source == source,
        last.score == score
      {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(Run(first: Int32(sound), count: 1, source: source, score: Int16(score)))
      }
    }

    /// The run that a sound lies in; nil where it lies in none.
    subscript(sound: Int) -> Run? {
      var (low, high) = (0, runs.count)
      while low < high {
        let middle = (low + high) / 2
        if runs[middle].first + runs[middle].count <= sound { low = middle + 1 } else { high = middle }
      }
      return low < runs.count && runs[low].first <= sound ? runs[low] : nil
    }
  }

  /// The source of a path: a sound that ends, or nil for something outside of the Quran.
  private typealias Source = Int?

  /// A block, with the scores at its beginning against the best of all.
  private struct Step: Sendable {
    var frames = 0..<0
    /// Those that are better than `rest`, which every other sound has.
    var starts: SparseStarts
    var rest: Int
    var restFrom: Source
    /// That of something else, which goes on or follows the best sound.
    var other: Int
    var otherFrom: Source = nil
    /// The best ends, far from each other.
    var peaks: [(sound: Int, score: Int)] = []
    var otherEnd = 0

    init(starts: SparseStarts, rest: Int, restFrom: Source, other: Int) {
      self.starts = starts
      self.rest = rest
      self.restFrom = restFrom
      self.other = other
    }

    func start(_ sound: Int) -> Int { starts[sound].map { Int($0.score) } ?? rest }

    /// Those of all `count` sounds.
    func allStarts(_ count: Int) -> [Int16] {
      var result = [Int16](repeating: Int16(rest), count: count)
      for run in starts.runs {
        for sound in run.first..<run.first + run.count { result[Int(sound)] = run.score }
      }
      return result
    }
  }

  private static func step(after old: Step, _ ends: [Int16], istiadhah: Int) -> Step {
    let best = old.peaks.first?.score ?? Int(BlockSearch.never)
    let bestSound = old.peaks.first?.sound
    let top = max(best, old.otherEnd)
    var rest = best - jump
    var source: Source = bestSound
    if old.otherEnd - otherJump > rest {
      rest = old.otherEnd - otherJump
      source = nil
    }
    // What is said before reciting opens any place.
    if ends.indices.contains(istiadhah), Int(ends[istiadhah]) > rest {
      rest = Int(ends[istiadhah])
      source = istiadhah
    }
    rest -= top
    // Many sounds may be better than `rest`, and each is one that the 160 before it may be gone back to from: so these are tables and
    // not dictionaries.
    var scores = [Int32](repeating: Int32(rest), count: ends.count)
    var sources = [Int32](repeating: 0, count: ends.count)
    func take(_ score: Int, at place: Int, from index: Int) {
      guard Int32(score) > scores[place] else { return }
      (scores[place], sources[place]) = (Int32(score), Int32(index))
    }
    for index in ends.indices where Int(ends[index]) - top > rest {
      let score = Int(ends[index]) - top
      take(score, at: index, from: index)
      guard score - back > rest else { continue }
      for place in max(0, index - backReach)..<index { take(score - back, at: place, from: index) }
    }
    var starts = SparseStarts()
    for (sound, score) in scores.enumerated() where score > rest {
      starts.append(sound, score: score, source: sources[sound])
    }
    var step = Step(
      starts: starts, rest: rest, restFrom: source, other: max(old.otherEnd, best - otherJump) - top)
    step.otherFrom = old.otherEnd >= best - otherJump ? nil : bestSound
    return step
  }

  /// The best ends, none near a better one.
  static func peaks(_ ends: [Int16]) -> [(sound: Int, score: Int)] {
    var tops: [(sound: Int, score: Int)] = []
    var start = 0
    while start < ends.count {
      var best = start
      for index in start..<min(ends.count, start + nearness / 4) where ends[index] > ends[best] {
        best = index
      }
      tops.append((best, Int(ends[best])))
      start += nearness / 4
    }
    tops.sort { ($1.score, $0.sound) < ($0.score, $1.sound) }
    var result: [(sound: Int, score: Int)] = []
    for top in tops where result.count < mostPeaks {
      if !result.contains(where: { abs($0.sound - top.sound) < nearness }) { result.append(top) }
    }
    return result
  }

  // MARK: Back

  private func trace(_ steps: [Step]) -> [Piece] {
    guard let last = steps.last else { return [] }
    var result: [Piece] = []
    var index = steps.count - 1
    var state: Source = (last.peaks.first?.score ?? .min) > last.otherEnd ? last.peaks.first?.sound : nil
    while index >= 0 {
      if let sound = state {
        let (piece, next, source) = piece(endingAt: sound, index, steps)
        result.append(piece)
        guard next < index else { break }
        (index, state) = (next, source)
      } else {
        let frames = steps[index].frames
        if let first = result.last, first.sounds.isEmpty {
          result[result.count - 1].frames = frames.lowerBound..<first.frames.upperBound
        } else {
          result.append(Piece(sounds: 0..<0, frames: frames))
        }
        state = steps[index].otherFrom
        index -= 1
      }
    }
    return result.reversed()
  }

  /// The piece that ends in a block with a sound; where it comes from.
  private func piece(
    endingAt sound: Int, _ index: Int, _ steps: [Step], isGuess: Bool = false
  ) -> (Piece, next: Int, Source) {
    var piece = Piece(sounds: sound..<sound + 1, frames: steps[index].frames)
    var last = sound
    var value = steps[index].peaks.first { $0.sound == sound }?.score ?? 0
    var levels: [(step: Int, value: Int)] = []
    var place = index
    while place >= 0 {
      let step = steps[place]
      levels.append((place, value))
      let path = BlockPath(to: last, in: search, scores.sums(step.frames)) { step.start($0) }
      guard let path else {
        return (piece, place - 1, step.restFrom)
      }
      let heard = path.heard.map { heard in
        (
          heard.sound,
          heard.frames.lowerBound + step.frames.lowerBound..<heard.frames.upperBound + step.frames.lowerBound
        )
      }
      piece.heard = heard + piece.heard
      piece.frames = step.frames.lowerBound..<piece.frames.upperBound
      let sounds = path.heard.map(\.sound)
      piece.sounds =
        min(
          piece.sounds.lowerBound, sounds.min() ?? last)..<max(
          piece.sounds.upperBound, (sounds.max() ?? last) + 1)
      guard let before = path.before, let start = step.starts[before] else {
        if !isGuess { judge(&piece, levels, steps) }
        return (piece, place - 1, step.restFrom)
      }
      last = Int(start.source)
      value = Int(start.score) + (last == before ? 0 : Self.back)
      if place > 0 {
        let earlier = steps[place - 1]
        value += max(earlier.peaks.first?.score ?? .min, earlier.otherEnd)
      }
      place -= 1
    }
    if !isGuess { judge(&piece, levels, steps) }
    return (piece, -1, nil)
  }

  /// Finds what else it may be, and how much worse that is.
  private func judge(_ piece: inout Piece, _ levels: [(step: Int, value: Int)], _ steps: [Step]) {
    func isNear(_ sound: Int, _ range: Range<Int>) -> Bool {
      sound > range.lowerBound - Self.nearness && sound < range.upperBound + Self.nearness
    }
    guard let end = levels.first else { return }
    let own = piece.sounds
    // A sound of a neighbour that the path has included doesn't show which of two places it is.
    piece.same = search.sounds.occurrences(of: search.sounds.withoutTouched(own))
    for peak in steps[end.step].peaks.prefix(Self.mostRivals)
    where end.value - peak.score < Self.guessReach && !isNear(peak.sound, own) {
      let other = self.piece(endingAt: peak.sound, end.step, steps, isGuess: true).0
      if other.frames == piece.frames, !piece.same.contains(where: { $0.overlaps(other.sounds) }) {
        piece.others.append(other.sounds)
      }
    }
    let same = piece.same
    let margin = margin(levels, steps) { sound in
      !isNear(sound, own) && !same.contains { isNear(sound, $0) }
    }
    piece.margin = Double(margin) / CoarseScores.unit
  }

  /// Returns the difference by which a path is better than any that ends in another place, at the block where
  /// it is largest.
  ///
  /// `levels` are the path's scores at the end of some blocks. If no other place is near enough to be a
  /// source, the difference isn't known. Then these blocks are searched again, those first where it may be
  /// largest. Mostly the first of them decides.
  private func margin(_ levels: [(step: Int, value: Int)], _ steps: [Step], _ isOther: (Int) -> Bool) -> Int {
    var margin = 0
    var open: [(step: Int, value: Int, most: Int)] = []
    func other(_ peaks: [(sound: Int, score: Int)]) -> Int? {
      peaks.first { isOther($0.sound) && $0.score > Int(BlockSearch.never) }?.score
    }
    for level in levels {
      let peaks = steps[level.step].peaks
      let most = level.value - (peaks.first?.score ?? level.value) + Self.mostMargin
      if let other = other(peaks) {
        margin = max(margin, min(most, level.value - other))
      } else {
        open.append((level.step, level.value, most))
      }
    }
    for level in open.sorted(by: { $0.most > $1.most }) where level.most > margin {
      let peaks = Self.peaks(ends(steps[level.step], tolerance: Self.mostMargin))
      margin = max(margin, min(level.most, other(peaks).map { level.value - $0 } ?? level.most))
    }
    return margin
  }
}

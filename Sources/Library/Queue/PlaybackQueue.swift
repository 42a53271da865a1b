package import TilawaBase
import TilawaFormat
package import TilawaQuran

/// The items to play, in order, from settings and a library's contents at one moment.
///
/// Items are made one by one on request, so that an endless queue takes no more memory than a short one.
package struct PlaybackQueue: Sequence, Sendable {
  /// From which it was made.
  package let settings: QueueSettings
  /// The passages that are played, without the ayat that lead in, lead out, or follow. There are several if
  /// they don't form a single passage.
  package let passages: [AyahRange]
  /// Ayat that nobody has, as runs, in the order of the mushaf; each becomes a silence.
  package let missing: [AyahRange]
  /// Ayat that somebody has who isn't on the list, as runs, in the order of the mushaf.
  package let filled: [AyahRange]
  /// Surahs whose basmalah is left out because their reciter has none.
  package let surahsWithoutBasmalah: [Int]
  /// No item begins at this time or later, from the start of the queue.
  package var limit: Milliseconds?
  /// Where it begins when a listener goes on: how many items are left out, and how much of the stretch of the next.
  package internal(set) var beginning: (items: Int, position: Milliseconds) = (0, .zero)

  let steps: [QueueStep]
  let stages: [QueueStage]

  /// Lays out `sources` as `settings` say.
  package init(_ settings: QueueSettings, _ sources: QueueSources) {
    self.settings = settings
    passages = sources.ayat.passages
    let all = sources.ayat.all
    let counting = settings.counting
    missing = Coverage.runs(of: all.filter { sources.sounds[$0] == nil }, counting)
    filled = Coverage.runs(of: all.filter { sources.sounds[$0]?.isFilled ?? false }, counting)
    let plan = QueuePlan(settings, sources)
    (steps, stages) = (plan.steps, plan.stages)
    surahsWithoutBasmalah = plan.surahsWithoutBasmalah
  }

  /// The only passage that is played; nil where there are several.
  package var passage: AyahRange? { passages.count == 1 ? passages.first : nil }

  /// All that is heard, each stretch of a recording once.
  package var sounds: [QueueSound] {
    var seen: Set<QueueSound> = []
    return steps.flatMap { [$0.basmalah, $0.sound].compactMap { $0 } }.filter { seen.insert($0).inserted }
  }

  /// True if there is nothing to hear.
  package var isSilent: Bool { steps.allSatisfy { $0.sound == nil } }

  /// True if the queue never ends.
  package var isEndless: Bool {
    guard limit == nil else { return false }
    return stages.contains { stage in
      stage.rounds == .infinite
        || stage.ayahRepeats == .infinite && steps[stage.steps].contains { $0.repeats && $0.sound != nil }
    }
  }

  /// The number of items and their duration with the gaps between them; nil if the queue is endless.
  package var total: (items: Int, length: Milliseconds)? {
    guard !isEndless else { return nil }
    if limit != nil || beginning.items > 0 || beginning.position > .zero {
      var items = 0
      var end = Milliseconds.zero
      for item in self {
        items += 1
        end = item.end
      }
      return (items, end)
    }
    var items = 0
    var length: Int64 = 0
    var lastSilence = Milliseconds.zero
    for stage in stages {
      var inRound = (items: 0, length: Int64(0))
      for index in stage.steps {
        let step = steps[index]
        if let basmalah = step.basmalah {
          inRound.items += 1
          inRound.length += (heard(basmalah) + settings.gap).count
        }
        let times = times(step, stage)
        let length = heard(step.sound)
        let between = silence(after: step, length)
        lastSilence = endsSet(stage, index, times) ? Swift.max(between, settings.setPause) : between
        inRound.items += times
        inRound.length += Int64(times) * length.count + Int64(times - 1) * between.count + lastSilence.count
      }
      let rounds = stage.rounds.count ?? 1
      items += rounds * inRound.items
      length += Int64(rounds) * inRound.length
    }
    return (items, Milliseconds(items == 0 ? 0 : length - lastSilence.count))
  }

  /// The silence after an ayah that is heard for `length`, or after the silence in its place, within a set.
  fileprivate func silence(after step: QueueStep, _ length: Milliseconds) -> Milliseconds {
    step.sound == nil ? settings.gap : Swift.max(settings.gap, settings.ayahPause.silence(after: length))
  }

  /// Returns true if a set is over when the step with this index was played as often as it is: it is repeated,
  /// or learned by itself, or the last of its round.
  fileprivate func endsSet(_ stage: QueueStage, _ index: Int, _ times: Int?) -> Bool {
    times != 1 || stage.part == .each || index == stage.steps.upperBound - 1
  }

  /// Only of a step that comes to an end.
  private func times(_ step: QueueStep, _ stage: QueueStage) -> Int {
    step.repeats && step.sound != nil ? stage.ayahRepeats.count ?? 1 : 1
  }

  fileprivate func heard(_ sound: QueueSound?) -> Milliseconds {
    sound.map { settings.speed.heard($0.span.length) } ?? Swift.max(settings.gap, Self.leastSilence)
  }

  /// In the place of an ayah that is missing.
  package static let leastSilence = Milliseconds(500)

  /// From its beginning.
  package func makeIterator() -> Iterator { Iterator(self) }

  /// Goes through a queue.
  package struct Iterator: IteratorProtocol, Sendable {
    private var queue: PlaybackQueue
    /// The part at the start of the next item's stretch that is left out.
    private var leftOut = Milliseconds.zero
    private var stage = 0
    private var round = 1
    /// From the first of the stage.
    private var step = 0
    private var repetition = 1
    private var isBasmalahDone = false
    private var end: Milliseconds?
    /// The silence that follows the item before.
    private var silence = Milliseconds.zero

    fileprivate init(_ queue: PlaybackQueue) {
      self.queue = queue
      self.queue.limit = nil
      for _ in 0..<queue.beginning.items where next() == nil { break }
      (end, self.queue.limit) = (nil, queue.limit)
      leftOut = queue.beginning.position
    }

    /// The next item; nil when the queue is over.
    package mutating func next() -> QueueItem? {
      guard stage < queue.stages.count else { return nil }
      let current = queue.stages[stage]
      let now = queue.steps[current.steps.lowerBound + step]
      let isBasmalah = now.basmalah != nil && !isBasmalahDone
      let sound = isBasmalah ? now.basmalah : now.sound
      let gap = end == nil ? .zero : silence
      let start = (end ?? .zero) + gap
      if let limit = queue.limit, start >= limit { return nil }
      let repeats = now.repeats && now.sound != nil ? current.ayahRepeats : .times(1)
      var item = QueueItem(
        part: current.part(of: now),
        ayat: isBasmalah ? AyahRange(Ayah(now.ayat.first.surah, 0)) : now.ayat, isBasmalah: isBasmalah,
        sound: sound, start: start, length: queue.heard(sound), gap: gap,
        repetition: isBasmalah ? .init(1, of: 1) : .init(repetition, of: repeats.count),
        round: .init(round + current.roundsBefore, of: current.allRounds.count), window: current.window)
      // The pause is there to say the whole ayah.
      let length = item.length
      takeOutWhatWasHeard(of: &item)
      end = item.end
      if isBasmalah {
        silence = queue.settings.gap
        isBasmalahDone = true
      } else {
        silence = queue.silence(after: now, length)
        let isLast = repeats.count == repetition
        if isLast, queue.endsSet(current, current.steps.lowerBound + step, repeats.count) {
          silence = Swift.max(silence, queue.settings.setPause)
        }
        advance(repeats, in: current)
      }
      return item
    }

    private mutating func takeOutWhatWasHeard(of item: inout QueueItem) {
      defer { leftOut = .zero }
      guard leftOut > .zero, let span = item.sound?.span,
        let rest = TimeSpan(span.start + leftOut, span.end)
      else { return }
      item.sound?.span = rest
      item.leftOut = leftOut
      item.length = queue.heard(item.sound)
    }

    private mutating func advance(_ repeats: Repeats, in current: QueueStage) {
      repetition += 1
      guard let count = repeats.count, repetition > count else { return }
      (repetition, isBasmalahDone) = (1, false)
      step += 1
      guard step == current.steps.count else { return }
      step = 0
      round += 1
      guard let count = current.rounds.count, round > count else { return }
      round = 1
      stage += 1
    }
  }
}
